/* Reading a layout: signs, size, border. What a maze makes of them is judged in maze.c. */
#include <string.h>

#include "core/messages.h"
#include "maze.h"

enum { SMALLEST = 3 };

static bool known(char c) {
    return c && strchr("% .oPG1234", c);
}

hra_err pac_layout_fail(const pac_layout *layout, const char *name, int x, int y, hra_error *why,
                        const char *what) {
    return hra_fail(why, HRA_EINPUT, -1, "maze %.60s: line %d, column %d: %s", name, layout->height - y,
                    layout->indent[y] + x + 1, _(what));
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The length of a line without the blanks behind it. */
static size_t trimmed(const char *line, size_t length) {
    while (length && is_blank(line[length - 1]))
        length--;
    return length;
}

/* One line without blanks around it, the number-th from the top, for the time being at signs[number - 1]. */
static hra_err read_line(pac_layout *out, const char *name, const char *line, size_t length, int indent,
                         int number, hra_error *why) {
    if (number > 1 && length > (size_t)out->width)
        length = (size_t)out->width;
    if (number > PAC_SIDE || length > PAC_SIDE || indent > UINT8_MAX)
        return hra_fail(why, HRA_ELIMIT, -1,
                        "maze %.60s: line %d, column %d: a maze has at most %d lines of %d signs", name,
                        number, number > PAC_SIDE ? 1 : PAC_SIDE + 1, PAC_SIDE, PAC_SIDE);
    for (size_t x = 0; x < length; x++)
        if (!known(line[x]))
            return hra_fail(why, HRA_EINPUT, -1,
                            "maze %.60s: line %d, column %d: unknown sign '%.1s'; known are %% wall, . food, "
                            "o capsule, P Pacman, G or 1 to 4 ghost, blank",
                            name, number, indent + (int)x + 1, line + x);
    if (number > 1 && (int)length < out->width)
        return hra_fail(why, HRA_EINPUT, -1,
                        "maze %.60s: line %d, column %d: the line has %d signs, the first one has %d", name,
                        number, indent + (int)length + 1, (int)length, out->width);
    out->width = (int)length;
    out->height = number;
    out->indent[number - 1] = (uint8_t)indent;
    memcpy(out->sign[number - 1], line, length);
    return HRA_OK;
}

static hra_err check_border(const pac_layout *l, const char *name, hra_error *why) {
    if (l->width < SMALLEST || l->height < SMALLEST)
        return hra_fail(why, HRA_EINPUT, -1,
                        "maze %.60s: line %d, column %d: a maze has at least %d lines of %d signs", name,
                        l->height ? l->height : 1, l->width ? l->width : 1, SMALLEST, SMALLEST);
    for (int y = l->height - 1; y >= 0; y--)
        for (int x = 0; x < l->width; x++) {
            bool border = x == 0 || y == 0 || x == l->width - 1 || y == l->height - 1;
            if (border && l->sign[y][x] != '%')
                return pac_layout_fail(l, name, x, y, why,
                                       /* xgettext:no-c-format */
                                       N_("the border is open here; it has to be % all round"));
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
    memset(out, 0, sizeof *out);
    length = trimmed(text, length);
    for (size_t at = 0, number = 1; at < length; number++) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t all = end ? (size_t)(end - text) - at : length - at, whole = trimmed(text + at, all);
        size_t indent = 0;
        while (indent < whole && is_blank(text[at + indent]))
            indent++;
        hra_err err = read_line(out, name, text + at + indent, whole - indent, (int)indent, (int)number, why);
        if (err)
            return err;
        at += all + 1;
    }
    turn_over(out);
    return check_border(out, name, why);
}
