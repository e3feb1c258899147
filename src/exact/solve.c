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
    hra_solution_info info;
};

struct hra_slices {
    const hra_slicing *slicing;
    void *self;
    const hra_game *game;
    int count;
    hra_slice *list; /* files and needs of each are owned by it */
};

static hra_err take_setup(hra_solve_setup *own, const hra_solve_setup *setup, hra_error *why) {
    hra_err err = hra_take_struct(own, sizeof *own, setup, _("setup of a solution"), why);
    if (!err && (own->threads < 0 || own->threads > MAX_THREADS))
        err = hra_fail(why, HRA_EINPUT, -1, "a game can be solved with 0 to %d threads, not %d", MAX_THREADS,
                       own->threads);
    return err;
}

/* ---- solutions --------------------------------------------------------------------------------*/

static void describe(hra_solution *solution, const hra_game *game) {
    const hra_solver *solver = solution->solver;
    hra_solution_info *info = &solution->info;
    info->size = sizeof *info;
    info->game = game;
    info->states = solver->states ? solver->states(solution->self) : 0;
    info->statistic_count = solver->statistics ? solver->statistics(solution->self, info->statistics) : 0;
    info->has_rows = solver->rows && solver->rows(solution->self, &info->rows);
}

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
    if (err) {
        free(solution);
        return err;
    }
    describe(solution, game);
    *out = solution;
    return HRA_OK;
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

const hra_solution_info *hra_solution_info_of(const hra_solution *solution) {
    return &solution->info;
}

/* ---- slices -----------------------------------------------------------------------------------*/

/* HRA_ENOMEM. */
static hra_err list_slice(const hra_slices *slices, int slice) {
    const hra_slicing *s = slices->slicing;
    hra_slice *out = &slices->list[slice];
    int files = 0;
    while (s->file(slices->self, slice, files))
        files++;
    const char **file = calloc((size_t)files + 1, sizeof *file);
    int *needs = calloc((size_t)slices->count, sizeof *needs);
    *out = (hra_slice){.name = s->name(slices->self, slice),
                       .files = file,
                       .positions = s->positions(slices->self, slice),
                       .needs = needs};
    if (!file || !needs)
        return HRA_ENOMEM;
    for (int i = 0; i < files; i++)
        file[i] = s->file(slices->self, slice, i);
    out->need_count = s->needs(slices->self, slice, needs);
    return HRA_OK;
}

static hra_err list_slices(hra_slices *slices) {
    slices->list = calloc((size_t)slices->count + 1, sizeof *slices->list);
    hra_err err = slices->list ? HRA_OK : HRA_ENOMEM;
    for (int i = 0; i < slices->count && !err; i++)
        err = list_slice(slices, i);
    return err;
}

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
    if (list_slices(slices) != 0) {
        hra_slices_close(slices);
        return hra_no_memory(why);
    }
    *out = slices;
    return HRA_OK;
}

void hra_slices_close(hra_slices *slices) {
    if (!slices)
        return;
    for (int i = 0; i < slices->count && slices->list; i++) {
        free((void *)(uintptr_t)slices->list[i].files); /* both were made here */
        free((void *)(uintptr_t)slices->list[i].needs);
    }
    free(slices->list);
    slices->slicing->close(slices->self);
    free(slices);
}

static bool is_one(const hra_slices *slices, int slice) {
    return slice >= 0 && slice < slices->count;
}

const hra_slice *hra_slices_at(const hra_slices *slices, int slice) {
    return is_one(slices, slice) ? &slices->list[slice] : NULL;
}

hra_err hra_slices_find(const hra_slices *slices, const char *name, int *out, hra_error *why) {
    for (int i = 0; i < slices->count; i++)
        if (strcmp(slices->list[i].name, name) == 0) {
            *out = i;
            return HRA_OK;
        }
    const char **names = calloc((size_t)slices->count + 1, sizeof *names); /* for the error alone */
    if (!names)
        return hra_no_memory(why);
    for (int i = 0; i < slices->count; i++)
        names[i] = slices->list[i].name;
    hra_err err = hra_fail_guess(why, -1, name, names, "%s has no slice '%.40s'", slices->game->spec, name);
    free(names);
    return err;
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
