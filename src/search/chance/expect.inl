/* Expectation over chance: one body for expectimax and expectiminimax.
 *
 * Ballard 1983, "The *-minimax search procedure for trees containing chance nodes": a chance node
 * with a window stops as soon as no value of the outcomes left can bring the expectation back into
 * it (Star1); Star2 first looks at one move below each outcome, which bounds it from one side. */
#ifndef HRA_SEARCH_EXPECT_INL
#define HRA_SEARCH_EXPECT_INL

#include <math.h>

#include "expect.h"
#include "search/walk/child_eval.h"

typedef struct hra_expect_kind {
    bool lottery; /* the other seats move at random: expectimax */
    bool observed;
    bool many;  /* siblings are evaluated together */
    bool tuned; /* with order, beam, prune or a table */
    hra_expect_node *node;
} hra_expect_kind;

HRA_INLINE unsigned char *hra_expect_slot(const hra_walk *w, int ply) {
    return w->states + (size_t)ply * w->stride;
}

HRA_INLINE double hra_expect_estimate(hra_expect *e, const unsigned char *s, int mover, int ply,
                                      const hra_expect_kind k) {
    double value[HRA_MAX_SEATS] = {0};
    hra_walk *w = &e->walk;
    w->leaves++;
    if (mover == HRA_OVER)
        hra_walk_ends(w, w->rules, s, ply, value);
    else
        hra_walk_evaluate(w, s, value);
    double v = hra_walk_number(w, value);
    if (!k.lottery && e->star && (v < e->least || v > e->most))
        w->halted = e->outside = true;
    return v;
}

/* A leaf that was evaluated with its siblings. */
HRA_INLINE double hra_expect_judged(hra_expect *e, int ply, const double *value, const hra_expect_kind k) {
    hra_walk *w = &e->walk;
    hra_walk_count(w);
    w->leaves++;
    w->horizon = true;
    w->pv_length[ply] = 0;
    double v = hra_walk_number(w, value);
    if (!k.lottery && e->star && (v < e->least || v > e->most))
        w->halted = e->outside = true;
    return v;
}

/* Whether a choice in slot `ply` takes depth. An offer and its answer do so together, like no offer, so that behind
 * both as much is looked at; and there is always a look at what comes behind them. */
HRA_INLINE bool hra_expect_costs(const hra_expect *e, int ply, int depth) {
    const hra_walk *w = &e->walk;
    if (!hra_walk_aside(w, hra_expect_slot(w, ply)))
        return true;
    return depth > 1 && !(ply > 0 && hra_walk_aside(w, hra_expect_slot(w, ply - 1)));
}

/* A state just reached in slot `ply`; `depth` is what is left without the move that led here. */
HRA_INLINE double hra_expect_child(hra_expect *e, int ply, size_t base, int seat, hra_move move, double p,
                                   int depth, double alpha, double beta, const hra_expect_kind k) {
    hra_walk *w = &e->walk;
    unsigned char *s = hra_expect_slot(w, ply);
    double v;
    hra_walk_count(w);
    int mover = w->rules->to_move(w->game, s);
    depth -= seat >= 0 && (!w->rounds || mover <= seat) && hra_expect_costs(e, ply - 1, depth);
    bool leaf = mover == HRA_OVER || depth == 0 || hra_walk_settled(w, s), window = !k.lottery && e->star > 0;
    if (k.observed)
        hra_walk_enter(w, s, ply, move, mover, p, depth, window ? alpha : 1, window ? beta : 0);
    if (leaf) {
        v = hra_expect_estimate(e, s, mover, ply, k);
        w->pv_length[ply] = 0;
    } else {
        v = k.node(e, ply, base, mover, depth, alpha, beta);
    }
    if (k.observed && !w->halted)
        hra_walk_leave(w, ply, v,
                       !window || leaf || (v > alpha && v < beta) ? HRA_VALUE_EXACT
                       : v >= beta                                ? HRA_VALUE_AT_LEAST
                                                                  : HRA_VALUE_AT_MOST,
                       leaf);
    return v;
}

HRA_INLINE void hra_expect_make(hra_walk *w, int ply, hra_move m) {
    unsigned char *s = hra_expect_slot(w, ply), *child = hra_expect_slot(w, ply + 1);
    hra_copy_state(child, s, w->stride);
    w->rules->apply(w->game, child, m);
}

