/* The sequential test: the published figure, the exact likelihood ratio as the oracle, and how often it errs.
 *
 * Players of known strength are simulated at both hypotheses: pairs of games, draw shares of .3, .7 and .95.
 * Here some hundred tests each are a sample; with ALL=1 in the environment it is 10,000 each, which takes
 * minutes:
 *
 *     ALL=1 build/tests/tournament_sequential_test */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/rating.h"

static const double pair_value[5] = {0, 0.25, 0.5, 0.75, 1};

static hra_sample pairs_of(const uint64_t count[5]) {
    return (hra_sample){pair_value, count, 5, 0.5, 2};
}

static double t_of(double normalized) {
    return sqrt(2) * normalized * log(10) / 800;
}

/* ---- the exact form ----------------------------------------------------------------------------*/

static void moments(const double p[5], double *mean, double *variance) {
    *mean = *variance = 0;
    for (int k = 0; k < 5; k++)
        *mean += p[k] * pair_value[k];
    for (int k = 0; k < 5; k++)
        *variance += p[k] * (pair_value[k] - *mean) * (pair_value[k] - *mean);
}

/* The x at which sum of p[k] off[k] / (1 + x off[k]) is 0, by halving; false where all are on one side. */
static bool root_of(const double p[5], const double off[5], double *x) {
    double least = off[0], most = off[0];
    for (int k = 1; k < 5; k++) {
        least = fmin(least, off[k]);
        most = fmax(most, off[k]);
    }
    if (!(least < 0 && most > 0))
        return false;
    double low = -1 / most, high = -1 / least;
    for (int i = 0; i < 200; i++) {
        double sum = 0;
        *x = (low + high) / 2;
        for (int k = 0; k < 5; k++)
            sum += p[k] * off[k] / (1 + *x * off[k]);
        *(sum > 0 ? &low : &high) = *x;
    }
    return true;
}

/* The likeliest distribution over the five kinds with (mean - 1/2) / deviation = t, where p was observed: M.
 * Van den Bergh, "Normalized Elo, practical" (normalized_elo_practical.pdf, section 4.1): the condition is
 * made linear about the last answer, and Lagrange's multiplier found for that. False: there is no answer. */
static bool likeliest(const double p[5], double t, double out[5]) {
    double off[5], x, mean, variance;
    for (int k = 0; k < 5; k++)
        out[k] = 0.2;
    for (int i = 0; i < 200; i++) {
        moments(out, &mean, &variance);
        double sd = sqrt(variance);
        for (int k = 0; k < 5; k++) {
            double z = (mean - pair_value[k]) / sd;
            off[k] = pair_value[k] - 0.5 - t * sd * (1 + z * z) / 2;
        }
        if (!root_of(p, off, &x))
            return false;
        for (int k = 0; k < 5; k++)
            out[k] = p[k] / (1 + x * off[k]);
    }
    moments(out, &mean, &variance);
    return fabs((mean - 0.5) / sqrt(variance) - t) < 1e-9;
}

/* The likeliest distribution with the mean `s`: one multiplier is enough, as the condition is linear (M. Van den Bergh,
 * "The generalized maximum likelihood ratio for the expectation value of a distribution", 2019). */
static bool likeliest_mean(const double p[5], double s, double out[5]) {
    double off[5], x;
    for (int k = 0; k < 5; k++)
        off[k] = pair_value[k] - s;
    if (!root_of(p, off, &x))
        return false;
    for (int k = 0; k < 5; k++)
        out[k] = p[k] / (1 + x * off[k]);
    return true;
}

