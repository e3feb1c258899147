/* Alpha-beta with everything that can be switched on: one node.
 *
 * Numbers are those of the side to move: the seat searched for, or all others together. Where the
 * next to move is of the same side, nothing changes sign.
 *
 * Sources: fail-soft (Fishburn 1983), transposition table (Greenblatt 1967), killers (Slate and
 * Atkin 1977), history (Schaeffer 1983), principal variation search (Marsland and Campbell 1982),
 * late-move reductions (Romstad 2006), null moves (Beal 1989, Donninger 1993), quiescence (Turing 1953). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alphabeta_full.h"
#include "core/rng.h"
#include "search/walk/child_eval.h"

/* One node under way. */
typedef struct node {
    unsigned char *s;
    size_t base;
    int ply, mover, depth, n;
    double alpha, beta, best;
    hra_move best_move, known; /* known: by the table */
    bool any, has_known;
    uint64_t key, place; /* of the path, and of the table */
} node;

static bool same_side(const hra_walk *w, int a, int b) {
    return (a == w->pov) == (b == w->pov);
}

static size_t history_entry(int seat, hra_move m) {
    uint64_t h = ((uint64_t)m * HRA_MAX_SEATS + (uint64_t)seat) * 0x9E3779B97F4A7C15U;
    return (size_t)(h >> 52) & (HRA_DEEP_HISTORY - 1);
}

/* The number of the side of `mover` (for an end: of the seat searched for). */
static double estimate(const hra_deep *d, const unsigned char *s, int mover) {
    const hra_walk *w = d->walk;
    double value[HRA_MAX_SEATS] = {0};
    if (w->eval.kind)
        hra_evaluate(&w->eval, s, value);
    double v = hra_walk_number(w, value);
    return mover == w->pov ? v : -v;
}

static double end_value(const hra_deep *d, const unsigned char *s, int ply) {
    double value[HRA_MAX_SEATS];
    hra_walk_returns(d->walk, d->walk->rules, s, value);
    return hra_walk_end(d->walk, hra_walk_number(d->walk, value), ply);
}

/* ---- order ----------------------------------------------------------------------------------*/

/* Computes a rank for each move by which it is sorted. Returns false if the moves keep their order. */
static bool score_moves(hra_deep *d, const node *at) {
    const hra_deep_options *o = &d->options;
    const hra_order_list list = {at->ply, at->mover, at->n, d->walk->moves + at->base,
                                 d->walk->beside + at->base};
    const hra_move *moves = list.moves;
    double *score = list.score;
    if (!hra_order_scores(&o->order, at->n) && !o->killers && !o->history && !at->has_known)
        return false;
    hra_order_score(&o->order, d->walk, &list, d->ranks);
    /* The game's order is in whole numbers: killers and, below them, the history decide among equals. */
    for (int i = 0; i < at->n; i++) {
        const hra_move *killer = d->killers + 2 * at->ply;
        if (at->has_known && moves[i] == at->known)
            score[i] = INFINITY;
        else if (d->killer_count[at->ply] > 0 && moves[i] == killer[0])
            score[i] += 0.75;
        else if (d->killer_count[at->ply] > 1 && moves[i] == killer[1])
            score[i] += 0.5;
        else if (o->history)
            score[i] += 0.4 * (1 - 1 / (1 + d->history[history_entry(at->mover, moves[i])]));
    }
    return true;
}

static void bring_best(const hra_deep *d, const node *at, int i) {
    hra_order_bring(d->walk->moves + at->base, d->walk->beside + at->base, at->n, i);
}

/* A move that cut: it is tried early next time. */
static void remember(hra_deep *d, const node *at, hra_move m) {
    hra_move *killer = d->killers + 2 * at->ply;
    uint8_t *count = &d->killer_count[at->ply];
    if (d->options.killers && (*count == 0 || killer[0] != m)) {
        killer[1] = killer[0];
        killer[0] = m;
        *count = *count == 0 ? 1 : 2;
    }
    if (d->options.history)
        d->history[history_entry(at->mover, m)] += at->depth < 32 ? (double)(at->depth * at->depth) : 1024;
}

