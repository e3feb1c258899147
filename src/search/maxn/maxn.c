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
    hra_walk_evaluate(w, s, out);
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

/* What threads share. */
typedef struct maxn {
    hra_search_setup setup;
    bool shallow;
} maxn;

static hra_err read_setup(void *self, const hra_game *game, const hra_options *options, hra_error *why) {
    maxn *m = self;
    m->shallow = hra_options_flag(options, "shallow");
    if (m->shallow && !game->sum_bounded && !game->zero_sum)
        return hra_fail(why, HRA_EFIT, -1, "%s does not bound the sum of returns; use maxn without shallow",
                        game->rules->name);
    return HRA_OK;
}

static hra_err open_maxn(const hra_game *game, const hra_options *options, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    return hra_search_open(sizeof(maxn), read_setup, game, options, shared, why);
}

static void end(void *scratch) {
    hra_maxn *m = scratch;
    hra_walk_release(&m->walk);
    free(m->vectors);
    free(m);
}

static hra_err begin(const void *shared, void **scratch) {
    const maxn *from = shared;
    const hra_game *game = from->setup.game;
    hra_maxn *m = calloc(1, sizeof *m);
    if (!m)
        return HRA_ENOMEM;
    m->shallow = from->shallow;
    m->most_sum = game->sum_bounded ? game->max_sum : 0;
    m->least = game->min_return;
    m->least_rest = (game->seats - 2) * game->min_return;
    hra_err err = hra_walk_open(&m->walk, &from->setup, (hra_walk_needs){0});
    size_t rows = ((size_t)m->walk.most + 2) * (size_t)game->seats + HRA_MAX_SEATS;
    m->vectors = calloc(rows, sizeof *m->vectors);
    if (!err && !m->vectors)
        err = HRA_ENOMEM;
    if (err)
        end(m);
    else
        *scratch = m;
    return err;
}

static hra_maxn_search *pick(const hra_maxn *m) {
    const struct hra_fast *fast = m->walk.rules->hints->fast;
    if (m->walk.observer)
        return seen_first;
    if (m->walk.game->max_chances > 0 || m->shallow)
        return plain_first;
    return fast && fast->maxn ? fast->maxn : sure_first;
}

/* The moves at the root; false when not one was searched. */
static bool root(hra_maxn *m, int depth, hra_analysis *result) {
    hra_walk *w = &m->walk;
    size_t seats = (size_t)w->game->seats, bytes = seats * sizeof(double);
    int mover = w->rules->to_move(w->game, w->states);
    hra_maxn_search *search = pick(m);
    double *best = m->vectors, *value = best + seats;
    bool found = false;
    best[mover] = -INFINITY;
    for (int i = 0; i < result->move_count; i++) {
        hra_analysis_move *at = &result->moves[i];
        hra_copy_state(w->states + w->stride, w->states, w->stride);
        w->rules->apply(w->game, w->states + w->stride, at->move);
        search(m, at->move, mover, depth > 0 ? depth : INT_MAX / 2, best[mover]);
        if (w->halted)
            break;
        memcpy(at->value, value, bytes);
        bool exact = !m->shallow || !found || value[mover] > best[mover];
        at->kind = exact ? HRA_VALUE_EXACT : HRA_VALUE_AT_MOST;
        at->depth = depth;
        if (exact)
            hra_walk_keep_line(w, at, result);
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

static hra_err search(void *self, int depth, hra_analysis *result) {
    hra_maxn *m = self;
    hra_walk *w = &m->walk;
    m->outside = false;
    hra_walk_list(w, result);
    if (w->observer)
        hra_walk_observe_root(w, depth, 1, 0);
    bool found = root(m, depth, result);
    if (m->outside)
        return hra_analysis_fail(result, HRA_EFIT,
                                 "evaluation %s leaves the bounds of the game; use maxn without shallow",
                                 w->eval.kind->name);
    if (!found || w->too_deep)
        return hra_walk_fail(w, result);
    if (w->observer && !w->halted)
        hra_maxn_leave(m, 0, m->vectors, false);
    result->kind = HRA_VALUE_EXACT;
    hra_walk_finish(w, depth, result);
    return HRA_OK;
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    hra_maxn *m = scratch;
    hra_err err = hra_walk_begin(&m->walk, question, result);
    m->walk.saving = m->shallow ? HRA_PRUNING_BY_CUTS : HRA_PRUNING_NONE;
    return err ? err : hra_walk_run(&m->walk, search, m, result);
}

static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_EVAL,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    HRA_OPTION_CLOCK,
    {"shallow", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("shallow pruning")},
    {0},
};

const hra_player_kind hra_method_maxn = {
    .size = sizeof(hra_player_kind),
    .name = "maxn",
    .title = "Max^n",
    .summary = "every player maximizes its own value",
    .options = options,
    .open = open_maxn,
    .close = hra_search_close,
    .begin = begin,
    .end = end,
    .ask = analyse,
    .answers = HRA_ANSWERS_ALL,
    .observe = hra_walking_observe,
    .needs_limit = true,
};
