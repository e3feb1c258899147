/* Drawing nim, and its moves and positions as text. */
#include <string.h>

#include "nim.h"

enum { MARGIN = 8 }; /* columns before the first match of a line */

/* Fives are set apart, so that a row can be counted at a glance. */
static void draw_row(int n, const hra_board_style *look, hra_text *out) {
    const char *match = look->unicode ? "┃" : "|";
    int fives = (look->width - MARGIN - 1) / 6;
    int line = fives > 0 ? 5 * fives : 5;
    for (int i = 0; i < n; i++) {
        if (i && i % line == 0)
            hra_text_addf(out, "\n%*s", MARGIN, "");
        else if (i && i % 5 == 0)
            hra_text_add_char(out, ' ');
        hra_text_add(out, match);
    }
}

void nim_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
    const uint8_t *b = s;
    for (size_t i = 1; i < game->state_size; i++) {
        hra_text_addf(out, " %c %3d  ", (int)('a' + i - 1), b[i]);
        if (look->color)
            hra_text_add(out, "\033[33m");
        draw_row(b[i], look, out);
        hra_text_add(out, look->color ? "\033[0m\n" : "\n");
    }
}

void nim_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "%c%u", (int)('a' + (m >> 8)), m & 255);
}

void nim_write_position(const hra_game *game, const void *s, hra_text *out) {
    const uint8_t *b = s;
    for (size_t i = 1; i < game->state_size; i++)
        hra_text_addf(out, i > 1 ? "-%d" : "%d", b[i]);
    hra_text_addf(out, "/%d", b[0]);
}

hra_err nim_read_position(const hra_game *game, const char *text, void *s, hra_error *why) {
    const nim_level *level = game->data;
    uint8_t row[NIM_ROWS] = {0}, turn = 0;
    int end = 0, n = nim_read_rows(text, row, &end);
    if (n < 0)
        return hra_fail(why, HRA_EINPUT, -1 - n,
                        "expected the rows and the seat to move, such as 3-5-7/0; found '%.20s'",
                        text - 1 - n);
    if (n != level->rows)
        return hra_fail(why, HRA_EINPUT, 0, "expected %d rows, found %d", level->rows, n);
    for (int i = 0; i < n; i++)
        if (row[i] > level->row[i])
            return hra_fail(why, HRA_EINPUT, 0, "row %c has at most %d, found %d", 'a' + i, level->row[i],
                            row[i]);
    if (text[end] == '/' && (text[end + 1] == '0' || text[end + 1] == '1')) {
        turn = (uint8_t)(text[end + 1] - '0');
        end += 2;
    }
    if (text[end])
        return hra_fail(why, HRA_EINPUT, end, "expected /0 or /1, the seat to move, found '%.20s'",
                        text + end);
    uint8_t *b = s;
    b[0] = turn;
    memcpy(b + 1, row, (size_t)n);
    return HRA_OK;
}
