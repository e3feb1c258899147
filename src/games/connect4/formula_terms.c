/* Terms of Connect Four for formulas. */
#include "connect4.h"
#include "core/messages.h"

static double open(const hra_game *game, const void *s, int seat) {
    return c4_open_lines(c4_board_of(game), s, seat, 0);
}

static double pairs(const hra_game *game, const void *s, int seat) {
    const c4_board *b = c4_board_of(game);
    return c4_open_lines(b, s, seat, b->length - 2) - c4_open_lines(b, s, seat, b->length - 1);
}

static double threats(const hra_game *game, const void *s, int seat) {
    return __builtin_popcountll(c4_threats(c4_board_of(game), s, seat));
}

/* Rows are counted from 1, so the first one is odd. */
static double odd(const hra_game *game, const void *s, int seat) {
    const c4_board *b = c4_board_of(game);
    uint64_t rows = 0;
    for (int row = 0; row < b->height; row += 2)
        rows |= b->bottom << row;
    return __builtin_popcountll(c4_threats(b, s, seat) & rows);
}

static double middle(const hra_game *game, const void *s, int seat) {
    const c4_board *b = c4_board_of(game);
    uint64_t column = 0;
    for (int i = (b->width - 1) / 2; i <= b->width / 2; i++) /* two of them if the width is even */
        column |= c4_column(b, i);
    return __builtin_popcountll(((const c4_state *)s)->disc[seat] & column);
}

static double turn(const hra_game *game, const void *s, int seat) {
    return ((const c4_state *)s)->turn == seat;
}

const hra_term c4_terms[] = {
    {"open", N_("lines without a disc of the other side"), 0, C4_LINES, false, open},
    {"pairs", N_("open lines that lack two discs"), 0, C4_LINES, false, pairs},
    {"threats", N_("free cells that complete a line"), 0, 64, false, threats},
    {"odd", N_("threats in rows 1, 3, 5 from the bottom"), 0, 64, false, odd},
    {"middle", N_("discs in the middle columns"), 0, 20, false, middle},
    {"turn", N_("1 if the side is to move"), 0, 1, false, turn},
    {0},
};
