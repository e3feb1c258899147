/* Alpha-beta with everything that can be switched on: memory, the root, iterations. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alphabeta_full.h"

static const double first_width = 0.3,
                    most_width = 8; /* half of windows of a selective search, in its units */

enum { KEYS = 4096 }; /* of the play that led to the root; older ones are forgotten */

hra_err hra_deep_open(hra_deep *d, hra_walk *walk, const hra_deep_options *options) {
    size_t slots = (size_t)walk->most + 2;
    *d = (hra_deep){.walk = walk, .options = *options, .key_room = KEYS};
    d->ranks = malloc(walk->width * sizeof *d->ranks);
    d->killers = calloc(2 * slots, sizeof *d->killers);
    d->killer_count = calloc(slots, sizeof *d->killer_count);
    d->history = calloc(HRA_DEEP_HISTORY, sizeof *d->history);
    d->keys = calloc(slots + KEYS, sizeof *d->keys);
    if (!d->ranks || !d->killers || !d->killer_count || !d->history || !d->keys)
        return HRA_ENOMEM;
    hra_err err = options->ties ? hra_evaluator_open(&d->ties, options->ties) : HRA_OK;
    if (!err && options->table)
        err = hra_tt_open(&d->table, options->table);
    return !err && options->selective ? hra_selective_open(&d->selective, d) : err;
}

void hra_deep_release(hra_deep *d) {
    free(d->ranks);
    free(d->killers);
    free(d->killer_count);
    free(d->history);
    free(d->keys);
    free(d->order);
    free(d->lines);
    hra_tt_release(&d->table);
    hra_selective_close(d->selective);
    hra_evaluator_close(&d->ties);
    *d = (hra_deep){0};
}

/* ---- the root -------------------------------------------------------------------------------*/

/* One iteration's findings, which count only when it is finished. */
typedef struct iteration {
    int depth; /* INT_MAX / 2: to the end */
    double alpha, beta, best;
    double tie;                 /* what decides among moves that are worth the same, of the best one so far */
    double top[HRA_DEEP_LINES]; /* the best values so far, best first: of as many moves as are wanted */
    int found;                  /* how many of them */
    hra_move move;
    bool any;
    bool raised; /* a move is better than the lower end of the window */
} iteration;

/* Searches one root move; its value for the side to move. */
static double try_root(hra_deep *d, const iteration *it, hra_move m, int mover, int i) {
    hra_walk *w = d->walk;
    if (i > 0 && d->options.pvs && it->alpha > -INFINITY) {
        const double above = nextafter(it->alpha, INFINITY);
        const int less =
            d->selective && !w->observer ? hra_selective_less_at_root(d->selective, m, i, it->depth) : 0;
        double v = hra_deep_child(d, 1, w->width, mover, m, it->depth - less, it->alpha, above);
        if (!w->halted && v > it->alpha && less)
            v = hra_deep_child(d, 1, w->width, mover, m, it->depth, it->alpha, above);
        if (w->halted || v <= it->alpha)
            return v;
    }
    return hra_deep_child(d, 1, w->width, mover, m, it->depth, it->alpha, it->beta);
}

/* The line of a root move, in a place of its own until the iteration is kept. */
static void keep_line(hra_deep *d, int i) {
    const hra_walk *w = d->walk;
    hra_analysis_move *at = &d->order[i];
    int below = w->pv_length[1] < HRA_PV_LENGTH ? w->pv_length[1] : HRA_PV_LENGTH - 1;
    at->line = i * HRA_PV_LENGTH;
    at->line_length = 1 + below;
    d->lines[at->line] = at->move;
    memcpy(d->lines + at->line + 1, w->pv + HRA_PV_LENGTH, (size_t)below * sizeof *d->lines);
}

/* What decides among moves of the same value: another evaluation of the position after each, for who moves. Slot 1 is free. */
static double break_tie(hra_deep *d, hra_move m, int mover) {
    hra_walk *w = d->walk;
    unsigned char *after = w->states + w->stride;
    double value[HRA_MAX_SEATS];
    hra_copy_state(after, w->states, w->stride);
    w->rules->apply(w->game, after, m);
    if (w->rules->to_move(w->game, after) == HRA_OVER)
        return -INFINITY;
    hra_evaluate(&d->ties, after, value);
    return value[mover];
}

/* The window opens at the worst of the best moves that are wanted. */
static void raise_alpha(const hra_deep *d, iteration *it, double v) {
    int i = it->found < d->wanted ? it->found++ : d->wanted - 1;
    for (; i > 0 && it->top[i - 1] < v; i--)
        it->top[i] = it->top[i - 1];
    it->top[i] = v;
    if (it->found == d->wanted)
        it->alpha = fmax(it->alpha, it->top[d->wanted - 1]);
}

