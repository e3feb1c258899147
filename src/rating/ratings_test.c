/* Ratings: two players against the formula of Elo; many against a slow twin that knows no choices, only
 * orders; errors against differences of its likelihood; simulated players found again; results that set no
 * limit.
 *
 * Players are found again in a sample of nights, each of some thousand games; with ALL=1 in the environment
 * the nights have a million games:
 *
 *     ALL=1 build/tests/tournament_ratings_test */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"
#include "hra/rating.h"
#include "hra/stats.h"

static const uint64_t huge = UINT64_C(1) << 63;

static bool near(double a, double b, double within) {
    return a == b || fabs(a - b) <= within;
}

/* What `wins`, `draws`, `losses` of the first player against the second make. */
static size_t pairing(hra_ranking *out, int first, int second, uint64_t wins, uint64_t draws,
                      uint64_t losses) {
    out[0] = (hra_ranking){2, {first, second}, {1, 2}, wins, 0};
    out[1] = (hra_ranking){2, {first, second}, {1, 1}, draws, 0};
    out[2] = (hra_ranking){2, {first, second}, {2, 1}, losses, 0};
    return 3;
}

/* ---- two players -------------------------------------------------------------------------------*/

static void two_players_are_their_logistic_elo(void **state) {
    (void)state;
    static const struct {
        uint64_t wins, draws, losses;
        double won, of; /* of the points, with pseudo results where those count */
    } cases[] = {
        {60, 900, 40, 510, 1000}, /* 7, and not the 70 of the decided games alone */
        {60, 0, 40, 60, 100},     {0, 1, 0, 0.5, 1},    {1, 0, 1, 1, 2}, {999999, 0, 1, 999999, 1000000},
        {10, 0, 0, 10.5, 11}, /* all won */
        {0, 0, 3, 0.5, 4},        {0, 77, 0, 38.5, 77},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_ranking games[3];
        hra_rating found[2];
        double gap[4];
        size_t count = pairing(games, 0, 1, cases[i].wins, cases[i].draws, cases[i].losses);
        assert_int_equal(hra_rate(games, count, 2,
                                  &(hra_rate_options){.size = sizeof(hra_rate_options), .gap = gap}, found,
                                  NULL),
                         0);
        double share = cases[i].won / cases[i].of;
        assert_true(near(found[0].elo - found[1].elo, hra_elo_of(share), 1e-6));
        assert_true(near(found[0].elo, -found[1].elo, 1e-9));
        bool pseudo = cases[i].draws == 0 && (cases[i].wins == 0 || cases[i].losses == 0);
        assert_true(found[0].prior_games == pseudo && found[1].component == 0);
        /* a game's information is p q */
        double error = 1.959964 / sqrt(cases[i].of * share * (1 - share)) * 400 / log(10);
        assert_true(near(gap[1], error, 1e-5 * error) && near(gap[2], error, 1e-5 * error) && gap[0] == 0);
        assert_true(near(found[0].error, error / 2, 1e-5 * error));
    }
    hra_ranking games[3];
    hra_rating found[2];
    pairing(games, 0, 1, 60, 900, 40);
    assert_int_equal(hra_rate(games, 3, 2, NULL, found, NULL), 0);
    assert_true(near(found[0].elo - found[1].elo, 6.9496, 1e-4));
}

/* ---- a slow twin -------------------------------------------------------------------------------*/

enum { TWIN_PLAYERS = 6 };

typedef void visit_order(void *self, const int *order, int count, double weight);

/* Every order that a ranking allows, each with its share of the times: by putting one after the other behind.
 */
static void orders_from(const hra_ranking *game, int placed, int *order, unsigned used, double weight,
                        visit_order *visit, void *self) {
    if (placed == game->count) {
        visit(self, order, placed, weight);
        return;
    }
    int best = INT32_MAX, equal = 0;
    for (int i = 0; i < game->count; i++)
        if (!(used >> i & 1) && game->rank[i] < best)
            best = game->rank[i];
    for (int i = 0; i < game->count; i++)
        equal += !(used >> i & 1) && game->rank[i] == best;
    for (int i = 0; i < game->count; i++)
        if (!(used >> i & 1) && game->rank[i] == best) {
            order[placed] = game->player[i];
            orders_from(game, placed + 1, order, used | 1u << i, weight / equal, visit, self);
        }
}

