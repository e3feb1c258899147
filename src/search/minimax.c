/* Minimax without cuts (von Neumann 1928; Shannon 1950): every state down to the depth. */
#include <stdlib.h>

#include "plain.inl"

typedef struct minimax {
    hra_walk walk;
    hra_limits limits;
} minimax;

static hra_plain_node max_node, min_node, max_seen, min_seen;

static const hra_plain_kind plain = {.high = max_node, .low = min_node};
static const hra_plain_kind seen = {.observed = true, .high = max_seen, .low = min_seen};

static double max_node(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                       double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, true, plain);
}

static double min_node(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                       double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, false, plain);
}

static double max_seen(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                       double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, true, seen);
}

static double min_seen(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                       double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, false, seen);
}

static double child(hra_walk *w, hra_move move, int depth, double alpha, double beta) {
    return hra_plain_root(w, move, depth, alpha, beta, plain);
}

static double seen_child(hra_walk *w, hra_move move, int depth, double alpha, double beta) {
    return hra_plain_root(w, move, depth, alpha, beta, seen);
}

static hra_err open_minimax(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    if (game->rules->chances)
        return hra_fail(why, HRA_EFIT, -1, "minimax knows no chance, which %s has: take expectiminimax",
                        game->rules->name);
    minimax *m = calloc(1, sizeof *m);
    if (!m)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    *self = m;
    hra_limits_read(&m->limits, options);
    return hra_walk_open(&m->walk, game, m->limits.depth, hra_options_text(options, "eval"), why);
}

static void close_minimax(void *self) {
    minimax *m = self;
    hra_walk_release(&m->walk);
    free(m);
}

static hra_err run(void *self, const hra_question *question, hra_result *result) {
    minimax *m = self;
    const struct hra_fast *fast = m->walk.rules->hints->fast;
    hra_err err = hra_walk_begin(&m->walk, question, &m->limits, result);
    if (err)
        return err;
    hra_root_child *search = m->walk.observer ? seen_child : fast && fast->minimax ? fast->minimax : child;
    return hra_walk_root(&m->walk, search, m->walk.limits.depth, false, result);
}

static void observe(void *self, const hra_observer *observer) {
    ((minimax *)self)->walk.observer = observer;
}

static const hra_option options[] = {
    HRA_OPTION_DEPTH, HRA_OPTION_EVAL, HRA_OPTION_NODES, HRA_OPTION_TIME, {0}};

const hra_method hra_method_minimax = {
    .name = "minimax",
    .title = "Minimax",
    .summary = "every move of every seat; the others play against the one to move",
    .options = options,
    .open = open_minimax,
    .close = close_minimax,
    .run = run,
    .observe = observe,
    .others = HRA_OTHERS_ADVERSARY,
};
