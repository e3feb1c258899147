#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"

#include "hra/rating.h"

enum { PLAYERS = 5 };

static void assert_near(double x, double wanted, double apart) {
    if (!(fabs(x - wanted) <= apart))
        fail_msg("%.17g is not %.17g", x, wanted);
}

static hra_ranking pair(int a, int b, int rank_a, int rank_b, uint64_t times) {
    return (hra_ranking){.count = 2, .player = {a, b}, .rank = {rank_a, rank_b}, .times = times};
}

/* Of two everything follows from the counts: worths are apart by the decided games alone, and there are as
 * many draws as there were. */
static void two_players_are_as_the_counts_say(void **state) {
    static const double counts[][3] = {{60, 900, 40}, {1, 1, 1}, {10, 0, 10},
                                       {7, 3, 0},     {0, 5, 0}, {1e12, 3e11, 1e6}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const double won = counts[i][0], drawn = counts[i][1], lost = counts[i][2];
        const hra_ranking games[] = {pair(0, 1, 1, 2, (uint64_t)won), pair(0, 1, 1, 1, (uint64_t)drawn),
                                     pair(0, 1, 2, 1, (uint64_t)lost)};
        hra_tie_rating worth[2];
        double tie[HRA_MAX_SEATS + 1];
        assert_int_equal(hra_rate_ties(games, 3, 2, worth, tie, NULL), 0);
        assert_near(worth[0].log - worth[1].log, log((won + 0.5) / (lost + 0.5)), 1e-8);
        assert_near(worth[0].log + worth[1].log, 0, 1e-8);
        assert_near(tie[2] / fmax(drawn / sqrt((won + 0.5) * (lost + 0.5)), 1e-300), drawn > 0, 1e-8);
        assert_true(tie[1] == 1 && tie[3] == 0 && worth[0].error > 0);
        /* Of the difference, whose variance is 1/won + 1/lost; each is half of it from the mean. */
        assert_near(worth[0].error / (1.959963984540054 / 2 * sqrt(1 / (won + 0.5) + 1 / (lost + 0.5))), 1,
                    1e-6);
    }
}

static void who_met_nobody_is_an_island(void **state) {
    const hra_ranking games[] = {pair(1, 3, 1, 2, 3), pair(0, 2, 1, 1, 1)};
    hra_tie_rating worth[PLAYERS];
    double tie[HRA_MAX_SEATS + 1];
    assert_int_equal(hra_rate_ties(games, 2, PLAYERS, worth, tie, NULL), 0);
    assert_true(worth[4].log == 0 && worth[4].error == (double)INFINITY && worth[4].component == 4);
    assert_true(worth[3].component == 1 && worth[2].component == 0);
    assert_near(worth[0].log, 0, 1e-9);
    assert_near(worth[1].log + worth[3].log, 0, 1e-9);
    assert_true(worth[1].log > 0.5 && tie[2] > 0); /* what a tie is likely is one number for all islands */
}

/* ---- a twin by force -------------------------------------------------------------------------*/

/* The probability that `first` of the players in `set` take the next place, a bit for each player. */
static double chance(uint32_t set, uint32_t first, const double *log_worth, const double *tie) {
    double sum = 0, own = 0;
    for (uint32_t some = 1; some < UINT32_C(1) << PLAYERS; some++) {
        if (some & ~set)
            continue;
        double product = 1;
        int count = 0;
        for (int p = 0; p < PLAYERS; p++)
            if (some >> p & 1) {
                product *= exp(log_worth[p]);
                count++;
            }
        double f = tie[count] * pow(product, 1.0 / count);
        sum += f;
        own = some == first ? f : own;
    }
    return own / sum;
}

/* Pseudo results too; `opponents` of each player. */
static double likelihood(const hra_ranking *games, size_t count, const double *log_worth, const double *tie,
                         bool met[PLAYERS][PLAYERS], const int *opponents) {
    double sum = 0;
    for (const hra_ranking *g = games; g < games + count; g++) {
        uint32_t left = 0;
        for (int i = 0; i < g->count; i++)
            left |= UINT32_C(1) << g->player[i];
        for (int rank = 0; rank < PLAYERS; rank++) {
            uint32_t first = 0;
            for (int i = 0; i < g->count; i++)
                first |= (uint32_t)(g->rank[i] == rank) << g->player[i];
            if (!first)
                continue;
            sum += (double)g->times * log(chance(left, first, log_worth, tie));
            left &= ~first;
        }
    }
    for (int i = 0; i < PLAYERS; i++)
        for (int j = 0; j < PLAYERS; j++)
            if (met[i][j])
                sum += (1.0 / opponents[i] + 1.0 / opponents[j]) / 4 *
                       log(chance(UINT32_C(1) << i | UINT32_C(1) << j, UINT32_C(1) << i, log_worth, tie));
    return sum;
}