/* ---- the table and the path -----------------------------------------------------------------*/

/* True where the table answers: *out. Else the window may be narrower, and a first move known. */
static bool look_up(hra_deep *d, node *at, double *out) {
    const hra_tt_entry *e = hra_tt_find(&d->table, at->place);
    if (!e)
        return false;
    at->has_known = e->bound != HRA_VALUE_AT_MOST;
    at->known = e->move;
    if (e->depth < (at->depth < HRA_TT_END ? at->depth : HRA_TT_END))
        return false;
    double value = hra_deep_shift_end(d->walk, e->value, -at->ply);
    if (!hra_tt_answers((hra_value_kind)e->bound, value, at->alpha, at->beta))
        return false;
    if (e->depth != HRA_TT_END)
        d->horizon = true;
    d->walk->table_hits++;
    *out = value;
    return true;
}

/* Whether the state has stood on the path before, or in the play that led to the root. */
static bool repeated(const hra_deep *d, const node *at) {
    for (int i = d->key_base + at->ply - 1; i >= 0; i--)
        if (d->keys[i] == at->key)
            return true;
    return false;
}

/* ---- the node -------------------------------------------------------------------------------*/

static void tell_cut(const hra_deep *d, const node *at, hra_cut why, int from, bool seen) {
    hra_walk *w = d->walk;
    bool high = at->mover == w->pov;
    if (seen)
        w->observer->cut(w->observer->self, at->ply, why, high ? at->alpha : -at->beta,
                         high ? at->beta : -at->alpha, w->moves + at->base + from, at->n - from);
}

/* The value of move i for the side to move. */
static double try_move(hra_deep *d, const node *at, int i) {
    const hra_deep_options *o = &d->options;
    size_t base = at->base + (size_t)at->n;
    hra_move m = d->walk->moves[at->base + (size_t)i];
    int less = o->reductions && i >= 3 && at->depth >= 3 && at->depth < HRA_TT_END;
    if (i > 0 && (o->pvs || less) && at->alpha > -INFINITY) {
        /* Is it better at all? A window without width tells. */
        double above = nextafter(at->alpha, INFINITY);
        double v = hra_deep_child(d, at->ply + 1, base, at->mover, m, at->depth - less, at->alpha, above);
        if (d->walk->halted || v <= at->alpha)
            return v;
        if (!less && v >= at->beta)
            return v;
        if (!less && at->beta <= above)
            return v;
    }
    return hra_deep_child(d, at->ply + 1, base, at->mover, m, at->depth, at->alpha, at->beta);
}

/* Takes the value of move i; true where it cuts. */
HRA_INLINE bool take(hra_deep *d, node *at, int i, double v) {
    hra_walk *w = d->walk;
    hra_move m = w->moves[at->base + (size_t)i];
    if (at->any && v <= at->best)
        return false;
    at->best = v;
    at->best_move = m;
    at->any = true;
    if (v <= at->alpha)
        return false;
    at->alpha = v;
    hra_walk_line(w, at->ply, m, w->pv_length[at->ply + 1]);
    return d->options.strict ? v > at->beta : v >= at->beta;
}

/* Drops moves by the game's knowledge, puts the others in order, drops those outside the beam. */
static bool prepare(hra_deep *d, node *at, const bool seen) {
    hra_walk *w = d->walk;
    hra_move *moves = w->moves + at->base;
    int all = at->n;
    if (d->options.order.prune)
        at->n = hra_order_keep(&d->options.order, w, at->s, moves, all);
    if (seen && at->n < all)
        w->observer->cut(w->observer->self, at->ply, HRA_CUT_RULE, 1, 0, moves + at->n, all - at->n);
    bool scored = score_moves(d, at);
    if (d->options.order.beam && at->n > d->options.order.beam) {
        for (int i = 0; scored && i < d->options.order.beam; i++)
            bring_best(d, at, i);
        all = at->n;
        at->n = d->options.order.beam;
        if (seen)
            w->observer->cut(w->observer->self, at->ply, HRA_CUT_BEAM, 1, 0, moves + at->n, all - at->n);
    }
    return scored;
}

