/* Building the tables: retrograde analysis whose slices are kept as files, or in memory. */
#include <stdlib.h>

#include "checkers_solver_moves.h"
#include "tables_file.h"

typedef struct keeper {
    ck_tables *tables;
    const char *data; /* NULL: in memory */
    int threads;
    const hra_progress *progress;
} keeper;

static bool has(void *self, int slice) {
    return ((keeper *)self)->tables->image[slice].bytes != NULL;
}

static hra_err load(void *self, int slice, uint8_t *out, hra_error *why) {
    keeper *k = self;
    hra_err err = ck_image_decode(&k->tables->image[slice], k->progress, out);
    return err ? hra_fail(why, err, -1, "the tables of checkers: %s", hra_err_text(err)) : HRA_OK;
}

/* Writes the image and maps what was written: so that its memory can be given back, and what is
 * read from now on is what the next program will read. */
static hra_err keep_file(keeper *k, int slice, const ck_image *image, hra_error *why) {
    char path[CK_TABLE_DATA + 64];
    const ck_slice *s = &k->tables->index->slice[slice];
    if (!ck_image_path(s, k->data, path))
        return hra_fail(why, HRA_EIO, -1, "the name of the folder of tables is too long");
    hra_err err = ck_image_write(image, path, why);
    return err ? err : ck_image_open(&k->tables->image[slice], s, path, NULL, why);
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
    hra_err err =
        ck_image_make(&image, &k->tables->index->slice[slice], values, header, k->threads, k->progress);
    if (err)
        return hra_fail(why, err, -1, "%s", hra_err_text(err));
    if (!k->data) {
        k->tables->image[slice] = image;
        return HRA_OK;
    }
    err = keep_file(k, slice, &image, why);
    ck_image_release(&image);
    return err;
}

/* What is there already. A damaged file ends the build, so that its owner is told. */
static hra_err find_files(keeper *k, hra_error *why) {
    char path[CK_TABLE_DATA + 64];
    int n = hra_snprintf(path, sizeof path, "%s/checkers", k->data);
    if (n < 0 || n > CK_TABLE_DATA)
        return hra_fail(why, HRA_EIO, -1, "the name of the folder of tables is too long");
    if (hra_folder_make(path))
        return hra_fail(why, HRA_EIO, -1, "%.200s: the folder cannot be made", path);
    for (int i = 0; i < k->tables->index->slices; i++) {
        const ck_slice *slice = &k->tables->index->slice[i];
        ck_image_path(slice, k->data, path);
        bool missing;
        hra_err err = ck_image_open(&k->tables->image[i], slice, path, &missing, why);
        if (err && !missing)
            return err;
    }
    return HRA_OK;
}

static hra_err build(keeper *k, hra_error *why) {
    const hra_retro_store store = {k, has, load, save};
    hra_retro_game game = ck_retro_game(k->tables->index);
    hra_err err = k->data ? find_files(k, why) : HRA_OK;
    return err ? err : hra_retro_build(&game, &store, k->threads, k->progress, why);
}

hra_err ck_tables_build(ck_tables **out, const char *data, int pieces, size_t resident, int threads,
                        const hra_progress *progress, hra_error *why) {
    ck_tables *t = calloc(1, sizeof *t);
    if (!t || ck_index_open(&t->index, pieces)) {
        free(t);
        return hra_no_memory(why);
    }
    keeper k = {t, data, threads, progress};
    hra_err err = build(&k, why);
    if (!err && (err = ck_tables_reside(t, resident, progress)) != 0)
        hra_fail(why, err, -1, "the tables of checkers: %s", hra_err_text(err));
    if (err)
        ck_tables_close(t);
    else
        *out = t;
    return err;
}
