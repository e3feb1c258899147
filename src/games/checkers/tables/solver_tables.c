/* Building the tables: retrograde analysis whose slices are kept as files, or in memory. */
#include <stdlib.h>

#include "solver_moves.h"
#include "tables_file.h"

typedef struct keeper {
    ck_tables *tables;
    const char *data; /* NULL: in memory */
    int threads;
    const hra_progress *progress;
} keeper;

static bool has(void *self, int slice) {
    return ((keeper *)self)->tables->image[slice].blocks != NULL;
}

static hra_err load(void *self, int slice, uint8_t *out, hra_error *why) {
    keeper *k = self;
    hra_err err = ck_image_decode(&k->tables->image[slice], k->progress, out);
    return err ? hra_fail(why, err, -1, "tablebases of checkers: %s", hra_err_text(err)) : HRA_OK;
}

/* Writes the image and opens what was written: so that its memory can be given back, and what is
 * read from now on is what the next program will read. */
static hra_err keep_file(keeper *k, int slice, const ck_image *image, hra_error *why) {
    char path[CK_TABLE_DATA + 64];
    const ck_slice *s = &k->tables->index->slice[slice];
    if (!ck_image_path(s, CK_DISTANCES, k->data, path))
        return hra_fail(why, HRA_EIO, -1, "the name of the directory of tables is too long");
    hra_err err = ck_image_write(image, path, why);
    return err ? err : ck_image_open(&k->tables->image[slice], s, CK_DISTANCES, path, NULL, why);
}

static hra_err save(void *self, int slice, const uint8_t *values, const hra_retro_summary *summary,
                    hra_error *why) {
    keeper *k = self;
    ck_image image;
    ck_header header = {.won = summary->won,
                        .lost = summary->lost,
                        .drawn = summary->drawn,
                        .longest = (uint32_t)summary->longest};
    ck_image_release(&k->tables->image[slice]);
    hra_err err = ck_image_make(&image, &k->tables->index->slice[slice], CK_DISTANCES, values, header,
                                k->threads, k->progress);
    if (err)
        return hra_fail(why, err, -1, "%s", hra_err_text(err));
    if (!k->data || k->tables->aside) {
        k->tables->image[slice] = image;
        return HRA_OK;
    }
    err = keep_file(k, slice, &image, why);
    ck_image_release(&image);
    return err;
}

/* Where the files go, or lie. */
static hra_err make_folder(const keeper *k, hra_error *why) {
    char path[CK_TABLE_DATA + 64];
    int n = hra_snprintf(path, sizeof path, "%s/checkers", k->data);
    if (n < 0 || n > CK_TABLE_DATA)
        return hra_fail(why, HRA_EIO, -1, "the name of the directory of tables is too long");
    if (k->tables->aside)
        return HRA_OK;
    return hra_folder_make(path) ? hra_fail(why, HRA_EIO, -1, "%.200s: cannot make the directory", path)
                                 : HRA_OK;
}

/* Opens a slice's file. HRA_EMISSING: there is none. */
static hra_err find_file(keeper *k, int slice, hra_error *why) {
    char path[CK_TABLE_DATA + 64];
    if (k->tables->image[slice].blocks)
        return HRA_OK;
    const ck_slice *s = &k->tables->index->slice[slice];
    ck_image_path(s, CK_DISTANCES, k->data, path); /* it fits: the folder could be made */
    return ck_image_open(&k->tables->image[slice], s, CK_DISTANCES, path, k->progress, why);
}

/* Finds the files that exist. A damaged file ends the build with an error, so that the user learns of it. */
static hra_err find_files(keeper *k, hra_error *why) {
    hra_err err = make_folder(k, why);
    for (int i = 0; i < k->tables->index->slices && !err; i++) {
        err = find_file(k, i, why);
        if (err == HRA_EMISSING)
            err = HRA_OK;
    }
    return err;
}

