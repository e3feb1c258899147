/* Nets of integers. */
#include <math.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "checkers_net.h"

/* Every second row: where a piece on the own first row stands, in both directions of play. */
#define BLACK_SYSTEM ((ck_set)0xf | (ck_set)0xf << 9 | (ck_set)0xf << 18 | (ck_set)0xf << 27)
#define WHITE_SYSTEM (CK_BOARD & ~BLACK_SYSTEM)

static inline uint8_t *add_pieces(uint8_t *out, const uint8_t *end, ck_set pieces, int first, int flip) {
    for (; pieces && out < end; pieces &= pieces - 1) {
        int bit = __builtin_ctzll(pieces);
        *out++ = (uint8_t)(first + (flip ? CK_BITS - 1 - bit : bit));
    }
    return out;
}

static inline int steps(const ck_board *b, int side) {
    int n = ck_count_steps(b, side);
    return n < 15 ? n : 15;
}

int ck_features(const ck_board *b, int side, uint8_t out[CK_MAX_SEEN]) {
    uint8_t *at = out, *end = out + CK_MAX_SEEN - 4;
    ck_set own = b->pieces[side], other = b->pieces[!side], kings = b->kings;
    ck_set system = side == CK_BLACK ? BLACK_SYSTEM : WHITE_SYSTEM;
    at = add_pieces(at, end, own & ~kings, CK_OWN_MAN, side);
    at = add_pieces(at, end, other & ~kings, CK_OTHER_MAN, side);
    if (kings) {
        at = add_pieces(at, end, own & kings, CK_OWN_KING, side);
        at = add_pieces(at, end, other & kings, CK_OTHER_KING, side);
    }
    *at++ = (uint8_t)(CK_OWN_STEPS + steps(b, side));
    *at++ = (uint8_t)(CK_OTHER_STEPS + steps(b, !side));
    if (__builtin_popcountll((own | other) & system) & 1)
        *at++ = CK_THE_MOVE;
    if (ck_jumpers(b, !side))
        *at++ = CK_THREAT;
    return (int)(at - out);
}

static int material(const ck_board *b, int side) {
    int men = __builtin_popcountll(b->pieces[side]) - __builtin_popcountll(b->pieces[!side]);
    int kings =
        __builtin_popcountll(b->pieces[side] & b->kings) - __builtin_popcountll(b->pieces[!side] & b->kings);
    return CK_ODDS * men + 2 * CK_ODDS / 5 * kings;
}

/* ---- kernels --------------------------------------------------------------------------------*/

typedef int16_t shorts __attribute__((vector_size(16), aligned(2), may_alias));
typedef int32_t longs __attribute__((vector_size(16), aligned(4), may_alias));

/* Of the eight products the sums of each two that stand beside each other. */
static inline longs add_products(shorts a, shorts b) {
#if defined(__x86_64__)
    return (longs)_mm_madd_epi16((__m128i)a, (__m128i)b);
#elif defined(__wasm_simd128__)
    return (longs)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
#else
    longs sum;
    for (int i = 0; i < 4; i++)
        sum[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return sum;
#endif
}

static inline int cut(int x) {
    return x < 0 ? 0 : x > CK_ONE ? CK_ONE : x;
}

static int judge_plainly(const ck_net *net, const uint8_t *rows, int n) {
    shorts h[CK_HIDDEN / 8];
    longs s[CK_SECOND / 4];
    int32_t pair[CK_HIDDEN / 2], sum = net->bias;
    memcpy(h, net->hidden, sizeof h);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < CK_HIDDEN / 8; k++)
            h[k] += ((const shorts *)(const void *)net->row[rows[i]])[k];
    for (int k = 0; k < CK_HIDDEN / 8; k++) {
        shorts high = h[k] > CK_ONE;
        h[k] = (h[k] & ~high & ~(h[k] < 0)) | (high & CK_ONE);
    }
    memcpy(pair, h, sizeof pair);
    memcpy(s, net->offset, sizeof s);
    for (int k = 0; k < CK_HIDDEN / 2; k++) {
        shorts both = (shorts)((longs){0} + pair[k]);
        for (int o = 0; o < CK_SECOND / 4; o++)
            s[o] += add_products(both, ((const shorts *)(const void *)net->second[k])[o]);
    }
    for (int o = 0; o < CK_SECOND; o++)
        sum += cut(s[o / 4][o % 4] >> 9) * net->last[o];
    return sum >> 9;
}

