/* Open tables: counting and probing. */
#include <stdlib.h>

#include <zstd.h>

#include "tables.h"

#include "games/checkers/rules/checkers.h"
#include "tables_file.h"

/* A place of the cache: the block that it holds, as slice and number; 0: none. */
struct ck_cache {
    ZSTD_DCtx *decoder;
    size_t places; /* a power of two */
    uint64_t *held;
    uint8_t *values;
};

/* ---- opening ----------------------------------------------------------------------------------*/

hra_err ck_tables_reside(ck_tables *t, size_t bytes, const hra_progress *progress) {
    hra_err err = HRA_OK;
    for (int i = 0; i < t->index->slices && !err; i++) {
        uint64_t size = t->index->slice[i].size;
        if (size > bytes)
            break;
        bytes -= (size_t)size;
        t->values[i] = malloc((size_t)size);
        err = t->values[i] ? ck_image_decode(&t->image[i], progress, t->values[i]) : HRA_ENOMEM;
    }
    return err;
}

static hra_err open_files(ck_tables *t, const char *data, hra_error *why) {
    char path[CK_TABLE_DATA + 64];
    hra_err err = HRA_OK;
    for (int i = 0; i < t->index->slices && !err; i++) {
        const ck_slice *slice = &t->index->slice[i];
        err = ck_image_path(slice, CK_DISTANCES, data, path)
                  ? ck_image_open(&t->image[i], slice, CK_DISTANCES, path, NULL, why)
                  : hra_fail(why, HRA_EIO, -1, "the name of the directory of tables is too long");
    }
    return err;
}

hra_err ck_tables_open(ck_tables **out, const char *data, int pieces, size_t resident, hra_error *why) {
    ck_tables *t = calloc(1, sizeof *t);
    if (!t || ck_index_open(&t->index, pieces)) {
        free(t);
        return hra_no_memory(why);
    }
    hra_err err = open_files(t, data, why);
    if (!err && (err = ck_tables_reside(t, resident, NULL)) != 0)
        hra_fail(why, err, -1, "tablebases of checkers: %s", hra_err_text(err));
    if (err)
        ck_tables_close(t);
    else
        *out = t;
    return err;
}

void ck_tables_close(ck_tables *t) {
    for (int i = 0; t && i < CK_MAX_SLICES; i++) {
        ck_image_release(&t->image[i]);
        free(t->values[i]);
        free(t->outcomes[i]);
    }
    if (t)
        ck_index_close(t->index);
    free(t);
}

int ck_tables_pieces(const ck_tables *t) {
    return t->index->pieces;
}

void ck_tables_count(const ck_tables *t, int pieces, ck_count *out) {
    *out = (ck_count){0};
    for (int i = 0; i < t->index->slices; i++) {
        const ck_header *h = &t->image[i].header;
        if (t->index->slice[i].pieces != pieces)
            continue;
        out->positions += h->positions;
        out->won += h->won;
        out->lost += h->lost;
        out->drawn += h->drawn;
        out->longest = (int)h->longest > out->longest ? (int)h->longest : out->longest;
    }
}

uint64_t ck_tables_positions(const ck_tables *t) {
    uint64_t sum = 0;
    for (int i = 0; i < t->index->slices; i++)
        sum += t->index->slice[i].size;
    return sum;
}

/* ---- probing ----------------------------------------------------------------------------------*/

hra_err ck_cache_open(ck_cache **out, const ck_tables *tables, size_t bytes) {
    ck_cache *c = calloc(1, sizeof *c);
    if (!c)
        return HRA_ENOMEM;
    for (c->places = 1; 2 * c->places * CK_TABLE_BLOCK <= bytes;)
        c->places *= 2;
    c->held = calloc(c->places, sizeof *c->held);
    c->values = malloc(c->places * CK_TABLE_BLOCK);
    c->decoder = ZSTD_createDCtx();
    if (!c->held || !c->values || !c->decoder) {
        ck_cache_close(c);
        return HRA_ENOMEM;
    }
    *out = c;
    return HRA_OK;
}

void ck_cache_close(ck_cache *c) {
    if (!c)
        return;
    free(c->held);
    free(c->values);
    ZSTD_freeDCtx(c->decoder);
    free(c);
}

/* The value of a position, -1: it cannot be read. */
static int read_value(const ck_tables *t, ck_cache *c, int slice, uint64_t number) {
    if (t->values[slice])
        return t->values[slice][number];
    if (!c)
        return -1;
    uint64_t block = number / CK_TABLE_BLOCK, name = (block * CK_MAX_SLICES + (unsigned)slice) + 1;
    size_t place = (size_t)(name * 0x9E3779B97F4A7C15U >> 32) & (c->places - 1);
    uint8_t *values = c->values + place * CK_TABLE_BLOCK;
    if (c->held[place] != name) {
        c->held[place] = 0;
        if (!ck_image_block(&t->image[slice], c->decoder, block, values))
            return -1;
        c->held[place] = name;
    }
    return values[number % CK_TABLE_BLOCK];
}

/* Digit number % 5 of a byte below 243, by multiplying: quotients by 3, 9, 27 and 81 are exact so. */
static int outcome_at(const uint8_t *packed, uint64_t number) {
    static const uint32_t inverse[] = {65536, 21846, 7282, 2428, 810}; /* 65536 / 3^i, rounded up */
    return (int)((packed[number / 5] * inverse[number % 5] >> 16) % 3);
}

static bool tell(int outcome, int plies, int *wdl, int *distance) {
    *wdl = outcome;
    *distance = plies;
    return true;
}

static bool tell_value(int value, int *wdl, int *distance) {
    if (value <= 0)
        return value == 0 && tell(0, -1, wdl, distance);
    return tell(value % 2 == 0 ? 1 : -1, value - 1, wdl, distance);
}

/* A side without pieces has lost; without those of the other one it has won by any move. */
static bool tell_end(const ck_board *b, int side, int *wdl, int *distance) {
    if (!b->pieces[side])
        return tell(-1, 0, wdl, distance);
    return ck_can_step(b, side) ? tell(1, 1, wdl, distance) : tell(-1, 0, wdl, distance);
}

bool ck_tables_probe(const ck_tables *t, ck_cache *c, const ck_board *b, int side, int *wdl, int *distance) {
    if (!b->pieces[0] || !b->pieces[1])
        return tell_end(b, side, wdl, distance);
    uint64_t number;
    int slice = ck_index_find(t->index, b, side, &number);
    return slice >= 0 && tell_value(read_value(t, c, slice, number), wdl, distance);
}

bool ck_tables_glance(const ck_tables *t, const ck_board *b, int side, int *wdl, int *distance) {
    if (!b->pieces[0] || !b->pieces[1])
        return tell_end(b, side, wdl, distance);
    uint64_t number;
    int slice = ck_index_find(t->index, b, side, &number);
    if (slice < 0 || (!t->values[slice] && !t->outcomes[slice]))
        return false;
    if (t->values[slice])
        return tell_value(t->values[slice][number], wdl, distance);
    int outcome = outcome_at(t->outcomes[slice], number);
    return tell(outcome == 2 ? -1 : outcome, -1, wdl, distance);
}
