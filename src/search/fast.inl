/* The hot loops of one game, compiled with its rules, so that no call goes through a pointer.
 *
 * It is for games without chance whose rules cost little more than such a call. The game writes what a search
 * asks for as functions in rules.inl; its fast.c includes these and this file, says in hra_compiled
 * what the compiler may rely on, and takes all loops:
 *
 *     static const hra_rules rules = {.to_move = to_move, .moves = moves, ..., .hints = &hints};
 *     static const hra_fast_rules hra_compiled = {.rules = &rules, .size = sizeof(name_state), .seats = 2};
 *     const struct hra_fast name_fast = {HRA_FAST_LOOPS};
 *
 * bench/fast.c measures what each loop gains; below 1.3 times it is not worth its place. That is why playouts
 * have none here: drawing the move takes longer than the calls. */
#ifndef HRA_SEARCH_FAST_INL
#define HRA_SEARCH_FAST_INL

#include "rules/perft.inl"
#include "search/maxn/maxn.inl"
#include "search/minimax/plain.inl"

/* What is known of the game; constants all, or nothing is gained. */
typedef struct hra_fast_rules {
    const hra_rules *rules; /* to_move, moves, apply, returns and hints */
    size_t size;            /* of a state; 0: as the game says */
    int seats;              /* 0: as the game says */
    bool zero_sum;          /* two seats, each other's negative */
} hra_fast_rules;

/* Its value is given by the file that includes this one. */
static const hra_fast_rules hra_compiled;

static bool hra_fast_perft(hra_perft_walk *w, unsigned char *s, hra_move *moves, int left) {
    return hra_perft_body(w, s, moves, left, hra_compiled.rules, hra_compiled.size, true, hra_fast_perft);
}

/* Minimax and alpha-beta: a function for the seat that is searched for (with zero_sum: the first), one for
 * the others, and the way in. */
static hra_plain_node hra_fast_max, hra_fast_min, hra_fast_alpha, hra_fast_beta;

HRA_INLINE hra_plain_kind hra_fast_plain(bool prune) {
    return (hra_plain_kind){.rules = hra_compiled.rules,
                            .size = hra_compiled.size,
                            .zero_sum = hra_compiled.zero_sum,
                            .prune = prune,
                            .high = prune ? hra_fast_alpha : hra_fast_max,
                            .low = prune ? hra_fast_beta : hra_fast_min};
}

static double hra_fast_max(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                           double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, true, hra_fast_plain(false));
}

static double hra_fast_min(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                           double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, false, hra_fast_plain(false));
}

static double hra_fast_alpha(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                             double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, true, hra_fast_plain(true));
}

static double hra_fast_beta(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                            double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, false, hra_fast_plain(true));
}

static double hra_fast_minimax(hra_walk *w, hra_move move, int depth, double alpha, double beta) {
    return hra_plain_root(w, move, depth, alpha, beta, hra_fast_plain(false));
}

static double hra_fast_alphabeta(hra_walk *w, hra_move move, int depth, double alpha, double beta) {
    return hra_plain_root(w, move, depth, alpha, beta, hra_fast_plain(true));
}

static hra_maxn_node hra_fast_maxn_node;

HRA_INLINE hra_maxn_kind hra_fast_maxn_kind(void) {
    return (hra_maxn_kind){.rules = hra_compiled.rules,
                           .size = hra_compiled.size,
                           .seats = hra_compiled.seats,
                           .sure = true,
                           .node = hra_fast_maxn_node};
}

static void hra_fast_maxn_node(hra_maxn *m, unsigned char *s, hra_move *moves, int ply, int depth, int mover,
                               int above, double has) {
    hra_maxn_body(m, s, moves, ply, depth, mover, above, has, hra_fast_maxn_kind());
}

static void hra_fast_maxn(hra_maxn *m, hra_move move, int seat, int depth, double has) {
    hra_maxn_first(m, move, seat, depth, has, hra_fast_maxn_kind());
}

/* clang-format off */
#define HRA_FAST_LOOPS                                                                                       \
    .perft = hra_fast_perft, .minimax = hra_fast_minimax, .alphabeta = hra_fast_alphabeta,                   \
    .maxn = hra_fast_maxn
/* clang-format on */

#endif
