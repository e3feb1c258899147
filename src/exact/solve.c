/* Exact solutions: a game's own solver where it has one, else the general one; the slices of its tables. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/messages.h"
#include "general_solver.h"
#include "rules/rules_complete.h"

enum { MAX_THREADS = 256 };

struct hra_solution {
    const hra_solver *solver;
    void *self;
};

struct hra_slices {
    const hra_slicing *slicing;
    void *self;
    const hra_game *game;
    int count;
};

static hra_err take_setup(hra_solve_setup *own, const hra_solve_setup *setup, hra_error *why) {
    hra_err err = hra_take_struct(own, sizeof *own, setup, _("the setup of a solution"), why);
    if (!err && (own->threads < 0 || own->threads > MAX_THREADS))
        err = hra_fail(why, HRA_EINPUT, -1, "a game is solved with 0 to %d threads, not %d", MAX_THREADS,
                       own->threads);
    return err;
}

/* ---- solutions --------------------------------------------------------------------------------*/

hra_err hra_solution_open(hra_solution **out, const hra_game *game, const hra_solve_setup *setup,
                          hra_error *why) {
    hra_solve_setup own;
    hra_err err = take_setup(&own, setup, why);
    if (err)
        return err;
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

int hra_solution_statistics(const hra_solution *solution, hra_statistic *out) {
    return solution->solver->figures ? solution->solver->figures(solution->self, out) : 0;
}

bool hra_solution_rows(const hra_solution *solution, hra_statistic_rows *out) {
    return solution->solver->rows && solution->solver->rows(solution->self, out);
}

/* ---- slices -----------------------------------------------------------------------------------*/

hra_err hra_slices_open(hra_slices **out, const hra_game *game, hra_error *why) {
    const hra_slicing *slicing = game->rules->catalogue->slicing;
    if (!slicing)
        return hra_fail(why, HRA_EFIT, -1, "the solution of %s is not built in slices", game->spec);
    hra_slices *slices = calloc(1, sizeof *slices);
    if (!slices)
        return hra_no_memory(why);
    hra_err err = slicing->open(game, &slices->self, why);
    if (err) {
        free(slices);
        return err;
    }
    slices->slicing = slicing;
    slices->game = game;
    slices->count = slicing->count(slices->self);
    *out = slices;
    return HRA_OK;
}

void hra_slices_close(hra_slices *slices) {
    if (slices)
        slices->slicing->close(slices->self);
    free(slices);
}

int hra_slices_count(const hra_slices *slices) {
    return slices->count;
}

static bool is_one(const hra_slices *slices, int slice) {
    return slice >= 0 && slice < slices->count;
}

const char *hra_slices_name(const hra_slices *slices, int slice) {
    return is_one(slices, slice) ? slices->slicing->name(slices->self, slice) : NULL;
}

hra_err hra_slices_find(const hra_slices *slices, const char *name, int *out, hra_error *why) {
    const char **names = calloc((size_t)slices->count + 1, sizeof *names);
    hra_err err = HRA_OK;
    int at = 0;
    if (!names)
        return hra_no_memory(why);
    for (int i = 0; i < slices->count; i++)
        names[i] = hra_slices_name(slices, i);
    while (at < slices->count && strcmp(names[at], name) != 0)
        at++;
    if (at < slices->count)
        *out = at;
    else
        err = hra_fail_guess(why, -1, name, names, "%s has no slice '%.40s'", slices->game->spec, name);
    free(names);
    return err;
}

const char *hra_slices_file(const hra_slices *slices, int slice, int i) {
    return is_one(slices, slice) && i >= 0 ? slices->slicing->file(slices->self, slice, i) : NULL;
}

uint64_t hra_slices_positions(const hra_slices *slices, int slice) {
    return is_one(slices, slice) ? slices->slicing->positions(slices->self, slice) : 0;
}

int hra_slices_needs(const hra_slices *slices, int slice, int *out) {
    return is_one(slices, slice) ? slices->slicing->needs(slices->self, slice, out) : 0;
}

hra_err hra_slices_build(const hra_slices *slices, int slice, const hra_solve_setup *setup, hra_error *why) {
    hra_solve_setup own;
    hra_err err = take_setup(&own, setup, why);
    if (err)
        return err;
    if (!is_one(slices, slice))
        return hra_fail(why, HRA_EINPUT, -1, "%s has slices 0 to %d, not %d", slices->game->spec,
                        slices->count - 1, slice);
    return slices->slicing->build(slices->self, slice, &own, why);
}
