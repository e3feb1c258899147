/* Expectimax: the seat to move against chance, the other seats being part of it: they move at
 * random, or as a method that is named plays (Michie 1966; Russell and Norvig, chapter 5). */
#include <stdlib.h>

#include "expect.inl"

static hra_expect_node node, seen_node;

static const hra_expect_kind plain = {.lottery = true, .node = node};
static const hra_expect_kind seen = {.lottery = true, .observed = true, .node = seen_node};

static double node(hra_expect *e, int ply, size_t base, int mover, int depth, double alpha, double beta) {
    return hra_expect_body(e, ply, base, mover, depth, alpha, beta, plain);
}

static double seen_node(hra_expect *e, int ply, size_t base, int mover, int depth, double alpha,
                        double beta) {
    return hra_expect_body(e, ply, base, mover, depth, alpha, beta, seen);
}

static double child(hra_walk *w, hra_move move, int depth, double alpha, double beta) {
    return hra_expect_child((hra_expect *)w, 1, w->width, w->pov, move, 1, depth, alpha, beta, plain);
}

static double seen_child(hra_walk *w, hra_move move, int depth, double alpha, double beta) {
    return hra_expect_child((hra_expect *)w, 1, w->width, w->pov, move, 1, depth, alpha, beta, seen);
}

static hra_err open_expectimax(const hra_game *game, const hra_options *options, void **self,
                               hra_error *why) {
    hra_expect *e = calloc(1, sizeof *e);
    if (!e)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    *self = e;
    return hra_expect_open(e, game, options, why);
}

static void close_expectimax(void *self) {
    hra_expect_release(self);
    free(self);
}

static hra_err run(void *self, const hra_question *question, hra_result *result) {
    hra_expect *e = self;
    hra_walk *w = &e->walk;
    hra_err err = hra_walk_begin(w, question, &e->limits, result);
    if (err)
        return err;
    /* Nobody plays against the mover, so what counts is the mover's own number. */
    w->pov = w->rules->to_move(w->game, w->states);
    w->difference = false;
    e->player_err = HRA_OK;
    const struct hra_fast *fast = w->rules->hints->fast;
    hra_root_child *search = w->observer ? seen_child : fast && fast->expectimax ? fast->expectimax : child;
    err = hra_walk_root(w, search, w->limits.depth, false, result);
    return hra_expect_check(e, err, result);
}

static void observe(void *self, const hra_observer *observer) {
    ((hra_expect *)self)->walk.observer = observer;
}

static void forget(void *self) {
    hra_expect *e = self;
    if (e->player)
        hra_search_forget(e->player);
}

/* Rows that are macros confuse the alignment of rows. */
/* clang-format off */
static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_EVAL,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    {"model", HRA_OPTION_SPEC, "random", 0, 0, NULL, "how the others move: random, a model of the game, or a method"},
    {0},
};
/* clang-format on */

const hra_method hra_method_expectimax = {
    .name = "expectimax",
    .title = "Expectimax",
    .summary = "the best expectation, the other seats moving at random",
    .options = options,
    .open = open_expectimax,
    .close = close_expectimax,
    .run = run,
    .observe = observe,
    .others = HRA_OTHERS_RANDOM,
    .forget = forget,
};