static void orders(const hra_ranking *games, size_t count, visit_order *visit, void *self) {
    int order[HRA_MAX_SEATS];
    for (size_t g = 0; g < count; g++)
        orders_from(&games[g], 0, order, 0, (double)games[g].times, visit, self);
}

typedef struct twin {
    double strength[TWIN_PLAYERS], wins[TWIN_PLAYERS], chances[TWIN_PLAYERS], likelihood;
} twin;

static void look_at_order(void *self, const int *order, int count, double weight) {
    twin *t = self;
    for (int i = 0; i + 1 < count; i++) {
        double sum = 0;
        for (int j = i; j < count; j++)
            sum += t->strength[order[j]];
        t->wins[order[i]] += weight;
        t->likelihood += weight * log(t->strength[order[i]] / sum);
        for (int j = i; j < count; j++)
            t->chances[order[j]] += weight / sum;
    }
}

static double likelihood_at(const hra_ranking *games, size_t count, const double *theta) {
    twin t = {.likelihood = 0};
    for (int i = 0; i < TWIN_PLAYERS; i++)
        t.strength[i] = exp(theta[i]);
    orders(games, count, look_at_order, &t);
    return t.likelihood;
}

/* D. Hunter, "MM algorithms for generalized Bradley-Terry models", 2004: wins over chances, again and again.
 */
static void twin_rate(const hra_ranking *games, size_t count, double *theta) {
    twin t;
    for (int i = 0; i < TWIN_PLAYERS; i++)
        t.strength[i] = 1;
    for (double moved = 1; moved > 1e-11;) {
        memset(t.wins, 0, sizeof t.wins);
        memset(t.chances, 0, sizeof t.chances);
        orders(games, count, look_at_order, &t);
        double next[TWIN_PLAYERS], mean = 0;
        for (int i = 0; i < TWIN_PLAYERS; i++)
            mean += log(t.wins[i] / t.chances[i]) / TWIN_PLAYERS;
        moved = 0;
        for (int i = 0; i < TWIN_PLAYERS; i++) {
            next[i] = t.wins[i] / t.chances[i] / exp(mean);
            moved = fmax(moved, fabs(log(next[i] / t.strength[i])));
        }
        memcpy(t.strength, next, sizeof next);
    }
    for (int i = 0; i < TWIN_PLAYERS; i++)
        theta[i] = log(t.strength[i]);
}

/* Rankings of two to six of six players, with draws. */
static size_t random_rankings(hra_rng *rng, hra_ranking *games, size_t count, int players, int ranks) {
    for (size_t g = 0; g < count; g++) {
        int who[HRA_RATING_PLAYERS];
        for (int i = 0; i < players; i++)
            who[i] = i;
        games[g] = (hra_ranking){.count = 2 + (int)hra_rng_below(rng, 5), .times = 1 + hra_rng_below(rng, 4)};
        games[g].group = hra_rng_below(rng, (uint32_t)count);
        for (int i = 0; i < games[g].count; i++) {
            int at = i + (int)hra_rng_below(rng, (uint32_t)(players - i)), other = who[at];
            who[at] = who[i];
            games[g].player[i] = who[i] = other;
            games[g].rank[i] = (int)hra_rng_below(rng, (uint32_t)ranks) - other / 3;
        }
    }
    return count;
}

static void slow_twin_agrees(void **state) {
    (void)state;
    enum { GAMES = 30 };
    hra_rng rng;
    hra_rng_init(&rng, 21);
    for (int round = 0; round < 5; round++) {
        hra_ranking games[GAMES];
        hra_rating found[TWIN_PLAYERS];
        double expected[TWIN_PLAYERS];
        random_rankings(&rng, games, GAMES, TWIN_PLAYERS, 2 + round);
        assert_int_equal(hra_rate(games, GAMES, TWIN_PLAYERS, NULL, found, NULL), 0);
        twin_rate(games, GAMES, expected);
        for (int i = 0; i < TWIN_PLAYERS; i++) {
            assert_false(found[i].prior_games);
            assert_true(near(found[i].theta, expected[i], 1e-7));
            assert_true(near(found[i].elo, found[i].theta * 173.71779276, 1e-6));
        }
    }
}

