/* Ratings by bootstrap: against the errors of groups that formulas know, and whatever order games come in. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hra/rating.h"

static bool near(double a, double b, double within) {
    return a == b || fabs(a - b) <= within;
}

/* Pairs of games between two players of the five kinds, LL to WW, as a list of games. */
static size_t pairs_of(const uint64_t count[5], hra_ranking *out) {
    size_t games = 0;
    uint64_t group = 0;
    for (int kind = 0; kind < 5; kind++)
        for (uint64_t i = 0; i < count[kind]; i++, group++)
            for (int half = 0; half < 2; half++) {
                int points = half == 0 ? kind / 2 : kind - kind / 2; /* of 2 */
                out[games] = (hra_ranking){2, {0, 1}, {0, points - 1}, 1, group};
                games++;
            }
    return games;
}

/* With many draws the interval is that of the pairs, as hra_elo_stats_of has it, and far below what the
 * Hessian makes of draws. */
static void two_players_have_the_error_of_their_pairs(void **state) {
    (void)state;
    enum { PAIRS = 2000 };
    static hra_ranking games[2 * PAIRS];
    static const double value[5] = {0, 0.25, 0.5, 0.75, 1};
    const uint64_t count[5] = {5, 140, 1650, 190, 15};
    const hra_sample sample = {value, count, 5, 0.5, 2};
    hra_elo_stats strength;
    hra_elo_stats_of(&sample, &strength);
    hra_rating found[2];
    assert_int_equal(pairs_of(count, games), 2 * PAIRS);
    assert_int_equal(
        hra_rate(games, 2 * PAIRS, 2,
                 &(hra_rate_options){.size = sizeof(hra_rate_options), .samples = 2000, .seed = 1}, found,
                 NULL),
        0);
    assert_true(near(found[0].elo - found[1].elo, strength.elo, 1e-6));
    double width = strength.high - strength.low;
    assert_true(near(2 * found[0].low, strength.low, 0.05 * width));
    assert_true(near(2 * found[0].high, strength.high, 0.05 * width));
    assert_true(near(found[1].low, -found[0].high, 1e-9));
    assert_true(2 * found[0].error > 1.2 * width);
}

static void shuffle(hra_ranking *games, size_t count, hra_rng *rng) {
    for (size_t i = count; i > 1; i--) {
        size_t at = hra_rng_below(rng, (uint32_t)i);
        hra_ranking other = games[at];
        games[at] = games[i - 1];
        games[i - 1] = other;
    }
}

static bool same(const hra_rating *a, const hra_rating *b, int players) {
    for (int i = 0; i < players; i++)
        if (a[i].elo != b[i].elo || a[i].low != b[i].low || a[i].high != b[i].high ||
            a[i].error != b[i].error)
            return false;
    return true;
}

/* Games of three and four seats in groups, some with draws. */
static void order_changes_nothing_and_seeds_do(void **state) {
    (void)state;
    enum { GAMES = 400, PLAYERS = 7 };
    hra_ranking games[GAMES];
    hra_rating first[PLAYERS], again[PLAYERS];
    hra_rng rng;
    hra_rng_init(&rng, 6);
    for (int g = 0; g < GAMES; g++) {
        games[g] =
            (hra_ranking){.count = 3 + g % 2, .times = 1 + hra_rng_below(&rng, 2), .group = (uint64_t)g / 3};
        for (int i = 0; i < games[g].count; i++) {
            games[g].player[i] = (g + i) % PLAYERS;
            games[g].rank[i] = (int)hra_rng_below(&rng, 4) + games[g].player[i] / 3;
        }
    }
    assert_int_equal(hra_rate(games, GAMES, PLAYERS,
                              &(hra_rate_options){.size = sizeof(hra_rate_options), .samples = 60, .seed = 9},
                              first, NULL),
                     0);
    for (int i = 0; i < PLAYERS; i++)
        assert_true(first[i].low < first[i].elo && first[i].elo < first[i].high);
    for (int round = 0; round < 3; round++) {
        shuffle(games, GAMES, &rng);
        assert_int_equal(
            hra_rate(games, GAMES, PLAYERS,
                     &(hra_rate_options){.size = sizeof(hra_rate_options), .samples = 60, .seed = 9}, again,
                     NULL),
            0);
        assert_true(same(first, again, PLAYERS));
    }
    assert_int_equal(
        hra_rate(games, GAMES, PLAYERS,
                 &(hra_rate_options){.size = sizeof(hra_rate_options), .samples = 60, .seed = 10}, again,
                 NULL),
        0);
    assert_false(same(first, again, PLAYERS));
}

