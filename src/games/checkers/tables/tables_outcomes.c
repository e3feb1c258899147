/* Outcomes alone, for searches: five positions a byte, so that all of them lie in memory and no block has to
 * be decoded within a search. */
#include <stdlib.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "tables_file.h"

enum { EACH = 5 /* digits of base 3 in a byte */ };

typedef struct taking {
    ck_tables *tables;
    const char *data; /* NULL: nothing is kept */
    int threads;
    const hra_progress *progress;
} taking;

static int digit_of(uint8_t value) {
    return value == 0 ? 0 : value % 2 == 0 ? 1 : 2;
}

static void pack(const uint8_t *values, uint64_t positions, uint8_t *out) {
    for (uint64_t i = 0; i < positions; i += EACH) {
        int byte = 0;
        for (uint64_t j = positions - i < EACH ? positions : i + EACH; j-- > i;)
            byte = 3 * byte + digit_of(values[j]);
        out[i / EACH] = (uint8_t)byte;
    }
}

static hra_err failed(hra_err err, hra_error *why) {
    return hra_fail(why, err, -1, "tablebases of checkers: %s", hra_err_text(err));
}

/* From the values, and a file of them. */
static hra_err make(const taking *k, int slice, uint8_t *out, const char *path, hra_error *why) {
    const ck_image *from = &k->tables->image[slice];
    ck_image image = {0};
    uint8_t *values = malloc((size_t)from->header.positions);
    hra_err err = values ? ck_image_decode(from, k->progress, values) : HRA_ENOMEM;
    if (!err)
        pack(values, from->header.positions, out);
    free(values);
    bool kept = k->data && !k->tables->aside;
    if (!err && kept)
        err = ck_image_make(&image, &k->tables->index->slice[slice], CK_OUTCOMES, out, from->header,
                            k->threads, k->progress);
    if (err)
        return failed(err, why);
    err = kept ? ck_image_write(&image, path, why) : HRA_OK;
    ck_image_release(&image);
    return err;
}

/* HRA_EMISSING: there is no file. */
static hra_err read(const taking *k, int slice, uint8_t *out, const char *path, hra_error *why) {
    const ck_header *values = &k->tables->image[slice].header;
    ck_image image;
    hra_err err = ck_image_open(&image, &k->tables->index->slice[slice], CK_OUTCOMES, path, k->progress, why);
    if (err)
        return err;
    const ck_header *h = &image.header;
    if (h->won != values->won || h->lost != values->lost)
        err = hra_fail(
            why, HRA_EDAMAGED, -1,
            "%.200s: outcomes do not fit the tablebase beside it; remove the file to build it again", path);
    else if ((err = ck_image_decode(&image, k->progress, out)) != 0)
        failed(err, why);
    ck_image_release(&image);
    return err;
}

static hra_err take(const taking *k, int slice, hra_error *why) {
    const ck_slice *s = &k->tables->index->slice[slice];
    char path[CK_TABLE_DATA + 64] = "";
    uint8_t *out = malloc((size_t)(s->size + EACH - 1) / EACH);
    if (!out)
        return hra_no_memory(why);
    hra_room_wide(out, (size_t)(s->size + EACH - 1) / EACH);
    k->tables->outcomes[slice] = out;
    if (k->data && !ck_image_path(s, CK_OUTCOMES, k->data, path))
        return hra_fail(why, HRA_EIO, -1, "the name of the directory of tables is too long");
    hra_err err = k->data ? read(k, slice, out, path, why) : HRA_EMISSING;
    return err == HRA_EMISSING ? make(k, slice, out, path, why) : err;
}

hra_err ck_tables_take_outcomes(ck_tables *t, const char *data, int threads, const hra_progress *progress,
                                hra_error *why) {
    const taking k = {t, data, threads, progress};
    double all = (double)ck_tables_positions(t), done = 0;
    hra_err err = HRA_OK;
    for (int i = 0; i < t->index->slices && !err; i++) {
        if (!t->values[i])
            err = take(&k, i, why);
        done += (double)t->index->slice[i].size;
        hra_progress_report(progress, N_("reading outcomes"), done / all);
    }
    return err;
}
