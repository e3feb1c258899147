#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/stats.h"

enum { MOST = 3000 };

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The smallest x with F(x) >= q, by counting. */
static double percentile(const double *sorted, int n, double q) {
    for (int i = 0; i < n; i++) {
        int below = 0;
        while (below < n && sorted[below] <= sorted[i])
            below++;
        if ((double)below / n >= q)
            return sorted[i];
    }
    return sorted[n - 1];
}

static void check_against_naive(hra_stats *stats, double *all, int n) {
    qsort(all, (size_t)n, sizeof *all, by_value);
    long double sum = 0, squares = 0;
    for (int i = 0; i < n; i++)
        sum += all[i];
    for (int i = 0; i < n; i++)
        squares += (all[i] - sum / n) * (all[i] - sum / n);
    double deviation = n < 2 ? 0 : (double)sqrtl(squares / (n - 1));
    double scale = fabs(all[0]) + fabs(all[n - 1]);
    assert_int_equal(stats->count, n);
    assert_true(fabs(hra_stats_summary(stats).mean - (double)(sum / n)) <= 1e-14 * scale);
    assert_true(fabs(hra_stats_summary(stats).stddev - deviation) <= 1e-12 * scale);
    assert_true(fabs(hra_stats_summary(stats).error - deviation / sqrt(n)) <= 1e-12 * scale);
    assert_true(hra_stats_summary(stats).min == all[0]);
    assert_true(hra_stats_summary(stats).max == all[n - 1]);
    static const double shares[] = {0, 0.01, 0.1, 0.25, 1.0 / 3, 0.5, 0.75, 0.9, 0.99, 1};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        assert_true(hra_stats_percentile(stats, shares[i]) == percentile(all, n, shares[i]));
}

static void figures_are_those_of_a_list(void **state) {
    (void)state;
    static double all[MOST];
    hra_rng rng;
    hra_rng_init(&rng, 1);
    for (int round = 0; round < 60; round++) {
        hra_stats stats;
        stats = (hra_stats){0};
        int n = round < 20 ? round + 1 : 1 + (int)hra_rng_below(&rng, 600);
        uint32_t spread = round % 3 == 0 ? 3 : 100000;
        for (int i = 0; i < n; i++) {
            all[i] = ((double)hra_rng_below(&rng, spread) - 50) / (round % 2 == 0 ? 1 : 7);
            assert_int_equal(hra_stats_add(&stats, all[i], 1), 0);
            if (hra_rng_below(&rng, 50) == 0)
                (void)hra_stats_summary(&stats); /* sorts in between */
        }
        check_against_naive(&stats, all, n);
        hra_stats_release(&stats);
    }
}

static void nothing_gives_zeros(void **state) {
    (void)state;
    hra_stats stats;
    stats = (hra_stats){0};
    for (int round = 0; round < 2; round++) {
        assert_true(hra_stats_summary(&stats).mean == 0 && hra_stats_summary(&stats).stddev == 0);
        assert_true(hra_stats_summary(&stats).error == 0 && hra_stats_summary(&stats).min == 0);
        assert_true(hra_stats_summary(&stats).max == 0 && hra_stats_percentile(&stats, 0.5) == 0);
        assert_int_equal(hra_stats_add(&stats, 5, 0), 0);
    }
    assert_int_equal(hra_stats_add(&stats, -3, 1), 0);
    assert_true(hra_stats_summary(&stats).mean == -3 && hra_stats_summary(&stats).stddev == 0);
    assert_true(hra_stats_summary(&stats).min == -3 && hra_stats_summary(&stats).max == -3);
    hra_stats_release(&stats);
}

/* Ten numbers 1..10: F(k) = k/10, so the definition gives whole answers that can be read off. */
static void percentiles_by_definition(void **state) {
    (void)state;
    static const double cases[][2] = {{0, 1},   {0.05, 1}, {0.1, 1},  {0.1000001, 2}, {0.25, 3},  {0.3, 3},
                                      {0.5, 5}, {0.7, 7},  {0.75, 8}, {0.9, 9},       {0.91, 10}, {1, 10}};
    for (uint64_t times = 1; times <= 1000000; times *= 10) {
        hra_stats stats;
        stats = (hra_stats){0};
        for (int i = 10; i >= 1; i--)
            assert_int_equal(hra_stats_add(&stats, i, times), 0);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
            assert_true(hra_stats_percentile(&stats, cases[i][0]) == cases[i][1]);
        assert_true(hra_stats_summary(&stats).mean == 5.5);
        hra_stats_release(&stats);
    }
}