HRA_INLINE double search_moves(hra_deep *d, node *at, double alpha, const bool seen) {
    hra_walk *w = d->walk;
    bool scored = prepare(d, at, seen), above = d->horizon;
    const hra_deep_options *o = &d->options;
    /* Moves that are made together are put in order together. */
    bool together = !seen && w->company && at->depth == 1 && !o->quiet && !o->repeats && !o->order.prune;
    hra_siblings siblings = {0};
    for (int i = 0; together && scored && i < at->n; i++)
        bring_best(d, at, i);
    d->horizon = false;
    for (int i = 0; i < at->n; i++) {
        if (scored && !together)
            bring_best(d, at, i);
        if (together)
            d->judged = hra_walk_sibling(w, &siblings, at->s, w->moves + at->base, i, at->n, at->mover, 1);
        double v = try_move(d, at, i);
        d->judged = NULL;
        if (w->halted)
            return at->best;
        if (take(d, at, i, v)) {
            w->cutoffs++;
            remember(d, at, at->best_move);
            tell_cut(d, at, at->mover == w->pov ? HRA_CUT_BETA : HRA_CUT_ALPHA, i + 1, seen);
            break;
        }
    }
    if (d->options.table) {
        hra_value_kind bound = at->best >= at->beta ? HRA_VALUE_AT_LEAST
                               : at->best > alpha   ? HRA_VALUE_EXACT
                                                    : HRA_VALUE_AT_MOST;
        /* What met no horizon below holds for any depth. */
        int depth = d->horizon && at->depth < HRA_TT_END ? at->depth : HRA_TT_END;
        hra_tt_store(&d->table, at->place, hra_deep_shift_end(d->walk, at->best, at->ply), at->best_move,
                     depth, bound);
    }
    d->horizon = d->horizon || above;
    return at->best;
}

/* The moves that are searched past the depth. */
static int list_loud(const hra_deep *d, const node *at, bool *forced) {
    hra_walk *w = d->walk;
    hra_move *out = w->moves + at->base;
    const hra_path path = {.game = w->game, .states = w->states, .stride = w->stride, .ply = at->ply};
    if (d->options.loud)
        return d->options.loud->moves(&path, out, forced);
    return w->rules->hints->quiescence_moves ? w->rules->hints->quiescence_moves(w->game, at->s, out, forced)
                                             : 0;
}

/* Where the depth ends: the evaluation, or first the moves that the game calls loud. */
HRA_INLINE double settle(hra_deep *d, node *at, const bool seen) {
    hra_walk *w = d->walk;
    bool forced = false;
    int n = 0;
    if (d->options.quiet && at->depth > -HRA_QUIET_PLIES && at->ply + 1 < w->most)
        n = list_loud(d, at, &forced);
    if (n == 0 || !forced) {
        at->best = estimate(d, at->s, at->mover);
        at->any = true;
        if (n == 0 || (d->options.strict ? at->best > at->beta : at->best >= at->beta)) {
            w->leaves++;
            return at->best;
        }
        at->alpha = fmax(at->alpha, at->best);
    }
    at->n = n;
    bool scored = score_moves(d, at);
    for (int i = 0; i < n; i++) {
        if (scored)
            bring_best(d, at, i);
        hra_move m = w->moves[at->base + (size_t)i];
        double v = hra_deep_child(d, at->ply + 1, at->base + (size_t)n, at->mover, m, at->depth, at->alpha,
                                  at->beta);
        if (w->halted)
            return at->best;
        if (take(d, at, i, v)) {
            w->cutoffs++;
            tell_cut(d, at, at->mover == w->pov ? HRA_CUT_BETA : HRA_CUT_ALPHA, i + 1, seen);
            break;
        }
    }
    return at->best;
}

