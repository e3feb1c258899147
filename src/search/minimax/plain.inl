/* The textbook's minimax and alpha-beta: one body, specialised by constants.
 *
 * A node is searched by one function where the seat whose number counts is to move, and by another
 * where any other seat is; the state is that of slot `ply`, its moves go on the stack at `moves`. */
#ifndef HRA_SEARCH_PLAIN_INL
#define HRA_SEARCH_PLAIN_INL

#include <math.h>

#include "search/walk/child_eval.h"

typedef double hra_plain_node(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth,
                              double alpha, double beta);

/* What a body is specialised by; every use is a compile-time constant. */
typedef struct hra_plain_kind {
    const hra_rules *rules; /* NULL: those of the walk */
    size_t size;            /* of a state, 0: that of the walk; a slot is as long, rounded up to 16 */
    bool zero_sum;          /* two seats, known to be each other's negative */
    bool prune;             /* alpha-beta */
    bool strict;            /* prune on > only */
    bool hard; /* fail-hard: a node returns alpha or beta itself if its value is outside the window */
    bool observed;
    bool many;                  /* siblings are evaluated together */
    hra_plain_node *high, *low; /* the functions made of the body */
} hra_plain_kind;

HRA_INLINE const hra_rules *hra_plain_rules(const hra_walk *w, const hra_plain_kind k) {
    return k.rules ? k.rules : w->rules;
}

HRA_INLINE double hra_plain_end(const hra_walk *w, const unsigned char *s, int ply, const hra_plain_kind k) {
    double value[HRA_MAX_SEATS];
    hra_walk_returns(w, hra_plain_rules(w, k), s, value);
    return hra_walk_end(w, k.zero_sum ? value[0] : hra_walk_number(w, value), ply);
}

HRA_INLINE double hra_plain_estimate(hra_walk *w, const unsigned char *s) {
    double value[HRA_MAX_SEATS];
    w->horizon = true;
    if (!w->eval.kind)
        return 0;
    hra_evaluate(&w->eval, s, value);
    return hra_walk_number(w, value);
}

/* A leaf that was evaluated with its siblings. */
HRA_INLINE double hra_plain_judged(hra_walk *w, const double *value) {
    hra_walk_count(w);
    w->leaves++;
    w->horizon = true;
    return hra_walk_number(w, value);
}

/* A state just reached: counted, and evaluated or searched. `depth` is what is left after the move
 * of `seat` that led here. *leaf: it has no line below it. */
HRA_INLINE double hra_plain_child(hra_walk *w, unsigned char *s, hra_move *moves, hra_move move, int seat,
                                  int ply, int depth, double alpha, double beta, bool *leaf,
                                  const hra_plain_kind k) {
    const hra_rules *rules = hra_plain_rules(w, k);
    double v;
    hra_walk_count(w);
    int mover = rules->to_move(w->game, s);
    depth -= !hra_walk_rounds(w, k.rules) || mover <= seat;
    if (k.observed)
        hra_walk_enter(w, s, ply, move, mover, 1, depth, k.prune ? alpha : 1, k.prune ? beta : 0);
    *leaf = mover == HRA_OVER || depth == 0;
    if (*leaf) {
        w->leaves++;
        v = mover == HRA_OVER ? hra_plain_end(w, s, ply, k) : hra_plain_estimate(w, s);
    } else {
        v = (k.zero_sum ? mover == 0 : mover == w->pov) ? k.high(w, s, moves, ply, depth, alpha, beta)
                                                        : k.low(w, s, moves, ply, depth, alpha, beta);
        if (k.hard)
            v = fmin(fmax(v, alpha), beta);
    }
    if (k.observed && !w->halted)
        hra_walk_leave(w, ply, v,
                       !k.prune || *leaf || (v > alpha && v < beta) ? HRA_VALUE_EXACT
                       : v >= beta                                  ? HRA_VALUE_AT_LEAST
                                                                    : HRA_VALUE_AT_MOST,
                       *leaf);
    return v;
}