static double score_of(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

static bool likeliest_for(const hra_sequential *test, const double p[5], double elo, double out[5]) {
    return test->logistic ? likeliest_mean(p, score_of(elo), out) : likeliest(p, t_of(elo), out);
}

static bool exact_llr(const hra_sequential *test, const uint64_t count[5], double *llr) {
    double p[5], low[5], high[5], n = 0;
    for (int k = 0; k < 5; k++)
        n += p[k] = count[k] > 0 ? (double)count[k] : 1e-3;
    for (int k = 0; k < 5; k++)
        p[k] /= n;
    if (!likeliest_for(test, p, test->low, low) || !likeliest_for(test, p, test->high, high))
        return false;
    *llr = 0;
    for (int k = 0; k < 5; k++)
        *llr += n * p[k] * log(high[k] / low[k]);
    return true;
}

/* ---- figures -----------------------------------------------------------------------------------*/

static void figure_is_the_published_one(void **state) {
    (void)state;
    const uint64_t count[5] = {365, 16618, 36229, 16974, 390};
    const hra_sample sample = pairs_of(count);
    const hra_sequential test = {.low = 0, .high = 2, .alpha = 0.05, .beta = 0.05};
    double exact;
    assert_true(fabs(hra_sequential_judge(&test, &sample).llr - 2.2504) < 5e-5); /* fishtest shows 2.25 */
    assert_true(exact_llr(&test, count, &exact) && fabs(exact - 2.25) < 5e-3);
    assert_int_equal(hra_sequential_judge(&test, &sample).verdict, HRA_GO_ON);
}

/* The figures that the tests of fastchess expect of its exact forms, of games and of game pairs (app/tests/sprt_test.cpp). */
static void figures_are_those_of_fastchess(void **state) {
    (void)state;
    static const struct {
        hra_sequential test;
        int kinds;
        uint64_t count[5];
        double llr;
    } cases[] = {
        {{.low = 0, .high = 2}, 3, {36027, 68692, 36433}, 0.92},
        {{.low = -1.75, .high = 0.25}, 3, {10650, 20431, 10871}, 2.30},
        {{.low = 0.5, .high = 2.5, .logistic = true}, 3, {21184, 40708, 21404}, -1.57},
        {{.low = 0, .high = 2, .logistic = true}, 3, {57030, 106593, 57433}, -2.59},
        {{.low = 0, .high = 2}, 5, {365, 16618, 36229, 16974, 390}, 2.25},
        {{.low = -1.75, .high = 0.25}, 5, {127, 4883, 10712, 5150, 104}, 3.01},
        {{.low = 0.5, .high = 2.5, .logistic = true}, 5, {223, 9863, 21279, 10037, 246}, -3.07},
        {{.low = 0, .high = 2, .logistic = true}, 5, {871, 26175, 55983, 26678, 821}, -4.98},
    };
    static const double game_value[3] = {0, 0.5, 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_sequential test = cases[i].test;
        test.alpha = test.beta = 0.05;
        const bool pairs = cases[i].kinds == 5;
        const hra_sample sample = {pairs ? pair_value : game_value, cases[i].count, cases[i].kinds, 0.5,
                                   pairs ? 2 : 1};
        double llr = hra_sequential_judge(&test, &sample).llr;
        if (fabs(llr - cases[i].llr) > 0.0051)
            fail_msg("case %zu: %g, not %g", i, llr, cases[i].llr);
    }
}

static void logistic_tests_need_a_score_rate(void **state) {
    (void)state;
    const hra_sequential test = {.low = 0, .high = 5, .alpha = 0.05, .beta = 0.05, .logistic = true};
    const double value[2] = {-3, 7};
    const uint64_t count[2] = {40, 60};
    assert_true(hra_sequential_judge(&test, &(hra_sample){value, count, 2, 0, 2}).llr == 0);
}

static void bounds_are_walds(void **state) {
    (void)state;
    const hra_sequential test = {.low = 0, .high = 5, .alpha = 0.05, .beta = 0.1};
    const hra_sequential_state s = hra_sequential_judge(&test, NULL);
    assert_true(fabs(s.lower - log(0.1 / 0.95)) < 1e-12 && fabs(s.upper - log(0.9 / 0.05)) < 1e-12);
    assert_true(s.llr == 0 && s.verdict == HRA_GO_ON);
}

/* One draw of the five kinds for a pair of independent games. */
static int draw_pair(hra_rng *rng, double win, double draw) {
    double a = hra_rng_uniform(rng), b = hra_rng_uniform(rng);
    return (a < win ? 2 : a < win + draw ? 1 : 0) + (b < win ? 2 : b < win + draw ? 1 : 0);
}

/* The probability of a win that makes the player `elo` stronger. (win - loss) / 2 is the score above 1/2 (logistic), and
 * over the deviation of a game it is t / sqrt 2 (normalized). */
static double win_of(const hra_sequential *test, double elo, double draw) {
    double t = t_of(elo) / sqrt(2), spread = (1 - draw) / 4;
    if (test->logistic)
        return (1 - draw) / 2 + score_of(elo) - 0.5;
    return (1 - draw) / 2 + t * sqrt(spread / (1 + t * t));
}

/* Close to the exact ratio wherever that exists: within a hundredth for most, within a tenth where few of few
 * pairs were decided, and sums of them are not normal yet. For logistic Elo it is the exact one. */
static void ratio_is_close_to_the_exact_one(void **state) {
    (void)state;
    static const hra_sequential tests[] = {
        {0, 2, .05, .05, false}, {0, 5, .05, .05, false}, {-10, 0, .05, .05, false}, {0, 20, .05, .05, false},
        {0, 2, .05, .05, true},  {0, 5, .05, .05, true},  {-10, 0, .05, .05, true},  {0, 20, .05, .05, true}};
    hra_rng rng;
    hra_rng_init(&rng, 3);
    int compared = 0;
    for (int round = 0; round < 240; round++) {
        const hra_sequential *test = &tests[round % 8];
        double draw = (double[]){0.3, 0.7, 0.95}[round % 3], exact;
        double win = win_of(test, test->low + (test->high - test->low) * hra_rng_uniform(&rng), draw);
        uint64_t count[5] = {0};
        for (uint32_t i = 0, n = 200 + hra_rng_below(&rng, 5000); i < n; i++)
            count[draw_pair(&rng, win, draw)]++;
        const hra_sample sample = pairs_of(count);
        double llr = hra_sequential_judge(test, &sample).llr;
        if (!exact_llr(test, count, &exact))
            continue;
        compared++;
        if (fabs(llr - exact) > (test->logistic ? 1e-9 : 0.02 + 0.1 * fabs(exact)))
            fail_msg("round %d: %.4f, exactly %.4f", round, llr, exact);
    }
    assert_true(compared > 100);
}

/* Where the exact form has no root the closed one has an answer: every pair won. */
static void lopsided_results_have_an_answer(void **state) {
    (void)state;
    const hra_sequential test = {.low = 0, .high = 5, .alpha = 0.05, .beta = 0.05};
    const uint64_t count[5] = {0, 0, 0, 1, 40};
    const hra_sample sample = pairs_of(count);
    double llr = hra_sequential_judge(&test, &sample).llr;
    assert_true(isfinite(llr) && llr > 0);
}

/* Draws alone: the closed form would accept 0 against 100 after 39 pairs. */
static void one_kind_decides_nothing(void **state) {
    (void)state;
    const hra_sequential test = {.low = 0, .high = 50, .alpha = 0.05, .beta = 0.05};
    uint64_t count[5] = {0, 0, 0, 0, 0};
    const hra_sample sample = pairs_of(count);
    for (int kind = 0; kind < 5; kind++) {
        memset(count, 0, sizeof count);
        count[kind] = 1000000;
        assert_true(hra_sequential_judge(&test, &sample).llr == 0);
        assert_int_equal(hra_sequential_judge(&test, &sample).verdict, HRA_GO_ON);
    }
    const double same[2] = {0.5, 0.5}; /* two kinds, one value */
    const uint64_t both[2] = {500, 500};
    assert_true(hra_sequential_judge(&test, &(hra_sample){same, both, 2, 0.5, 2}).llr == 0);
    const double bad[2] = {NAN, 0.5};
    assert_true(hra_sequential_judge(&test, &(hra_sample){bad, both, 2, 0.5, 2}).llr == 0);
}

/* Groups of three games, by points: the hypotheses as t are sqrt 3 of those of a game. */
static void groups_and_points_count_too(void **state) {
    (void)state;
    const double value[3] = {-4, 1, 7};
    const uint64_t count[3] = {500, 300, 450};
    const hra_sequential test = {.low = 0, .high = 10, .alpha = 0.05, .beta = 0.05};
    double n = 1250, mean = (500 * -4.0 + 300 + 450 * 7) / n, squares = 0;
    for (int k = 0; k < 3; k++)
        squares += (double)count[k] * (value[k] - mean) * (value[k] - mean);
    double t = mean / sqrt(squares / n), t1 = sqrt(3) * 10 * log(10) / 800;
    double llr = n / 2 * log((1 + t * t) / (1 + (t - t1) * (t - t1)));
    assert_true(fabs(hra_sequential_judge(&test, &(hra_sample){value, count, 3, 0, 3}).llr - llr) < 1e-9);
}

static void what_is_no_test_is_refused(void **state) {
    (void)state;
    static const struct {
        hra_sequential test;
        const char *word;
    } cases[] = {
        {{5, 0, 0.05, 0.05, false}, "wrong order"},   {{0, 0, 0.05, 0.05, false}, "wrong order"},
        {{NAN, 0, 0.05, 0.05, false}, "wrong order"}, {{0, INFINITY, 0.05, 0.05, false}, "wrong order"},
        {{0, 50.5, 0.05, 0.05, false}, "apart"},      {{-60, 0, 0.05, 0.05, false}, "apart"},
        {{0, 5, 0, 0.05, false}, "error rates"},      {{0, 5, 0.05, 1, false}, "error rates"},
        {{0, 5, 0.5, 0.5, false}, "error rates"},     {{0, 5, NAN, 0.05, false}, "error rates"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_error why;
        assert_int_equal(hra_sequential_check(&cases[i].test, &why), HRA_EINPUT);
        assert_non_null(strstr(why.text, cases[i].word));
    }
    assert_int_equal(hra_sequential_check(&(hra_sequential){-25, 25, 0.01, 0.2, false}, NULL), 0);
}

static void huge_counts_give_numbers(void **state) {
    (void)state;
    const hra_sequential test = {.low = -10, .high = 0, .alpha = 0.05, .beta = 0.05};
    static const uint64_t cases[][5] = {{UINT64_C(1) << 63, 0, 0, 0, 1},
                                        {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX},
                                        {1, 0, 0, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hra_sample sample = pairs_of(cases[i]);
        assert_true(isfinite(hra_sequential_judge(&test, &sample).llr));
    }
    const double apart[2] = {-1.7e308, 1.7e308};
    const uint64_t both[2] = {UINT64_MAX, 1};
    assert_true(isfinite(hra_sequential_judge(&test, &(hra_sample){apart, both, 2, 1e308, 2}).llr));
}

/* ---- error rates -------------------------------------------------------------------------------*/

static hra_verdict play_test(const hra_sequential *test, double win, double draw, hra_rng *rng,
                             uint64_t *pairs) {
    uint64_t count[5] = {0};
    const hra_sample sample = pairs_of(count);
    hra_verdict verdict = HRA_GO_ON;
    for (; verdict == HRA_GO_ON; ++*pairs) {
        count[draw_pair(rng, win, draw)]++;
        verdict = hra_sequential_judge(test, &sample).verdict;
    }
    return verdict;
}

static void errors_are_as_rare_as_promised(void **state) {
    (void)state;
    static const struct {
        hra_sequential test;
        int sample;
    } cases[] = {{{0, 5, 0.05, 0.05, false}, 40},
                 {{0, 20, 0.05, 0.05, false}, 600},
                 {{-10, 0, 0.05, 0.05, false}, 100},
                 {{0, 20, 0.05, 0.05, true}, 300}};
    const char *wanted = getenv("ALL");
    bool all = wanted && *wanted;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int d = 0; d < 3; d++)
            for (int high = 0; high < 2; high++) {
                const hra_sequential *test = &cases[c].test;
                double draw = (double[]){0.3, 0.7, 0.95}[d],
                       win = win_of(test, high ? test->high : test->low, draw);
                int tests = all ? 10000 : cases[c].sample, wrong = 0;
                uint64_t pairs = 0;
                for (int i = 0; i < tests; i++) {
                    hra_rng rng;
                    hra_rng_init_stream(&rng, c, (uint64_t)i, (uint64_t)d, (uint64_t)high);
                    wrong +=
                        play_test(test, win, draw, &rng, &pairs) != (high ? HRA_ACCEPT_HIGH : HRA_ACCEPT_LOW);
                }
                double share = high ? test->beta : test->alpha, rate = (double)wrong / tests;
                if (all)
                    print_message("[%g, %g]%s, draws %.2f, %s true: %.4f wrong, %.0f pairs\n", test->low,
                                  test->high, test->logistic ? " logistic" : "", draw,
                                  high ? "second" : "first", rate, (double)pairs / tests);
                /* two dozen rates of small samples: one of them is soon two standard errors off */
                if (rate > share + (all ? 2 : 3) * sqrt(share * (1 - share) / tests))
                    fail_msg("[%g, %g], draws %.2f, %s true: %.4f wrong of %d", test->low, test->high, draw,
                             high ? "second" : "first", rate, tests);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_is_the_published_one),      cmocka_unit_test(figures_are_those_of_fastchess),
        cmocka_unit_test(logistic_tests_need_a_score_rate), cmocka_unit_test(bounds_are_walds),
        cmocka_unit_test(ratio_is_close_to_the_exact_one),  cmocka_unit_test(lopsided_results_have_an_answer),
        cmocka_unit_test(one_kind_decides_nothing),         cmocka_unit_test(groups_and_points_count_too),
        cmocka_unit_test(what_is_no_test_is_refused),       cmocka_unit_test(huge_counts_give_numbers),
        cmocka_unit_test(errors_are_as_rare_as_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
