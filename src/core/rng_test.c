#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"

/* Vigna, splitmix64.c with x = 1234567; the first five are listed on Rosetta Code, "Pseudo-random
 * numbers/Splitmix64". Seeding takes four of them as the state. */
static void seeding_is_splitmix64(void **state) {
    (void)state;
    hra_rng rng;
    hra_rng_init(&rng, 1234567);
    assert_true(rng.s[0] == UINT64_C(6457827717110365317));
    assert_true(rng.s[1] == UINT64_C(3203168211198807973));
    assert_true(rng.s[2] == UINT64_C(9817491932198370423));
    assert_true(rng.s[3] == UINT64_C(4593380528125082431));
}

/* Blackman and Vigna, xoshiro256starstar.c, from the state 1, 2, 3, 4; as in the tests of the
 * Rust crate rand_xoshiro. */
static void draws_are_xoshiro256_star_star(void **state) {
    (void)state;
    static const uint64_t expected[] = {
        UINT64_C(11520),
        UINT64_C(0),
        UINT64_C(1509978240),
        UINT64_C(1215971899390074240),
        UINT64_C(1216172134540287360),
        UINT64_C(607988272756665600),
        UINT64_C(16172922978634559625),
        UINT64_C(8476171486693032832),
        UINT64_C(10595114339597558777),
        UINT64_C(2904607092377533576),
    };
    hra_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(hra_rng_next(&rng) == expected[i]);
}

/* jump() and one draw, in turn, of the same reference code; as in the tests of a Go package
 * "xoshiro" that took them from it. */
static void jumps_are_those_of_the_reference(void **state) {
    (void)state;
    static const uint64_t expected[] = {
        UINT64_C(13534147089533256664), UINT64_C(5049895679018676702),  UINT64_C(10357798701826169776),
        UINT64_C(14797244810105073478), UINT64_C(18137915528557693442),
    };
    hra_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        hra_rng_jump(&rng);
        assert_true(hra_rng_next(&rng) == expected[i]);
    }
}

typedef struct matrix {
    hra_rng row[256]; /* what the state becomes that has only this bit */
} matrix;

static hra_rng times(const matrix *m, const hra_rng *x) {
    hra_rng sum = {{0, 0, 0, 0}};
    for (int bit = 0; bit < 256; bit++) {
        if (x->s[bit / 64] >> bit % 64 & 1)
            for (int i = 0; i < 4; i++)
                sum.s[i] ^= m->row[bit].s[i];
    }
    return sum;
}

/* One draw is a linear map over bits; squared 128 times it is 2^128 draws. */
static void a_jump_is_two_to_the_128_draws(void **state) {
    (void)state;
    static matrix m, square;
    for (int bit = 0; bit < 256; bit++) {
        memset(&m.row[bit], 0, sizeof m.row[bit]);
        m.row[bit].s[bit / 64] = UINT64_C(1) << bit % 64;
        hra_rng_next(&m.row[bit]);
    }
    for (int doubling = 0; doubling < 128; doubling++) {
        for (int bit = 0; bit < 256; bit++)
            square.row[bit] = times(&m, &m.row[bit]);
        m = square;
    }
    hra_rng rng;
    hra_rng_init(&rng, 99);
    hra_rng expected = times(&m, &rng);
    hra_rng_jump(&rng);
    assert_memory_equal(&rng, &expected, sizeof rng);
}

static double chi_square(const uint64_t *counts, int n, double expected) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double off = (double)counts[i] - expected;
        sum += off * off / expected;
    }
    return sum;
}

/* Below the mean by 5 or above it by 6 standard deviations (of a nearly normal law). */
static void expect_plausible(double chi, int freedom) {
    double sigma = sqrt(2.0 * freedom);
    assert_true(chi < freedom + 6 * sigma + 10);
    assert_true(chi > freedom - 5 * sigma || freedom < 50);
}

static void below_is_uniform(void **state) {
    (void)state;
    static const uint32_t bounds[] = {2, 3, 6, 7, 52, 252, 1000};
    hra_rng rng;
    hra_rng_init(&rng, 3);
    for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
        uint64_t counts[1000] = {0};
        int each = 1000;
        for (uint32_t i = 0; i < bounds[b] * (uint32_t)each; i++) {
            uint32_t x = hra_rng_below(&rng, bounds[b]);
            assert_true(x < bounds[b]);
            counts[x]++;
        }
        expect_plausible(chi_square(counts, (int)bounds[b], each), (int)bounds[b] - 1);
    }
    assert_int_equal(hra_rng_below(&rng, 1), 0);
}

/* With a bound of 3/4 * 2^32 a draw taken as it comes (without drawing again) would give the
 * multiples of 3 twice as often as the others. */
static void below_is_unbiased_for_large_bounds(void **state) {
    (void)state;
    hra_rng rng;
    hra_rng_init(&rng, 4);
    uint64_t counts[3] = {0, 0, 0};
    for (int i = 0; i < 300000; i++)
        counts[hra_rng_below(&rng, UINT32_C(3) << 30) % 3]++;
    expect_plausible(chi_square(counts, 3, 100000), 2);
}

