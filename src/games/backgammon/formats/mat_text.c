/* Lines of match files, and where a match ends. */
#include "mat_text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/lines.h"
#include "core/utf8.h"
#include "mat.h"

enum { LOOKED = 80 }; /* bytes of a line by which it is known */

int bg_mat_length(const char *line) {
    hra_lines l;
    hra_lines_string(&l, line, NULL);
    int n = hra_lines_digits(&l, 4);
    if (n >= 0 && hra_lines_match(&l, "point") && hra_lines_match(&l, "match"))
        return n;
    l.at = l.start;
    if (!hra_lines_match(&l, "match") || !hra_lines_match(&l, "length"))
        return -1;
    if (!hra_lines_match(&l, ":"))
        (void)hra_lines_match(&l, "=");
    return hra_lines_digits(&l, 4);
}

int bg_mat_game(const char *line) {
    hra_lines l;
    hra_lines_string(&l, line, NULL);
    return hra_lines_match(&l, "Game") ? hra_lines_digits(&l, 9) : -1;
}

bool bg_mat_tag(const char *line, char *name, char *value) {
    hra_lines l;
    hra_lines_string(&l, line, NULL);
    (void)hra_lines_match(&l, ";");
    if (!hra_lines_match(&l, "["))
        return false;
    hra_lines_blanks(&l);
    const char *from = l.at, *quote = strchr(from, '"'), *end = quote ? strchr(quote + 1, '"') : NULL;
    if (!end)
        return false;
    size_t n = (size_t)(quote - from), length = (size_t)(end - quote - 1);
    while (n && from[n - 1] == ' ')
        n--;
    l.at = end + 1;
    if (!n || n >= BG_MAT_VALUE || length >= BG_MAT_VALUE || !hra_lines_match(&l, "]"))
        return false;
    memcpy(name, from, n);
    name[n] = '\0';
    memcpy(value, quote + 1, length);
    value[length] = '\0';
    return true;
}

/* The points at the end of a text, " : 3", and where that begins; -1: there are none. */
static int points_at(const char *text, const char **end) {
    hra_lines l;
    hra_lines_string(&l, text, NULL);
    if (!hra_lines_take(&l, ":"))
        return -1;
    int points = hra_lines_digits(&l, 9);
    *end = l.at;
    return points;
}

int bg_mat_read_names(const char *line, bg_mat_names *out) {
    const char *from = line, *colon, *end = from;
    for (int seat = 0; seat < 2; seat++) {
        colon = seat == 0 ? strchr(from, ':') : strrchr(from, ':');
        while (seat == 0 && colon && (points_at(colon, &end) < 0 || (*end && *end != ' ')))
            colon = strchr(colon + 1, ':');
        out->score[seat] = colon ? points_at(colon, &end) : -1;
        if (out->score[seat] < 0 || (seat == 1 && *end))
            return -1;
        out->at[seat] = from + strspn(from, " ");
        out->length[seat] = out->at[seat] < colon ? (size_t)(colon - out->at[seat]) : 0;
        from = end;
    }
    return (int)(out->at[1] - line);
}

/* ---- cells ------------------------------------------------------------------------------------*/

static const struct {
    const char *text;
    bg_mat_word word;
} words[] = {
    {"Doubles", BG_MAT_DOUBLES}, {"Redoubles", BG_MAT_DOUBLES}, {"Takes", BG_MAT_TAKES},
    {"Accepts", BG_MAT_TAKES},   {"Drops", BG_MAT_DROPS},       {"Rejects", BG_MAT_DROPS},
    {"Passes", BG_MAT_DROPS},    {"Beavers", BG_MAT_BEAVERS},   {"Wins", BG_MAT_WINS},
    {"Resigns", BG_MAT_LOSES},   {"Loses", BG_MAT_LOSES},
};

bg_mat_word bg_mat_find_word(const char *text) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i].text);
        if (strncasecmp(text, words[i].text, n) == 0 && !isalpha((unsigned char)text[n]))
            return words[i].word;
    }
    return BG_MAT_NONE;
}

bool bg_mat_is_throw(const char *text) {
    return text[0] >= '1' && text[0] <= '6' && text[1] >= '1' && text[1] <= '6' && text[2] == ':';
}

const char *bg_mat_next_cell(const char *text) {
    for (const char *at = text + 1; *at; at++)
        if (at[-1] == ' ' && (bg_mat_is_throw(at) || bg_mat_find_word(at) < BG_MAT_NONE))
            return at;
    return text + strlen(text);
}

/* ---- matches of a file ------------------------------------------------------------------------*/

/* A match begins with remarks and its length, or with its first game. */
size_t bg_mat_split(const char *text, size_t length, bool last) {
    hra_lines l;
    char line[4 * LOOKED];
    bool games = false;
    const char *head = NULL; /* remarks that may belong to the next match */
    hra_lines_open(&l, text, length, 1, NULL);
    l.whole_only = !last;
    while (hra_lines_next(&l)) {
        const char *from = l.start;
        hra_lines_blanks(&l);
        if (hra_lines_peek(&l) < 0)
            continue;
        size_t left = hra_lines_left(&l);
        (void)hra_utf8_copy(l.at, left < LOOKED ? left : LOOKED, line, sizeof line);
        int game = bg_mat_game(line);
        if (games && (game == 1 || bg_mat_length(line) >= 0))
            return (size_t)((head ? head : from) - text);
        games = games || game >= 0;
        head = *line != ';' && *line != '[' ? NULL : head ? head : from;
    }
    return 0;
}

int bg_mat_looks(const char *text, size_t length) {
    hra_lines l;
    char line[4 * LOOKED];
    hra_lines_open(&l, text, length, 1, NULL);
    while (hra_lines_next(&l)) {
        hra_lines_blanks(&l);
        if (hra_lines_peek(&l) < 0 || *l.at == ';' || *l.at == '[')
            continue;
        size_t left = hra_lines_left(&l);
        (void)hra_utf8_copy(l.at, left < LOOKED ? left : LOOKED, line, sizeof line);
        return bg_mat_length(line) >= 0 || bg_mat_game(line) >= 0 ? 80 : 0;
    }
    return 0;
}
