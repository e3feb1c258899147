/* The calls of zstd that the library makes, without compression: in a page tables are in memory only, where packing
 * them would cost time and a library. The program for Node saves them so, by names that say it. */
#ifndef HRA_WASM_ZSTD_H
#define HRA_WASM_ZSTD_H

#define HRA_ZSTD_MISSING 1 /* files have to say that they are not packed */

#include <string.h>

typedef struct ZSTD_CCtx ZSTD_CCtx;
typedef struct ZSTD_DCtx ZSTD_DCtx;

static const char hra_zstd_nothing;

static inline ZSTD_CCtx *ZSTD_createCCtx(void) {
    return (ZSTD_CCtx *)&hra_zstd_nothing;
}

static inline size_t ZSTD_freeCCtx(ZSTD_CCtx *encoder) {
    (void)encoder;
    return 0;
}

static inline ZSTD_DCtx *ZSTD_createDCtx(void) {
    return (ZSTD_DCtx *)&hra_zstd_nothing;
}

static inline size_t ZSTD_freeDCtx(ZSTD_DCtx *decoder) {
    (void)decoder;
    return 0;
}

#define ZSTD_COMPRESSBOUND(size) (size)

static inline size_t ZSTD_compressBound(size_t size) {
    return size;
}

static inline unsigned ZSTD_isError(size_t result) {
    return result == (size_t)-1;
}

/* Both copy; as in zstd the result is the number of bytes, or an error where there is too little room. */
static inline size_t ZSTD_compressCCtx(ZSTD_CCtx *encoder, void *to, size_t capacity, const void *from,
                                       size_t size, int level) {
    (void)encoder;
    (void)level;
    if (size > capacity)
        return (size_t)-1;
    memcpy(to, from, size);
    return size;
}

static inline size_t ZSTD_decompressDCtx(ZSTD_DCtx *decoder, void *to, size_t capacity, const void *from,
                                         size_t size) {
    (void)decoder;
    return ZSTD_compressCCtx(NULL, to, capacity, from, size, 0);
}

#endif