static void same_bits(double a, double b) {
    assert_memory_equal(&a, &b, sizeof a);
}

static void order_of_arrival_and_merging_never_shows(void **state) {
    (void)state;
    static double all[MOST];
    hra_rng rng;
    hra_rng_init(&rng, 2);
    for (int i = 0; i < MOST; i++) {
        double wild = ldexp(hra_rng_uniform(&rng) - 0.5, (int)hra_rng_below(&rng, 60) - 30);
        all[i] = i % 4 == 0 ? wild : i % 4 == 1 ? 0.1 * i : (double)hra_rng_below(&rng, 40);
    }
    hra_stats whole;
    whole = (hra_stats){0};
    for (int i = 0; i < MOST; i++)
        assert_int_equal(hra_stats_add(&whole, all[i], 1), 0);
    for (int parts = 2; parts <= 7; parts++) {
        hra_stats part[7], sum;
        sum = (hra_stats){0};
        for (int p = 0; p < parts; p++)
            part[p] = (hra_stats){0};
        for (int i = MOST - 1; i >= 0; i--)
            assert_int_equal(hra_stats_add(&part[hra_rng_below(&rng, (uint32_t)parts)], all[i], 1), 0);
        for (int p = 0; p < parts; p++) {
            if (p % 2 == 0) {
                hra_stats_sort(&part[p]);
                hra_stats_sort(&sum);
            }
            assert_int_equal(hra_stats_merge(&sum, &part[p]), 0);
            hra_stats_release(&part[p]);
        }
        assert_int_equal(sum.count, whole.count);
        same_bits(hra_stats_summary(&sum).mean, hra_stats_summary(&whole).mean);
        same_bits(hra_stats_summary(&sum).stddev, hra_stats_summary(&whole).stddev);
        same_bits(hra_stats_percentile(&sum, 0.3), hra_stats_percentile(&whole, 0.3));
        hra_stats_release(&sum);
    }
    hra_stats_release(&whole);
}

static void merging_with_itself_doubles(void **state) {
    (void)state;
    for (int sorted = 0; sorted < 2; sorted++) {
        hra_stats stats, empty;
        stats = (hra_stats){0};
        empty = (hra_stats){0};
        for (int i = 0; i < 100; i++)
            assert_int_equal(hra_stats_add(&stats, i % 30, 1), 0);
        if (sorted)
            hra_stats_sort(&stats);
        assert_int_equal(hra_stats_merge(&stats, &stats), 0);
        assert_int_equal(hra_stats_merge(&stats, &empty), 0);
        assert_int_equal(stats.count, 200);
        assert_int_equal(stats.used, 30);
        hra_stats_release(&stats);
    }
}

static void bins_ascend_after_sorting(void **state) {
    (void)state;
    hra_stats stats;
    stats = (hra_stats){0};
    for (int i = 0; i < 500; i++)
        assert_int_equal(hra_stats_add(&stats, (i * 37) % 101, 2), 0);
    hra_stats_sort(&stats);
    assert_true(stats.sorted);
    assert_int_equal(stats.used, 101);
    uint64_t count = 0;
    for (size_t i = 0; i < stats.used; i++) {
        assert_true(stats.bins[i].value == (double)i);
        count += stats.bins[i].count;
    }
    assert_int_equal(count, 1000);
    hra_stats_release(&stats);
}