static void unit_fills_its_interval(void **state) {
    (void)state;
    hra_rng rng;
    hra_rng_init(&rng, 5);
    uint64_t counts[100] = {0};
    double sum = 0;
    for (int i = 0; i < 200000; i++) {
        double x = hra_rng_uniform(&rng);
        assert_true(x >= 0 && x < 1);
        counts[(int)(100 * x)]++;
        sum += x;
    }
    expect_plausible(chi_square(counts, 100, 2000), 99);
    assert_true(fabs(sum / 200000 - 0.5) < 6 * sqrt(1.0 / 12 / 200000));
}

/* The next draw is that of s[1] alone: the largest unit there is comes from all bits set. */
static void unit_never_reaches_one(void **state) {
    (void)state;
    uint64_t inverse_of_9 = UINT64_C(0x8E38E38E38E38E39), inverse_of_5 = UINT64_C(0xCCCCCCCCCCCCCCCD);
    uint64_t x = UINT64_MAX * inverse_of_9;
    x = (x >> 7 | x << 57) * inverse_of_5;
    hra_rng rng = {{1, x, 2, 3}};
    hra_rng copy = rng;
    assert_true(hra_rng_next(&copy) == UINT64_MAX);
    assert_true(hra_rng_uniform(&rng) == 1 - 0x1p-53);
}

/* Mean 0, standard deviation 1, never beyond 6, and a kurtosis that twelve uniform numbers have: 3 - 1.2
 * / 12. */
static void bell_is_the_sum_of_twelve(void **state) {
    (void)state;
    hra_rng rng, twin;
    double sum = 0, squares = 0, fourth = 0;
    enum { DRAWS = 200000 };
    hra_rng_init(&rng, 21);
    twin = rng;
    for (int i = 0; i < DRAWS; i++) {
        double x = hra_rng_normal(&rng), expected = -6;
        for (int k = 0; k < 12; k++)
            expected += hra_rng_uniform(&twin);
        assert_true(x == expected && fabs(x) <= 6);
        sum += x;
        squares += x * x;
        fourth += x * x * x * x;
    }
    assert_true(fabs(sum / DRAWS) < 6 / sqrt(DRAWS));
    assert_true(fabs(squares / DRAWS - 1) < 6 * sqrt(1.9 / DRAWS));
    assert_true(fabs(fourth / DRAWS - 2.9) < 0.2);
}

static void pick_follows_the_probabilities(void **state) {
    (void)state;
    static const double probability[] = {0.1, 0, 0.25, 0.6, 0.05, 0};
    hra_rng rng;
    hra_rng_init(&rng, 6);
    double chi = 0;
    int counts[6] = {0}, n = 100000;
    for (int i = 0; i < n; i++) {
        int k = hra_rng_pick(&rng, probability, 6);
        assert_in_range(k, 0, 5);
        counts[k]++;
    }
    for (int k = 0; k < 6; k++) {
        if (probability[k] == 0) {
            assert_int_equal(counts[k], 0);
        } else {
            double off = counts[k] - n * probability[k];
            chi += off * off / (n * probability[k]);
        }
    }
    expect_plausible(chi, 3);
    static const double one[] = {1};
    assert_int_equal(hra_rng_pick(&rng, one, 1), 0);
}

/* What rounding leaves over goes to the last outcome that can happen. */
static void pick_never_takes_the_impossible(void **state) {
    (void)state;
    static const double short_of_one[] = {0, 0.25, 0.25, 0, 0};
    hra_rng rng;
    hra_rng_init(&rng, 7);
    for (int i = 0; i < 1000; i++)
        assert_in_range(hra_rng_pick(&rng, short_of_one, 5), 1, 2);
}

static void the_same_seed_gives_the_same_numbers(void **state) {
    (void)state;
    hra_rng a, b;
    hra_rng_init(&a, 17);
    hra_rng_init(&b, 17);
    assert_memory_equal(&a, &b, sizeof a);
    hra_rng_init_stream(&a, 17, 2, 30, HRA_STREAM_SEAT + 1);
    hra_rng_init_stream(&b, 17, 2, 30, HRA_STREAM_SEAT + 1);
    assert_memory_equal(&a, &b, sizeof a);
}

/* Records hold seeds: the streams must never change. Our own numbers. */
static void streams_stay_what_they_are(void **state) {
    (void)state;
    hra_rng rng;
    hra_rng_init_stream(&rng, 0, 0, 0, 0);
    assert_true(hra_rng_next(&rng) == UINT64_C(0x29DA7E88F598F636));
    hra_rng_init_stream(&rng, 17, 1, 2, 3);
    assert_true(hra_rng_next(&rng) == UINT64_C(0xE813C4FB565BB19A));
}

/* Each bit of seed, game, ply and purpose changes each bit of the state and of the first draw in
 * half of the cases, by 6 standard deviations. */
