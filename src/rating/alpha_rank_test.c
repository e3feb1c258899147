/* alpha-Rank: cycles share, a published case, a slow twin, and payoffs beyond all measure. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/rating.h"

static void rock_paper_scissors_share(void **state) {
    (void)state;
    static const double payoff[9] = {
        0.5, 0,   1,   /* rock */
        1,   0.5, 0,   /* paper */
        0,   1,   0.5, /* scissors */
    };
    static const double alphas[] = {0, 0.1, 1, 10, 100, 1e6, 1e100};
    for (size_t i = 0; i < sizeof alphas / sizeof *alphas; i++) {
        double mass[3];
        assert_int_equal(hra_alpha_rank(payoff, 3, alphas[i], 50, mass, NULL), 0);
        for (int k = 0; k < 3; k++)
            assert_true(fabs(mass[k] - 1.0 / 3) < 1e-12);
    }
}

/* T. Han, L. Pereira, F. Santos, T. Lenaerts, "Good agreements make good friends", Scientific Reports 3,
 * 2013: commitment in the prisoner's dilemma, five strategies; the numbers are those of the test of
 * alpha-Rank in OpenSpiel (open_spiel/python/egt/alpharank_test.py). */
static void commitments_are_as_published(void **state) {
    (void)state;
    const double r = 1, t = 2, p = 0, s = -1, delta = 4, eps = 0.25;
    const double payoff[25] = {
        r - eps / 2, r - eps, 0, s + delta - eps,
        r - eps, /* commits */
        r,           r,       s, s,
        s, /* cooperates */
        0,           t,       p, p,
        p, /* defects */
        t - delta,   t,       p, p,
        p, /* breaks commitments */
        r,           t,       p, p,
        p, /* rides free */
    };
    const double expected[5] = {0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039};
    double mass[5];
    assert_int_equal(hra_alpha_rank(payoff, 5, 0.1, 20, mass, NULL), 0);
    for (int k = 0; k < 5; k++)
        assert_true(fabs(mass[k] - expected[k]) < 5e-8);
}

/* A cycle that is not even, 0.6 : 0.9 : 0.7, and one who loses to all. With a strong alpha who wins at all
 * always takes over, so the chain goes round and each of the three has a third, and the last one nothing. */
static void winners_of_a_cycle_share(void **state) {
    (void)state;
    static const double payoff[16] = {
        0.5, 0.6, 0.3, 0.8, 0.4, 0.5, 0.9, 0.7, 0.7, 0.1, 0.5, 0.9, 0.2, 0.3, 0.1, 0.5,
    };
    double mass[4];
    assert_int_equal(hra_alpha_rank(payoff, 4, 200, 50, mass, NULL), 0);
    for (int k = 0; k < 3; k++)
        assert_true(fabs(mass[k] - 1.0 / 3) < 1e-6);
    assert_true(mass[3] < 1e-12);
}

/* The stationary distribution by powers of the chain, fixation from the definition, step by step. */
static void slow_twin(const double *payoff, int n, double alpha, int m, double *mass) {
    double chain[36];
    for (int i = 0; i < n; i++) {
        double stay = 1;
        for (int j = 0; j < n; j++) {
            if (i == j)
                continue;
            double sum = 1, product = 1;
            for (int k = 1; k < m; k++) {
                double f = 0, g = 0; /* of one mutant, of one other: against each of the rest in turn */
                for (int other = 1; other < m; other++) {
                    f += payoff[j * n + (other < k ? j : i)];
                    g += payoff[i * n + (other <= k ? j : i)];
                }
                product *= exp(-alpha * (f - g) / (m - 1));
                sum += product;
            }
            chain[i * n + j] = 1 / sum / (n - 1);
            stay -= chain[i * n + j];
        }
        chain[i * n + i] = stay;
    }
    for (int i = 0; i < n; i++)
        mass[i] = 1.0 / n;
    for (int round = 0; round < 200000; round++) {
        double next[6] = {0};
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                next[j] += mass[i] * chain[i * n + j];
        memcpy(mass, next, (size_t)n * sizeof *mass);
    }
}

static void slow_twin_agrees(void **state) {
    (void)state;
    hra_rng rng;
    hra_rng_init(&rng, 8);
    for (int round = 0; round < 6; round++) {
        int n = 1 + round;
        double payoff[36], mass[6], expected[6];
        for (int i = 0; i < n * n; i++)
            payoff[i] = hra_rng_uniform(&rng);
        assert_int_equal(hra_alpha_rank(payoff, n, 0.5, 10, mass, NULL), 0);
        slow_twin(payoff, n, 0.5, 10, expected);
        for (int i = 0; i < n; i++)
            assert_true(fabs(mass[i] - expected[i]) < 1e-9);
    }
}

static void payoffs_beyond_measure_give_shares(void **state) {
    (void)state;
    enum { N = 9 };
    double payoff[N * N], mass[N];
    hra_rng rng;
    hra_rng_init(&rng, 4);
    for (int round = 0; round < 60; round++) {
        for (int i = 0; i < N * N; i++)
            payoff[i] =
                round % 3 == 0 ? 0 : (hra_rng_uniform(&rng) - 0.5) * pow(10, (int)hra_rng_below(&rng, 100));
        double alpha = pow(10, (int)hra_rng_below(&rng, 100)), sum = 0;
        assert_int_equal(hra_alpha_rank(payoff, N, alpha, 2 + (int)hra_rng_below(&rng, 200), mass, NULL), 0);
        for (int i = 0; i < N; i++) {
            assert_true(mass[i] >= 0 && mass[i] <= 1);
            sum += mass[i];
        }
        assert_true(fabs(sum - 1) < 1e-12);
    }
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    double payoff[4] = {0.5, 1, 0, 0.5}, mass[2] = {7, 7};
    static const struct {
        int players;
        double alpha;
        int population;
    } cases[] = {{0, 1, 50},        {-1, 1, 50},  {HRA_RATING_PLAYERS + 1, 1, 50},
                 {2, -1, 50},       {2, NAN, 50}, {2, 1e101, 50},
                 {2, INFINITY, 50}, {2, 1, 1},    {2, 1, 10001}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_error why;
        assert_int_equal(
            hra_alpha_rank(payoff, cases[i].players, cases[i].alpha, cases[i].population, mass, &why),
            HRA_EINPUT);
        assert_true(why.text[0] != 0 && mass[0] == 7);
    }
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e101};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        payoff[1] = bad[i];
        assert_int_equal(hra_alpha_rank(payoff, 2, 1, 50, mass, NULL), HRA_EINPUT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rock_paper_scissors_share),
        cmocka_unit_test(commitments_are_as_published),
        cmocka_unit_test(winners_of_a_cycle_share),
        cmocka_unit_test(slow_twin_agrees),
        cmocka_unit_test(payoffs_beyond_measure_give_shares),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
