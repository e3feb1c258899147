/* DATA/chases/KEY.chases: a head, and the numbers in blocks that zstd has squeezed. */
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>
#include <zstd.h>

#include "core/file.h"
#include "escape_cache.h"

enum { LEVEL = 1, PATH = 4096 };

static const char magic[8] = "chases1"; /* with the version of the layout */

/* Numbers are as the machine has them: on one with another order of bytes the key is another one. */
typedef struct head {
    char magic[8];
    uint64_t key, count[2], packed, sum; /* packed: bytes behind the head; sum: of these */
} head;

static bool name_file(const pac_escape_cache *k, char path[PATH]) {
    int n = hra_snprintf(path, PATH, "%s/chases/%016llx.chases", k->data, (unsigned long long)k->key);
    return n > 0 && n < PATH;
}

/* The whole file, malloc'ed; NULL: it is not one of these numbers. */
static unsigned char *read_whole(const pac_escape_cache *k, const hra_file *file, head *h) {
    bool fits = file->size > sizeof *h && hra_file_read_at(file, 0, h, sizeof *h) == 0 &&
                memcmp(h->magic, magic, sizeof magic) == 0 && h->key == k->key &&
                h->count[0] == k->count[0] && h->count[1] == k->count[1] &&
                h->packed == file->size - sizeof *h && h->packed <= SIZE_MAX / 2;
    unsigned char *packed = fits ? malloc((size_t)h->packed) : NULL;
    if (packed && hra_file_read_at(file, sizeof *h, packed, (size_t)h->packed) == 0 &&
        XXH3_64bits(packed, (size_t)h->packed) == h->sum)
        return packed;
    free(packed);
    return NULL;
}

/* Each part is one block, and its size stands before it. */
static bool unpack(const pac_escape_cache *k, const unsigned char *from, size_t size) {
    ZSTD_DCtx *decoder = ZSTD_createDCtx();
    bool good = decoder != NULL;
    for (int i = 0; i < 2 && good; i++) {
        uint64_t packed = 0;
        size_t bytes = k->count[i] * sizeof *k->part[i];
        good = size >= sizeof packed;
        if (good)
            memcpy(&packed, from, sizeof packed);
        good = good && packed <= size - sizeof packed;
        if (good)
            good = ZSTD_decompressDCtx(decoder, k->part[i], bytes, from + sizeof packed, (size_t)packed) ==
                   bytes;
        from += sizeof packed + (good ? (size_t)packed : 0);
        size -= good ? sizeof packed + (size_t)packed : size;
    }
    ZSTD_freeDCtx(decoder);
    return good;
}

bool pac_escape_cache_load(const pac_escape_cache *k) {
    char path[PATH];
    hra_file file;
    head h;
    if (!name_file(k, path) || hra_file_open(&file, path, NULL) != 0)
        return false;
    unsigned char *packed = read_whole(k, &file, &h);
    hra_file_close(&file);
    bool good = packed && unpack(k, packed, (size_t)h.packed);
    free(packed);
    return good;
}

/* The bytes behind the head; their number, 0: it cannot be done. */
static size_t pack(const pac_escape_cache *k, unsigned char *to, size_t capacity) {
    ZSTD_CCtx *encoder = ZSTD_createCCtx();
    size_t used = 0;
    bool good = encoder != NULL;
    for (int i = 0; i < 2 && good; i++) {
        uint64_t packed =
            ZSTD_compressCCtx(encoder, to + used + sizeof packed, capacity - used - sizeof packed, k->part[i],
                              k->count[i] * sizeof *k->part[i], LEVEL);
        good = !ZSTD_isError((size_t)packed);
        memcpy(to + used, &packed, sizeof packed);
        used += sizeof packed + (good ? (size_t)packed : 0);
    }
    ZSTD_freeCCtx(encoder);
    return good ? used : 0;
}

void pac_escape_cache_save(const pac_escape_cache *k) {
    char path[PATH], folder[PATH];
    size_t capacity = sizeof(head);
    for (int i = 0; i < 2; i++)
        capacity += sizeof(uint64_t) + ZSTD_compressBound(k->count[i] * sizeof *k->part[i]);
    int n = hra_snprintf(folder, sizeof folder, "%s/chases", k->data);
    unsigned char *file = n > 0 && n < PATH && name_file(k, path) ? malloc(capacity) : NULL;
    size_t packed = file ? pack(k, file + sizeof(head), capacity - sizeof(head)) : 0;
    if (packed) {
        head h = {.key = k->key, .count = {k->count[0], k->count[1]}, .packed = packed};
        memcpy(h.magic, magic, sizeof magic);
        h.sum = XXH3_64bits(file + sizeof h, packed);
        memcpy(file, &h, sizeof h);
        if (hra_folder_make(folder) == 0)
            (void)hra_file_replace(path, file, sizeof h + packed); /* else it is solved again */
    }
    free(file);
}
