#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/base.h"

enum { LONGEST = 200, KEYS = 1 << 16 };

static void only_the_bytes_count(void **state) {
    (void)state;
    unsigned char here[LONGEST + 16], there[LONGEST + 16];
    hra_rng rng;
    hra_rng_init(&rng, 1);
    for (size_t length = 0; length <= LONGEST; length++) {
        for (size_t i = 0; i < sizeof here; i++) {
            here[i] = (unsigned char)hra_rng_below(&rng, 256);
            there[i] = (unsigned char)hra_rng_below(&rng, 256);
        }
        memcpy(there + 3, here + 8, length); /* another alignment and other neighbours */
        assert_true(hra_hash(here + 8, length) == hra_hash(there + 3, length));
    }
    assert_true(hra_hash(NULL, 0) == hra_hash("x", 0));
}

/* Changing one bit of the input changes each bit of the output in half of the cases, within 6 standard
 * deviations. */
static void every_bit_flips_half_of_the_bits(void **state) {
    (void)state;
    enum { ROUNDS = 400 };
    static const size_t lengths[] = {3, 4, 7, 8, 9, 16, 17, 24, 31, 32, 33, 48, 49, 64, 65, 100, 200};
    hra_rng rng;
    hra_rng_init(&rng, 2);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        static int flips[LONGEST * 8][64];
        memset(flips, 0, sizeof flips);
        size_t bits = lengths[l] * 8, step = bits > 400 ? 7 : 1;
        for (int round = 0; round < ROUNDS; round++) {
            unsigned char bytes[LONGEST];
            /* Small numbers, as in states, in every second round, where there are enough different keys of
             * them. */
            uint32_t below = round % 2 == 0 || lengths[l] < 8 ? 256 : 7;
            for (size_t i = 0; i < lengths[l]; i++)
                bytes[i] = (unsigned char)hra_rng_below(&rng, below);
            uint64_t before = hra_hash(bytes, lengths[l]);
            for (size_t b = 0; b < bits; b += step) {
                bytes[b / 8] ^= (unsigned char)(1 << b % 8);
                uint64_t changed = before ^ hra_hash(bytes, lengths[l]);
                bytes[b / 8] ^= (unsigned char)(1 << b % 8);
                for (int o = 0; o < 64; o++)
                    flips[b][o] += (int)(changed >> o & 1);
            }
        }
        for (size_t b = 0; b < bits; b += step)
            for (int o = 0; o < 64; o++)
                assert_in_range(flips[b][o], ROUNDS / 2 - 60, ROUNDS / 2 + 60);
    }
}

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Of 2^16 random 64-bit numbers two are equal once in 2^33 tries, and the number of equal pairs
 * among halves of them is Poisson of mean 1/2: more than 8 come once in 3 * 10^8. */
static void expect_no_collisions(uint64_t *hashes) {
    qsort(hashes, KEYS, sizeof *hashes, by_value);
    for (int i = 1; i < KEYS; i++)
        assert_true(hashes[i] != hashes[i - 1]);
    for (int shift = 0; shift <= 32; shift += 32) {
        static uint64_t halves[KEYS];
        for (int i = 0; i < KEYS; i++)
            halves[i] = (uint32_t)(hashes[i] >> shift);
        qsort(halves, KEYS, sizeof *halves, by_value);
        int equal = 0;
        for (int i = 1; i < KEYS; i++)
            equal += halves[i] == halves[i - 1];
        assert_in_range(equal, 0, 8);
    }
}

static void counters_do_not_collide(void **state) {
    (void)state;
    uint64_t *hashes = malloc(KEYS * sizeof *hashes);
    assert_non_null(hashes);
    static const size_t lengths[] = {4, 8, 16, 40, 72};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        for (size_t at = 0; at + 4 <= lengths[l]; at += at + 12 <= lengths[l] ? 8 : 4) {
            for (uint32_t i = 0; i < KEYS; i++) {
                unsigned char bytes[LONGEST] = {0};
                memcpy(bytes + at, &i, sizeof i);
                hashes[i] = hra_hash(bytes, lengths[l]);
            }
            expect_no_collisions(hashes);
        }
    }
    free(hashes);
}

/* Two counters in any two words of the key: what one word does must not undo the other. */
static void pairs_of_counters_do_not_collide(void **state) {
    (void)state;
    uint64_t *hashes = malloc(KEYS * sizeof *hashes);
    assert_non_null(hashes);
    static const size_t lengths[] = {24, 80};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        for (size_t x = 0; x + 8 <= lengths[l]; x += 8) {
            for (size_t y = x + 8; y + 8 <= lengths[l]; y += 8) {
                for (uint32_t i = 0; i < KEYS; i++) {
                    unsigned char bytes[LONGEST] = {0};
                    bytes[x] = (unsigned char)i;
                    bytes[y] = (unsigned char)(i >> 8);
                    hashes[i] = hra_hash(bytes, lengths[l]);
                }
                expect_no_collisions(hashes);
            }
        }
    }
    free(hashes);
}

/* Boards: seventeen cells of two bits spread over seventeen bytes. */
static void sparse_boards_do_not_collide(void **state) {
    (void)state;
    uint64_t *hashes = malloc(KEYS * sizeof *hashes);
    assert_non_null(hashes);
    for (uint32_t i = 0; i < KEYS; i++) {
        unsigned char bytes[51] = {0};
        for (int c = 0; c < 17; c++)
            bytes[3 * c] = (unsigned char)(i >> c & 1);
        hashes[i] = hra_hash(bytes, sizeof bytes);
    }
    expect_no_collisions(hashes);
    free(hashes);
}

static void lengths_of_zeros_differ(void **state) {
    (void)state;
    static const unsigned char zeros[LONGEST] = {0};
    uint64_t seen[LONGEST + 1];
    for (size_t length = 0; length <= LONGEST; length++) {
        seen[length] = hra_hash(zeros, length);
        for (size_t i = 0; i < length; i++)
            assert_true(seen[i] != seen[length]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_bytes_count),         cmocka_unit_test(every_bit_flips_half_of_the_bits),
        cmocka_unit_test(counters_do_not_collide),      cmocka_unit_test(pairs_of_counters_do_not_collide),
        cmocka_unit_test(sparse_boards_do_not_collide), cmocka_unit_test(lengths_of_zeros_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