/* The value, for the side that moves there, of the state in slot `ply`, entered and counted here;
 * `depth` is what is left, the window that side's. */
static double deep_search(hra_deep *d, int ply, size_t base, int mover, int depth, double alpha, double beta);
static double deep_search_seen(hra_deep *d, int ply, size_t base, int mover, int depth, double alpha,
                               double beta);

/* Whether the side to move is so far ahead that even a pass, searched less deeply, keeps beta: *out. Only in windows without
 * width. With few moves passing may be the best of all (zugzwang), so that it proves nothing there. */
static bool pass_cuts(hra_deep *d, const node *at, double *out) {
    enum { LEAST_DEPTH = 3, FEW_MOVES = 16, LESS = 2, FAR = 6 };
    hra_walk *w = d->walk;
    const double far = w->win > 0 ? w->win / 2 : INFINITY;
    if (at->depth < LEAST_DEPTH || at->depth >= HRA_TT_END || at->n < FEW_MOVES || at->ply == d->passed ||
        at->ply + 1 >= w->most || fabs(at->beta) >= far || at->beta > nextafter(at->alpha, INFINITY) ||
        estimate(d, at->s, at->mover) < at->beta || !w->rules->hints->pass(w->game, at->s, at->s + w->stride))
        return false;
    const int before = d->passed, mover = w->rules->to_move(w->game, at->s + w->stride);
    d->passed = at->ply + 1;
    hra_walk_count(w);
    const double v =
        -deep_search(d, at->ply + 1, at->base + (size_t)at->n, mover,
                     at->depth - 1 - LESS - (at->depth > FAR), -at->beta, -nextafter(at->beta, -INFINITY));
    d->passed = before;
    *out = at->beta;
    return !w->halted && v >= at->beta;
}

/* The node again, on the next stretch. */
static double cross(hra_deep *d, int ply, int mover, int depth, double alpha, double beta) {
    hra_walk *w = d->walk;
    if (!hra_walk_cross(w, ply))
        return 0;
    double v = w->observer ? deep_search_seen(d, ply, 0, mover, depth, alpha, beta)
                           : deep_search(d, ply, 0, mover, depth, alpha, beta);
    hra_walk_back(w);
    return v;
}

HRA_INLINE double search(hra_deep *d, int ply, size_t base, int mover, int depth, double alpha, double beta,
                         const bool seen) {
    hra_walk *w = d->walk;
    node at = {.s = w->states + (size_t)ply * w->stride,
               .base = base,
               .ply = ply,
               .mover = mover,
               .depth = depth,
               .alpha = alpha,
               .beta = beta,
               .best = -INFINITY};
    double known;
    if (__builtin_expect(ply >= w->plies, 0))
        return cross(d, ply, mover, depth, alpha, beta);
    w->pv_length[ply] = 0;
    if (d->options.order.prune && hra_order_given_up(&d->options.order, w, ply, &known)) {
        w->leaves++;
        if (seen)
            w->observer->cut(w->observer->self, ply, HRA_CUT_RULE, alpha, beta, NULL, 0);
        return mover == w->pov ? known : -known;
    }
    if (d->options.table || d->options.repeats) {
        at.key = hra_game_key(w->game, at.s) ^ d->salt;
        if (d->options.repeats && repeated(d, &at)) {
            w->leaves++;
            return 0;
        }
        d->keys[d->key_base + ply] = at.key;
        at.place =
            at.key ^ (w->rules->hints->counter ? hra_rng_mix(w->rules->hints->counter(w->game, at.s)) : 0);
    }
    if (depth <= 0) {
        d->horizon = true;
        return settle(d, &at, seen);
    }
    if (d->options.table && look_up(d, &at, &known)) {
        if (seen)
            w->observer->cut(w->observer->self, ply, HRA_CUT_TABLE, alpha, beta, NULL, 0);
        return known;
    }
    at.n = w->rules->moves(w->game, at.s, w->moves + base);
    if (!seen && d->options.passes && pass_cuts(d, &at, &known))
        return known;
    return search_moves(d, &at, alpha, seen);
}

