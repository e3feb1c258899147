/* The strength of one player against another: published figures, a list of observations as the oracle, and
 * counts that say nothing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/rng.h"
#include "hra/rating.h"
#include "hra/stats.h"

static const double pair_value[5] = {0, 0.25, 0.5, 0.75, 1};

static bool near(double a, double b, double within) {
    return a == b || fabs(a - b) <= within;
}

static hra_sample pairs_of(const uint64_t count[5]) {
    return (hra_sample){pair_value, count, 5, 0.5, 2};
}

/* 70,576 pairs of a test of Stockfish, as fishtest shows it: LLR 2.25 with 0 and 2; 1.96 +- 1.81
 * normalized, 1.00 logistic, LOS 98.3 %. */
static void figures_are_the_published_ones(void **state) {
    (void)state;
    const uint64_t count[5] = {365, 16618, 36229, 16974, 390};
    const hra_sample sample = pairs_of(count);
    hra_elo_stats found;
    hra_elo_stats_of(&sample, &found);
    assert_int_equal(found.groups, 70576);
    assert_true(near(found.normalized, 1.962, 5e-4) && near(found.normalized_error, 1.813, 6e-4));
    assert_true(found.logistic && near(found.elo, 0.999, 5e-4) && near(found.los, 0.9831, 5e-5));
    assert_true(near(found.low, hra_elo_of(found.mean - 1.959964 * found.stddev / sqrt(70576)), 1e-6));
    assert_true(near(found.high, hra_elo_of(found.mean + 1.959964 * found.stddev / sqrt(70576)), 1e-6));
}