#if defined(__x86_64__)

#define AVX2 __attribute__((target("avx2")))

AVX2 static int judge_avx2(const ck_net *net, const uint8_t *rows, int n) {
    const __m256i one = _mm256_set1_epi16(CK_ONE), zero = _mm256_setzero_si256();
    int32_t pair[CK_HIDDEN / 2];
    __m256i h[CK_HIDDEN / 16], s[2], t[2];
    for (int k = 0; k < CK_HIDDEN / 16; k++)
        h[k] = _mm256_loadu_si256((const __m256i *)(const void *)net->hidden + k);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < CK_HIDDEN / 16; k++)
            h[k] = _mm256_add_epi16(h[k],
                                    _mm256_loadu_si256((const __m256i *)(const void *)net->row[rows[i]] + k));
    for (int k = 0; k < CK_HIDDEN / 16; k++)
        _mm256_storeu_si256((__m256i *)(void *)pair + k, _mm256_max_epi16(_mm256_min_epi16(h[k], one), zero));
    for (int k = 0; k < 2; k++) {
        s[k] = _mm256_loadu_si256((const __m256i *)(const void *)net->offset + k);
        t[k] = zero;
    }
    for (int i = 0; i < CK_HIDDEN / 2; i += 2) {
        const __m256i *w = (const __m256i *)(const void *)net->second[i];
        __m256i x = _mm256_set1_epi32(pair[i]), y = _mm256_set1_epi32(pair[i + 1]);
        for (int k = 0; k < 2; k++) {
            s[k] = _mm256_add_epi32(s[k], _mm256_madd_epi16(x, _mm256_loadu_si256(w + k)));
            t[k] = _mm256_add_epi32(t[k], _mm256_madd_epi16(y, _mm256_loadu_si256(w + 2 + k)));
        }
    }
    const __m256i top = _mm256_set1_epi32(CK_ONE);
    for (int k = 0; k < 2; k++) {
        s[k] = _mm256_srai_epi32(_mm256_add_epi32(s[k], t[k]), 9);
        s[k] = _mm256_max_epi32(_mm256_min_epi32(s[k], top), zero);
        s[k] = _mm256_mullo_epi32(s[k], _mm256_loadu_si256((const __m256i *)(const void *)net->last + k));
    }
    s[0] = _mm256_add_epi32(s[0], s[1]);
    __m128i r = _mm_add_epi32(_mm256_castsi256_si128(s[0]), _mm256_extracti128_si256(s[0], 1));
    r = _mm_add_epi32(r, _mm_shuffle_epi32(r, 0x4e));
    r = _mm_add_epi32(r, _mm_shuffle_epi32(r, 0xb1));
    return (_mm_cvtsi128_si32(r) + net->bias) >> 9;
}

#endif

typedef int judge(const ck_net *net, const uint8_t *rows, int n);

/* NULL: there is none, or it does not run here. */
static inline judge *kernel_of(int number) {
#if defined(__x86_64__)
    if (number == 0 && __builtin_cpu_supports("avx2"))
        return judge_avx2;
#endif
    return number == 1 ? judge_plainly : NULL;
}

static inline int judge_by(judge *by, const ck_weights *weights, const ck_board *b, int side) {
    uint8_t rows[CK_MAX_SEEN];
    int n = ck_features(b, side, rows);
    return by(&weights->net[ck_phase(b)], rows, n);
}

int ck_evaluate(const ck_weights *weights, const ck_board *b, int side) {
    judge *fast = kernel_of(0);
    return weights ? judge_by(fast ? fast : judge_plainly, weights, b, side) : material(b, side);
}

bool ck_evaluate_by(int kernel, const ck_weights *weights, const ck_board *b, int side, int *out) {
    judge *by = kernel_of(kernel);
    if (by)
        *out = judge_by(by, weights, b, side);
    return by != NULL;
}

double ck_chance(int odds) {
    return 1 / (1 + exp(-odds / (double)CK_ODDS));
}
