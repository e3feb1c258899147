/* SHA-256, as FIPS 180-4 writes it; the names of its functions and constants are those of the standard. */
#include "sha256.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, WORDS = 8 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t K[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotr(uint32_t x, unsigned n) {
    return x >> n | x << (32 - n);
}

static void schedule(const unsigned char block[BLOCK], uint32_t W[ROUNDS]) {
    for (int t = 0; t < 16; t++)
        W[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
               (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (int t = 16; t < ROUNDS; t++) {
        uint32_t s0 = rotr(W[t - 15], 7) ^ rotr(W[t - 15], 18) ^ W[t - 15] >> 3;
        uint32_t s1 = rotr(W[t - 2], 17) ^ rotr(W[t - 2], 19) ^ W[t - 2] >> 10;
        W[t] = s1 + W[t - 7] + s0 + W[t - 16];
    }
}

static void add_block(uint32_t H[WORDS], const unsigned char block[BLOCK]) {
    uint32_t W[ROUNDS], v[WORDS];
    schedule(block, W);
    memcpy(v, H, sizeof v);
    for (int t = 0; t < ROUNDS; t++) {
        uint32_t a = v[0], e = v[4];
        uint32_t ch = (e & v[5]) ^ (~e & v[6]), maj = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
        uint32_t t1 = v[7] + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ch + K[t] + W[t];
        uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + maj;
        memmove(v + 1, v, (WORDS - 1) * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < WORDS; i++)
        H[i] += v[i];
}

void sha256(const void *bytes, size_t length, unsigned char out[SHA256_BYTES]) {
    uint32_t H[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned char *at = bytes;
    unsigned char last[2 * BLOCK] = {0};
    size_t left = length;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK)
        add_block(H, at);
    memcpy(last, at, left);
    last[left] = 0x80;
    size_t end = left + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    for (unsigned i = 0; i < 8; i++)
        last[end - 1 - i] = (unsigned char)((uint64_t)length << 3 >> 8 * i);
    for (size_t i = 0; i < end; i += BLOCK)
        add_block(H, last + i);
    for (int i = 0; i < SHA256_BYTES; i++)
        out[i] = (unsigned char)(H[i / 4] >> (24 - 8 * (i % 4)));
}

void hmac_sha256(const void *key, size_t key_length, const char *text, size_t length,
                 unsigned char out[SHA256_BYTES]) {
    unsigned char padded[BLOCK] = {0}, inner[BLOCK + HMAC_MOST], outer[BLOCK + SHA256_BYTES];
    assert(length <= HMAC_MOST);
    if (key_length > BLOCK)
        sha256(key, key_length, padded);
    else
        memcpy(padded, key, key_length);
    for (int i = 0; i < BLOCK; i++) {
        inner[i] = padded[i] ^ 0x36;
        outer[i] = padded[i] ^ 0x5c;
    }
    memcpy(inner + BLOCK, text, length);
    sha256(inner, BLOCK + length, outer + BLOCK);
    sha256(outer, sizeof outer, out);
}
