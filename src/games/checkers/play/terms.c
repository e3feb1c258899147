/* The terms in which Samuel's program judged a board (A. L. Samuel, Some studies in machine learning using
 * the game of checkers, IBM Journal 1959 and 1967, appendix), each of a side's own less the other's.
 * `runaway` is not his. Here a side always moves up: the other's terms are those of the turned board. */
#include "games/checkers/rules/board_flip.h"
#include "games/checkers/rules/checkers.h"
#include "games/checkers/rules/mover.inl"

enum {
    MEN,
    KINGS,
    ADVANCEMENT,
    BRIDGE,
    GUARD,
    OREO,
    CENTRE,
    KING_CENTRE,
    CONTROL,
    DIAGONAL,
    MOMENT,
    DYKE,
    EXPOSURE,
    GAP,
    HOLE,
    NODE,
    POLE,
    MOBILITY,
    DENIED,
    EXCHANGE,
    THREAT,
    RUNAWAY,
    OF_A_SIDE,
    MOVE = OF_A_SIDE,
    TERMS
};

const char *const ck_terms[] = {"men",
                                "kings",
                                "advancement",
                                "bridge",
                                "guard",
                                "oreo",
                                "centre",
                                "kings in the centre",
                                "centre control",
                                "double diagonal",
                                "diagonal moment",
                                "dyke",
                                "exposure",
                                "gap",
                                "hole",
                                "node",
                                "pole",
                                "mobility",
                                "denied",
                                "exchange",
                                "threat",
                                "runaway",
                                "the move",
                                NULL};

/* Rows from the side's own, and other sets, in bits of rules/board.h. */
#define ROW(r) ((ck_set)0xf << (9 * ((r) / 2) + 4 * ((r) % 2)))
#define SQUARE(n) ((ck_set)1 << ((n)-1 + ((n)-1) / 8)) /* as in print */
#define BRIDGE_SET (SQUARE(1) | SQUARE(3))
#define OREO_SET (SQUARE(2) | SQUARE(3) | SQUARE(7))
#define CENTRE_SET                                                                                           \
    (SQUARE(10) | SQUARE(11) | SQUARE(14) | SQUARE(15) | SQUARE(18) | SQUARE(19) | SQUARE(22) | SQUARE(23))
/* The two diagonals from double corner to double corner, and those one and two beside them. */
#define DIAGONAL_0                                                                                           \
    (SQUARE(1) | SQUARE(6) | SQUARE(10) | SQUARE(15) | SQUARE(19) | SQUARE(24) | SQUARE(28) | SQUARE(5) |    \
     SQUARE(9) | SQUARE(14) | SQUARE(18) | SQUARE(23) | SQUARE(27) | SQUARE(32))
#define DIAGONAL_1                                                                                           \
    (SQUARE(2) | SQUARE(7) | SQUARE(11) | SQUARE(16) | SQUARE(20) | SQUARE(13) | SQUARE(17) | SQUARE(22) |   \
     SQUARE(26) | SQUARE(31))
#define DIAGONAL_2 (SQUARE(3) | SQUARE(8) | SQUARE(12) | SQUARE(21) | SQUARE(25) | SQUARE(30))

static int count(ck_set set) {
    return __builtin_popcountll(set);
}

/* Squares at least three of whose neighbours are in the set. */
static ck_set beside_three(ck_set set) {
    ck_set a = set >> 4, b = set >> 5, c = set << 4, d = set << 5;
    return (a & b & (c | d)) | (c & d & (a | b));
}

/* Squares between two of the set, or between one and the edge, along diagonals of this step. */
static ck_set between(ck_set set, int step) {
    ck_set above = set >> step, below = set << step;
    return (above & (below | ~(CK_BOARD << step))) | (below & ~(CK_BOARD >> step));
}

/* Men without a piece of the other side ahead of them, anywhere that they may reach. */
static int count_runaways(ck_set men, ck_set other) {
    int n = 0;
    for (; men; men &= men - 1) {
        ck_set ahead = men & -men, met = 0;
        while ((ahead = (ahead << 4 | ahead << 5) & CK_BOARD) != 0)
            met |= ahead & other;
        n += met == 0;
    }
    return n;
}

