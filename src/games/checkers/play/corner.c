/* Two kings against one: a classroom's idea of how the win goes. The terms are kept as they were
 * thought of; what they are worth is measured against exact play in docs/games/checkers/study.md. */
#include <math.h>
#include <stdlib.h>

#include "core/messages.h"
#include "corner.h"

/* clang-format off */
#define WEIGHT(name, fallback, help) {name, HRA_OPTION_REAL, fallback, -1e5, 1e5, NULL, help}

enum {
    KING, MAN, FORBIDDEN, AWAY, HOME, OUTSIDE, PAIR, BESIDE, APART, SQUEEZE, FAR, FARTHER, LOOSE,
    NET, CROWD, STUCK, ONE, TWO, THREE, CENTRE, EDGE_ROW, EDGE_COLUMN,
    CORNER, NEAR, NEXT, WIDE, MIDDLE, CLOSE, HUDDLE, TRAP, ANCHOR, WEIGHTS,
};

const hra_option ck_corner_options[WEIGHTS + 2] = {
    WEIGHT("king", "100", N_("a king")),
    WEIGHT("man", "40", N_("a man")),
    WEIGHT("forbidden", "-99999", N_("one king left against a king")),
    WEIGHT("quarry-corner-distance", "80", N_("per step of the quarry from the double corner")),
    WEIGHT("quarry-in-corner", "-600", N_("quarry in a double corner")),
    WEIGHT("quarry-outside", "500", N_("quarry outside the double corners")),
    WEIGHT("kings-2-to-6-apart", "300", N_("kings 2 to 6 apart")),
    WEIGHT("kings-adjacent", "100", N_("kings 1 apart")),
    WEIGHT("kings-7-apart", "-100", N_("kings 7 apart")),
    WEIGHT("mean-distance-below-6", "60", N_("per step of the kings' mean distance to the quarry below 6")),
    WEIGHT("mean-distance-above-4", "-500", N_("mean distance above 4")),
    WEIGHT("mean-distance-above-5", "-1000", N_("mean distance above 5")),
    WEIGHT("no-king-within-4", "-500", N_("no king within 4 of the quarry")),
    WEIGHT("corner-net", "1200", N_("one king on the corner, the other beyond row 3 and column 4")),
    WEIGHT("corner-crowded", "-800", N_("one king on the corner, the other within 3")),
    WEIGHT("mobility-0", "10000", N_("quarry without a move")),
    WEIGHT("mobility-1", "600", N_("quarry with one move")),
    WEIGHT("mobility-2", "300", N_("quarry with two moves")),
    WEIGHT("mobility-3", "100", N_("quarry with three moves")),
    WEIGHT("centre-distance", "40", N_("per step of the quarry from the centre, rows plus columns")),
    WEIGHT("edge-row", "150", N_("quarry on the first or last row")),
    WEIGHT("edge-column", "150", N_("quarry on the first or last column")),
    WEIGHT("king-corner-distance", "600", N_("per step of the nearer king within 5 of the corner")),
    WEIGHT("king-within-2", "200", N_("nearer king within 2 of the corner")),
    WEIGHT("king-within-1", "500", N_("nearer king within 1 of the corner")),
    WEIGHT("other-king-5", "700", N_("other king 5 or more from the corner, with one within 2")),
    WEIGHT("other-king-4", "400", N_("other king 4 from the corner, with one within 2")),
    WEIGHT("other-king-3", "200", N_("other king 3 from the corner, with one within 2")),
    WEIGHT("both-near-empty-corner", "-600", N_("both kings within 2 of the corner without the quarry")),
    WEIGHT("both-near-quarry-corner", "500", N_("both kings within 2 of the quarry's corner")),
    WEIGHT("king-on-corner", "800", N_("king on the corner")),
    [WEIGHTS] = {"distance", HRA_OPTION_CHOICE, "chebyshev", 0, 0, "chebyshev|manhattan",
                 N_("distance of two squares: king's steps, or rows plus columns")},
    {0},
};
/* clang-format on */

typedef struct weights {
    double of[WEIGHTS];
    bool manhattan;
} weights;

/* The pair's own view: the corner is square 1. */
typedef struct hunt {
    int king[2], quarry, moves; /* squares 0..31; how many moves the quarry has */
} hunt;

hra_err ck_corner_open(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    weights *w = malloc(sizeof *w);
    if (!w)
        return hra_no_memory(why);
    for (int i = 0; i < WEIGHTS; i++)
        w->of[i] = hra_options_real(options, ck_corner_options[i].name);
    w->manhattan = hra_options_choice(options, "distance") == 1;
    *self = w;
    return HRA_OK;
}

void ck_corner_close(void *self) {
    free(self);
}

/* ---- distances --------------------------------------------------------------------------------*/

/* Rows and columns count from 1. */
static int row_of(int square) {
    return square / 4 + 1;
}

static int column_of(int square) {
    return 2 * (square % 4) + (row_of(square) % 2 ? 2 : 1);
}

int ck_steps_between(int a, int b) {
    int rows = abs(row_of(a) - row_of(b)), columns = abs(column_of(a) - column_of(b));
    return rows > columns ? rows : columns;
}

