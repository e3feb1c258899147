/* Terms of a position of checkers for formulas, each for one side; own men move up the board. */
#include <stdlib.h>

#include "board_flip.h"
#include "checkers.h"
#include "core/messages.h"

#define SQUARE(n) ((ck_set)1 << ((n)-1 + ((n)-1) / 8)) /* as in print */
#define CENTRE                                                                                               \
    (SQUARE(10) | SQUARE(11) | SQUARE(14) | SQUARE(15) | SQUARE(18) | SQUARE(19) | SQUARE(22) | SQUARE(23))
#define DOUBLE_CORNERS (SQUARE(1) | SQUARE(5) | SQUARE(28) | SQUARE(32))
#define EDGE                                                                                                 \
    (CK_FIRST_ROW | CK_LAST_ROW | SQUARE(5) | SQUARE(12) | SQUARE(13) | SQUARE(20) | SQUARE(21) | SQUARE(28))

enum { FARTHEST = 7 /* a king's steps from one square to another */ };

static const ck_board *board_of(const void *s) {
    return &((const ck_state *)s)->board;
}

static ck_set men_of(const void *s, int seat) {
    return board_of(s)->pieces[seat] & ~board_of(s)->kings;
}

static ck_set kings_of(const void *s, int seat) {
    return board_of(s)->pieces[seat] & board_of(s)->kings;
}

static double count(ck_set set) {
    return __builtin_popcountll(set);
}

static double men(const hra_game *game, const void *s, int seat) {
    return count(men_of(s, seat));
}

static double kings(const hra_game *game, const void *s, int seat) {
    return count(kings_of(s, seat));
}

static double back(const hra_game *game, const void *s, int seat) {
    return count(men_of(s, seat) & (seat == CK_BLACK ? CK_FIRST_ROW : CK_LAST_ROW));
}

static double rows(const hra_game *game, const void *s, int seat) {
    double sum = 0;
    for (ck_set set = men_of(s, seat); set; set &= set - 1) {
        int row = ck_square(__builtin_ctzll(set)) / 4;
        sum += seat == CK_BLACK ? row : 7 - row;
    }
    return sum;
}

static double centre(const hra_game *game, const void *s, int seat) {
    return count(board_of(s)->pieces[seat] & CENTRE);
}

static double edge(const hra_game *game, const void *s, int seat) {
    return count(board_of(s)->pieces[seat] & EDGE);
}

static double steps(const hra_game *game, const void *s, int seat) {
    return ck_count_steps(board_of(s), seat);
}

static double jumpers(const hra_game *game, const void *s, int seat) {
    return count(ck_jumpers(board_of(s), seat));
}

static double turn(const hra_game *game, const void *s, int seat) {
    return ((const ck_state *)s)->side == seat;
}

/* ---- distances ------------------------------------------------------------------------------*/

static int steps_between(int a, int b) {
    int row = a / 4 - b / 4, column = 2 * (a % 4) + (a / 4 % 2 == 0) - 2 * (b % 4) - (b / 4 % 2 == 0);
    return abs(row) > abs(column) ? abs(row) : abs(column);
}

/* From the nearest of one set to the nearest of the other; FARTHEST where one is empty. */
static int distance(ck_set from, ck_set to) {
    int best = FARTHEST;
    for (; from; from &= from - 1)
        for (ck_set left = to; left; left &= left - 1) {
            int n = steps_between(ck_square(__builtin_ctzll(from)), ck_square(__builtin_ctzll(left)));
            best = n < best ? n : best;
        }
    return best;
}

static double corner(const hra_game *game, const void *s, int seat) {
    return distance(kings_of(s, seat), DOUBLE_CORNERS);
}

static double near_other(const hra_game *game, const void *s, int seat) {
    return distance(kings_of(s, seat), board_of(s)->pieces[!seat]);
}

static double apart(const hra_game *game, const void *s, int seat) {
    double sum = 0;
    int pairs = 0;
    for (ck_set one = kings_of(s, seat); one; one &= one - 1)
        for (ck_set other = board_of(s)->pieces[!seat]; other; other &= other - 1, pairs++)
            sum += steps_between(ck_square(__builtin_ctzll(one)), ck_square(__builtin_ctzll(other)));
    return pairs ? sum / pairs : 0;
}

const hra_term ck_formula_terms[] = {
    {"men", N_("men"), 0, 12, false, men},
    {"kings", N_("kings"), 0, 12, false, kings},
    {"back", N_("men on their own first row"), 0, 4, false, back},
    {"rows", N_("rows that the men have advanced, together"), 0, 72, false, rows},
    {"centre", N_("pieces on the eight squares in the middle"), 0, 8, false, centre},
    {"edge", N_("pieces on the edge of the board"), 0, 12, false, edge},
    {"steps", N_("steps that the pieces can make, captures left out"), 0, 48, false, steps},
    {"jumpers", N_("pieces that can capture"), 0, 12, false, jumpers},
    {"corner", N_("king's steps from the nearest king to a double corner (7: no king)"), 0, 7, false, corner},
    {"near", N_("king's steps from the nearest king to an opposing piece (7: none)"), 1, 7, false,
     near_other},
    {"apart", N_("mean steps from a king to an opposing piece"), 0, 7, false, apart},
    {"turn", N_("1 if the side is to move"), 0, 1, false, turn},
    {0},
};
