/* A 64-bit hash of bytes. */
#include <string.h>

#include "hra/base.h"

/* Multiply and fold: the two halves of a 128-bit product, taken together, depend on every bit of
 * both factors. Sixteen bytes a product, two independent chains for longer input so that one
 * multiplication does not wait for the other. The idea is that of wyhash (Wang Yi) and of
 * Lemire and Kaser's multilinear hashing; layout and constants are our own. */

/* Fractional parts of the square roots of 2, 3, 5, 7 and 11. */
static const uint64_t salt[5] = {0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B,
                                 0xA54FF53A5F1D36F1, 0x510E527FADE682D1};

static uint64_t fold(uint64_t a, uint64_t b) {
/* In WebAssembly the product would be a call that returns it in memory. */
#if defined __SIZEOF_INT128__ && !defined __wasm__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t ll = al * bl, lh = al * bh, hl = ah * bl, hh = ah * bh;
    uint64_t middle = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;
    uint64_t high = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
    return a * b ^ high;
#endif
}

static uint64_t read64(const unsigned char *p) {
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

static uint64_t read32(const unsigned char *p) {
    uint32_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

uint64_t hra_hash(const void *bytes, size_t length) {
    const unsigned char *p = bytes;
    size_t left = length;
    uint64_t a = salt[0], b = salt[1];
    for (; left > 32; left -= 32, p += 32) {
        a = fold(read64(p) ^ salt[2], read64(p + 8) ^ a);
        b = fold(read64(p + 16) ^ salt[3], read64(p + 24) ^ b);
    }
    if (left > 16) {
        a = fold(read64(p) ^ salt[2], read64(p + 8) ^ a);
        left -= 16;
        p += 16;
    }
    /* The last 1..16 bytes as two words that overlap where they must; the length, mixed in at the
     * end, tells apart what overlapping makes alike. */
    uint64_t x = 0, y = 0;
    if (left >= 8) {
        x = read64(p);
        y = read64(p + left - 8);
    } else if (left >= 4) {
        x = read32(p);
        y = read32(p + left - 4);
    } else if (left > 0) {
        x = (uint64_t)p[0] << 16 | (uint64_t)p[left / 2] << 8 | p[left - 1];
    }
    a = fold(x ^ salt[4], y ^ a);
    return fold(a ^ salt[1] ^ length, b ^ salt[3]);
}