static void count_shapes(const ck_board *b, double *out) {
    const ck_set own = b->pieces[0], other = b->pieces[1], empty = ck_empty(b), all = own | other;
    const ck_set men = own & ~b->kings;
    const bool quiet = !(other & b->kings), bridge = (own & BRIDGE_SET) == BRIDGE_SET;
    out[MEN] = count(men);
    out[KINGS] = count(own & b->kings);
    out[ADVANCEMENT] = count(men & (ROW(4) | ROW(5))) - count(men & (ROW(2) | ROW(3)));
    out[BRIDGE] = quiet && bridge;
    out[OREO] = !(own & b->kings) && (own & OREO_SET) == OREO_SET;
    out[GUARD] = quiet && (bridge || (own & OREO_SET) == OREO_SET);
    out[CENTRE] = count(men & CENTRE_SET);
    out[KING_CENTRE] = count(own & b->kings & CENTRE_SET);
    out[DIAGONAL] = count(own & DIAGONAL_0);
    out[MOMENT] = 1.5 * count(own & DIAGONAL_0) + count(own & DIAGONAL_1) + 0.5 * count(own & DIAGONAL_2);
    out[DYKE] = count(own & own >> 4 & own >> 8) + count(own & own >> 5 & own >> 10);
    out[EXPOSURE] = count(own & ((empty >> 4 & empty << 4) | (empty >> 5 & empty << 5)));
    out[GAP] = count(empty & (between(own, 4) | between(own, 5)));
    out[HOLE] = count(empty & beside_three(own));
    out[NODE] = count(own & beside_three(empty));
    out[POLE] = count(men & ~(all >> 4 | all >> 5 | all << 4 | all << 5));
    out[RUNAWAY] = count_runaways(men, other);
}

enum { SAFE, TRADED, LOST };

/* What becomes of the own piece that has stepped to `at`: whether it can be jumped, and whether the jump can
 * then be answered by one. Longer jumps are not looked at. */
static int fate(const ck_board *b, ck_set at) {
    int fate = SAFE;
    for (int way = 0; way < 4; way++) { /* in which the jump goes */
        ck_set from = ck_shift(at, way ^ 2) & b->pieces[1], landing = ck_shift(at, way) & ck_empty(b);
        if (!from || !landing || (way < 2 && !(from & b->kings)))
            continue;
        ck_board next = *b;
        next.pieces[0] ^= at;
        next.pieces[1] ^= from | landing;
        next.kings = (b->kings & ~(at | from)) | (from & b->kings ? landing : 0);
        if (!ck_jumpers(&next, 0))
            return LOST;
        fate = TRADED;
    }
    return fate;
}

/* Squares to which the side can step, whether it may (for it may have to jump) or not. */
typedef struct reach {
    ck_set reached, denied, traded, threats;
} reach;

CK_INLINE void add_step(void *self, const ck_board *b, int side, const ck_route *r) {
    reach *all = self;
    ck_board next = {{b->pieces[0] ^ r->to ^ r->from, b->pieces[1]}, b->kings};
    if (b->kings & r->from) /* a man that is crowned counts as one still */
        next.kings ^= r->to | r->from;
    int end = fate(&next, r->to);
    all->reached |= r->to;
    all->denied |= end == LOST ? r->to : 0;
    all->traded |= end == TRADED ? r->to : 0;
    all->threats |= ck_jumpers(&next, 0) ? r->to : 0;
}

static void count_steps(const ck_board *b, double *out) {
    reach all = {0};
    ck_steps(&all, b, 0, (ck_mover){.take = add_step});
    out[CONTROL] = count(CENTRE_SET & (b->pieces[0] | all.reached));
    out[MOBILITY] = count(all.reached);
    out[DENIED] = count(all.denied);
    out[EXCHANGE] = count(all.traded);
    out[THREAT] = count(all.threats);
}

/* Who moves last when all men meet. With equal forces that is the side to move if the number of pieces on the
 * columns that begin at an own square of the first row is odd. */
static int the_move(const ck_board *b) {
    const ck_set all = b->pieces[0] | b->pieces[1];
    bool even = count(b->pieces[0]) == count(b->pieces[1]) &&
                count(b->pieces[0] & b->kings) == count(b->pieces[1] & b->kings);
    int worth = 2 * count(all) + count(all & b->kings);
    return even && worth < 24 && count(all & (ROW(0) | ROW(2) | ROW(4) | ROW(6))) % 2;
}

void ck_term(const hra_game *game, const void *before, const void *state, int seat, double *out) {
    const ck_state *s = state;
    double other[TERMS];
    ck_board b = ck_board_of(&s->board, seat);
    count_shapes(&b, out);
    count_steps(&b, out);
    out[MOVE] = s->side == seat ? the_move(&b) : -the_move(&b);
    b = ck_board_of(&s->board, 1 - seat);
    count_shapes(&b, other);
    count_steps(&b, other);
    for (int i = 0; i < OF_A_SIDE; i++)
        out[i] -= other[i];
}
