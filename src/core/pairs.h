/* Products of eight numbers of 16 bits, added in pairs: one instruction of most processors. */
#ifndef HRA_CORE_PAIRS_H
#define HRA_CORE_PAIRS_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef int16_t hra_eight __attribute__((vector_size(16), aligned(2), may_alias));
typedef int32_t hra_four __attribute__((vector_size(16), aligned(4), may_alias));

/* a[0] * b[0] + a[1] * b[1], ... Not for pairs of -32768 in both. */
static inline hra_four hra_multiply_pairs(hra_eight a, hra_eight b) {
#if defined(__SSE2__)
    return (hra_four)_mm_madd_epi16((__m128i)a, (__m128i)b);
#elif defined(__wasm_simd128__)
    return (hra_four)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
#elif defined(__aarch64__)
    const int16x8_t x = (int16x8_t)a, y = (int16x8_t)b;
    return (hra_four)vpaddq_s32(vmull_s16(vget_low_s16(x), vget_low_s16(y)), vmull_high_s16(x, y));
#else
    hra_four out;
    for (int i = 0; i < 4; i++)
        out[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return out;
#endif
}

#endif