/* Solves a small system with Gauss's elimination. */
static void solve(double a[TWIN_PLAYERS][TWIN_PLAYERS + 1]) {
    for (int k = 0; k < TWIN_PLAYERS; k++) {
        int pivot = k;
        for (int i = k; i < TWIN_PLAYERS; i++)
            pivot = fabs(a[i][k]) > fabs(a[pivot][k]) ? i : pivot;
        for (int j = 0; j <= TWIN_PLAYERS; j++) {
            double other = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = other;
        }
        for (int i = 0; i < TWIN_PLAYERS; i++)
            for (int j = TWIN_PLAYERS; i != k && j >= k; j--)
                a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    }
    for (int k = 0; k < TWIN_PLAYERS; k++)
        a[k][TWIN_PLAYERS] /= a[k][k];
}

/* The second derivatives by differences of the likelihood; a one added everywhere makes them regular, and
 * adds 1/n^2 to the inverse. */
static void errors_are_those_of_the_hessian(void **state) {
    (void)state;
    enum { GAMES = 25, N = TWIN_PLAYERS };
    hra_rng rng;
    hra_rng_init(&rng, 5);
    hra_ranking games[GAMES];
    hra_rating found[N];
    double gap[N * N], hessian[N][N], inverse[N][N];
    random_rankings(&rng, games, GAMES, N, 3);
    assert_int_equal(hra_rate(games, GAMES, N,
                              &(hra_rate_options){.size = sizeof(hra_rate_options), .gap = gap}, found, NULL),
                     0);
    const double h = 1e-3;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int corner = 0; corner < 4; corner++) {
                double theta[N];
                for (int k = 0; k < N; k++)
                    theta[k] = found[k].theta;
                theta[i] += corner & 1 ? h : -h;
                theta[j] += corner & 2 ? h : -h;
                sum += (corner == 0 || corner == 3 ? 1 : -1) * likelihood_at(games, GAMES, theta);
            }
            hessian[i][j] = -sum / (4 * h * h) + 1;
        }
    for (int i = 0; i < N; i++) {
        double a[N][N + 1];
        for (int k = 0; k < N; k++) {
            memcpy(a[k], hessian[k], sizeof hessian[k]);
            a[k][N] = k == i;
        }
        solve(a);
        for (int k = 0; k < N; k++)
            inverse[i][k] = a[k][N] - 1.0 / (N * N);
    }
    const double unit = 1.959963984540054 * 400 / log(10);
    for (int i = 0; i < N; i++) {
        assert_true(near(found[i].error, unit * sqrt(inverse[i][i]), 1e-3 * found[i].error));
        for (int j = 0; j < N; j++) {
            double variance = inverse[i][i] + inverse[j][j] - 2 * inverse[i][j];
            assert_true(near(gap[i * N + j], unit * sqrt(fmax(variance, 0)), 1e-3 * found[i].error));
        }
    }
}

/* ---- order, islands, hostile counts ------------------------------------------------------------*/

static void order_and_joining_change_nothing(void **state) {
    (void)state;
    enum { GAMES = 500, PLAYERS = 12 };
    static hra_ranking games[GAMES], single[GAMES * 4];
    hra_rng rng;
    hra_rng_init(&rng, 9);
    random_rankings(&rng, games, GAMES, PLAYERS, 3);
    hra_rating found[PLAYERS], other[PLAYERS];
    assert_int_equal(hra_rate(games, GAMES, PLAYERS, NULL, found, NULL), 0);
    size_t count = 0;
    for (size_t g = GAMES; g-- > 0;) /* backwards, and each game alone */
        for (uint64_t i = 0; i < games[g].times; i++) {
            single[count] = games[g];
            single[count++].times = 1;
        }
    assert_int_equal(hra_rate(single, count, PLAYERS, NULL, other, NULL), 0);
    for (int i = 0; i < PLAYERS; i++)
        assert_true(found[i].theta == other[i].theta && found[i].error == other[i].error &&
                    found[i].games == other[i].games);
}

