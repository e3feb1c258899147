/* Nets of integers. */
#include <math.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "net.h"

/* Every second row: where a piece on the own first row stands, in both directions of play. */
#define BLACK_SYSTEM ((ck_set)0xf | (ck_set)0xf << 9 | (ck_set)0xf << 18 | (ck_set)0xf << 27)
#define WHITE_SYSTEM (CK_BOARD & ~BLACK_SYSTEM)

/* Made anew in each kernel, with what its processor has. */
#define INSIDE static inline __attribute__((always_inline))

/* The rows to add to a sum and to subtract from it when one position follows another, and the inputs of the
 * new position that are not in any sum. */
typedef struct changes {
    uint8_t in[CK_SQUARES], out[CK_SQUARES], seen[4];
    int ins, outs, seens;
} changes;

INSIDE int list_pieces(uint8_t *rows, int n, ck_set pieces, int first, int flip) {
    for (; pieces; pieces &= pieces - 1) {
        int bit = __builtin_ctzll(pieces);
        rows[n++] = (uint8_t)(first + (flip ? CK_BITS - 1 - bit : bit));
    }
    return n;
}

INSIDE void list_changes(changes *c, ck_set from, ck_set to, int first, int flip) {
    c->ins = list_pieces(c->in, c->ins, to & ~from, first, flip);
    c->outs = list_pieces(c->out, c->outs, from & ~to, first, flip);
}

INSIDE int steps(const ck_board *b, int side) {
    int n = ck_count_steps(b, side);
    return n < 15 ? n : 15;
}

INSIDE void compare(changes *c, const ck_board *from, const ck_board *b, int side) {
    ck_set own = b->pieces[side], other = b->pieces[!side];
    ck_set own_then = from->pieces[side], other_then = from->pieces[!side];
    ck_set system = side == CK_BLACK ? BLACK_SYSTEM : WHITE_SYSTEM;
    c->ins = c->outs = c->seens = 0;
    list_changes(c, own_then & ~from->kings, own & ~b->kings, CK_OWN_MAN, side);
    list_changes(c, other_then & ~from->kings, other & ~b->kings, CK_OTHER_MAN, side);
    if (b->kings | from->kings) {
        list_changes(c, own_then & from->kings, own & b->kings, CK_OWN_KING, side);
        list_changes(c, other_then & from->kings, other & b->kings, CK_OTHER_KING, side);
    }
    c->seen[c->seens++] = (uint8_t)(CK_OWN_STEPS + steps(b, side));
    c->seen[c->seens++] = (uint8_t)(CK_OTHER_STEPS + steps(b, !side));
    if (__builtin_parityll((own | other) & system))
        c->seen[c->seens++] = CK_THE_MOVE;
    if (ck_jumpers(b, !side))
        c->seen[c->seens++] = CK_THREAT;
}

int ck_features(const ck_board *b, int side, uint8_t out[CK_MAX_SEEN]) {
    const ck_board none = {0};
    changes c;
    compare(&c, &none, b, side);
    memcpy(out, c.in, (size_t)c.ins);
    memcpy(out + c.ins, c.seen, (size_t)c.seens);
    return c.ins + c.seens;
}

/* Makes the sum one that can be gone on from: of another net or side, or where more has changed than stands
 * on the board, it begins with nothing. */
INSIDE const ck_net *begin(const ck_weights *weights, const ck_board *b, int side, ck_sum *sum, changes *c) {
    int phase = ck_phase(b);
    const ck_net *net = &weights->net[phase];
    const ck_board *from = &sum->board;
    ck_set changed =
        (b->pieces[0] ^ from->pieces[0]) | (b->pieces[1] ^ from->pieces[1]) | (b->kings ^ from->kings);
    if (!sum->kept || sum->side != side || sum->phase != phase ||
        __builtin_popcountll(changed) > ck_count_pieces(b)) {
        sum->board = (ck_board){0};
        memcpy(sum->row, net->hidden, sizeof sum->row);
        sum->kept = true;
        sum->side = (uint8_t)side;
        sum->phase = (uint8_t)phase;
    }
    compare(c, &sum->board, b, side);
    sum->board = *b;
    return net;
}

