/* The inner loops of nets, compiled for several targets. */
#include <math.h>

#include "nets/net_kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>

static bool runs_avx512(void) {
    return __builtin_cpu_supports("avx512f");
}

static bool runs_avx2(void) {
    return __builtin_cpu_supports("avx2");
}

__attribute__((target("avx512f"))) static inline void add_fours_avx512(float *out, __m512 v) {
    v = v + _mm512_permute_ps(v, 0xB1);
    v = v + _mm512_permute_ps(v, 0x4E);
    _mm_storeu_ps(out, _mm512_castps512_ps128(_mm512_maskz_compress_ps(0x1111, v)));
}

__attribute__((target("avx2"))) static inline void add_fours_avx2(float *out, __m256 v) {
    v = v + _mm256_permute_ps(v, 0xB1);
    v = v + _mm256_permute_ps(v, 0x4E);
    out[0] = _mm256_cvtss_f32(v);
    out[1] = _mm_cvtss_f32(_mm256_extractf128_ps(v, 1));
}

#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_avx512
#define WIDTH 16
#define ADD_FOURS(out, v) add_fours_avx512(out, (__m512)(v))
#define FOUR(p) ((vec_avx512)_mm512_broadcast_f32x4(_mm_loadu_ps(p)))
#define BOUND(v, most)                                                                                       \
    ((vec_avx512)_mm512_max_ps(_mm512_set1_ps(-(most)), _mm512_min_ps(_mm512_set1_ps(most), (__m512)(v))))
#define KERNEL "avx512"
#include "nets/net_kernel.inl"

#define TARGET __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#define WIDTH 8
#define ADD_FOURS(out, v) add_fours_avx2(out, (__m256)(v))
#define FOUR(p) ((vec_avx2)_mm256_broadcast_ps((const __m128 *)(const void *)(p)))
#define BOUND(v, most)                                                                                       \
    ((vec_avx2)_mm256_max_ps(_mm256_set1_ps(-(most)), _mm256_min_ps(_mm256_set1_ps(most), (__m256)(v))))
#define KERNEL "avx2"
#include "nets/net_kernel.inl"

#endif

static bool runs_base(void) {
    return true;
}

typedef float four __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t four_int __attribute__((vector_size(16), aligned(4), may_alias));

static inline four bound(four v, float most) {
    const four_int high = v > most, low = v < -most;
    const four limit = (four){0} + most;
    return (four)((high & (four_int)limit) | (low & (four_int)-limit) | (~(high | low) & (four_int)v));
}

#define TARGET
#define NAME(x) x##_base
#define WIDTH 4
#define FOUR(p) LOAD(p, 0)
#define ADD_FOURS(out, v) (*(out) = ((v)[0] + (v)[1]) + ((v)[2] + (v)[3]))
#define BOUND(v, most) bound(v, most)
#define KERNEL "base"
#include "nets/net_kernel.inl"

static const hra_net_kernel *const kernels[] = {
#if defined(__x86_64__)
    &hra_net_kernel_avx512,
    &hra_net_kernel_avx2,
#endif
    &hra_net_kernel_base,
};

const hra_net_kernel *hra_net_kernel_at(int index) {
    return index >= 0 && index < (int)(sizeof kernels / sizeof *kernels) ? kernels[index] : NULL;
}

const hra_net_kernel *hra_net_kernel_best(void) {
    int index = 0;
    while (!kernels[index]->runs())
        index++;
    return kernels[index];
}