static void streams_depend_on_every_bit(void **state) {
    (void)state;
    enum { ROUNDS = 400 };
    static int flips[256][320];
    memset(flips, 0, sizeof flips);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uint64_t in[4] = {17 * (round % 5), round / 5, round % 40, round % 3}; /* small, as in plays */
        hra_rng before;
        hra_rng_init_stream(&before, in[0], in[1], in[2], in[3]);
        for (int bit = 0; bit < 256; bit++) {
            in[bit / 64] ^= UINT64_C(1) << bit % 64;
            hra_rng after, first = before;
            hra_rng_init_stream(&after, in[0], in[1], in[2], in[3]);
            in[bit / 64] ^= UINT64_C(1) << bit % 64;
            for (int o = 0; o < 256; o++)
                flips[bit][o] += (int)((before.s[o / 64] ^ after.s[o / 64]) >> o % 64 & 1);
            uint64_t changed = hra_rng_next(&first) ^ hra_rng_next(&after);
            for (int o = 0; o < 64; o++)
                flips[bit][256 + o] += (int)(changed >> o & 1);
        }
    }
    for (int bit = 0; bit < 256; bit++)
        for (int o = 0; o < 320; o++)
            assert_in_range(flips[bit][o], ROUNDS / 2 - 60, ROUNDS / 2 + 60);
}

/* What plays take instead of a whole generator. */
static void short_cuts_draw_the_same(void **state) {
    (void)state;
    static const uint32_t bounds[] = {1, 2, 7, 1000, UINT32_C(3) << 30, UINT32_MAX};
    for (uint64_t i = 0; i < 2000; i++) {
        hra_rng stream, seeded;
        uint64_t seed = i * i * 77, game = i % 5, ply = i % 131, purpose = i % 9;
        hra_rng_init_stream(&stream, seed, game, ply, purpose);
        hra_streams streams = hra_streams_of(seed, game);
        hra_stream_start start = hra_stream_start_of(seed, ply, purpose);
        hra_rng gone = hra_streams_go(&streams, &start, ply);
        assert_memory_equal(&gone, &stream, sizeof gone);
        assert_true(hra_streams_first(&streams, &start, ply) == hra_rng_next(&stream));
        for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
            hra_rng_init(&seeded, seed);
            assert_true(hra_rng_first_below(seed, hra_rng_first(seed), bounds[b]) ==
                        hra_rng_below(&seeded, bounds[b]));
        }
    }
}

/* First throws of neighbouring streams, in pairs: all 36 equally often, whichever number it is
 * that counts up. */
static void neighbouring_streams_throw_independent_dice(void **state) {
    (void)state;
    for (int which = 0; which < 4; which++) {
        uint64_t counts[36] = {0}, in[4] = {0, 0, 0, 0};
        uint32_t last = 0;
        for (int i = 0; i < 36000; i++) {
            in[which] = (uint64_t)i;
            hra_rng rng;
            hra_rng_init_stream(&rng, in[0], in[1], in[2], in[3]);
            uint32_t die = hra_rng_below(&rng, 6);
            counts[6 * last + die]++;
            last = die;
        }
        expect_plausible(chi_square(counts, 36, 1000), 35);
    }
}

/* The four numbers for which the network of rng.c gives all zeros, from running it backwards: the
 * generator would never leave that state. */
static void no_stream_is_stuck_at_zero(void **state) {
    (void)state;
    hra_rng rng;
    hra_rng_init_stream(&rng, UINT64_C(0x088D271569CCF3B1), UINT64_C(0x6EF7E459231FE3E5),
                        UINT64_C(0x4D3BE77FA6B9796F), UINT64_C(0xA9FB665AB28847DF));
    uint64_t seen = 0;
    for (int i = 0; i < 8; i++)
        seen |= hra_rng_next(&rng);
    assert_true(seen != 0);
}

static void entropy_can_be_typed(void **state) {
    (void)state;
    uint64_t seen = 0, first = hra_rng_entropy();
    bool differs = false;
    for (int i = 0; i < 64; i++) {
        uint64_t x = hra_rng_entropy();
        assert_true(x <= UINT32_MAX);
        seen |= x;
        differs = differs || x != first;
    }
    assert_true(differs);
    assert_true(seen >> 16 != 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeding_is_splitmix64),
        cmocka_unit_test(draws_are_xoshiro256_star_star),
        cmocka_unit_test(jumps_are_those_of_the_reference),
        cmocka_unit_test(a_jump_is_two_to_the_128_draws),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(below_is_unbiased_for_large_bounds),
        cmocka_unit_test(unit_fills_its_interval),
        cmocka_unit_test(unit_never_reaches_one),
        cmocka_unit_test(bell_is_the_sum_of_twelve),
        cmocka_unit_test(pick_follows_the_probabilities),
        cmocka_unit_test(pick_never_takes_the_impossible),
        cmocka_unit_test(the_same_seed_gives_the_same_numbers),
        cmocka_unit_test(streams_stay_what_they_are),
        cmocka_unit_test(streams_depend_on_every_bit),
        cmocka_unit_test(short_cuts_draw_the_same),
        cmocka_unit_test(neighbouring_streams_throw_independent_dice),
        cmocka_unit_test(no_stream_is_stuck_at_zero),
        cmocka_unit_test(entropy_can_be_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