/* One group is drawn again and again: no spread. A player that most samples leave out, one who never played,
 * counts of all sizes: numbers. */
static void strange_results_are_resampled(void **state) {
    (void)state;
    const hra_ranking games[] = {
        {2, {0, 1}, {1, 2}, 3, 7}, {2, {1, 0}, {1, 2}, 1, 7}, {2, {2, 3}, {1, 1}, UINT64_C(1) << 63, 7},
        {1, {3}, {1}, 1, 7},       {2, {2, 0}, {1, 2}, 0, 8},
    };
    hra_rating found[5];
    assert_int_equal(hra_rate(games, 5, 5,
                              &(hra_rate_options){.size = sizeof(hra_rate_options), .samples = 20, .seed = 1},
                              found, NULL),
                     0);
    for (int i = 0; i < 4; i++)
        assert_true(near(found[i].low, found[i].elo, 1e-6) && near(found[i].high, found[i].elo, 1e-6));
    assert_true(found[4].low == -INFINITY && found[4].high == INFINITY);
    hra_ranking many[40];
    for (int i = 0; i < 40; i++)
        many[i] = (hra_ranking){2, {i % 2, i % 2 + 1}, {i % 3, 1}, i == 0 ? UINT64_MAX : 1, (uint64_t)i};
    many[39] = (hra_ranking){2, {3, 0}, {0, 1}, 1, UINT64_MAX};
    assert_int_equal(
        hra_rate(many, 40, 5,
                 &(hra_rate_options){.size = sizeof(hra_rate_options), .samples = 200, .seed = 1}, found,
                 NULL),
        0);
    for (int i = 0; i < 4; i++)
        assert_true(isfinite(found[i].low) && found[i].low <= found[i].high && isfinite(found[i].high));
    assert_int_equal(hra_rate(NULL, 0, 2,
                              &(hra_rate_options){.size = sizeof(hra_rate_options), .samples = 5, .seed = 1},
                              found, NULL),
                     0);
    assert_true(found[0].elo == 0 && isinf(found[0].high));
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    const hra_ranking good = {2, {0, 1}, {1, 2}, 3, 7}, bad = {2, {0, 2}, {1, 2}, 3, 7};
    hra_rating found[2] = {{.elo = 5}, {.elo = 5}};
    hra_error why;
    assert_int_equal(hra_rate(&good, 1, 2, &(hra_rate_options){.samples = 5}, found, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "does not begin with its size"));
    assert_int_equal(
        hra_rate(&good, 1, 2, &(hra_rate_options){.size = sizeof(hra_rate_options) + 8}, found, &why),
        HRA_EVERSION);
    assert_int_equal(hra_rate(&good, 1, 2,
                              &(hra_rate_options){.size = sizeof(hra_rate_options),
                                                  .samples = HRA_RATING_SAMPLES + 1,
                                                  .seed = 1},
                              found, &why),
                     HRA_EINPUT);
    assert_int_equal(hra_rate(&bad, 1, 2,
                              &(hra_rate_options){.size = sizeof(hra_rate_options), .samples = 10, .seed = 1},
                              found, &why),
                     HRA_EINPUT);
    assert_non_null(strstr(why.text, "player 2"));
    hra_stop stop = {0};
    hra_stop_set(&stop);
    const hra_progress progress = {.stop = &stop};
    assert_int_equal(
        hra_rate(&good, 1, 2,
                 &(hra_rate_options){
                     .size = sizeof(hra_rate_options), .samples = 10, .seed = 1, .progress = &progress},
                 found, &why),
        HRA_ESTOPPED);
    assert_true(found[0].elo == 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_have_the_error_of_their_pairs),
        cmocka_unit_test(order_changes_nothing_and_seeds_do),
        cmocka_unit_test(strange_results_are_resampled),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
