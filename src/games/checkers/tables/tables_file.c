/* Files of tables: making, writing, reading and checking them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>
#include <zstd.h>

#include "tables_file.h"

#include "core/array_alloc.h"
#include "core/messages.h"

enum {
    LEVEL = 6,
    HEADER = 72,
    TAKEN = 16,                                  /* blocks between two looks at a stop */
    PACKED = ZSTD_COMPRESSBOUND(CK_TABLE_BLOCK), /* bytes of a block at most */
};

/* A build without zstd has files of its own, not packed, beside those of a build with it. */
static const struct sort {
    char magic[8];
    const char *suffix;
    uint32_t each; /* positions of a byte */
} sorts[] = {
#ifdef HRA_ZSTD_MISSING
    [CK_DISTANCES] = {"raw-ckt\n", "ckt.raw", 1},
    [CK_OUTCOMES] = {"raw-ckw\n", "ckw.raw", 5},
#else
    [CK_DISTANCES] = {"hra-ckt\n", "ckt", 1},
    [CK_OUTCOMES] = {"hra-ckw\n", "ckw", 5},
#endif
};

_Static_assert(sizeof(ck_header) == HEADER && sizeof(ck_block) == 16, "the layout of the file");
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the files are little-endian and read as they are"
#endif

void ck_slice_name(const ck_slice *slice, char out[CK_SLICE_NAME]) {
    const uint8_t *n = slice->count;
    (void)hra_snprintf(out, CK_SLICE_NAME, "m%dk%d-m%dk%d", n[0], n[1], n[2], n[3]);
}

void ck_slice_file(const ck_slice *slice, ck_sort sort, char out[CK_SLICE_FILE]) {
    char name[CK_SLICE_NAME];
    ck_slice_name(slice, name);
    (void)hra_snprintf(out, CK_SLICE_FILE, "checkers/%s.%s", name, sorts[sort].suffix);
}

bool ck_image_path(const ck_slice *slice, ck_sort sort, const char *data, char out[CK_TABLE_DATA + 64]) {
    char file[CK_SLICE_FILE];
    ck_slice_file(slice, sort, file);
    int length = hra_snprintf(out, CK_TABLE_DATA + 64, "%s/%s", data, file);
    return length > 0 && length < CK_TABLE_DATA + 64;
}

static uint64_t block_count(const ck_image *image) {
    return (image->header.positions + image->header.block - 1) / image->header.block;
}

/* The number of bytes for these positions. */
static uint64_t bytes_of(const ck_header *h, uint64_t positions) {
    const uint32_t each = h->block / CK_TABLE_BLOCK;
    return (positions + each - 1) / each;
}

/* The size in bytes of the values of all its positions. */
static uint64_t value_bytes(const ck_image *image) {
    return bytes_of(&image->header, image->header.positions);
}

static uint64_t first_byte(const ck_image *image) {
    return HEADER + block_count(image) * sizeof(ck_block);
}

static uint64_t head_sum(const ck_header *header, const void *blocks, size_t bytes) {
    return XXH3_64bits_withSeed(blocks, bytes, XXH3_64bits(header, offsetof(ck_header, sum)));
}

/* ---- checking ---------------------------------------------------------------------------------*/

static hra_err damaged(const char *path, hra_error *why, const char *what) {
    return hra_fail(why, HRA_EDAMAGED, -1, "%.200s: %s; remove the file to build it again", path, _(what));
}

/* What hra_file_read_at returned: the file is shorter than it was, or the system does not give it. */
static hra_err unread(const char *path, hra_err err, hra_error *why, const char *what) {
    return err == HRA_EIO ? hra_file_failed(path, errno, N_("it cannot be read"), why)
                          : damaged(path, why, what);
}

static hra_err check_header(const ck_image *image, const ck_slice *slice, ck_sort sort, const char *path,
                            hra_error *why) {
    const ck_header *h = &image->header;
    if (memcmp(h->magic, sorts[sort].magic, sizeof h->magic) != 0)
        return damaged(path, why, N_("not a tablebase of checkers"));
    if (h->version != CK_TABLE_VERSION)
        return hra_fail(why, h->version > CK_TABLE_VERSION ? HRA_EVERSION : HRA_EDAMAGED, -1,
                        "%.200s: a table of version %lu; this program reads version %d", path,
                        (unsigned long)h->version, CK_TABLE_VERSION);
    if (h->bytes != image->file.size)
        return damaged(path, why, N_("the table has the wrong length"));
    if (memcmp(h->count, slice->count, sizeof h->count) != 0 || h->positions != slice->size)
        return damaged(path, why, N_("a tablebase of other pieces"));
    if (h->block != sorts[sort].each * CK_TABLE_BLOCK || first_byte(image) > image->file.size)
        return damaged(path, why, N_("the table is damaged"));
    return HRA_OK;
}

