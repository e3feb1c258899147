/* Binomial draws against the distribution itself. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rating/binomial.h"

enum { DRAWS = 200000, MOST = 2001 };

static double share_of(uint64_t n, double p, uint64_t k) {
    double x = (double)k, all = (double)n;
    return exp(lgamma(all + 1) - lgamma(x + 1) - lgamma(all - x + 1) + x * log(p) + (all - x) * log1p(-p));
}

/* Chi square over all numbers of which five are expected or more, the rest in one bin: with a fixed seed, so
 * that it fails for a reason only. */
static void draws_follow_the_distribution(void **state) {
    static const struct {
        uint64_t n;
        double p;
    } cases[] = {{1, 0.5},  {5, 0.3},   {40, 0.1},     {40, 0.9},
                 {30, 0.5}, {100, 0.4}, {1000, 0.003}, {2000, 0.37}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        static int seen[MOST];
        uint64_t n = cases[c].n;
        double p = cases[c].p, chi = 0, rest = DRAWS, freedom = 0;
        int others = DRAWS;
        hra_rng rng;
        hra_rng_init(&rng, 11 + c);
        for (int i = 0; i < MOST; i++)
            seen[i] = 0;
        for (int i = 0; i < DRAWS; i++) {
            uint64_t k = hra_binomial(&rng, n, p);
            assert_in_range(k, 0, n);
            seen[k]++;
        }
        for (uint64_t k = 0; k <= n; k++) {
            double expected = DRAWS * share_of(n, p, k);
            if (expected < 5)
                continue;
            chi += (seen[k] - expected) * (seen[k] - expected) / expected;
            rest -= expected;
            others -= seen[k];
            freedom++;
        }
        if (rest >= 5)
            chi += (others - rest) * (others - rest) / rest;
        else
            assert_in_range(others, 0, 30);
        if (chi > freedom + 4 * sqrt(2 * freedom) + 4)
            fail_msg("%d throws at %g: chi square %g of %g", (int)n, p, chi, freedom);
    }
}

/* Numbers beyond every table: mean and spread. */
static void many_throws_keep_mean_and_spread(void **state) {
    enum { TIMES = 20000 };
    const double n = 1e12, p = 0.2, sd = sqrt(n * p * (1 - p));
    double sum = 0, squares = 0;
    hra_rng rng;
    hra_rng_init(&rng, 3);
    for (int i = 0; i < TIMES; i++) {
        double z = ((double)hra_binomial(&rng, 1000000000000, p) - n * p) / sd;
        sum += z;
        squares += z * z;
    }
    assert_true(fabs(sum / TIMES) < 4 / sqrt(TIMES));
    assert_true(fabs(squares / TIMES - 1) < 4 * sqrt(2.0 / TIMES));
}

static void what_is_certain_is_not_drawn(void **state) {
    hra_rng rng;
    hra_rng_init(&rng, 1);
    assert_int_equal(hra_binomial(&rng, 0, 0.5), 0);
    assert_int_equal(hra_binomial(&rng, 7, 0), 0);
    assert_int_equal(hra_binomial(&rng, 7, 1), 7);
    assert_int_equal(hra_binomial(&rng, 1000000, 1), 1000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_follow_the_distribution),
        cmocka_unit_test(many_throws_keep_mean_and_spread),
        cmocka_unit_test(what_is_certain_is_not_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