HRA_INLINE void hra_expect_cut(hra_walk *w, int ply, hra_cut why, double alpha, double beta, size_t from,
                               int count, bool observed) {
    w->cutoffs++;
    if (observed)
        w->observer->cut(w->observer->self, ply, why, alpha, beta, w->moves + from, count);
}

/* A seat chooses. */
HRA_INLINE double hra_expect_choice(hra_expect *e, int ply, size_t base, int mover, int depth, double alpha,
                                    double beta, const hra_move *known, const hra_expect_kind k) {
    hra_walk *w = &e->walk;
    hra_move *moves = w->moves + base;
    const unsigned char *s = hra_expect_slot(w, ply);
    hra_siblings siblings = {0};
    int n = w->rules->moves(w->game, s, moves);
    bool high = mover == w->pov, any = false, scored = false;
    double best = 0;
    hra_order_list list;
    if (k.tuned) {
        list = hra_expect_list(e, ply, base, mover, n);
        n = hra_expect_arrange(e, &list, known, &scored);
        /* Moves that are made together are put in order together. */
        for (int i = 0; scored && depth == 1 && w->company && i < n; i++)
            hra_order_bring(moves, list.score, n, i);
    }
    for (int i = 0; i < n; i++) {
        if (k.tuned && scored)
            hra_order_bring(moves, list.score, n, i);
        double v;
        const double *value = k.many ? hra_walk_sibling(w, &siblings, s, moves, i, n, mover, depth) : NULL;
        if (k.many && value) {
            v = hra_expect_judged(e, ply + 1, value, k);
        } else {
            hra_expect_make(w, ply, moves[i]);
            v = hra_expect_child(e, ply + 1, base + (size_t)n, mover, moves[i], 1, depth, alpha, beta, k);
        }
        if (w->halted)
            return best;
        if (any && !(high ? v > best : v < best))
            continue;
        best = v;
        any = true;
        hra_walk_line(w, ply, moves[i], w->pv_length[ply + 1]);
        if (k.lottery || !e->star)
            continue;
        if (high && v > alpha)
            alpha = v;
        else if (!high && v < beta)
            beta = v;
        if (alpha >= beta) {
            hra_expect_cut(w, ply, high ? HRA_CUT_BETA : HRA_CUT_ALPHA, alpha, beta, base + (size_t)i + 1,
                           n - i - 1, k.observed);
            return best;
        }
    }
    return best;
}

/* The first move below an outcome bounds it from the side of the seat that moves. Returns whether the bounds
 * of all outcomes decide the expectation; an observer gets that as a cut. */
HRA_INLINE bool hra_expect_probe(hra_expect *e, int ply, size_t base, int n, int depth, double alpha,
                                 double beta, double *out, const hra_expect_kind k) {
    hra_walk *w = &e->walk;
    const double *p = w->probability + base;
    double *least = w->beside + 2 * base, *most = least + n;
    double low = e->least, high = e->most; /* of the expectation: sums of p * least and p * most */
    for (int i = 0; i < n; i++) {
        hra_expect_make(w, ply, w->moves[base + (size_t)i]);
        const unsigned char *child = w->states + (size_t)(ply + 1) * w->stride;
        int mover = w->rules->to_move(w->game, child);
        if (mover < 0 || depth == 0)
            continue;
        size_t below = base + (size_t)n;
        int m = w->rules->moves(w->game, child, w->moves + below);
        if (k.tuned) {
            bool scored;
            hra_order_list list = hra_expect_list(e, ply + 1, below, mover, m);
            m = hra_expect_arrange(e, &list, NULL, &scored);
        }
        bool high_seat = mover == w->pov;
        double from = high_seat ? -INFINITY : (alpha - high) / p[i] + most[i];
        double to = high_seat ? (beta - low) / p[i] + least[i] : INFINITY;
        hra_walk_count(w);
        if (k.observed)
            hra_walk_enter(w, child, ply + 1, w->moves[base + (size_t)i], mover, p[i], depth, from, to);
        hra_expect_make(w, ply + 1, w->moves[below]);
        double v =
            hra_expect_child(e, ply + 2, below + (size_t)m, mover, w->moves[below], 1, depth, from, to, k);
        if (w->halted)
            return true;
        if (k.observed && m > 1)
            w->observer->cut(w->observer->self, ply + 1, HRA_CUT_PROBE, from, to, w->moves + below + 1,
                             m - 1);
        if (k.observed)
            hra_walk_leave(w, ply + 1, v, high_seat ? HRA_VALUE_AT_LEAST : HRA_VALUE_AT_MOST, false);
        if (high_seat) {
            low += p[i] * (fmax(v, least[i]) - least[i]);
            least[i] = fmax(v, least[i]);
        } else {
            high += p[i] * (fmin(v, most[i]) - most[i]);
            most[i] = fmin(v, most[i]);
        }
        if (low >= beta || high <= alpha) {
            *out = low >= beta ? low : high;
            hra_expect_cut(w, ply, HRA_CUT_STAR, alpha, beta, base + (size_t)i + 1, n - i - 1, k.observed);
            return true;
        }
    }
    return false;
}

