/* The slices of the tables, for programs that build them one by one. */
#include <stdlib.h>

#include "games/checkers/rules/checkers.h"
#include "hra/solve.h"
#include "solver_moves.h"
#include "tables_file.h"

typedef struct slicer {
    ck_index *index;
    hra_retro_game game;
    int count, units[CK_MAX_SLICES]; /* in the order of work */
    int place[CK_MAX_SLICES];        /* of a unit among them */
    struct {
        char name[CK_SLICE_NAME], file[2][CK_SLICE_FILE];
        int files;
    } text[CK_MAX_SLICES];
} slicer;

static void close_slices(void *self) {
    slicer *s = self;
    ck_index_close(s->index);
    free(s);
}

static void name_unit(slicer *s, int place) {
    const ck_slice *slice = &s->index->slice[s->units[place]], *partner = &s->index->slice[slice->partner];
    s->place[s->units[place]] = place;
    ck_slice_name(slice, s->text[place].name);
    ck_slice_file(slice, CK_DISTANCES, s->text[place].file[0]);
    ck_slice_file(partner, CK_DISTANCES, s->text[place].file[1]);
    s->text[place].files = slice == partner ? 1 : 2;
}

static hra_err open_slices(const hra_game *game, void **self, hra_error *why) {
    slicer *s = calloc(1, sizeof *s);
    if (!s || ck_index_open(&s->index, ((const ck_game *)game->data)->pieces)) {
        free(s);
        return hra_no_memory(why);
    }
    s->game = ck_retro_game(s->index);
    s->count = hra_retro_units(&s->game, s->units);
    for (int i = 0; i < s->count; i++)
        name_unit(s, i);
    *self = s;
    return HRA_OK;
}

static int count(const void *self) {
    return ((const slicer *)self)->count;
}

static const char *name(const void *self, int slice) {
    return ((const slicer *)self)->text[slice].name;
}

static const char *file(const void *self, int slice, int i) {
    const slicer *s = self;
    return i < s->text[slice].files ? s->text[slice].file[i] : NULL;
}

static uint64_t positions(const void *self, int slice) {
    const slicer *s = self;
    return s->index->slice[s->units[slice]].size * (uint64_t)s->text[slice].files; /* partners are as large */
}

static int needs(const void *self, int slice, int *out) {
    const slicer *s = self;
    int units[2 * CK_MAX_SLICES], n = hra_retro_unit_needs(&s->game, s->units[slice], units);
    for (int i = 0; i < n; i++)
        out[i] = s->place[units[i]];
    return n;
}

static hra_err build(const void *self, int slice, const hra_solve_setup *setup, hra_error *why) {
    const slicer *s = self;
    return ck_tables_build_slice(setup->data, s->index->pieces, s->units[slice], setup->threads,
                                 setup->progress, why);
}

const hra_slicing ck_slicing = {
    .open = open_slices,
    .close = close_slices,
    .count = count,
    .name = name,
    .file = file,
    .positions = positions,
    .needs = needs,
    .build = build,
};
