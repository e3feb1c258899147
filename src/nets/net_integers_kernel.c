/* The inner loop of a first layer in integers, compiled for several targets. */
#include <string.h>

#include "core/pairs.h"
#include "nets/net_integers.h"

/* Most blocks are the same. In the others each pair is written, and the next one over it if it has not changed: branches would be
 * guessed wrong. */
static int compare_plain(int16_t *have, const int16_t *want, int first, int end, uint32_t *pair,
                         int32_t *by) {
    enum { BYTES = 4 * HRA_INTEGER_BLOCK };
    int n = 0;
    for (int block = first; block < end; block++) {
        int16_t *old = have + (size_t)block * 2 * HRA_INTEGER_BLOCK;
        const int16_t *new = want + (size_t)block * 2 * HRA_INTEGER_BLOCK;
        if (memcmp(old, new, BYTES) == 0)
            continue;
        for (int i = 0; i < HRA_INTEGER_BLOCK; i++) {
            const int16_t change[2] = {(int16_t)(new[2 * i] - old[2 * i]),
                                       (int16_t)(new[2 * i + 1] - old[2 * i + 1])};
            pair[n] = (uint32_t)(block * HRA_INTEGER_BLOCK + i);
            memcpy(&by[n], change, sizeof change);
            n += by[n] != 0;
        }
        memcpy(old, new, BYTES);
    }
    return n;
}

#if defined(__x86_64__)
#include <immintrin.h>

static bool runs_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
}

static bool runs_avx2(void) {
    return __builtin_cpu_supports("avx2");
}

__attribute__((target("avx512f,avx512bw"))) static int
compare_avx512(int16_t *have, const int16_t *want, int first, int end, uint32_t *pair, int32_t *by) {
    const __m512i places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int n = 0;
    for (int block = first; block < end; block++) {
        int16_t *old = have + (size_t)block * 2 * HRA_INTEGER_BLOCK;
        const __m512i new = _mm512_loadu_si512(want + (size_t)block * 2 * HRA_INTEGER_BLOCK),
                      change = _mm512_sub_epi16(new, _mm512_loadu_si512(old));
        const __mmask16 changed = _mm512_test_epi32_mask(change, change);
        _mm512_storeu_si512(old, new);
        _mm512_storeu_si512(
            pair + n, _mm512_maskz_compress_epi32(
                          changed, _mm512_add_epi32(places, _mm512_set1_epi32(block * HRA_INTEGER_BLOCK))));
        _mm512_storeu_si512(by + n, _mm512_maskz_compress_epi32(changed, change));
        n += __builtin_popcount(changed);
    }
    return n;
}

#define TARGET __attribute__((target("avx512f,avx512bw")))
#define COMPARE compare_avx512
#define NAME(x) x##_avx512
#define WIDTH 16
#define KERNEL "avx512"
#define MULTIPLY_PAIRS(a, b) _mm512_madd_epi16((__m512i)(a), (__m512i)(b))
#include "nets/net_integers.inl"

#define TARGET __attribute__((target("avx2")))
#define COMPARE compare_plain
#define NAME(x) x##_avx2
#define WIDTH 8
#define KERNEL "avx2"
#define MULTIPLY_PAIRS(a, b) _mm256_madd_epi16((__m256i)(a), (__m256i)(b))
#include "nets/net_integers.inl"

#endif

static bool runs_base(void) {
    return true;
}

#define TARGET
#define COMPARE compare_plain
#define NAME(x) x##_base
#define WIDTH 4
#define KERNEL "base"
#define MULTIPLY_PAIRS(a, b) hra_multiply_pairs((hra_eight)(a), (hra_eight)(b))
#include "nets/net_integers.inl"

/* ---- plain C --------------------------------------------------------------------------------*/

static void follow_plain(const hra_net_integers *layer, int32_t *sums, const hra_integer_changes *c,
                         const int *counts, int positions, float *out) {
    size_t i = 0;
    for (int p = 0; p < positions; p++, out += layer->stride) {
        for (const size_t end = i + (size_t)counts[p]; i < end; i++) {
            const int16_t *row = layer->rows + 2 * (size_t)layer->stride * c->pair[i];
            int16_t by[2];
            memcpy(by, &c->by[i], sizeof by);
            for (int o = 0; o < layer->stride; o++)
                sums[o] =
                    (int32_t)((uint32_t)sums[o] + (uint32_t)(row[2 * o] * by[0] + row[2 * o + 1] * by[1]));
        }
        for (int o = 0; o < layer->stride; o++)
            out[o] = (float)sums[o] * layer->factors[o];
    }
}

static const hra_integer_kernel kernel_plain = {
    .name = "plain", .runs = runs_base, .compare = compare_plain, .follow = follow_plain};

static const hra_integer_kernel *const kernels[] = {
#if defined(__x86_64__)
    &kernel_avx512,
    &kernel_avx2,
#endif
    &kernel_base,
    &kernel_plain,
};

const hra_integer_kernel *hra_integer_kernel_at(int index) {
    return index >= 0 && index < (int)(sizeof kernels / sizeof *kernels) ? kernels[index] : NULL;
}