/* 0 and 2 met, 1 and 4 met, 3 and 5 had no opponents. */
static void islands_stand_for_themselves(void **state) {
    (void)state;
    hra_ranking games[7];
    hra_rating found[6];
    double gap[36];
    pairing(games, 0, 2, 3, 0, 1);
    pairing(games + 3, 4, 1, 60, 900, 40);
    games[6] = (hra_ranking){1, {3}, {1}, 5, 0}; /* alone at a table */
    assert_int_equal(
        hra_rate(games, 7, 6, &(hra_rate_options){.size = sizeof(hra_rate_options), .gap = gap}, found, NULL),
        0);
    static const int island[6] = {0, 1, 0, 3, 1, 5};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(found[i].component, island[i]);
        for (int j = 0; j < 6; j++)
            assert_true(isinf(gap[i * 6 + j]) == (island[i] != island[j]));
    }
    assert_true(near(found[0].elo - found[2].elo, hra_elo_of(0.75), 1e-6));
    assert_true(near(found[4].elo - found[1].elo, 6.9496, 1e-4));
    assert_true(found[3].elo == 0 && isinf(found[3].error) && found[3].games == 5 && found[5].games == 0);
    assert_true(isinf(found[5].low) && found[5].low < 0 && found[5].high > 0 && !found[5].prior_games);
}

/* A wins all, but B and C are in order: pseudo results for their island, not for the other one. */
static void pseudo_results_count_where_they_must(void **state) {
    (void)state;
    hra_ranking games[12];
    hra_rating found[5];
    pairing(games, 0, 1, 5, 0, 0);
    pairing(games + 3, 0, 2, 4, 0, 0);
    pairing(games + 6, 1, 2, 2, 1, 2);
    pairing(games + 9, 3, 4, 2, 0, 1);
    assert_int_equal(hra_rate(games, 12, 5, NULL, found, NULL), 0);
    assert_true(found[0].prior_games && found[1].prior_games && found[2].prior_games &&
                !found[3].prior_games && !found[4].prior_games);
    assert_true(found[0].elo > 200 && found[0].elo < 2000 && isfinite(found[0].error));
    games[2].times = 1; /* one loss, and nothing is made up */
    assert_int_equal(hra_rate(games, 12, 5, NULL, found, NULL), 0);
    assert_false(found[0].prior_games);
}

static void all_are_numbers(const hra_rating *found, int players) {
    for (int i = 0; i < players; i++) {
        assert_true(isfinite(found[i].theta) && isfinite(found[i].elo));
        assert_true(found[i].error > 0 && !isnan(found[i].low) && !isnan(found[i].high));
    }
}

/* A chain in which each beat the next 2^63 times, and the last one the first once. */
static void huge_counts_are_rated(void **state) {
    (void)state;
    enum { CHAIN = 40 };
    hra_ranking games[3 * CHAIN];
    hra_rating found[CHAIN];
    pairing(games, 0, 1, huge, 0, 1);
    assert_int_equal(hra_rate(games, 3, 2, NULL, found, NULL), 0);
    assert_true(near(found[0].elo - found[1].elo, 400 * log10(ldexp(1, 63)), 1e-6));
    pairing(games, 0, 1, huge, UINT64_MAX, 1);
    assert_int_equal(hra_rate(games, 3, 2, NULL, found, NULL), 0);
    assert_true(near(found[0].elo - found[1].elo, hra_elo_of(2.0 / 3), 1e-6));
    assert_true(found[0].games == UINT64_MAX);
    for (int i = 0; i + 1 < CHAIN; i++)
        pairing(games + 3 * i, i, i + 1, huge, 0, 0);
    assert_int_equal(hra_rate(games, 3 * (CHAIN - 1), CHAIN, NULL, found, NULL), 0);
    all_are_numbers(found, CHAIN);
    assert_true(found[0].prior_games &&
                near(found[0].elo - found[1].elo, found[CHAIN - 2].elo - found[CHAIN - 1].elo, 1e-3));
    pairing(games + 3 * (CHAIN - 1), CHAIN - 1, 0, 1, 0, 0);
    assert_int_equal(hra_rate(games, 3 * CHAIN, CHAIN, NULL, found, NULL), 0);
    all_are_numbers(found, CHAIN);
    assert_false(found[0].prior_games);
    /* the win of the last one flows back through every link, which has to lose once for it */
    for (int i = 0; i + 1 < CHAIN; i++)
        assert_true(near(found[i].elo - found[i + 1].elo, 400 * log10(ldexp(1, 63)), 1e-3));
}

/* Whatever counts and ranks: numbers; and the same ones where players are numbered the other way round, so
 * that everything is added up and eliminated in another order. */