/* Reads the list of blocks, whose length the checked header says. */
static hra_err read_list(ck_image *image, const char *path, hra_error *why) {
    const ck_header *h = &image->header;
    size_t bytes = (size_t)block_count(image) * sizeof(ck_block);
    image->blocks = malloc(bytes ? bytes : 1);
    if (!image->blocks)
        return hra_no_memory(why);
    hra_err err = hra_file_read_at(&image->file, HEADER, image->blocks, bytes);
    if (err)
        return unread(path, err, why, N_("too short for its list of blocks"));
    if (h->sum != head_sum(h, image->blocks, bytes) || h->won > h->positions || h->lost > h->positions ||
        h->won + h->lost + h->drawn != h->positions)
        return damaged(path, why, N_("the header of the tablebase is damaged"));
    return HRA_OK;
}

/* The packed bytes of a block, in `buffer` of PACKED bytes or in the image. HRA_EIO, with errno: they cannot be
 * read; HRA_EDAMAGED: they are not what the sum says. */
static hra_err packed(const ck_image *image, uint64_t block, uint8_t *buffer, const uint8_t **out,
                      size_t *size) {
    uint64_t from = block ? image->blocks[block - 1].end : first_byte(image);
    *size = (size_t)(image->blocks[block].end - from);
    *out = image->bytes ? image->bytes + from : buffer;
    hra_err err = image->bytes ? HRA_OK : hra_file_read_at(&image->file, from, buffer, *size);
    bool good = image->bytes || (!err && XXH3_64bits(buffer, *size) == image->blocks[block].sum);
    return good ? HRA_OK : err ? err : HRA_EDAMAGED;
}

static hra_err check_blocks(const ck_image *image, const char *path, const hra_progress *progress,
                            hra_error *why) {
    uint64_t blocks = block_count(image), from = first_byte(image);
    uint8_t buffer[PACKED];
    for (uint64_t i = 0; i < blocks; i++) {
        uint64_t end = image->blocks[i].end;
        const uint8_t *bytes;
        size_t size;
        if (i % TAKEN == 0 && hra_progress_stopped(progress))
            return hra_fail(why, HRA_ESTOPPED, -1, "stopped while building tablebases of checkers");
        if (end < from || end > image->file.size || end - from > PACKED)
            return damaged(path, why, N_("the list of blocks is damaged"));
        hra_err err = packed(image, i, buffer, &bytes, &size);
        if (err)
            return unread(path, err, why, N_("a block of the tablebase is damaged"));
        from = end;
    }
    return from == image->file.size ? HRA_OK
                                    : damaged(path, why, N_("the file is longer than the tablebase"));
}

hra_err ck_image_open(ck_image *image, const ck_slice *slice, ck_sort sort, const char *path,
                      const hra_progress *progress, hra_error *why) {
    hra_file file;
    hra_err err = hra_file_open(&file, path, why);
    if (err)
        return err;
    *image = (ck_image){.file = file};
    if (file.size < HEADER)
        err = damaged(path, why, N_("too short for a tablebase"));
    if (!err && (err = hra_file_read_at(&file, 0, &image->header, HEADER)) != 0)
        err = unread(path, err, why, N_("too short for a tablebase"));
    if (!err)
        err = check_header(image, slice, sort, path, why);
    if (!err)
        err = read_list(image, path, why);
    if (!err)
        err = check_blocks(image, path, progress, why);
    if (err) {
        free(image->blocks);
        hra_file_close(&file);
        *image = (ck_image){0};
    }
    return err;
}

void ck_image_release(ck_image *image) {
    if (image->blocks && !image->bytes)
        hra_file_close(&image->file);
    free(image->bytes);
    free(image->blocks);
    *image = (ck_image){0};
}

/* ---- decoding ---------------------------------------------------------------------------------*/

bool ck_image_block(const ck_image *image, void *decoder, uint64_t block, uint8_t *out) {
    uint64_t left = value_bytes(image) - block * CK_TABLE_BLOCK;
    size_t due = left < CK_TABLE_BLOCK ? (size_t)left : CK_TABLE_BLOCK, size;
    uint8_t buffer[PACKED];
    const uint8_t *bytes;
    return packed(image, block, buffer, &bytes, &size) == 0 &&
           ZSTD_decompressDCtx(decoder, out, due, bytes, size) == due;
}

