/* Max^n for any number of seats, with chance. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "maxn.inl"

static hra_maxn_node node, seen_node, sure_node;

static const hra_maxn_kind plain = {.node = node};
static const hra_maxn_kind seen = {.observed = true, .node = seen_node};
static const hra_maxn_kind sure = {.sure = true, .node = sure_node};

static void node(hra_maxn *m, unsigned char *s, hra_move *moves, int ply, int depth, int mover, int above,
                 double has) {
    hra_maxn_body(m, s, moves, ply, depth, mover, above, has, plain);
}

static void seen_node(hra_maxn *m, unsigned char *s, hra_move *moves, int ply, int depth, int mover,
                      int above, double has) {
    hra_maxn_body(m, s, moves, ply, depth, mover, above, has, seen);
}

static void sure_node(hra_maxn *m, unsigned char *s, hra_move *moves, int ply, int depth, int mover,
                      int above, double has) {
    hra_maxn_body(m, s, moves, ply, depth, mover, above, has, sure);
}

static void plain_first(hra_maxn *m, hra_move move, int seat, int depth, double has) {
    hra_maxn_first(m, move, seat, depth, has, plain);
}

static void seen_first(hra_maxn *m, hra_move move, int seat, int depth, double has) {
    hra_maxn_first(m, move, seat, depth, has, seen);
}

static void sure_first(hra_maxn *m, hra_move move, int seat, int depth, double has) {
    hra_maxn_first(m, move, seat, depth, has, sure);
}

void hra_maxn_estimate(hra_maxn *m, const unsigned char *s, double *out) {
    hra_walk *w = &m->walk;
    double sum = 0;
    for (int i = 0; i < w->game->seats; i++)
        out[i] = 0;
    if (w->eval.kind)
        w->eval.kind->value(w->game, w->eval.self, s, out);
    if (!m->shallow)
        return;
    for (int i = 0; i < w->game->seats; i++) {
        sum += out[i];
        m->outside = m->outside || out[i] < m->least;
    }
    m->outside = m->outside || sum > m->most_sum + 1e-9;
    if (m->outside)
        w->halted = true;
}

static hra_err open_maxn(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    hra_maxn *m = calloc(1, sizeof *m);
    if (!m)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    *self = m;
    hra_limits_read(&m->limits, options);
    m->shallow = hra_options_flag(options, "shallow");
    if (m->shallow && !game->sum_bounded && !game->zero_sum)
        return hra_fail(why, HRA_EFIT, -1,
                        "%s sets no bound to the sum of all returns: take maxn without shallow",
                        game->rules->name);
    m->most_sum = game->sum_bounded ? game->max_sum : 0;
    m->least = game->min_return;
    m->least_rest = (game->seats - 2) * game->min_return;
    hra_err err = hra_walk_open(&m->walk, game, m->limits.depth, hra_options_text(options, "eval"), why);
    if (err)
        return err;
    m->vectors =
        calloc(((size_t)m->walk.plies + 2) * (size_t)game->seats + HRA_MAX_SEATS, sizeof *m->vectors);
    return m->vectors ? HRA_OK : hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
}

static void close_maxn(void *self) {
    hra_maxn *m = self;
    hra_walk_release(&m->walk);
    free(m->vectors);
    free(m);
}

static hra_maxn_search *pick(const hra_maxn *m) {
    const struct hra_fast *fast = m->walk.rules->hints->fast;
    if (m->walk.observer)
        return seen_first;
    if (m->walk.rules->chances || m->shallow)
        return plain_first;
    return fast && fast->maxn ? fast->maxn : sure_first;
}

/* The moves at the root; false when not one was searched. */
static bool root(hra_maxn *m, int depth, hra_result *result) {
    hra_walk *w = &m->walk;
    size_t seats = (size_t)w->game->seats, bytes = seats * sizeof(double);
    int mover = w->rules->to_move(w->game, w->states);
    hra_maxn_search *search = pick(m);
    double *best = m->vectors, *value = best + seats;
    bool found = false;
    best[mover] = -INFINITY;
    for (int i = 0; i < result->move_count; i++) {
        hra_root_move *at = &result->moves[i];
        hra_copy_state(w->states + w->stride, w->states, w->stride);
        w->rules->apply(w->game, w->states + w->stride, at->move);
        search(m, at->move, mover, depth > 0 ? depth : INT_MAX / 2, best[mover]);
        if (w->halted)
            break;
        memcpy(at->value, value, bytes);
        at->exact = !m->shallow || !found || value[mover] > best[mover];
        if (found && !(value[mover] > best[mover]))
            continue;
        found = true;
        memcpy(best, value, bytes);
        result->move = at->move;
        hra_walk_line(w, 0, at->move, w->pv_length[1]);
    }
    memcpy(result->value, best, bytes);
    return found;
}

static hra_err run(void *self, const hra_question *question, hra_result *result) {
    hra_maxn *m = self;
    hra_walk *w = &m->walk;
    hra_err err = hra_walk_begin(w, question, &m->limits, result);
    if (err)
        return err;
    int depth = w->limits.depth;
    m->outside = false;
    hra_walk_list(w, result);
    if (w->observer)
        hra_walk_observe_root(w, depth, 1, 0);
    bool found = root(m, depth, result);
    if (m->outside)
        return hra_result_fail(result, HRA_EFIT,
                               "the evaluation %s leaves the bounds of the game: take maxn without "
                               "shallow",
                               w->eval.kind->name);
    if (!found || w->too_deep)
        return hra_walk_fail(w, result);
    if (w->observer && !w->halted)
        hra_maxn_leave(m, 0, m->vectors, false);
    hra_walk_finish(w, depth, result);
    return HRA_OK;
}

static void observe(void *self, const hra_observer *observer) {
    ((hra_maxn *)self)->walk.observer = observer;
}

static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_EVAL,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    {"shallow", HRA_OPTION_FLAG, "no", 0, 0, NULL, "prune by the bounded sum of all numbers"},
    {0    },
};

const hra_method hra_method_maxn = {
    .name = "maxn",
    .title = "Max^n",
    .summary = "each seat takes what is best for itself, any number of seats",
    .options = options,
    .open = open_maxn,
    .close = close_maxn,
    .run = run,
    .observe = observe,
};