static int between(const weights *w, int a, int b) {
    return w->manhattan ? abs(row_of(a) - row_of(b)) + abs(column_of(a) - column_of(b))
                        : ck_steps_between(a, b);
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

/* ---- terms ------------------------------------------------------------------------------------*/

static double quarry_terms(const weights *w, const hunt *h) {
    int r = h->quarry, row = row_of(r), column = column_of(r);
    bool home = r == 0 || r == 4 || r == 27 || r == 31;
    double off_centre = abs(2 * row - 9) / 2.0 + abs(2 * column - 9) / 2.0;
    double sum = w->of[AWAY] * between(w, r, 0) + w->of[home ? HOME : OUTSIDE];
    sum += w->of[CENTRE] * off_centre;
    sum += row == 1 || row == 8 ? w->of[EDGE_ROW] : 0;
    sum += column == 1 || column == 8 ? w->of[EDGE_COLUMN] : 0;
    return sum + (h->moves <= 3 ? w->of[STUCK + h->moves] : 0);
}

static double pair_terms(const weights *w, const hunt *h) {
    int apart = between(w, h->king[0], h->king[1]);
    int first = between(w, h->king[0], h->quarry), second = between(w, h->king[1], h->quarry);
    double mean = (first + second) / 2.0;
    double sum = w->of[apart == 1 ? BESIDE : apart >= 7 ? APART : PAIR] + w->of[SQUEEZE] * (6 - mean);
    sum += mean > 5 ? w->of[FARTHER] : mean > 4 ? w->of[FAR] : 0;
    return sum + (smaller(first, second) > 4 ? w->of[LOOSE] : 0);
}

/* The anchor stands on the corner, the operator is the other king. */
static double net_term(const weights *w, const hunt *h) {
    if (h->king[0] != 0 && h->king[1] != 0)
        return 0;
    int operator= h->king[0] == 0 ? h->king[1] : h->king[0];
    double sum = row_of(operator) >= 3 && column_of(operator) >= 4 ? w->of[NET] : 0;
    return sum + (between(w, operator, 0) <= 3 ? w->of[CROWD] : 0);
}

static double corner_terms(const weights *w, const hunt *h) {
    int first = between(w, h->king[0], 0), second = between(w, h->king[1], 0);
    int nearest = smaller(first, second), other = larger(first, second);
    bool there = h->quarry == 0 || h->quarry == 4 || h->quarry == 5;
    double sum = nearest <= 3 ? w->of[CORNER] * (5 - nearest) : 0;
    if (nearest > 2)
        return sum;
    sum += w->of[NEAR] + (nearest <= 1 ? w->of[NEXT] : 0);
    sum += other >= 5 ? w->of[WIDE] : other == 4 ? w->of[MIDDLE] : other == 3 ? w->of[CLOSE] : 0;
    if (other <= 2)
        sum += w->of[there ? TRAP : HUDDLE];
    return sum + (nearest == 0 ? w->of[ANCHOR] : 0);
}

/* ---- the sum ----------------------------------------------------------------------------------*/

static int count(ck_set set) {
    return __builtin_popcountll(set);
}

/* The lead of a side in material. */
static double material(const weights *w, const ck_board *b, int side) {
    ck_set own = b->pieces[side], other = b->pieces[!side];
    return w->of[KING] * (count(own & b->kings) - count(other & b->kings)) +
           w->of[MAN] * (count(own & ~b->kings) - count(other & ~b->kings));
}

/* Black's pair sees the board turned. */
static hunt look(const ck_board *b, int side) {
    hunt h = {.moves = 0};
    hra_move moves[CK_MAX_MOVES];
    ck_set kings = b->pieces[side];
    h.king[0] = ck_square(__builtin_ctzll(kings));
    h.king[1] = ck_square(__builtin_ctzll(kings & (kings - 1)));
    h.quarry = ck_square(__builtin_ctzll(b->pieces[!side]));
    h.moves = ck_moves(b, !side, moves);
    if (side == CK_BLACK) {
        h.king[0] = 31 - h.king[0];
        h.king[1] = 31 - h.king[1];
        h.quarry = 31 - h.quarry;
    }
    return h;
}

/* For the side with more pieces, which is `*stronger`; for White where both have as many. */
static double sum_of_terms(const weights *w, const ck_board *b, int *stronger) {
    int white = count(b->pieces[CK_WHITE]), black = count(b->pieces[CK_BLACK]);
    int side = *stronger = white >= black ? CK_WHITE : CK_BLACK;
    bool kings = !((b->pieces[0] | b->pieces[1]) & ~b->kings);
    double sum = material(w, b, side);
    if (kings && white == 1 && black == 1) {
        sum = w->of[FORBIDDEN];
    } else if (kings && white + black == 3 && white && black) {
        hunt h = look(b, side);
        sum += quarry_terms(w, &h) + pair_terms(w, &h) + net_term(w, &h) + corner_terms(w, &h);
    }
    return sum;
}

/* Weights of 1e5 could add up to more than what the evaluation declares. */
static void write_within(double bound, int side, double sum, double *out) {
    out[side] = fmax(-bound, fmin(sum, bound));
    out[!side] = -out[side];
}

void ck_corner_value(const hra_game *game, const void *self, void *scratch, const void *state, double *out) {
    int side;
    double sum = sum_of_terms(self, &((const ck_state *)state)->board, &side);
    write_within(CK_CORNER_WIN, side, sum, out);
}

void ck_corner_flat_value(const hra_game *game, const void *self, void *scratch, const void *state,
                          double *out) {
    int side;
    if (game->rules->to_move(game, state) == HRA_OVER) {
        game->rules->returns(game, state, out);
        out[CK_BLACK] *= CK_CORNER_FLAT;
        out[CK_WHITE] *= CK_CORNER_FLAT;
        return;
    }
    double sum = sum_of_terms(self, &((const ck_state *)state)->board, &side);
    write_within(CK_CORNER_FLAT, side, sum, out);
}