hra_err ck_image_decode(const ck_image *image, const hra_progress *progress, uint8_t *out) {
    ZSTD_DCtx *decoder = ZSTD_createDCtx();
    hra_err err = decoder ? HRA_OK : HRA_ENOMEM;
    for (uint64_t i = 0; i < block_count(image) && !err; i++)
        if (i % TAKEN == 0 && hra_progress_stopped(progress))
            err = HRA_ESTOPPED;
        else if (!ck_image_block(image, decoder, i, out + i * CK_TABLE_BLOCK))
            err = HRA_EDAMAGED;
    ZSTD_freeDCtx(decoder);
    return err;
}

/* ---- making -----------------------------------------------------------------------------------*/

/* Every block is compressed into room of its own first, since its place depends on those before. */
typedef struct packing {
    const uint8_t *values;
    uint64_t bytes; /* of the values */
    uint8_t *packed_bytes;
    ck_block *blocks; /* end: bytes of the block, for now */
    size_t bound;
    hra_task_ranges todo;
    const hra_progress *progress;
} packing;

static hra_err pack(void *self, int worker) {
    packing *p = self;
    ZSTD_CCtx *encoder = ZSTD_createCCtx();
    uint64_t from, to;
    hra_err err = encoder ? HRA_OK : HRA_ENOMEM;
    while (!err && hra_task_ranges_take(&p->todo, &from, &to)) {
        if (hra_progress_stopped(p->progress))
            err = HRA_ESTOPPED;
        for (uint64_t i = from; i < to && !err; i++) {
            uint64_t at = i * CK_TABLE_BLOCK, left = p->bytes - at;
            uint8_t *out = p->packed_bytes + i * p->bound;
            size_t bytes = ZSTD_compressCCtx(encoder, out, p->bound, p->values + at,
                                             left < CK_TABLE_BLOCK ? (size_t)left : CK_TABLE_BLOCK, LEVEL);
            if (ZSTD_isError(bytes))
                err = HRA_ENOMEM;
            else
                p->blocks[i] = (ck_block){bytes, XXH3_64bits(out, bytes)};
        }
    }
    ZSTD_freeCCtx(encoder);
    return err;
}

static hra_err lay_out(ck_image *image, packing *p, uint64_t blocks) {
    size_t list = (size_t)blocks * sizeof(ck_block);
    uint64_t size = HEADER + list, at = size;
    for (uint64_t i = 0; i < blocks; i++)
        size += p->blocks[i].end;
    uint8_t *bytes = hra_room(size, 1);
    if (!bytes)
        return HRA_ENOMEM;
    for (uint64_t i = 0; i < blocks; i++) {
        memcpy(bytes + at, p->packed_bytes + i * p->bound, (size_t)p->blocks[i].end);
        at = p->blocks[i].end += at;
    }
    image->bytes = bytes;
    image->blocks = p->blocks;
    image->header.bytes = size;
    image->header.sum = head_sum(&image->header, p->blocks, list);
    memcpy(bytes, &image->header, HEADER);
    memcpy(bytes + HEADER, p->blocks, list);
    p->blocks = NULL; /* the image has them now */
    return HRA_OK;
}

hra_err ck_image_make(ck_image *image, const ck_slice *slice, ck_sort sort, const uint8_t *values,
                      ck_header header, int threads, const hra_progress *progress) {
    memcpy(header.magic, sorts[sort].magic, sizeof header.magic);
    memcpy(header.count, slice->count, sizeof header.count);
    header.version = CK_TABLE_VERSION;
    header.positions = slice->size;
    header.block = sorts[sort].each * CK_TABLE_BLOCK;
    *image = (ck_image){.header = header};
    uint64_t blocks = block_count(image);
    packing p = {.values = values, .bytes = value_bytes(image), .bound = ZSTD_compressBound(CK_TABLE_BLOCK)};
    p.progress = progress;
    p.packed_bytes = hra_room(blocks, p.bound);
    p.blocks = hra_room(blocks, sizeof *p.blocks);
    hra_task_ranges_init(&p.todo, blocks, TAKEN);
    hra_err err =
        p.packed_bytes && p.blocks ? hra_workers_run(blocks < 32 ? 1 : threads, pack, &p) : HRA_ENOMEM;
    if (!err)
        err = lay_out(image, &p, blocks);
    free(p.packed_bytes);
    free(p.blocks);
    return err;
}

/* Half a file never bears the name of a table, whatever happens when. */
hra_err ck_image_write(const ck_image *image, const char *path, hra_error *why) {
    hra_err err = hra_file_replace(path, image->bytes, (size_t)image->header.bytes);
    return err ? hra_fail(why, err, -1, "%.200s: cannot be written; it needs %zu bytes of disk space", path,
                          (size_t)image->header.bytes)
               : HRA_OK;
}
