/* Random numbers: xoshiro256**, its streams, and drawing from them. */
#include <errno.h>
#include <sys/random.h>
#include <time.h>

#include "rng.h"

void hra_rng_init(hra_rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        seed += HRA_RNG_GOLDEN;
        rng->s[i] = hra_rng_mix(seed);
    }
}

void hra_rng_init_stream(hra_rng *rng, uint64_t seed, uint64_t game, uint64_t ply, uint64_t purpose) {
    hra_streams streams = hra_streams_of(seed, game);
    hra_stream_start start = hra_stream_start_of(seed, ply, purpose);
    *rng = hra_streams_go(&streams, &start, ply);
}

uint64_t hra_rng_next(hra_rng *rng) {
    uint64_t *s = rng->s;
    uint64_t result = hra_rng_draw(s[1]);
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = hra_rng_rotate(s[3], 45);
    return result;
}

/* The polynomial is x^(2^128) modulo the characteristic polynomial of the generator; from
 * https://prng.di.unimi.it/xoshiro256starstar.c, which is in the public domain. */
void hra_rng_jump(hra_rng *rng) {
    static const uint64_t polynomial[4] = {0x180EC6D33CFD0ABA, 0xD5A61266F0C9392C, 0xA9582618E03FC9AA,
                                           0x39ABDC4529B1661C};
    hra_rng sum = {{0, 0, 0, 0}};
    for (int bit = 0; bit < 256; bit++) {
        if (polynomial[bit / 64] >> bit % 64 & 1)
            for (int i = 0; i < 4; i++)
                sum.s[i] ^= rng->s[i];
        hra_rng_next(rng);
    }
    *rng = sum;
}

/* Lemire, "Fast random integer generation in an interval", 2019: the upper word of draw * bound is
 * uniform once the 2^32 mod bound lowest products are drawn again, which is hardly ever. */
uint32_t hra_rng_below(hra_rng *rng, uint32_t bound) {
    uint64_t product = (hra_rng_next(rng) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = (uint32_t)-bound % bound;
        while ((uint32_t)product < least)
            product = (hra_rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

double hra_rng_normal(hra_rng *rng) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += hra_rng_uniform(rng);
    return sum;
}

int hra_rng_pick(hra_rng *rng, const double *probability, int n) {
    /* When rounding leaves a crumb above the sum, it belongs to the last one that can happen. */
    while (n > 1 && probability[n - 1] <= 0)
        n--;
    double left = hra_rng_uniform(rng);
    for (int i = 0; i < n - 1; i++) {
        left -= probability[i];
        if (left < 0)
            return i;
    }
    return n - 1;
}

uint64_t hra_rng_entropy(void) {
    uint32_t seed;
    ssize_t got;
    do {
        got = getrandom(&seed, sizeof seed, 0);
    } while (got < 0 && errno == EINTR);
    if (got == (ssize_t)sizeof seed)
        return seed;
    /* Where the kernel gives none the time will do, since seeds are for variety, not for secrets. */
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    return hra_rng_mix((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec) >> 32;
}