/* A mean that is known by a bound only lies outside the window, whatever rounding says: a table must not take
 * it for exact. */
HRA_INLINE double hra_expect_outside(double sum, bool high, double alpha, double beta) {
    return high ? fmax(sum, beta) : fmin(sum, alpha);
}

/* Chance, with a window. */
HRA_INLINE double hra_expect_star(hra_expect *e, int ply, size_t base, int n, int depth, double alpha,
                                  double beta, const hra_expect_kind k) {
    hra_walk *w = &e->walk;
    const double *p = w->probability + base;
    double *least = w->beside + 2 * base, *most = least + n;
    double sum = 0, low = 0, high = 0, early = 0; /* known; bounds of the outcomes left */
    for (int i = 0; i < n; i++) {
        least[i] = e->least;
        most[i] = e->most;
    }
    /* A bound from one side is worth nothing where the window is open on that side. */
    if (e->star == 2 && (alpha > -INFINITY || beta < INFINITY) && ply + 2 < w->most &&
        hra_expect_probe(e, ply, base, n, depth, alpha, beta, &early, k))
        return w->halted ? 0 : early;
    for (int i = 0; i < n; i++) {
        low += p[i] * least[i];
        high += p[i] * most[i];
    }
    for (int i = 0; i < n; i++) {
        low -= p[i] * least[i];
        high -= p[i] * most[i];
        double from = (alpha - sum - high) / p[i], to = (beta - sum - low) / p[i];
        hra_move move = w->moves[base + (size_t)i];
        hra_expect_make(w, ply, move);
        double v = hra_expect_child(e, ply + 1, base + (size_t)n, HRA_CHANCE, move, p[i], depth, from, to, k);
        if (w->halted)
            return 0;
        sum += p[i] * v;
        if (i + 1 < n && (v >= to || v <= from)) {
            hra_expect_cut(w, ply, HRA_CUT_STAR, alpha, beta, base + (size_t)i + 1, n - i - 1, k.observed);
            sum += v >= to ? low : high;
            return k.tuned ? hra_expect_outside(sum, v >= to, alpha, beta) : sum;
        }
        if (k.tuned && (v >= to || v <= from))
            return hra_expect_outside(sum, v >= to, alpha, beta);
    }
    return sum;
}

/* Chance, or a seat that moves at random: `even` where all moves are equally likely. */
HRA_INLINE double hra_expect_mean(hra_expect *e, int ply, size_t base, int n, int seat, bool even, int depth,
                                  const hra_expect_kind k) {
    hra_walk *w = &e->walk;
    hra_siblings siblings = {0};
    double sum = 0;
    for (int i = 0; i < n; i++) {
        hra_move move = w->moves[base + (size_t)i];
        double p = even ? 1.0 / n : w->probability[base + (size_t)i];
        const double *value = k.many && seat >= 0 ? hra_walk_sibling(w, &siblings, hra_expect_slot(w, ply),
                                                                     w->moves + base, i, n, seat, depth)
                                                  : NULL;
        if (k.many && value) {
            sum += p * hra_expect_judged(e, ply + 1, value, k);
        } else {
            hra_expect_make(w, ply, move);
            sum += p * hra_expect_child(e, ply + 1, base + (size_t)n, seat, move, p, depth, -INFINITY,
                                        INFINITY, k);
        }
        if (w->halted)
            return 0;
    }
    return sum;
}