static int material(const ck_board *b, int side) {
    int men = __builtin_popcountll(b->pieces[side]) - __builtin_popcountll(b->pieces[!side]);
    int kings =
        __builtin_popcountll(b->pieces[side] & b->kings) - __builtin_popcountll(b->pieces[!side] & b->kings);
    return CK_MAN * men + 2 * CK_MAN / 5 * kings;
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

/* A loop over registers, written out, for an array would be kept in memory otherwise. */
#if defined(__clang__)
#define EACH(registers) _Pragma("clang loop unroll(full)") for (int k = 0; k < (registers); k++)
#else
#define EACH(registers) _Pragma("GCC unroll 16") for (int k = 0; k < (registers); k++)
#endif

enum { PART = 8 }; /* registers at once: twice as many there are */

static inline shorts part(const int16_t *from, int k) {
    return ((const shorts *)(const void *)from)[k];
}

/* Cut off at 0 and 1 and squared; each second number apart where there are products of two alone. */
static inline longs cut_and_square(shorts x) {
#if defined(__wasm_simd128__)
    v128_t v = wasm_i16x8_max(wasm_i16x8_min((v128_t)x, wasm_i16x8_splat(CK_ONE)), wasm_i16x8_splat(0));
    v = wasm_i16x8_shl(v, 3);
    return (longs)wasm_i16x8_q15mulr_sat(v, v); /* the product of cut_off below */
#else
    shorts high = x > CK_ONE;
    longs pairs = (longs)((x & ~high & ~(x < 0)) | (high & CK_ONE));
    longs even = pairs & 0xffff, odd = pairs >> 16;
    even = (add_products((shorts)even, (shorts)even) + CK_ONE / 2) >> 9;
    odd = (add_products((shorts)odd, (shorts)odd) + CK_ONE / 2) >> 9;
    return even | odd << 16;
#endif
}

/* A bit for each of sixteen numbers: 1 where it is above 0. They are 0 or more, and narrowed by saturation. */
static inline uint32_t bits_of(const longs x[4]) {
#if defined(__x86_64__)
    const __m128i low = _mm_packs_epi32((__m128i)x[0], (__m128i)x[1]),
                  high = _mm_packs_epi32((__m128i)x[2], (__m128i)x[3]);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(_mm_packs_epi16(low, high), _mm_setzero_si128()));
#elif defined(__wasm_simd128__)
    const v128_t low = wasm_i16x8_narrow_i32x4((v128_t)x[0], (v128_t)x[1]),
                 high = wasm_i16x8_narrow_i32x4((v128_t)x[2], (v128_t)x[3]);
    return wasm_i8x16_bitmask(wasm_i8x16_gt(wasm_i8x16_narrow_i16x8(low, high), wasm_i8x16_splat(0)));
#else
    uint32_t bits = 0;
    for (int i = 0; i < 16; i++)
        bits |= (uint32_t)(x[i / 4][i % 4] != 0) << i;
    return bits;
#endif
}

/* Adds up a part of the first layer; returns a bit for each pair that is not nought. */
static inline uint32_t add_part(const ck_net *net, const changes *c, int16_t *row, int at, int32_t *pair) {
    shorts p[PART];
    longs x[PART];
    EACH(PART) p[k] = part(row + at, k);
    for (int i = 0; i < c->ins; i++)
        EACH(PART) p[k] += part(net->row[c->in[i]] + at, k);
    for (int i = 0; i < c->outs; i++)
        EACH(PART) p[k] -= part(net->row[c->out[i]] + at, k);
    memcpy(row + at, p, sizeof p);
    for (int i = 0; i < c->seens; i++)
        EACH(PART) p[k] += part(net->row[c->seen[i]] + at, k);
    EACH(PART) x[k] = cut_and_square(p[k]);
    memcpy(pair, x, sizeof x);
    return bits_of(x) | bits_of(x + 4) << 16;
}

static int judge_plainly(const ck_weights *weights, const ck_board *b, int side, ck_sum *sum_so_far) {
    changes c;
    const ck_net *net = begin(weights, b, side, sum_so_far, &c);
    longs s[CK_SECOND / 4];
    int32_t pair[4 * PART], sum = net->bias;
    memcpy(s, net->offset, sizeof s);
    for (int at = 0; at < CK_HIDDEN; at += 8 * PART) {
        uint32_t some = add_part(net, &c, sum_so_far->row, at, pair);
        for (; some; some &= some - 1) {
            int i = __builtin_ctz(some);
            const int16_t *second = net->second[at / 2 + i][0];
            shorts both = (shorts)((longs){0} + pair[i]);
            EACH(CK_SECOND / 4) s[k] += add_products(both, part(second, k));
        }
    }
    for (int o = 0; o < CK_SECOND; o++)
        sum += cut(s[o / 4][o % 4] >> 9) * net->last[o];
    return sum >> 9;
}

#if defined(__x86_64__)

