/* The exact solution of Yahtzee for `hra solve`. */
#include <stdlib.h>

#include "expert_optimal.h"
#include "hra/solve.h"

struct solver {
    const hra_game *frame;
    yz_solution *solution;
};

static void close_solver(void *shared) {
    struct solver *self = shared;
    if (self) {
        yz_solution_close(self->solution);
        free(self);
    }
}

static hra_err open_solver(const hra_game *game, const hra_solve_setup *setup, void **out, hra_error *why) {
    const struct yz_game *g = yz_game_of(game);
    struct solver *self = calloc(1, sizeof *self);
    if (!self) {
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    }
    self->frame = game;
    hra_err err = yz_solve(&self->solution, &g->dice, &g->rules, setup->threads);
    if (err) {
        close_solver(self);
        return hra_fail(why, err, -1, "the solution of yahtzee: %s", hra_err_text(err));
    }
    *out = self;
    return HRA_OK;
}

static hra_err value(const void *shared, const void *s, double *out) {
    const struct solver *self = shared;
    struct yz_exact exact;
    yz_exact_init(&exact, yz_game_of(self->frame), self->solution);
    yz_exact_value(&exact, s, self->frame->seats, out);
    return HRA_OK;
}

static uint64_t states(const void *shared) {
    return yz_solution_cards(((const struct solver *)shared)->solution);
}

const hra_solver yz_solver = {
    .open = open_solver,
    .close = close_solver,
    .value = value,
    .states = states,
};