/* What a slice of this unit needs, all of which has to be there. */
static hra_err find_needs(keeper *k, const hra_retro_game *game, int unit, int slice, hra_error *why) {
    const ck_slice *slices = k->tables->index->slice;
    int needs[CK_MAX_SLICES], n = game->needs(game->self, slice, needs);
    char name[CK_SLICE_NAME], file[CK_SLICE_FILE], other[CK_SLICE_NAME];
    ck_slice_name(&slices[unit], name);
    for (int i = 0; i < n; i++) {
        int partner = slices[needs[i]].partner;
        hra_error reason = {0};
        hra_err err = find_file(k, needs[i], &reason);
        if (err && err != HRA_EMISSING)
            return hra_fail(why, err, -1, "slice %s needs %s", name, reason.text);
        ck_slice_file(&slices[needs[i]], CK_DISTANCES, file);
        ck_slice_name(&slices[partner < needs[i] ? partner : needs[i]], other);
        if (err)
            return hra_fail(why, err, -1, "slice %s needs %.160s/%s, which is missing; build slice %s first",
                            name, k->data, file, other);
    }
    return HRA_OK;
}

static hra_err find_unit(keeper *k, const hra_retro_game *game, int unit, hra_error *why) {
    int pair[2] = {unit, k->tables->index->slice[unit].partner};
    bool missing = false;
    hra_err err = make_folder(k, why);
    for (int i = 0; i < 2 && !err; i++) {
        err = find_file(k, pair[i], why);
        missing = missing || err == HRA_EMISSING;
        if (err == HRA_EMISSING)
            err = HRA_OK;
    }
    for (int i = 0; i < 2 && !err && missing; i++)
        err = find_needs(k, game, unit, pair[i], why);
    return err;
}

/* Builds all slices, or, if `unit` is not negative, that slice and its partner. */
static hra_err build(keeper *k, int unit, hra_error *why) {
    const hra_retro_store store = {k, has, load, save};
    hra_retro_game game = ck_retro_game(k->tables->index);
    hra_err err = !k->data ? HRA_OK : unit < 0 ? find_files(k, why) : find_unit(k, &game, unit, why);
    if (err)
        return err;
    return unit < 0 ? hra_retro_build(&game, &store, k->threads, k->progress, why)
                    : hra_retro_build_unit(&game, &store, unit, k->threads, k->progress, why);
}

static ck_tables *new_tables(int pieces, hra_error *why) {
    ck_tables *t = calloc(1, sizeof *t);
    if (t && ck_index_open(&t->index, pieces) == 0)
        return t;
    free(t);
    hra_no_memory(why);
    return NULL;
}

static hra_err build_all(ck_tables **out, const char *data, bool aside, int pieces, size_t resident,
                         int threads, const hra_progress *progress, hra_error *why) {
    ck_tables *t = new_tables(pieces, why);
    if (!t)
        return HRA_ENOMEM;
    t->aside = aside;
    keeper k = {t, data, threads, progress};
    hra_err err = build(&k, -1, why);
    if (!err && (err = ck_tables_reside(t, resident, progress)) != 0)
        hra_fail(why, err, -1, "tablebases of checkers: %s", hra_err_text(err));
    if (err)
        ck_tables_close(t);
    else
        *out = t;
    return err;
}

hra_err ck_tables_build(ck_tables **out, const char *data, int pieces, size_t resident, int threads,
                        const hra_progress *progress, hra_error *why) {
    return build_all(out, data, false, pieces, resident, threads, progress, why);
}

hra_err ck_tables_build_aside(ck_tables **out, const char *data, int pieces, size_t resident, int threads,
                              const hra_progress *progress, hra_error *why) {
    return build_all(out, data, true, pieces, resident, threads, progress, why);
}

hra_err ck_tables_build_slice(const char *data, int pieces, int slice, int threads,
                              const hra_progress *progress, hra_error *why) {
    if (!data)
        return hra_fail(why, HRA_EINPUT, -1, "a slice is saved in files; set a data directory");
    ck_tables *t = new_tables(pieces, why);
    if (!t)
        return HRA_ENOMEM;
    keeper k = {t, data, threads, progress};
    hra_err err = build(&k, slice, why);
    ck_tables_close(t);
    return err;
}
