/* Playing strength from results. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hra/stats.h"

static bool near(double a, double b, double within) {
    return (isinf(a) && isinf(b) && (a > 0) == (b > 0)) || fabs(a - b) <= within;
}

static void scores_become_elo(void **state) {
    (void)state;
    static const struct {
        double score, elo;
    } cases[] = {
        {0.5, 0},         {10.0 / 11, 400},                     /* ten points to one are 400, by definition */
        {1.0 / 11, -400}, {100.0 / 101, 800}, {0.75, 190.8485}, /* 400 log10 3 */
        {1, INFINITY},    {0, -INFINITY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(near(hra_elo_of(cases[i].score), cases[i].elo, 1e-4));
}

static void counts_have_an_error(void **state) {
    (void)state;
    static const struct {
        uint64_t wins, draws, losses;
        double elo, low, high, superior;
    } cases[] = {
        /* Worked out by hand: s = 0.51, variance 0.0249, error 0.00498999, so 0.50021981 to 0.51978019. That
  * draws   tell little makes it 7, and not the 70 of the decided games alone. */
        {60, 900, 40, 6.9496, 0.1527, 13.7519, 0.97747},
        {40, 900, 60, -6.9496, -13.7519, -0.1527, 0.02253},
        /* s = 0.6, variance 0.24, error 0.0489898: 0.50397938 to 0.69602062 */
        {60, 0, 40, 70.4365, 2.7669, 143.9092, 0.97938},
        {500, 0, 500, 0, -21.5615, 21.5615, 0.5},
        {3, 0, 1, 190.8485, -126.4495, INFINITY, 0.87589},
        {0, 10, 0, 0, 0, 0, 0.5},
        {5, 0, 0, INFINITY, INFINITY, INFINITY, 1},
        {0, 0, 5, -INFINITY, -INFINITY, -INFINITY, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_elo found;
        hra_elo_from(cases[i].wins, cases[i].draws, cases[i].losses, &found);
        if (!near(found.elo, cases[i].elo, 1e-3) || !near(found.low, cases[i].low, 1e-3) ||
            !near(found.high, cases[i].high, 1e-3) || !near(found.los, cases[i].superior, 1e-4))
            fail_msg("case %zu: elo %.4f, %.4f to %.4f, superior %.5f", i, found.elo, found.low, found.high,
                     found.los);
        double half = (cases[i].high - cases[i].low) / 2;
        assert_true(near(found.error, isinf(cases[i].elo) || isinf(half) ? (double)INFINITY : half, 1e-3));
    }
}

static void nothing_played_says_nothing(void **state) {
    (void)state;
    hra_elo found;
    hra_elo_from(0, 0, 0, &found);
    assert_true(near(found.score, 0.5, 0) && near(found.elo, 0, 0) && near(found.los, 0.5, 0));
    assert_true(isinf(found.error) && isinf(found.low) && isinf(found.high));
}

/* One match can be cut into parts; errors shrink with the root of the number of games. */
static void four_times_the_games_halve_the_error(void **state) {
    (void)state;
    hra_elo one, four;
    hra_elo_from(2600, 5000, 2400, &one);
    hra_elo_from(4 * 2600, 4 * 5000, 4 * 2400, &four);
    assert_true(near(one.elo, four.elo, 1e-9));
    assert_true(near(one.error, 2 * four.error, 1e-3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_become_elo),
        cmocka_unit_test(counts_have_an_error),
        cmocka_unit_test(nothing_played_says_nothing),
        cmocka_unit_test(four_times_the_games_halve_the_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
