/* Drawing a board of tic-tac-toe, and reading moves. */
#include <string.h>

#include "core/messages.h"
#include "tictactoe.h"

void ttt_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
    const ttt_board *b = s;
    const char *rule = look->unicode ? "   ───┼───┼───\n" : "   ---+---+---\n";
    const char *bar = look->unicode ? "│" : "|";
    hra_text_add(out, "    a   b   c\n");
    for (int row = 0; row < 3; row++) {
        hra_text_addf(out, "%s %d ", row ? rule : "", row + 1);
        for (int column = 0; column < 3; column++) {
            int i = 3 * row + column, x = b->mask[0] >> i & 1, o = b->mask[1] >> i & 1;
            const char *on = !look->color ? "" : x ? "\033[1;36m" : o ? "\033[1;33m" : "";
            hra_text_addf(out, "%s %s%c%s ", column ? bar : "", on,
                          x   ? 'X'
                          : o ? 'O'
                              : ' ',
                          *on ? "\033[0m" : "");
        }
        hra_text_add(out, "\n");
    }
}

/* The cell that a text names, "b2", or its number row by row from the top, "5"; -1: none. */
static int find_cell(const char *text, size_t length) {
    const char letter = length == 2 ? (char)(text[0] | 0x20) : 'x';
    if (length == 1 && text[0] >= '1' && text[0] <= '9')
        return text[0] - '1';
    return letter >= 'a' && letter <= 'c' && text[1] >= '1' && text[1] <= '3'
               ? 3 * (text[1] - '1') + (letter - 'a')
               : -1;
}

hra_err ttt_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why) {
    const ttt_board *b = s;
    const unsigned taken = b->mask[0] | b->mask[1];
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length && strchr(" \r\n", text[length - 1]))
        length--;
    const int cell = find_cell(text, length);
    if (cell >= 0 && !(taken >> cell & 1)) {
        *out = (hra_move)cell;
        return HRA_OK;
    }
    char list[40];
    int n = 0;
    for (unsigned m = 0; m < 9; m++)
        if (!(taken >> m & 1))
            n += hra_snprintf(list + n, sizeof list - (size_t)n, "%s%c%u", n ? ", " : "", "abc"[m % 3],
                              m / 3 + 1);
    if (cell >= 0)
        return hra_fail(why, HRA_EINPUT, 0, "illegal move '%.*s': the cell is taken; legal moves: %s",
                        (int)length, text, list);
    return hra_fail(why, HRA_EINPUT, 0, "illegal move '%.*s'; legal moves: %s%s",
                    length < 40 ? (int)length : 40, text, list, "");
}
