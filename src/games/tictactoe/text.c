/* Drawing a board of tic-tac-toe. */
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