/* A processor that has AVX2 counts bits too. */
#define AVX2 __attribute__((target("avx2,popcnt")))

/* Unaligned; GCC makes two loads of _mm256_loadu_si256 where it tunes for every processor. */
AVX2 static inline __m256i load(const void *from) {
    return _mm256_lddqu_si256(from);
}

/* Stores numbers cut off at 0 and 1 and squared; returns a bit for each pair that is not nought. The product
 * is rounded, of 2^5 x and 2 x, and loses 15 bits: those, and CK_ONE once. */
AVX2 static inline uint64_t cut_off(int32_t *to, __m256i x) {
    const __m256i one = _mm256_set1_epi16(CK_ONE), zero = _mm256_setzero_si256();
    x = _mm256_max_epi16(_mm256_min_epi16(x, one), zero);
    x = _mm256_mulhrs_epi16(_mm256_slli_epi16(x, 5), _mm256_slli_epi16(x, 1));
    _mm256_storeu_si256((void *)to, x);
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(x, zero)));
}

/* What the second layer and the last make of its sums. */
AVX2 static inline int finish_avx2(const ck_net *net, __m256i s, __m256i t) {
    const __m256i top = _mm256_set1_epi32(CK_ONE), zero = _mm256_setzero_si256();
    s = _mm256_max_epi32(_mm256_min_epi32(_mm256_srai_epi32(s, 9), top), zero);
    t = _mm256_max_epi32(_mm256_min_epi32(_mm256_srai_epi32(t, 9), top), zero);
    s = _mm256_add_epi32(_mm256_mullo_epi32(s, load(net->last)), _mm256_mullo_epi32(t, load(net->last + 8)));
    __m128i r = _mm_add_epi32(_mm256_castsi256_si128(s), _mm256_extracti128_si256(s, 1));
    r = _mm_add_epi32(r, _mm_shuffle_epi32(r, 0x4e));
    r = _mm_add_epi32(r, _mm_shuffle_epi32(r, 0xb1));
    return (_mm_cvtsi128_si32(r) + net->bias) >> 9;
}

AVX2 static int judge_avx2(const ck_weights *weights, const ck_board *b, int side, ck_sum *sum) {
    changes c;
    const ck_net *net = begin(weights, b, side, sum, &c);
    __m256i s = load(net->offset), t = load(net->offset + 8);
    for (int at = 0; at < CK_HIDDEN; at += 16 * PART) {
        __m256i p[PART];
        int32_t pair[8 * PART];
        uint64_t some = 0;
        EACH(PART) p[k] = load(sum->row + at + 16 * k);
        for (int i = 0; i < c.ins; i++)
            EACH(PART) p[k] = _mm256_add_epi16(p[k], load(net->row[c.in[i]] + at + 16 * k));
        for (int i = 0; i < c.outs; i++)
            EACH(PART) p[k] = _mm256_sub_epi16(p[k], load(net->row[c.out[i]] + at + 16 * k));
        EACH(PART) _mm256_storeu_si256((void *)(sum->row + at + 16 * k), p[k]);
        for (int i = 0; i < c.seens; i++)
            EACH(PART) p[k] = _mm256_add_epi16(p[k], load(net->row[c.seen[i]] + at + 16 * k));
        EACH(PART) some |= cut_off(pair + 8 * k, p[k]) << 8 * k;
        for (; some; some &= some - 1) {
            int i = __builtin_ctzll(some);
            __m256i x = _mm256_set1_epi32(pair[i]);
            s = _mm256_add_epi32(s, _mm256_madd_epi16(x, load(net->second[at / 2 + i])));
            t = _mm256_add_epi32(t, _mm256_madd_epi16(x, load(net->second[at / 2 + i][8])));
        }
    }
    return finish_avx2(net, s, t);
}

/* A processor that multiplies pairs of 16 bits and adds them up in one step. */
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni,popcnt")))

enum { WIDE = CK_HIDDEN / 32 }; /* registers of 32 sums: all */

/* Adds what the next pair that is not nought is worth to the second layer. */
AVX512 static inline __m512i add_pair(__m512i s, const int16_t (*second)[CK_SECOND][2], const int32_t *pair,
                                      uint64_t *some) {
    int i = __builtin_ctzll(*some);
    *some &= *some - 1;
    return _mm512_dpwssd_epi32(s, _mm512_loadu_si512(second[i]), _mm512_set1_epi32(pair[i]));
}