static void odd_numbers_are_met_with_words(void **state) {
    (void)state;
    hra_stats stats;
    stats = (hra_stats){0};
    assert_int_equal(hra_stats_add(&stats, NAN, 1), HRA_EINPUT);
    assert_int_equal(hra_stats_add(&stats, INFINITY, 1), HRA_EINPUT);
    assert_int_equal(hra_stats_add(&stats, -INFINITY, 0), HRA_EINPUT);
    assert_int_equal(stats.count, 0);
    assert_int_equal(hra_stats_add(&stats, 0.0, 1), 0);
    assert_int_equal(hra_stats_add(&stats, -0.0, 1), 0);
    assert_int_equal(stats.used, 1);
    assert_false(signbit(hra_stats_summary(&stats).min));
    assert_int_equal(hra_stats_add(&stats, 1, UINT64_MAX - 1), HRA_ELIMIT);
    assert_int_equal(hra_stats_add(&stats, 1, UINT64_MAX - 2), 0);
    assert_int_equal(hra_stats_merge(&stats, &stats), HRA_ELIMIT);
    assert_int_equal(stats.count, UINT64_MAX);
    hra_stats_release(&stats);
}

/* A mean of 1e9 swamps a deviation of 1 where the sum of squares is kept instead. */
static void deviation_survives_a_large_mean(void **state) {
    (void)state;
    hra_stats stats;
    stats = (hra_stats){0};
    for (int i = -1; i <= 1; i++)
        assert_int_equal(hra_stats_add(&stats, 1e9 + i, 1000), 0);
    assert_true(hra_stats_summary(&stats).mean == 1e9);
    assert_true(fabs(hra_stats_summary(&stats).stddev - sqrt(2000.0 / 2999)) < 1e-15);
    hra_stats_release(&stats);
}

/* 1e17 + 1 is 1e17 in a double; the ones count all the same. */
static void small_numbers_survive_large_ones(void **state) {
    (void)state;
    hra_stats stats;
    stats = (hra_stats){0};
    assert_int_equal(hra_stats_add(&stats, 1e17, 1), 0);
    assert_int_equal(hra_stats_add(&stats, 1, 2), 0);
    assert_int_equal(hra_stats_add(&stats, -1e17, 1), 0);
    assert_true(hra_stats_summary(&stats).mean == 0.5);
    hra_stats_release(&stats);
}

/* Against counting one number after the other. */
static void bars_hold_every_number_once(void **state) {
    static const struct {
        double low, high;
        int at_most;
        double from, width;
        int count;
    } cases[] = {
        {0, 9, 12, 0, 1, 10}, {-1, 1, 30, -1, 0.1, 21},     {37, 412, 30, 20, 20, 20},
        {5, 5, 30, 5, 1, 1},  {-250, 250, 7, -300, 100, 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_stats stats;
        hra_histogram h;
        uint64_t expected[HRA_HISTOGRAM_BARS] = {0};
        hra_rng rng;
        hra_rng_init(&rng, i + 1);
        stats = (hra_stats){0};
        for (int n = 0; n < 500; n++) {
            double x = (double)hra_rng_below(&rng, 500) - 50; /* some are beyond the limits */
            int bar = 0;
            while (bar + 1 < cases[i].count && x >= cases[i].from + (bar + 1) * cases[i].width)
                bar++;
            expected[bar]++;
            assert_int_equal(hra_stats_add(&stats, x, 1), 0);
        }
        hra_stats_histogram(&stats, cases[i].low, cases[i].high, cases[i].at_most, &h);
        assert_int_equal(h.count, cases[i].count);
        assert_true(fabs(h.from - cases[i].from) < 1e-12 && fabs(h.width - cases[i].width) < 1e-12);
        for (int bar = 0; bar < h.count; bar++)
            assert_int_equal(h.bar[bar], expected[bar]);
        hra_stats_release(&stats);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_of_a_list),
        cmocka_unit_test(nothing_gives_zeros),
        cmocka_unit_test(percentiles_by_definition),
        cmocka_unit_test(order_of_arrival_and_merging_never_shows),
        cmocka_unit_test(merging_with_itself_doubles),
        cmocka_unit_test(bins_ascend_after_sorting),
        cmocka_unit_test(odd_numbers_are_met_with_words),
        cmocka_unit_test(deviation_survives_a_large_mean),
        cmocka_unit_test(small_numbers_survive_large_ones),
        cmocka_unit_test(bars_hold_every_number_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
