/* Terms of tic-tac-toe for formulas. */
#include "core/messages.h"
#include "tictactoe.h"

enum { CENTRE = 020, CORNERS = 0505 };

static double count_lines(const void *s, int seat, int marks) {
    const ttt_board *b = s;
    int n = 0;
    for (int i = 0; i < 8; i++)
        n += !(b->mask[1 - seat] & ttt_lines[i]) && __builtin_popcount(b->mask[seat] & ttt_lines[i]) >= marks;
    return n;
}

static double open(const hra_game *game, const void *s, int seat) {
    return count_lines(s, seat, 0);
}

static double twos(const hra_game *game, const void *s, int seat) {
    return count_lines(s, seat, 2) - count_lines(s, seat, 3);
}

static double centre(const hra_game *game, const void *s, int seat) {
    return (((const ttt_board *)s)->mask[seat] & CENTRE) != 0;
}

static double corners(const hra_game *game, const void *s, int seat) {
    return __builtin_popcount(((const ttt_board *)s)->mask[seat] & CORNERS);
}

static double turn(const hra_game *game, const void *s, int seat) {
    return ((const ttt_board *)s)->turn == seat;
}

const hra_term ttt_terms[] = {
    {"open", N_("lines without a mark of the other side"), 0, 8, false, open},
    {"twos", N_("lines with two own marks and an empty cell"), 0, 8, false, twos},
    {"centre", N_("1 if the middle is taken"), 0, 1, false, centre},
    {"corners", N_("marks in the corners"), 0, 4, false, corners},
    {"turn", N_("1 if the side is to move"), 0, 1, false, turn},
    {0},
};