AVX512 static inline int finish_avx512(const ck_net *net, __m512i s) {
    s = _mm512_min_epi32(_mm512_srai_epi32(s, 9), _mm512_set1_epi32(CK_ONE));
    s = _mm512_max_epi32(s, _mm512_setzero_si512());
    s = _mm512_mullo_epi32(s, _mm512_loadu_si512(net->last));
    return (_mm512_reduce_add_epi32(s) + net->bias) >> 9;
}

/* About four pairs in five are nought, and are left out. */
AVX512 static inline int second_avx512(const ck_net *net, const int32_t *pair, const uint64_t *some) {
    __m512i s = _mm512_loadu_si512(net->offset), t = _mm512_setzero_si512(), u = t, v = t;
    for (int at = 0; at < CK_HIDDEN / 2; at += 64, pair += 64) {
        uint64_t left = *some++;
        int count = __builtin_popcountll(left);
        for (; count >= 4; count -= 4) { /* into four sums, which do not wait for each other */
            s = add_pair(s, net->second + at, pair, &left);
            t = add_pair(t, net->second + at, pair, &left);
            u = add_pair(u, net->second + at, pair, &left);
            v = add_pair(v, net->second + at, pair, &left);
        }
        for (; count > 0; count--)
            s = add_pair(s, net->second + at, pair, &left);
    }
    return finish_avx512(net, _mm512_add_epi32(_mm512_add_epi32(s, t), _mm512_add_epi32(u, v)));
}

AVX512 static int judge_avx512(const ck_weights *weights, const ck_board *b, int side, ck_sum *sum) {
    const __m512i one = _mm512_set1_epi16(CK_ONE), zero = _mm512_setzero_si512();
    changes c;
    const ck_net *net = begin(weights, b, side, sum, &c);
    int32_t pair[CK_HIDDEN / 2];
    uint64_t some[(CK_HIDDEN + 127) / 128] = {0};
    __m512i w[WIDE];
    EACH(WIDE) w[k] = _mm512_loadu_si512(sum->row + 32 * k);
    for (int i = 0; i < c.ins; i++)
        EACH(WIDE) w[k] = _mm512_add_epi16(w[k], _mm512_loadu_si512(net->row[c.in[i]] + 32 * k));
    for (int i = 0; i < c.outs; i++)
        EACH(WIDE) w[k] = _mm512_sub_epi16(w[k], _mm512_loadu_si512(net->row[c.out[i]] + 32 * k));
    EACH(WIDE) _mm512_storeu_si512(sum->row + 32 * k, w[k]);
    for (int i = 0; i < c.seens; i++)
        EACH(WIDE) w[k] = _mm512_add_epi16(w[k], _mm512_loadu_si512(net->row[c.seen[i]] + 32 * k));
    EACH(WIDE) {
        w[k] = _mm512_max_epi16(_mm512_min_epi16(w[k], one), zero);
        w[k] = _mm512_mulhrs_epi16(_mm512_slli_epi16(w[k], 5), _mm512_slli_epi16(w[k], 1)); /* as cut_off */
        _mm512_storeu_si512(pair + 16 * k, w[k]);
        some[k / 4] |= (uint64_t)_mm512_test_epi32_mask(w[k], w[k]) << 16 * (k % 4);
    }
    return second_avx512(net, pair, some);
}

#endif

typedef int judge(const ck_weights *weights, const ck_board *b, int side, ck_sum *sum);

/* The fastest first; NULL: there is none, or it does not run here. */
static inline judge *kernel_of(int number) {
#if defined(__x86_64__)
    if (number == 0 && __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
        return judge_avx512;
    if (number == 1 && __builtin_cpu_supports("avx2"))
        return judge_avx2;
#endif
    return number == CK_KERNELS - 1 ? judge_plainly : NULL;
}

static inline judge *fastest(void) {
    judge *found = NULL;
    for (int i = 0; !found; i++)
        found = kernel_of(i);
    return found;
}

int ck_evaluate_from(const ck_weights *weights, const ck_board *b, int side, ck_sum *sum) {
    return weights ? fastest()(weights, b, side, sum) : material(b, side);
}

int ck_evaluate(const ck_weights *weights, const ck_board *b, int side) {
    ck_sum sum = {.kept = false};
    return ck_evaluate_from(weights, b, side, &sum);
}

bool ck_evaluate_by(int kernel, const ck_weights *weights, const ck_board *b, int side, ck_sum *sum,
                    int *out) {
    judge *by = kernel_of(kernel);
    if (by)
        *out = by(weights, b, side, sum);
    return by != NULL;
}

double ck_chance(int odds) {
    return 1 / (1 + exp(-odds / (double)CK_ODDS));
}