static void strange_results_are_rated(void **state) {
    (void)state;
    enum { GAMES = 40, PLAYERS = 16 };
    hra_rng rng;
    hra_rng_init(&rng, 77);
    for (int round = 0; round < 150; round++) {
        hra_ranking games[GAMES];
        hra_rating found[PLAYERS], turned[PLAYERS];
        double gap[PLAYERS * PLAYERS];
        size_t count = random_rankings(&rng, games, 1 + hra_rng_below(&rng, GAMES), PLAYERS, 1 + round % 4);
        for (size_t g = 0; g < count; g++)
            games[g].times = hra_rng_next(&rng) >> hra_rng_below(&rng, 64);
        assert_int_equal(hra_rate(games, count, PLAYERS,
                                  &(hra_rate_options){.size = sizeof(hra_rate_options), .gap = gap}, found,
                                  NULL),
                         0);
        all_are_numbers(found, PLAYERS);
        for (int i = 0; i < PLAYERS * PLAYERS; i++)
            assert_true(gap[i] >= 0);
        for (size_t g = 0; g < count; g++)
            for (int i = 0; i < games[g].count; i++)
                games[g].player[i] = PLAYERS - 1 - games[g].player[i];
        assert_int_equal(hra_rate(games, count, PLAYERS, NULL, turned, NULL), 0);
        for (int i = 0; i < PLAYERS; i++) {
            const hra_rating *r = &found[i], *t = &turned[PLAYERS - 1 - i];
            assert_true(r->prior_games == t->prior_games &&
                        near(r->theta, t->theta, 1e-7 * (1 + fabs(r->theta))));
            assert_true(near(r->error, t->error, 1e-6 * r->error));
        }
    }
}