static void search_root(hra_deep *d, iteration *it, int mover, int count) {
    hra_walk *w = d->walk;
    double from = it->alpha;
    it->best = -INFINITY;
    it->any = it->raised = false;
    it->found = 0;
    for (int i = 0; i < count; i++) {
        hra_analysis_move *at = &d->order[i];
        double v = try_root(d, it, at->move, mover, i);
        if (w->halted)
            return;
        const bool ties = d->ties.kind && it->any && v == it->best;
        bool exact =
            ((v > it->alpha || ties) && v < it->beta) || (from == -INFINITY && it->found < d->wanted);
        at->kind = exact ? HRA_VALUE_EXACT : HRA_VALUE_AT_MOST;
        at->depth = it->depth < INT_MAX / 2 ? it->depth : 0;
        at->line_length = 0;
        if (exact)
            keep_line(d, i);
        hra_walk_spread(w, mover == w->pov ? v : -v, at->value);
        if (exact && v > it->alpha)
            raise_alpha(d, it, v);
        const double tie = d->ties.kind && (!it->any || v >= it->best) ? break_tie(d, at->move, mover) : 0;
        if (it->any && (v < it->best || (v == it->best && !(ties && tie > it->tie))))
            continue;
        it->raised = it->raised || v > from;
        it->best = v;
        it->tie = tie;
        it->move = at->move;
        it->any = true;
        hra_walk_line(w, 0, at->move, w->pv_length[1]);
        if (v >= it->beta && it->beta < INFINITY)
            return;
    }
}

static void move_up(hra_deep *d, int from, int to) {
    const hra_analysis_move one = d->order[from];
    memmove(d->order + to + 1, d->order + to, (size_t)(from - to) * sizeof *d->order);
    d->order[to] = one;
}

/* Brings the best move to the front, where the next iteration begins, and those behind it whose values are wanted too. */
static void bring_first(hra_deep *d, hra_move m, int mover, int count) {
    int first = 0;
    while (d->order[first].move != m)
        first++;
    move_up(d, first, 0);
    for (int to = 1; to < d->wanted && to < count; to++) {
        int next = to;
        for (int i = to; i < count; i++)
            if (d->order[i].kind == HRA_VALUE_EXACT &&
                (d->order[next].kind != HRA_VALUE_EXACT ||
                 d->order[i].value[mover] > d->order[next].value[mover]))
                next = i;
        move_up(d, next, to);
    }
}

/* A window around what the iteration before found, opened on the side where it proves too narrow. */
static void iterate(hra_deep *d, iteration *it, int mover, int count, bool guess, double last) {
    hra_walk *w = d->walk;
    double width = d->options.aspiration;
    if (d->selective && !(width > 0) && it->depth > 4)
        width = first_width * d->options.loud->selection->unit;
    width = d->wanted > 1 ? 0 : width;
    double alpha = guess && width > 0 ? last - width : -INFINITY;
    double beta = guess && width > 0 ? last + width : INFINITY;
    for (;;) {
        it->alpha = alpha;
        it->beta = beta;
        if (w->observer)
            hra_walk_observe_root(w, it->depth < INT_MAX / 2 ? it->depth : 0, mover == w->pov ? alpha : -beta,
                                  mover == w->pov ? beta : -alpha);
        search_root(d, it, mover, count);
        if (w->halted)
            return;
        if (w->observer)
            hra_walk_leave(w, 0, mover == w->pov ? it->best : -it->best, HRA_VALUE_EXACT, false);
        width = d->selective && width < d->options.loud->selection->unit * most_width ? 3 * width : INFINITY;
        if (it->best <= alpha && alpha > -INFINITY)
            alpha = last - width;
        else if (it->best >= beta && beta < INFINITY)
            beta = last + width, bring_first(d, it->move, mover, count);
        else
            return;
    }
}

static void keep_iteration(const hra_deep *d, const iteration *it, int mover, hra_analysis *result) {
    const hra_walk *w = d->walk;
    result->move = it->move;
    hra_walk_spread(w, mover == w->pov ? it->best : -it->best, result->value);
    for (int i = 0; i < result->move_count; i++)
        for (int k = 0; k < result->move_count; k++)
            if (d->order[k].move == result->moves[i].move)
                result->moves[i] = d->order[k];
    memcpy(result->lines, d->lines, (size_t)result->move_count * HRA_PV_LENGTH * sizeof *d->lines);
    result->kind = HRA_VALUE_EXACT;
    result->horizon = d->horizon;
    result->pv_length = w->pv_length[0];
    memcpy(result->pv, w->pv, (size_t)result->pv_length * sizeof *result->pv);
    result->depth = it->depth < INT_MAX / 2 ? it->depth : 0;
}

/* A selective search that was halted keeps a better move that it has found: those that it did not come to are no better, as
 * far as is known. */
