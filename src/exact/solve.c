/* Exact solutions: a game's own solver where it has one, else the general one. */
#include <stdlib.h>

#include "game/whole.h"
#include "general_solver.h"

enum { MAX_THREADS = 256 };

struct hra_solution {
    const hra_solver *solver;
    void *self;
};

hra_err hra_solution_open(hra_solution **out, const hra_game *game, const hra_solve_setup *setup,
                          hra_error *why) {
    hra_solve_setup own;
    hra_err err = hra_take_struct(&own, sizeof own, setup, "the setup", "of a solution", why);
    if (err)
        return err;
    if (own.threads < 0 || own.threads > MAX_THREADS)
        return hra_fail(why, HRA_EINPUT, -1, "a game is solved with 0 to %d threads, not %d", MAX_THREADS,
                        own.threads);
    hra_solution *solution = calloc(1, sizeof *solution);
    if (!solution)
        return hra_no_memory(why);
    solution->solver = game->rules->catalogue->solver ? game->rules->catalogue->solver : &hra_general_solver;
    err = solution->solver->open(game, &own, &solution->self, why);
    if (err)
        free(solution);
    else
        *out = solution;
    return err;
}

void hra_solution_close(hra_solution *solution) {
    if (!solution)
        return;
    if (solution->solver->close)
        solution->solver->close(solution->self);
    free(solution);
}

hra_err hra_solution_value(const hra_solution *solution, const void *state, double *out) {
    return solution->solver->value(solution->self, state, out);
}

int hra_solution_distance(const hra_solution *solution, const void *state) {
    return solution->solver->distance ? solution->solver->distance(solution->self, state) : -1;
}

uint64_t hra_solution_states(const hra_solution *solution) {
    return solution->solver->states ? solution->solver->states(solution->self) : 0;
}

int hra_solution_figures(const hra_solution *solution, hra_figure *out) {
    return solution->solver->figures ? solution->solver->figures(solution->self, out) : 0;
}

bool hra_solution_rows(const hra_solution *solution, hra_figure_rows *out) {
    return solution->solver->rows && solution->solver->rows(solution->self, out);
}