static void nothing_and_one_player(void **state) {
    (void)state;
    hra_rating found[3];
    assert_int_equal(hra_rate(NULL, 0, 3, NULL, found, NULL), 0);
    all_are_numbers(found, 3);
    assert_true(found[2].elo == 0 && found[2].component == 2 && isinf(found[2].error));
    assert_int_equal(hra_rate(NULL, 0, 1, NULL, found, NULL), 0);
    all_are_numbers(found, 1);
    hra_ranking eight = {8, {7, 6, 5, 4, 3, 2, 1, 0}, {0}, 3, 0}; /* all equal */
    hra_rating all[8];
    assert_int_equal(hra_rate(&eight, 1, 8, NULL, all, NULL), 0);
    for (int i = 0; i < 8; i++)
        assert_true(near(all[i].theta, 0, 1e-12) && !all[i].prior_games &&
                    near(all[i].error, all[0].error, 1e-9));
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    static const struct {
        hra_ranking game;
        int players;
        const char *word;
    } cases[] = {
        {{2, {0, 1}, {1, 2}, 1, 0}, 0, "1 to"},
        {{2, {0, 1}, {1, 2}, 1, 0}, HRA_RATING_PLAYERS + 1, "1 to"},
        {{2, {0, 2}, {1, 2}, 1, 0}, 2, "player 2"},
        {{2, {0, -1}, {1, 2}, 1, 0}, 2, "player -1"},
        {{3, {0, 1, 0}, {1, 2, 3}, 1, 0}, 2, "twice"},
        {{0, {0}, {0}, 1, 0}, 2, "holds 0"},
        {{9, {0, 1}, {1, 2}, 1, 0}, 2, "holds 9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_rating found[2] = {{.elo = 5}, {.elo = 5}};
        double payoff[4] = {5, 5, 5, 5};
        hra_error why;
        assert_int_equal(hra_rate(&cases[i].game, 1, cases[i].players, NULL, found, &why), HRA_EINPUT);
        assert_non_null(strstr(why.text, cases[i].word));
        assert_int_equal(hra_payoffs(&cases[i].game, 1, cases[i].players, payoff, NULL, &why), HRA_EINPUT);
        assert_true(found[0].elo == 5 && payoff[0] == 5);
    }
}

static void payoffs_are_means(void **state) {
    (void)state;
    hra_ranking games[7];
    pairing(games, 0, 1, 3, 2, 5);
    pairing(games + 3, 2, 0, huge, 0, huge);
    games[6] = (hra_ranking){3, {2, 1, 0}, {1, 2, 2}, 10, 0};
    double payoff[16], met[16];
    assert_int_equal(hra_payoffs(games, 7, 4, payoff, met, NULL), 0);
    assert_true(near(payoff[0 * 4 + 1], (3 + 1 + 5) / 20.0, 1e-15) &&
                near(payoff[1 * 4 + 0], 11 / 20.0, 1e-15));
    assert_true(payoff[2 * 4 + 1] == 1 && payoff[1 * 4 + 2] == 0 && met[2 * 4 + 1] == 10);
    assert_true(near(payoff[2 * 4 + 0], 0.5, 1e-12) && met[0 * 4 + 2] == ldexp(1, 64));
    assert_true(payoff[0] == 0.5 && met[0] == 0 && payoff[3 * 4 + 1] == 0.5 && met[3] == 0);
}

/* ---- simulated players -------------------------------------------------------------------------*/

/* A game of four of 20 players by the model, in the form of reported games: best first. */
static void play_game(hra_rng *rng, const double *strength, int players, int seats, hra_ranking *out) {
    *out = (hra_ranking){.count = seats, .times = 1};
    uint32_t taken = 0;
    double left = 0;
    int who[HRA_MAX_SEATS];
    for (int i = 0; i < seats; i++) {
        do
            who[i] = (int)hra_rng_below(rng, (uint32_t)players);
        while (taken >> who[i] & 1);
        taken |= 1u << who[i];
        left += strength[who[i]];
    }
    for (int place = 0; place < seats; place++) {
        double at = hra_rng_uniform(rng) * left;
        int i = place;
        while (i + 1 < seats && (at -= strength[who[i]]) >= 0)
            i++;
        int first = who[i];
        who[i] = who[place];
        out->player[place] = who[place] = first;
        out->rank[place] = place;
        left -= strength[first];
    }
}

/* Of 20 players, strengths over some 700 Elo: the true ones lie within two standard errors in 95 %. */
static void simulated_players_are_found_again(void **state) {
    (void)state;
    enum { PLAYERS = 20 };
    const char *wanted = getenv("ALL");
    bool all = wanted && *wanted;
    size_t nights = 200, count = all ? 1000000 : 2500, within = 0;
    hra_ranking *games = malloc(count * sizeof *games);
    assert_non_null(games);
    for (size_t night = 0; night < nights; night++) {
        hra_rng rng;
        hra_rng_init_stream(&rng, 1, night, 0, 0);
        double theta[PLAYERS], strength[PLAYERS], mean = 0;
        for (int i = 0; i < PLAYERS; i++)
            mean += (theta[i] = hra_rng_normal(&rng)) / PLAYERS;
        for (int i = 0; i < PLAYERS; i++)
            strength[i] = exp(theta[i] -= mean);
        int seats = (int[]){2, 4, 2, 3}[night % 4];
        for (size_t g = 0; g < count; g++)
            play_game(&rng, strength, PLAYERS, seats, &games[g]);
        hra_rating found[PLAYERS];
        assert_int_equal(hra_rate(games, count, PLAYERS, NULL, found, NULL), 0);
        for (int i = 0; i < PLAYERS; i++) {
            double standard = found[i].error / 1.959963984540054;
            within += fabs(found[i].elo - theta[i] * 400 / log(10)) <= 2 * standard;
        }
    }
    free(games);
    double share = (double)within / (double)(nights * PLAYERS);
    if (all)
        print_message("%.4f of the true strengths within two standard errors\n", share);
    if (!(share > 0.935 &&
          share < 0.975)) /* 0.9545 where errors are normal, and three standard errors of that */
        fail_msg("%.4f of the true strengths within two standard errors", share);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_are_their_logistic_elo),
        cmocka_unit_test(slow_twin_agrees),
        cmocka_unit_test(errors_are_those_of_the_hessian),
        cmocka_unit_test(order_and_joining_change_nothing),
        cmocka_unit_test(islands_stand_for_themselves),
        cmocka_unit_test(pseudo_results_count_where_they_must),
        cmocka_unit_test(huge_counts_are_rated),
        cmocka_unit_test(strange_results_are_rated),
        cmocka_unit_test(nothing_and_one_player),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(payoffs_are_means),
        cmocka_unit_test(simulated_players_are_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