static void keep_part(hra_deep *d, const iteration *it, int mover, hra_analysis *result) {
    const hra_walk *w = d->walk;
    const int depth = result->depth;
    for (int i = 0; i < result->move_count; i++) {
        hra_analysis_move *at = &d->order[i];
        const double v = mover == w->pov ? at->value[w->pov] : -at->value[w->pov];
        if (at->move == it->move || v < it->best)
            continue;
        hra_walk_spread(w, mover == w->pov ? it->best : -it->best, at->value);
        at->kind = HRA_VALUE_AT_MOST;
        at->line_length = 0;
    }
    keep_iteration(d, it, mover, result);
    result->depth = depth;
}

/* ---- a run ----------------------------------------------------------------------------------*/

/* Room for the moves of the root. */
static hra_err reserve_order(hra_deep *d, int moves) {
    if (moves <= d->order_room)
        return HRA_OK;
    free(d->order);
    free(d->lines);
    d->order = malloc((size_t)moves * sizeof *d->order);
    d->lines = calloc((size_t)moves, HRA_PV_LENGTH * sizeof *d->lines);
    d->order_room = d->order && d->lines ? moves : 0;
    return d->order_room ? HRA_OK : HRA_ENOMEM;
}

static hra_err begin(hra_deep *d, hra_analysis *result) {
    hra_walk *w = d->walk;
    const hra_question *q = w->question;
    size_t slots = (size_t)w->most + 2;
    hra_walk_list(w, result);
    if (reserve_order(d, result->move_count))
        return hra_analysis_fail(result, HRA_ENOMEM, "%s", hra_err_text(HRA_ENOMEM));
    d->passed = 0;
    d->wanted = q->only_best || d->options.lines < 1 ? 1 : d->options.lines;
    memset(d->killer_count, 0, slots);
    memset(d->history, 0, HRA_DEEP_HISTORY * sizeof *d->history);
    d->salt = w->game->seats > 2 ? (uint64_t)(w->pov + 1) * 0xD1B54A32D192ED03U : 0;
    if (d->options.table)
        hra_tt_begin(&d->table);
    d->key_base = q->history ? q->history_length : 0;
    if (d->key_base > d->key_room)
        d->key_base = d->key_room;
    for (int i = 0; i < d->key_base; i++)
        d->keys[i] = q->history[q->history_length - d->key_base + i] ^ d->salt;
    d->keys[d->key_base] = hra_game_key(w->game, w->states) ^ d->salt;
    if (d->selective)
        hra_selective_begin(d->selective);
    return HRA_OK;
}

/* The moves that are searched, in their order. */
static void order_root(hra_deep *d, int mover, hra_analysis *result) {
    hra_walk *w = d->walk;
    const hra_order *order = &d->options.order;
    int kept = hra_order_keep(order, w, w->states, w->moves, result->move_count);
    hra_deep_order_root(d, mover, kept);
    hra_order_leave_root(order, w, kept, result);
    memcpy(d->order, result->moves, (size_t)result->move_count * sizeof *d->order);
    for (int i = 0; i < result->move_count; i++)
        d->order[i].move = w->moves[i];
}

/* A whole search of one depth, or deeper and deeper ones until there is nothing below. */
hra_err hra_deep_run(hra_deep *d, hra_analysis *result) {
    hra_walk *w = d->walk;
    int mover = w->rules->to_move(w->game, w->states), most = w->limits.depth;
    bool done = false;
    double last = 0;
    hra_err err = begin(d, result);
    if (err)
        return err;
    order_root(d, mover, result);
    bool deepen = d->options.deepen || w->deepens;
    for (int depth = deepen ? 1 : most; !w->halted; depth++) {
        iteration it = {.depth = depth ? depth : INT_MAX / 2};
        d->horizon = false;
        if (d->selective)
            d->selective->depth = it.depth;
        iterate(d, &it, mover, result->move_count, done, last);
        if (w->too_deep && (!done || w->too_large))
            return hra_walk_fail(w, result);
        if (w->halted && done && it.raised && d->selective && d->wanted == 1 && !w->too_deep) {
            keep_part(d, &it, mover, result);
            hra_walk_mark(w, result);
        }
        if (w->halted && (done || !it.any))
            break;
        keep_iteration(d, &it, mover, result);
        hra_walk_mark(w, result);
        done = true;
        last = it.best;
        if (d->selective && fabs(it.best) > w->win / 2 && w->win - fabs(it.best) <= depth)
            break;
        if (!deepen || !d->horizon || depth == most || depth == HRA_MAX_PLIES)
            break;
        hra_walk_tell(w, result);
        bring_first(d, it.move, mover, result->move_count);
        for (int i = 0; i < HRA_DEEP_HISTORY; i++)
            d->history[i] /= 8;
    }
    if (!done)
        return hra_walk_fail(w, result);
    int depth = result->depth, length = result->pv_length;
    w->horizon = result->horizon;
    memcpy(w->pv, result->pv, (size_t)length * sizeof *w->pv);
    w->pv_length[0] = length;
    hra_walk_finish(w, depth, result);
    result->depth = depth;
    return HRA_OK;
}