static size_t some_games(hra_rng *rng, hra_ranking *games, bool met[PLAYERS][PLAYERS], int *opponents) {
    const size_t count = 20 + hra_rng_below(rng, 40);
    memset(met, 0, sizeof(bool[PLAYERS][PLAYERS]));
    for (size_t g = 0; g < count; g++) {
        games[g] = (hra_ranking){.count = 2 + (int)hra_rng_below(rng, 3), .times = hra_rng_below(rng, 4)};
        int order[PLAYERS] = {0, 1, 2, 3, 4};
        for (int i = 0; i < games[g].count; i++) {
            int k = i + (int)hra_rng_below(rng, (uint32_t)(PLAYERS - i)), had = order[i];
            order[i] = order[k];
            order[k] = had;
            games[g].player[i] = order[i];
            games[g].rank[i] = (int)hra_rng_below(rng, PLAYERS);
        }
        for (int i = 0; i < games[g].count && games[g].times; i++)
            for (int k = 0; k < games[g].count; k++)
                met[order[i]][order[k]] |= i != k;
    }
    for (int i = 0; i < PLAYERS; i++)
        for (int j = opponents[i] = 0; j < PLAYERS; j++)
            opponents[i] += met[i][j];
    return count;
}

/* Nothing near by is likelier, in any direction, by a likelihood that is written down as it is defined. */
static void no_other_strengths_are_likelier(void **state) {
    hra_rng rng;
    hra_rng_init(&rng, 1);
    for (int round = 0; round < 30; round++) {
        hra_ranking games[64];
        bool met[PLAYERS][PLAYERS];
        int opponents[PLAYERS];
        size_t count = some_games(&rng, games, met, opponents);
        hra_tie_rating worth[PLAYERS];
        double tie[HRA_MAX_SEATS + 1], log_worth[PLAYERS];
        assert_int_equal(hra_rate_ties(games, count, PLAYERS, worth, tie, NULL), 0);
        for (int i = 0; i < PLAYERS; i++)
            log_worth[i] = worth[i].log;
        const double most = likelihood(games, count, log_worth, tie, met, opponents);
        for (int i = 0; i < PLAYERS + HRA_MAX_SEATS; i++)
            for (int sign = -1; sign <= 1; sign += 2) {
                const double step = 1e-3 * sign;
                double *x = i < PLAYERS ? &log_worth[i] : &tie[i - PLAYERS + 1], had = *x;
                *x = i < PLAYERS ? had + step : had * (1 + step);
                double there = likelihood(games, count, log_worth, tie, met, opponents);
                if (i != PLAYERS && there > most + 1e-11) /* tie[1] is 1 by definition */
                    fail_msg("round %d, parameter %d: %.17g is less than %.17g", round, i, most, there);
                *x = had;
            }
    }
}

/* ---- recovery -------------------------------------------------------------------------------*/

/* Games that the model itself plays, among three of five. */
static void what_was_true_is_found(void **state) {
    static const double log_worth[PLAYERS] = {0.9, 0.4, 0, -0.5, -0.8}, tie[] = {0, 1, 0.7, 0.4, 0, 0};
    static hra_ranking games[20000];
    hra_rng rng;
    hra_rng_init(&rng, 2);
    size_t count = sizeof games / sizeof *games;
    for (size_t g = 0; g < count; g++) {
        int out[2] = {(int)hra_rng_below(&rng, PLAYERS), (int)hra_rng_below(&rng, PLAYERS - 1)};
        out[1] += out[1] >= out[0];
        uint32_t left = 31 & ~(UINT32_C(1) << out[0] | UINT32_C(1) << out[1]);
        games[g] = (hra_ranking){.times = 1};
        for (int rank = 0; left; rank++) {
            double draw = hra_rng_uniform(&rng);
            uint32_t first = 1;
            for (;; first++)
                if (!(first & ~left) && (draw -= chance(left, first, log_worth, tie)) < 0)
                    break;
            for (int p = 0; p < PLAYERS; p++)
                if (first >> p & 1) {
                    games[g].player[games[g].count] = p;
                    games[g].rank[games[g].count++] = rank;
                }
            left &= ~first;
        }
    }
    hra_tie_rating found[PLAYERS];
    double found_tie[HRA_MAX_SEATS + 1];
    assert_int_equal(hra_rate_ties(games, count, PLAYERS, found, found_tie, NULL), 0);
    for (int p = 0; p < PLAYERS; p++) {
        assert_true(fabs(found[p].log - log_worth[p]) < 2 * found[p].error);
        assert_true(found[p].error > 0.01 && found[p].error < 0.05);
    }
    assert_near(found_tie[2], tie[2], 0.05);
    assert_near(found_tie[3], tie[3], 0.05);
}

static void what_makes_no_sense_is_refused(void **state) {
    const hra_ranking games[] = {pair(0, 0, 1, 2, 1), pair(0, 7, 1, 2, 1)};
    hra_tie_rating worth[2] = {{.log = 7}};
    double tie[HRA_MAX_SEATS + 1];
    hra_error why;
    for (int i = 0; i < 2; i++)
        assert_int_equal(hra_rate_ties(&games[i], 1, 2, worth, tie, &why), HRA_EINPUT);
    assert_int_equal(hra_rate_ties(NULL, 0, 0, worth, tie, &why), HRA_EINPUT);
    assert_true(worth[0].log == 7);
    assert_int_equal(hra_rate_ties(NULL, 0, 2, worth, tie, &why), 0);
    assert_true(worth[0].log == 0 && worth[0].error == (double)INFINITY && tie[2] == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_are_as_the_counts_say), cmocka_unit_test(who_met_nobody_is_an_island),
        cmocka_unit_test(no_other_strengths_are_likelier),   cmocka_unit_test(what_was_true_is_found),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