/* A state on whose line nothing is known. */
HRA_INLINE double hra_expect_search(hra_expect *e, int ply, size_t base, int mover, int depth, double alpha,
                                    double beta, const hra_move *known, const hra_expect_kind k) {
    hra_walk *w = &e->walk;
    const unsigned char *s = hra_expect_slot(w, ply);
    if (mover == HRA_CHANCE) {
        int n = w->rules->chance_outcomes(w->game, s, w->moves + base, w->probability + base);
        return e->star ? hra_expect_star(e, ply, base, n, depth, alpha, beta, k)
                       : hra_expect_mean(e, ply, base, n, HRA_CHANCE, false, depth, k);
    }
    if (!k.lottery || mover == w->pov)
        return hra_expect_choice(e, ply, base, mover, depth, alpha, beta, known, k);
    if (e->player) {
        hra_move m;
        if (!hra_expect_ask(e, s, &m))
            return 0;
        w->moves[base] = m;
        return hra_expect_mean(e, ply, base, 1, mover, true, depth, k);
    }
    int n = w->rules->moves(w->game, s, w->moves + base);
    if (e->model)
        e->model->probabilities(w->game, s, w->moves + base, n, w->probability + base);
    double v = hra_expect_mean(e, ply, base, n, mover, !e->model, depth, k);
    w->pv_length[ply] = 0;
    return v;
}

/* The same, with what the table and the game know. */
HRA_INLINE double hra_expect_tuned(hra_expect *e, int ply, size_t base, int mover, int depth, double alpha,
                                   double beta, const hra_expect_kind k) {
    hra_walk *w = &e->walk;
    hra_move move = 0;
    bool some = false, above = w->horizon;
    double v;
    uint64_t key = e->table.entries ? hra_expect_key(e, ply) : 0;
    if (hra_expect_look_up(e, ply, key, depth, alpha, beta, &v, &move, &some))
        return v;
    w->horizon = false;
    v = hra_expect_search(e, ply, base, mover, depth, alpha, beta, some && mover >= 0 ? &move : NULL, k);
    if (e->table.entries && !w->halted) {
        move = mover >= 0 ? w->pv[(size_t)ply * HRA_PV_LENGTH] : 0;
        hra_expect_store(e, key, depth, v, move,
                         v >= beta    ? HRA_VALUE_AT_LEAST
                         : v <= alpha ? HRA_VALUE_AT_MOST
                                      : HRA_VALUE_EXACT);
    }
    w->horizon = w->horizon || above;
    return v;
}

/* The node again, on the next stretch. */
HRA_COLD double hra_expect_cross(hra_expect *e, int ply, int mover, int depth, double alpha, double beta,
                                 hra_expect_node *node) {
    if (!hra_walk_cross(&e->walk, ply))
        return 0;
    double v = node(e, ply, 0, mover, depth, alpha, beta);
    hra_walk_back(&e->walk);
    return v;
}

HRA_INLINE double hra_expect_body(hra_expect *e, int ply, size_t base, int mover, int depth, double alpha,
                                  double beta, const hra_expect_kind k) {
    hra_walk *w = &e->walk;
    if (__builtin_expect(ply >= w->plies, 0))
        return hra_expect_cross(e, ply, mover, depth, alpha, beta, k.node);
    w->pv_length[ply] = 0;
    return k.tuned ? hra_expect_tuned(e, ply, base, mover, depth, alpha, beta, k)
                   : hra_expect_search(e, ply, base, mover, depth, alpha, beta, NULL, k);
}

/* One kind: NAME_node, and NAME_root, which is the way in: the state in slot 1, as hra_root_child. A macro, since each
 * is the body compiled anew. */
#define HRA_EXPECT_KIND(name, ...)                                                                           \
    static hra_expect_node name##_node;                                                                      \
    static const hra_expect_kind name = {.node = name##_node, __VA_ARGS__};                                  \
    static double name##_node(hra_expect *e, int ply, size_t base, int mover, int depth, double alpha,       \
                              double beta) {                                                                 \
        return hra_expect_body(e, ply, base, mover, depth, alpha, beta, name);                               \
    }                                                                                                        \
    static double name##_root(hra_walk *w, hra_move move, int depth, double alpha, double beta) {            \
        int seat = w->rules->to_move(w->game, w->states);                                                    \
        return hra_expect_child((hra_expect *)w, 1, w->width, seat, move, 1, depth, alpha, beta, name);      \
    }

#endif
