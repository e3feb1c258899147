/* Ratings of many players: games into choices, choices into strengths, strengths into Elo. */
#include "ratings.h"

#include <math.h>
#include <stdlib.h>

#include "core/array_alloc.h"
#include "elo_stats.h"
#include "plackett_luce.h"

double hra_elo_of_theta(double theta) {
    return theta * 400 / log(10);
}

/* Takes all games apart; the caller frees *firsts. */
static hra_err take_all(const hra_ranking *games, size_t count, hra_ranking_choices *choices,
                        hra_firsts **firsts) {
    hra_event event[HRA_RANKING_EVENTS];
    size_t capacity = 0;
    for (size_t g = 0; g < count; g++) {
        if (games[g].times == 0)
            continue;
        int events = hra_ranking_choices_take(choices, &games[g], event);
        if (events < 0)
            return events;
        if (choices->capacity > capacity) {
            hra_firsts *more = realloc(*firsts, choices->capacity * sizeof *more);
            if (!more)
                return HRA_ENOMEM;
            for (*firsts = more; capacity < choices->capacity; capacity++)
                more[capacity] = (hra_firsts){{0}};
        }
        for (int e = 0; e < events; e++)
            hra_event_count(&event[e], (double)games[g].times, &(*firsts)[event[e].choice]);
    }
    return 0;
}

static double half_width(double variance) {
    return HRA_TWO_SIDED_95 * hra_elo_of_theta(sqrt(fmax(variance, 0)));
}

static void tell(hra_fit *fit, const double *covariance, hra_rating *out) {
    for (size_t i = 0; i < fit->players; i++) {
        int island = fit->island[i];
        bool alone = fit->islanders[island] == 1;
        hra_rating *r = &out[i];
        *r = (hra_rating){.theta = fit->theta[i], .component = island, .prior_games = fit->pseudo[island]};
        r->elo = hra_elo_of_theta(r->theta);
        r->error = alone ? (double)INFINITY : half_width(covariance[i * fit->players + i]);
        r->low = r->elo - r->error;
        r->high = r->elo + r->error;
    }
}

static void tell_gaps(const hra_fit *fit, const double *covariance, double *gap) {
    size_t n = fit->players;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            gap[i * n + j] = i == j ? 0
                             : fit->island[i] != fit->island[j]
                                 ? (double)INFINITY
                                 : half_width(covariance[i * n + i] + covariance[j * n + j] -
                                              covariance[i * n + j] - covariance[j * n + i]);
}

static void count_games(const hra_ranking *games, size_t count, hra_rating *out) {
    for (size_t g = 0; g < count; g++)
        for (int i = 0; i < games[g].count; i++) {
            uint64_t *sum = &out[games[g].player[i]].games;
            *sum = games[g].times > UINT64_MAX - *sum ? UINT64_MAX : *sum + games[g].times;
        }
}

hra_err hra_rate_gaps(const hra_ranking *games, size_t count, int players, hra_rating *out, double *gap,
                      hra_error *why) {
    hra_err err = hra_rankings_check(games, count, players, why);
    if (err != 0)
        return err;
    size_t n = (size_t)players;
    hra_ranking_choices choices;
    hra_ranking_choices_init(&choices, players);
    hra_firsts *firsts = NULL;
    hra_fit fit = {0};
    double *covariance = hra_room(n * n, sizeof *covariance);
    err = covariance ? take_all(games, count, &choices, &firsts) : HRA_ENOMEM;
    if (err == 0)
        err = hra_fit_init(&fit, &choices);
    if (err == 0) {
        hra_fit_solve(&fit, firsts);
        for (size_t i = 0; i < n; i++)
            hra_fit_covariance(&fit, i, covariance + i * n);
        if (out) {
            tell(&fit, covariance, out);
            count_games(games, count, out);
        }
        if (gap)
            tell_gaps(&fit, covariance, gap);
    }
    hra_fit_release(&fit);
    hra_ranking_choices_release(&choices);
    free(firsts);
    free(covariance);
    return err == HRA_ENOMEM ? hra_no_memory(why) : err;
}

hra_err hra_payoffs(const hra_ranking *games, size_t count, int players, double *payoff, double *met,
                    hra_error *why) {
    hra_err err = hra_rankings_check(games, count, players, why);
    if (err != 0)
        return err;
    size_t n = (size_t)players;
    double *times = hra_room(n * n, sizeof *times);
    if (!times)
        return hra_no_memory(why);
    for (size_t i = 0; i < n * n; i++)
        payoff[i] = 0;
    for (const hra_ranking *game = games; game < games + count; game++)
        for (int i = 0; i < game->count; i++)
            for (int j = 0; j < game->count; j++) {
                size_t at = (size_t)game->player[i] * n + (size_t)game->player[j];
                double got = game->rank[i] < game->rank[j] ? 1 : game->rank[i] == game->rank[j] ? 0.5 : 0;
                times[at] += i == j ? 0 : (double)game->times;
                payoff[at] += i == j ? 0 : got * (double)game->times;
            }
    for (size_t i = 0; i < n * n; i++) {
        payoff[i] = times[i] > 0 ? payoff[i] / times[i] : 0.5;
        if (met)
            met[i] = times[i];
    }
    free(times);
    return 0;
}
