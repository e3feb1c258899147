/* Max^n: each seat takes the move that is best for itself (Luckhardt and Irani 1986). One body, specialised
 * by constants.
 *
 * Row p of `vectors` is the vector of the node of ply p. Shallow pruning (Korf 1991): the sum of all values
 * is bounded, so a seat that is sure of v leaves at most sum - v to the seat above. The node is cut off once
 * that does not exceed what the seat above already has. */
#ifndef HRA_SEARCH_MAXN_INL
#define HRA_SEARCH_MAXN_INL

#include <math.h>

#include "maxn.h"

/* `above`: the seat that chose to come here, or -1; `has`: the value that this seat is sure of. */
typedef void hra_maxn_node(hra_maxn *m, unsigned char *s, hra_move *moves, int ply, int depth, int mover,
                           int above, double has);

typedef struct hra_maxn_kind {
    const hra_rules *rules; /* NULL: those of the walk */
    size_t size;            /* of a state, 0: that of the walk; a slot is as long, rounded up to 16 */
    int seats;              /* 0: those of the game */
    bool observed;
    bool sure; /* known to be without chance, and not to prune */
    hra_maxn_node *node;
} hra_maxn_kind;

HRA_INLINE const hra_rules *hra_maxn_rules(const hra_maxn *m, const hra_maxn_kind k) {
    return k.rules ? k.rules : m->walk.rules;
}

HRA_INLINE int hra_maxn_seats(const hra_maxn *m, const hra_maxn_kind k) {
    return k.seats ? k.seats : m->walk.game->seats;
}

HRA_INLINE void hra_maxn_copy(double *to, const double *from, int seats) {
    for (int i = 0; i < seats; i++)
        to[i] = from[i];
}

HRA_INLINE void hra_maxn_leave(hra_maxn *m, int ply, const double *value, bool leaf) {
    hra_node_leave left = {.ply = ply, .value = value, .bound = HRA_VALUE_EXACT, .leaf = leaf};
    m->walk.observer->leave(m->walk.observer->self, &left);
}

/* A state just reached by a move of `seat` (or of chance): its vector goes to `value`, which is row `ply`.
 * Returns whether it is a leaf. */
HRA_INLINE bool hra_maxn_child(hra_maxn *m, unsigned char *s, hra_move *moves, hra_move move, double p,
                               int seat, int ply, int depth, double has, double *value,
                               const hra_maxn_kind k) {
    hra_walk *w = &m->walk;
    const hra_rules *rules = hra_maxn_rules(m, k);
    hra_walk_count(w);
    int mover = rules->to_move(w->game, s);
    depth -= (k.sure || seat >= 0) && (!hra_walk_rounds(&m->walk, k.rules) || mover <= seat);
    if (k.observed)
        hra_walk_enter(w, s, ply, move, mover, p, depth, 1, 0);
    bool leaf = mover == HRA_OVER || depth == 0;
    if (leaf) {
        w->leaves++;
        if (mover == HRA_OVER)
            hra_walk_ends(w, rules, s, ply, value);
        else
            hra_maxn_estimate(m, s, value);
    } else {
        k.node(m, s, moves, ply, depth, mover, seat, has);
    }
    if (k.observed && !w->halted)
        hra_maxn_leave(m, ply, value, leaf);
    return leaf;
}

HRA_INLINE void hra_maxn_chance(hra_maxn *m, unsigned char *s, hra_move *moves, int ply, int depth,
                                const hra_maxn_kind k) {
    hra_walk *w = &m->walk;
    const int seats = hra_maxn_seats(m, k);
    double *sum = m->vectors + (size_t)ply * (size_t)seats, *p = w->probability + (moves - w->moves);
    int n = w->rules->chance_outcomes(w->game, s, moves, p);
    for (int i = 0; i < seats; i++)
        sum[i] = 0;
    for (int i = 0; i < n; i++) {
        hra_copy_state(s + w->stride, s, w->stride);
        w->rules->apply(w->game, s + w->stride, moves[i]);
        hra_maxn_child(m, s + w->stride, moves + n, moves[i], p[i], HRA_CHANCE, ply + 1, depth, -INFINITY,
                       sum + seats, k);
        if (w->halted)
            return;
        for (int seat = 0; seat < seats; seat++)
            sum[seat] += p[i] * sum[seats + seat];
    }
}

/* Whether the seat above has no use for this node any more, its best vector being `best`. Then no
 * number of that seat may look better than it is. */
HRA_INLINE bool hra_maxn_cut(const hra_maxn *m, double *best, int mover, int above, double has) {
    if (above < 0 || above == mover || m->most_sum - best[mover] - m->least_rest > has)
        return false;
    best[above] = fmin(best[above], has);
    return true;
}

HRA_INLINE void hra_maxn_body(hra_maxn *m, unsigned char *s, hra_move *moves, int ply, int depth, int mover,
                              int above, double has, const hra_maxn_kind k) {
    hra_walk *w = &m->walk;
    const hra_rules *rules = hra_maxn_rules(m, k);
    const size_t stride = k.size ? (k.size + 15) & ~(size_t)15 : w->stride;
    const int seats = hra_maxn_seats(m, k);
    double *best = m->vectors + (size_t)ply * (size_t)seats;
    if (__builtin_expect(ply >= w->plies, 0)) {
        if (!hra_walk_cross(w, ply))
            return;
        k.node(m, w->states + (size_t)ply * stride, w->moves, ply, depth, mover, k.sure ? -1 : above,
               k.sure ? 0 : has);
        hra_walk_back(w);
        return;
    }
    w->pv_length[ply] = 0;
    if (!k.sure && mover == HRA_CHANCE) {
        hra_maxn_chance(m, s, moves, ply, depth, k);
        return;
    }
    const int n = rules->moves(w->game, s, moves);
    best[mover] = -INFINITY;
    for (int i = 0; i < n; i++) {
        hra_copy_state(s + stride, s, k.size ? k.size : stride);
        rules->apply(w->game, s + stride, moves[i]);
        bool leaf = hra_maxn_child(m, s + stride, moves + n, moves[i], 1, mover, ply + 1, depth, best[mover],
                                   best + seats, k);
        if (__builtin_expect(w->halted, 0))
            return;
        if (!(best[seats + mover] > best[mover]))
            continue;
        hra_maxn_copy(best, best + seats, seats);
        hra_walk_line(w, ply, moves[i], leaf ? 0 : w->pv_length[ply + 1]);
        if (!k.sure && m->shallow && hra_maxn_cut(m, best, mover, above, has)) {
            w->cutoffs++;
            if (k.observed)
                w->observer->cut(w->observer->self, ply, HRA_CUT_SHALLOW, 1, 0, moves + i + 1, n - i - 1);
            return;
        }
    }
}

/* The state in slot 1. */
HRA_INLINE void hra_maxn_first(hra_maxn *m, hra_move move, int seat, int depth, double has,
                               const hra_maxn_kind k) {
    hra_walk *w = &m->walk;
    const size_t stride = k.size ? (k.size + 15) & ~(size_t)15 : w->stride;
    double *value = m->vectors + hra_maxn_seats(m, k);
    if (hra_maxn_child(m, w->states + stride, w->moves + w->width, move, 1, seat, 1, depth, has, value, k))
        w->pv_length[1] = 0;
}

#endif
