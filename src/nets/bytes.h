/* Numbers in files, little-endian. */
#ifndef HRA_NETS_BYTES_H
#define HRA_NETS_BYTES_H

#include "hra/base.h"

/* What is still to be read of a file. */
typedef struct hra_bytes {
    const char *at, *end;
} hra_bytes;

static inline size_t hra_bytes_left(const hra_bytes *b) {
    return (size_t)(b->end - b->at);
}

static inline void hra_bytes_put(hra_text *out, uint64_t bits, int bytes) {
    char text[8];
    for (int i = 0; i < bytes; i++)
        text[i] = (char)(bits >> (8 * i) & 255);
    hra_text_add_bytes(out, text, (size_t)bytes);
}

/* The caller has checked that this number of bytes is left. */
static inline uint64_t hra_bytes_take(hra_bytes *b, int bytes) {
    uint64_t bits = 0;
    for (int i = 0; i < bytes; i++)
        bits |= (uint64_t)(unsigned char)*b->at++ << (8 * i);
    return bits;
}

#endif