static double deep_search(hra_deep *d, int ply, size_t base, int mover, int depth, double alpha,
                          double beta) {
    return search(d, ply, base, mover, depth, alpha, beta, false);
}

static double deep_search_seen(hra_deep *d, int ply, size_t base, int mover, int depth, double alpha,
                               double beta) {
    return search(d, ply, base, mover, depth, alpha, beta, true);
}

static double seen_child(hra_deep *d, int ply, size_t base, hra_move move, int mover, int depth, double alpha,
                         double beta) {
    hra_walk *w = d->walk;
    const unsigned char *s = w->states + (size_t)ply * w->stride;
    bool high = mover == w->pov || mover == HRA_OVER, leaf = mover == HRA_OVER;
    hra_walk_enter(w, s, ply, move, mover, 1, depth, high ? alpha : -beta, high ? beta : -alpha);
    uint64_t before = w->nodes;
    double v = leaf ? end_value(d, s, ply) : deep_search_seen(d, ply, base, mover, depth, alpha, beta);
    leaf = leaf || w->nodes == before;
    if (!w->halted) {
        hra_value_kind bound = leaf || (v > alpha && v < beta) ? HRA_VALUE_EXACT
                               : (v >= beta) == high           ? HRA_VALUE_AT_LEAST
                                                               : HRA_VALUE_AT_MOST;
        hra_walk_leave(w, ply, high ? v : -v, bound, leaf);
    }
    return v;
}

/* A leaf that was evaluated with its siblings. */
static double judged(hra_deep *d, int ply, int seat) {
    hra_walk *w = d->walk;
    hra_walk_count(w);
    w->leaves++;
    w->pv_length[ply] = 0;
    d->horizon = true;
    double v = hra_walk_number(w, d->judged);
    return seat == w->pov ? v : -v;
}

double hra_deep_child(hra_deep *d, int ply, size_t base, int seat, hra_move move, int depth, double alpha,
                      double beta) {
    hra_walk *w = d->walk;
    if (d->selective && !w->observer)
        return hra_selective_child(d->selective, ply, base, seat, move, depth, alpha, beta,
                                   alpha > -INFINITY && beta <= nextafter(alpha, INFINITY));
    if (d->judged)
        return judged(d, ply, seat);
    unsigned char *s = w->states + (size_t)ply * w->stride;
    hra_copy_state(s, s - w->stride, w->stride);
    w->rules->apply(w->game, s, move);
    hra_walk_count(w);
    int mover = w->rules->to_move(w->game, s);
    depth -= !w->rounds || mover <= seat;
    /* Values of finished games are from the view of the seat searched for. */
    bool turn = mover == HRA_OVER ? seat != w->pov : !same_side(w, seat, mover);
    double from = turn ? -beta : alpha, to = turn ? -alpha : beta, v;
    if (mover == HRA_OVER) {
        w->leaves++;
        w->pv_length[ply] = 0;
    }
    if (w->observer)
        v = seen_child(d, ply, base, move, mover, depth, from, to);
    else
        v = mover == HRA_OVER ? end_value(d, s, ply) : deep_search(d, ply, base, mover, depth, from, to);
    return turn ? -v : v;
}

void hra_deep_order_root(hra_deep *d, int mover, int count) {
    hra_walk *w = d->walk;
    node at = {.s = w->states, .mover = mover, .n = count};
    if (!score_moves(d, &at))
        return;
    for (int i = 0; i < count; i++)
        bring_best(d, &at, i);
}