HRA_INLINE double hra_plain_body(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth,
                                 double alpha, double beta, bool high, const hra_plain_kind k) {
    const hra_rules *rules = hra_plain_rules(w, k);
    const size_t stride = k.size ? (k.size + 15) & ~(size_t)15 : w->stride;
    double best = high ? -INFINITY : INFINITY;
    if (__builtin_expect(ply >= w->plies, 0)) {
        if (!hra_walk_cross(w, ply))
            return best;
        /* The node again; called by its name, so that the compiler may leave out what it does not use. */
        s = w->states + (size_t)ply * stride;
        best = high ? k.high(w, s, w->moves, ply, depth, alpha, beta)
                    : k.low(w, s, w->moves, ply, depth, alpha, beta);
        hra_walk_back(w);
        return best;
    }
    const int seat = hra_walk_rounds(w, k.rules) ? rules->to_move(w->game, s) : 0;
    const int n = rules->moves(w->game, s, moves);
    w->pv_length[ply] = 0;
    hra_siblings siblings = {0};
    for (int i = 0; i < n; i++) {
        bool leaf;
        double v;
        const double *value = k.many ? hra_walk_sibling(w, &siblings, s, moves, i, n, seat, depth) : NULL;
        if (k.many && value) {
            v = hra_plain_judged(w, value);
            leaf = true;
        } else {
            hra_copy_state(s + stride, s, k.size ? k.size : stride);
            rules->apply(w->game, s + stride, moves[i]);
            v = hra_plain_child(w, s + stride, moves + n, moves[i], seat, ply + 1, depth, alpha, beta, &leaf,
                                k);
        }
        if (__builtin_expect(w->halted, 0))
            return best;
        if (!(high ? v > best : v < best))
            continue;
        best = v;
        if (k.prune) {
            if (!(high ? v > alpha : v < beta))
                continue;
            if (high)
                alpha = v;
            else
                beta = v;
        }
        hra_walk_line(w, ply, moves[i], leaf ? 0 : w->pv_length[ply + 1]);
        if (k.prune && (k.strict ? alpha > beta : alpha >= beta)) {
            if (k.observed)
                w->observer->cut(w->observer->self, ply, high ? HRA_CUT_BETA : HRA_CUT_ALPHA, alpha, beta,
                                 moves + i + 1, n - i - 1);
            w->cutoffs++;
            return best;
        }
    }
    return best;
}

/* The state in slot 1, as hra_root_child. */
HRA_INLINE double hra_plain_root(hra_walk *w, hra_move move, int depth, double alpha, double beta,
                                 const hra_plain_kind k) {
    bool leaf;
    const size_t stride = k.size ? (k.size + 15) & ~(size_t)15 : w->stride;
    int seat = hra_plain_rules(w, k)->to_move(w->game, w->states);
    double v = hra_plain_child(w, w->states + stride, w->moves + w->width, move, seat, 1, depth, alpha, beta,
                               &leaf, k);
    if (leaf)
        w->pv_length[1] = 0;
    return v;
}

/* One kind: NAME_max and NAME_min for the nodes, and NAME_root, which is the way in. A macro, since each is the body
 * compiled anew, and they call each other by name. */
#define HRA_PLAIN_KIND(name, ...)                                                                            \
    static hra_plain_node name##_max, name##_min;                                                            \
    static const hra_plain_kind name = {.high = name##_max, .low = name##_min, __VA_ARGS__};                 \
    static double name##_max(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth,             \
                             double alpha, double beta) {                                                    \
        return hra_plain_body(w, s, moves, ply, depth, alpha, beta, true, name);                             \
    }                                                                                                        \
    static double name##_min(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth,             \
                             double alpha, double beta) {                                                    \
        return hra_plain_body(w, s, moves, ply, depth, alpha, beta, false, name);                            \
    }                                                                                                        \
    static double name##_root(hra_walk *w, hra_move move, int depth, double alpha, double beta) {            \
        return hra_plain_root(w, move, depth, alpha, beta, name);                                            \
    }

#endif