/* Where a group is one game nothing is left of groups: the figures of hra_elo_from. */
static void single_games_are_those_of_elo(void **state) {
    (void)state;
    static const double value[] = {0, 0.5, 1};
    static const uint64_t cases[][3] = {{40, 900, 60}, {60, 900, 40}, {1, 1, 3}, {7000, 1, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hra_sample sample = {value, cases[i], 3, 0.5, 1};
        hra_elo_stats found;
        hra_elo elo;
        hra_elo_stats_of(&sample, &found);
        hra_elo_from(cases[i][2], cases[i][1], cases[i][0], &elo);
        assert_true(near(found.mean, elo.score, 1e-15) && near(found.elo, elo.elo, 1e-9));
        assert_true(near(found.low, elo.low, 1e-9) && near(found.high, elo.high, 1e-9));
        assert_true(near(found.los, elo.los, 1e-12));
    }
}

/* Points, of groups of three games: worked out from the list of all groups. */
static void points_have_a_reference_of_zero(void **state) {
    (void)state;
    enum { KINDS = 40 };
    double value[KINDS];
    uint64_t count[KINDS];
    hra_rng rng;
    hra_rng_init(&rng, 5);
    for (int round = 0; round < 200; round++) {
        double sum = 0, squares = 0, groups = 0;
        for (int k = 0; k < KINDS; k++) {
            value[k] = hra_rng_normal(&rng) * 30 + 4;
            count[k] = 1 + hra_rng_below(&rng, 9);
            for (uint64_t i = 0; i < count[k]; i++, groups++)
                sum += value[k];
        }
        for (int k = 0; k < KINDS; k++)
            for (uint64_t i = 0; i < count[k]; i++)
                squares += (value[k] - sum / groups) * (value[k] - sum / groups);
        const hra_sample sample = {value, count, KINDS, 0, 3};
        hra_elo_stats found;
        hra_elo_stats_of(&sample, &found);
        double sd = sqrt(squares / groups), t = sum / groups / sd;
        assert_true(near(found.mean, sum / groups, 1e-12) && near(found.stddev, sd, 1e-12));
        assert_true(near(found.t, t, 1e-12));
        assert_true(near(found.normalized, t / sqrt(3) * 800 / log(10), 1e-9));
        assert_true(near(found.normalized_error, 1.959964 / sqrt(3 * groups) * 800 / log(10), 1e-5));
        assert_true(near(found.los, erfc(-t * sqrt(groups) / sqrt(2)) / 2, 1e-12));
        assert_true(!found.logistic && found.elo == 0 && found.low == 0 && found.high == 0);
    }
}

/* A result that is possible and has not occurred counts 10^-3, in t and in what is computed from it; mean
 * and deviation are reported without that. */
static void what_did_not_happen_counts_a_little(void **state) {
    (void)state;
    const uint64_t count[5] = {0, 2, 10, 5, 0};
    const hra_sample sample = pairs_of(count);
    const double with[5] = {1e-3, 2, 10, 5, 1e-3};
    double n = 0, mean = 0, variance = 0;
    for (int k = 0; k < 5; k++) {
        n += with[k];
        mean += with[k] * pair_value[k];
    }
    mean /= n;
    for (int k = 0; k < 5; k++)
        variance += with[k] / n * (pair_value[k] - mean) * (pair_value[k] - mean);
    hra_elo_stats found;
    hra_elo_stats_of(&sample, &found);
    assert_true(near(found.mean, (0.5 + 5 + 3.75) / 17, 1e-15));
    assert_true(near(found.t, (mean - 0.5) / sqrt(variance), 1e-12));
    assert_true(near(found.elo, hra_elo_of(mean), 1e-9));
}

static void one_kind_has_no_deviation(void **state) {
    (void)state;
    static const struct {
        uint64_t count[5];
        double elo, normalized, superior;
    } cases[] = {
        {{0, 0, 0, 0, 0}, 0, 0, 0.5},
        {{0, 0, 39, 0, 0}, 0, 0, 0.5},
        {{0, 0, 0, 0, 3}, INFINITY, INFINITY, 1},
        {{UINT64_MAX, 0, 0, 0, 0}, -INFINITY, -INFINITY, 0},
        {{0, 0, 0, 8, 0}, 190.8485, INFINITY, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hra_sample sample = pairs_of(cases[i].count);
        hra_elo_stats found;
        hra_elo_stats_of(&sample, &found);
        assert_true(near(found.elo, cases[i].elo, 1e-4) && !signbit(found.stddev) && found.stddev == 0);
        assert_true(found.normalized == cases[i].normalized && found.los == cases[i].superior);
        assert_true(isinf(found.normalized_error) && isinf(found.low) && isinf(found.high));
    }
}

static bool is_number(double x) {
    return !isnan(x);
}

/* Every figure is a number, whatever comes. */
static void strange_samples_give_numbers(void **state) {
    (void)state;
    static const double value[][3] = {
        {-1.7e308, 0, 1.7e308}, {5e-324, 1e-323, 0}, {1, 1, 1},
        {1e308, 1e308, -1e308}, {0, 1, 1e-300},      {0.5, 1, 7},
    };
    static const uint64_t count[][3] = {
        {1, 0, 1}, {UINT64_MAX, UINT64_MAX, UINT64_MAX}, {UINT64_C(1) << 63, 1, 0}, {0, 5, 0}, {0, 0, 0},
        {1, 1, 1},
    };
    static const double reference[] = {0.5, 0, 1e308, -1e-300};
    for (int round = 0; round < 6 * 6 * 4 * 3; round++) {
        const hra_sample sample = {value[round % 6], count[round / 6 % 6], 3, reference[round / 36 % 4],
                                   (int[]){1, 2, INT32_MAX}[round / 144]};
        hra_elo_stats found;
        hra_elo_stats_of(&sample, &found);
        assert_true(is_number(found.mean) && isfinite(found.mean) && isfinite(found.stddev));
        assert_true(is_number(found.t) && is_number(found.normalized) && found.normalized_error > 0);
        assert_true(is_number(found.elo) && is_number(found.low) && is_number(found.high));
        assert_true(found.low <= found.elo && found.elo <= found.high);
        assert_true(found.los >= 0 && found.los <= 1);
    }
}

static void what_makes_no_sense_counts_as_nothing(void **state) {
    (void)state;
    const uint64_t count[5] = {1, 2, 3, 4, 5};
    const double bad_value[5] = {0, NAN, 0.5, 0.75, INFINITY};
    const hra_sample cases[] = {
        {bad_value, count, 5, 0.5, 2},  {pair_value, count, 5, NAN, 2},  {pair_value, count, 5, INFINITY, 2},
        {pair_value, count, 5, 0.5, 0}, {pair_value, NULL, 5, 0.5, 2},   {NULL, count, 5, 0.5, 2},
        {pair_value, count, 0, 0.5, 2}, {pair_value, count, -3, 0.5, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_elo_stats found;
        hra_elo_stats_of(&cases[i], &found);
        assert_true(found.groups == 0 && found.t == 0 && found.los == 0.5 && isfinite(found.mean));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_the_published_ones),
        cmocka_unit_test(single_games_are_those_of_elo),
        cmocka_unit_test(points_have_a_reference_of_zero),
        cmocka_unit_test(what_did_not_happen_counts_a_little),
        cmocka_unit_test(one_kind_has_no_deviation),
        cmocka_unit_test(strange_samples_give_numbers),
        cmocka_unit_test(what_makes_no_sense_counts_as_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
