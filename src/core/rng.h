/* Random numbers where every nanosecond counts: what a play draws at each of its moves. The numbers are those
 * of hra_rng_init_stream, hra_rng_init and hra_rng_next; here only as much is worked out as is needed. */
#ifndef HRA_CORE_RNG_H
#define HRA_CORE_RNG_H

#include "hra/base.h"

#define HRA_RNG_GOLDEN UINT64_C(0x9E3779B97F4A7C15) /* 2^64 / golden ratio, the step of SplitMix64 */

static inline uint64_t hra_rng_rotate(uint64_t x, int k) {
    return x << k | x >> (64 - k);
}

/* Advances by 2^128 draws: for threads that share one seed. */
void hra_rng_jump(hra_rng *rng);
/* About normal, with mean 0 and standard deviation 1: the sum of twelve uniform numbers less 6 (Irwin and
 * Hall, 1927), so never beyond 6. For errors meant to look human, not for tails. */
double hra_rng_normal(hra_rng *rng);

/* The finaliser of SplitMix64: one to one, and every input bit changes half of the output bits. */
static inline uint64_t hra_rng_mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

/* What a generator in a state with this second word draws next. */
static inline uint64_t hra_rng_draw(uint64_t second) {
    return hra_rng_rotate(second * 5, 7) * 9;
}

/* Streams are three rounds of a Feistel network of four words. Each step adds to a word a function of another
 * one, so the whole is one to one: no two streams ever start in the same state. Three rounds bring
 * every input bit through the finaliser at least once on its way to every word. The steps of a
 * pair do not wait for each other, which halves the time:
 *
 *     a = seed, b = game, c = ply, d = purpose; in each round
 *     b += mix(a + round * golden)
 *     d += mix(c - round * golden)
 *     a += mix(d + rotate(golden, 16) * round)
 *     c += mix(b - rotate(golden, 16) * round)
 *
 * What of them knows nothing but seed and game, or nothing of the game, is worked out once for many. */
typedef struct hra_streams {
    uint64_t seed, b, c; /* of seed and game: b, and what is added to c, in the first round */
} hra_streams;

typedef struct hra_stream_start {
    uint64_t a, d, b; /* of seed, ply and purpose: a and d after the first round, what the second adds to b */
} hra_stream_start;

static inline hra_streams hra_streams_of(uint64_t seed, uint64_t game) {
    uint64_t b = game + hra_rng_mix(seed + HRA_RNG_GOLDEN);
    return (hra_streams){seed, b, hra_rng_mix(b - hra_rng_rotate(HRA_RNG_GOLDEN, 16))};
}

static inline hra_stream_start hra_stream_start_of(uint64_t seed, uint64_t ply, uint64_t purpose) {
    uint64_t d = purpose + hra_rng_mix(ply - HRA_RNG_GOLDEN);
    uint64_t a = seed + hra_rng_mix(d + hra_rng_rotate(HRA_RNG_GOLDEN, 16));
    return (hra_stream_start){a, d, hra_rng_mix(a + 2 * HRA_RNG_GOLDEN)};
}

static inline hra_rng hra_streams_go(const hra_streams *streams, const hra_stream_start *start,
                                     uint64_t ply) {
    const uint64_t step = HRA_RNG_GOLDEN, other = hra_rng_rotate(HRA_RNG_GOLDEN, 16);
    uint64_t a = start->a, b = streams->b + start->b, c = ply + streams->c, d = start->d;
    d += hra_rng_mix(c - 2 * step);
    a += hra_rng_mix(d + 2 * other);
    c += hra_rng_mix(b - 2 * other);
    b += hra_rng_mix(a + 3 * step);
    d += hra_rng_mix(c - 3 * step);
    a += hra_rng_mix(d + 3 * other);
    c += hra_rng_mix(b - 3 * other);
    /* The one state that the generator never leaves belongs to one of 2^256 streams. */
    a |= (a | b | c | d) == 0;
    return (hra_rng){{a, b, c, d}};
}

/* What the first numbers of all purposes at this ply have in common. */
static inline uint64_t hra_streams_shared(const hra_streams *streams, uint64_t ply) {
    return hra_rng_mix(ply + streams->c - 2 * HRA_RNG_GOLDEN);
}

/* The first number of a stream of hra_streams_go, without what only later ones need. */
static inline uint64_t hra_streams_first_of(const hra_streams *streams, const hra_stream_start *start,
                                            uint64_t shared) {
    const uint64_t d = start->d + shared;
    const uint64_t a = start->a + hra_rng_mix(d + 2 * hra_rng_rotate(HRA_RNG_GOLDEN, 16));
    return hra_rng_draw(streams->b + start->b + hra_rng_mix(a + 3 * HRA_RNG_GOLDEN));
}

static inline uint64_t hra_streams_first(const hra_streams *streams, const hra_stream_start *start,
                                         uint64_t ply) {
    return hra_streams_first_of(streams, start, hra_streams_shared(streams, ply));
}

/* The first number of a generator that begins with this seed. */
static inline uint64_t hra_rng_first(uint64_t seed) {
    return hra_rng_draw(hra_rng_mix(seed + 2 * HRA_RNG_GOLDEN));
}

/* hra_rng_below as the first draw of a generator that begins with this seed, whose first number was drawn. */
static inline uint32_t hra_rng_first_below(uint64_t seed, uint64_t first, uint32_t bound) {
    uint64_t product = (first >> 32) * bound;
    if ((uint32_t)product >= bound)
        return (uint32_t)(product >> 32);
    hra_rng rng;
    hra_rng_init(&rng, seed);
    return hra_rng_below(&rng, bound);
}

#endif
