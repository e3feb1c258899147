/* Reading a layout: signs, size, border. What a maze makes of them is judged in maze.c. */
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "maze.h"

enum { SMALLEST = 3, LABEL = 80 };

static bool known(char c) {
    return c && strchr("% .oPG1234", c);
}

/* What errors call it: "maze five". */
static const char *label_of(const char *name, char out[LABEL]) {
    (void)hra_snprintf(out, LABEL, _("maze %.60s"), name);
    return out;
}

hra_err pac_layout_fail(const pac_layout *layout, const char *name, int x, int y, hra_error *why,
                        hra_err code, const char *what) {
    char label[LABEL];
    return hra_place_fail(why, code, label_of(name, label), layout->height - y, layout->indent[y] + x + 1,
                          what);
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The length of a text without the blanks behind it. */
static size_t trimmed(const char *text, size_t length) {
    while (length && is_blank(text[length - 1]))
        length--;
    return length;
}

/* Puts the cursor to the x-th sign of the line. */
static hra_lines *go_to(hra_lines *l, size_t x) {
    l->at += x;
    return l;
}

/* One line without blanks around it, for the time being at signs[number - 1]. */
static hra_err read_line(pac_layout *out, hra_lines *l) {
    const char *line = l->at;
    size_t length = hra_lines_left(l), indent = (size_t)(l->at - l->start);
    if (l->number > 1 && length > (size_t)out->width)
        length = (size_t)out->width;
    if (l->number > PAC_SIDE || length > PAC_SIDE || indent > UINT8_MAX)
        return hra_lines_fail(go_to(l, l->number > PAC_SIDE || length <= PAC_SIDE ? 0 : PAC_SIDE), HRA_ELIMIT,
                              "a maze has at most %d lines of %d signs", PAC_SIDE, PAC_SIDE);
    for (size_t x = 0; x < length; x++)
        if (!known(line[x]))
            return hra_lines_fail(
                go_to(l, x), HRA_EINPUT,
                "unknown sign '%.1s'; known are %% wall, . food, o capsule, P Pacman, G or 1 to 4 "
                "ghost, blank",
                line + x);
    if (l->number > 1 && (int)length < out->width)
        return hra_lines_fail(go_to(l, length), HRA_EINPUT, "the line has %d signs, the first one has %d",
                              (int)length, out->width);
    out->width = (int)length;
    out->height = l->number;
    out->indent[l->number - 1] = (uint8_t)indent;
    memcpy(out->sign[l->number - 1], line, length);
    return HRA_OK;
}

static hra_err check_border(const pac_layout *l, const char *name, hra_error *why) {
    char label[LABEL], what[100];
    (void)hra_snprintf(what, sizeof what, _("a maze has at least %d lines of %d signs"), SMALLEST, SMALLEST);
    if (l->width < SMALLEST || l->height < SMALLEST)
        return hra_place_fail(why, HRA_EINPUT, label_of(name, label), l->height ? l->height : 1,
                              l->width ? l->width : 1, what);
    for (int y = l->height - 1; y >= 0; y--)
        for (int x = 0; x < l->width; x++) {
            bool border = x == 0 || y == 0 || x == l->width - 1 || y == l->height - 1;
            if (border && l->sign[y][x] != '%')
                return pac_layout_fail(l, name, x, y, why, HRA_EINPUT,
                                       /* xgettext:no-c-format */
                                       _("the border is open here; it has to be % all round"));
        }
    return HRA_OK;
}

/* The bottom line is y = 0. */
static void turn_over(pac_layout *l) {
    for (int y = 0; y < l->height / 2; y++) {
        int other = l->height - 1 - y;
        char line[PAC_SIDE];
        uint8_t indent = l->indent[y];
        memcpy(line, l->sign[y], PAC_SIDE);
        memcpy(l->sign[y], l->sign[other], PAC_SIDE);
        memcpy(l->sign[other], line, PAC_SIDE);
        l->indent[y] = l->indent[other];
        l->indent[other] = indent;
    }
}

hra_err pac_layout_read(pac_layout *out, const char *name, const char *text, size_t length, hra_error *why) {
    char label[LABEL];
    hra_lines l;
    memset(out, 0, sizeof *out);
    hra_lines_open(&l, text, trimmed(text, length), 1, why);
    l.name = label_of(name, label);
    while (hra_lines_next(&l)) {
        l.end = l.at + trimmed(l.at, hra_lines_left(&l));
        while (l.at < l.end && is_blank(*l.at))
            l.at++;
        if (read_line(out, &l) != 0)
            break;
    }
    if (l.err)
        return l.err;
    turn_over(out);
    return check_border(out, name, why);
}
