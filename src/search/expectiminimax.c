/* Expectiminimax: minimax with chance nodes (Michie 1966), with Ballard's cuts on request. */
#include <stdlib.h>

#include "expect.inl"

static hra_expect_node node, seen_node;

static const hra_expect_kind plain = {.node = node};
static const hra_expect_kind seen = {.observed = true, .node = seen_node};

static double node(hra_expect *e, int ply, size_t base, int mover, int depth, double alpha, double beta) {
    return hra_expect_body(e, ply, base, mover, depth, alpha, beta, plain);
}

static double seen_node(hra_expect *e, int ply, size_t base, int mover, int depth, double alpha,
                        double beta) {
    return hra_expect_body(e, ply, base, mover, depth, alpha, beta, seen);
}

static int root_seat(const hra_walk *w) {
    return w->rules->to_move(w->game, w->states);
}

static double child(hra_walk *w, hra_move move, int depth, double alpha, double beta) {
    return hra_expect_child((hra_expect *)w, 1, w->width, root_seat(w), move, 1, depth, alpha, beta, plain);
}

static double seen_child(hra_walk *w, hra_move move, int depth, double alpha, double beta) {
    return hra_expect_child((hra_expect *)w, 1, w->width, root_seat(w), move, 1, depth, alpha, beta, seen);
}

static hra_err open_search(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    hra_expect *e = calloc(1, sizeof *e);
    if (!e)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    *self = e;
    return hra_expect_open(e, game, options, why);
}

static void close_search(void *self) {
    hra_expect_release(self);
    free(self);
}

static hra_err run(void *self, const hra_question *question, hra_result *result) {
    hra_expect *e = self;
    hra_walk *w = &e->walk;
    hra_err err = hra_walk_begin(w, question, &e->limits, result);
    if (err)
        return err;
    e->outside = false;
    err = hra_walk_root(w, w->observer ? seen_child : child, w->limits.depth, e->star > 0, result);
    return hra_expect_check(e, err, result);
}

static void observe(void *self, const hra_observer *observer) {
    ((hra_expect *)self)->walk.observer = observer;
}

static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_EVAL,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    {"star", HRA_OPTION_INT, "0", 0, 2, NULL, "cuts: 0 none, 1 alpha-beta and Star1, 2 with probing"},
    {0  },
};

const hra_method hra_method_expectiminimax = {
    .name = "expectiminimax",
    .title = "Expectiminimax",
    .summary = "minimax with dice and cards: the expectation over what chance may bring",
    .options = options,
    .open = open_search,
    .close = close_search,
    .run = run,
    .observe = observe,
    .others = HRA_OTHERS_ADVERSARY,
};
