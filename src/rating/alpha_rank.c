/* alpha-Rank of one population: the stationary distribution of a chain over strategies, from each of which a
 * mutant takes over with its probability of fixation.
 *
 * Everything is in logarithms: with a large alpha the chances of a worse mutant are far below what a double
 * can hold, and their ratios still decide. */
#include <math.h>
#include <stdlib.h>

#include "core/array_alloc.h"
#include "hra/rating.h"

/* ln(e^a + e^b) */
static double log_add(double a, double b) {
    double most = fmax(a, b);
    return most == -INFINITY ? most : most + log1p(exp(fmin(a, b) - most));
}

/* The logarithm of how likely one mutant takes over the population (P. Taylor and others, "Evolutionary game
 * dynamics in finite populations", 2004, with the exponential imitation of A. Traulsen, 2006):
 *
 *     1 / (1 + sum over l = 1..m-1 of product over k = 1..l of e^(-alpha (f(k) - g(k))))
 *
 * where f and g are what the k mutants and the m - k others get against the m - 1 around them. The difference
 * is a line in k, so the exponent is a parabola in l. */
static double log_fixation(const double *payoff, size_t n, size_t mutant, size_t resident, double alpha,
                           int m) {
    double with_own = payoff[mutant * n + mutant], with_other = payoff[mutant * n + resident];
    double other_with = payoff[resident * n + mutant], other_own = payoff[resident * n + resident];
    double exponent = 0, sum = 0;
    for (int k = 1; k < m; k++) {
        double f = ((k - 1) * with_own + (m - k) * with_other) / (m - 1);
        double g = (k * other_with + (m - k - 1) * other_own) / (m - 1);
        exponent -= alpha * (f - g);
        sum = log_add(sum, exponent);
    }
    return -sum;
}

/* The stationary distribution by elimination of states, without a difference anywhere (W. Grassmann, M.
 * Taksar and D. Heyman, 1985): step[i * n + j] is the logarithm of the rate from i to j. `mass` gets
 * logarithms. */
static void log_stationary(double *step, size_t n, double *mass) {
    for (size_t k = n - 1; k > 0; k--) {
        double out = -INFINITY;
        for (size_t j = 0; j < k; j++)
            out = log_add(out, step[k * n + j]);
        for (size_t i = 0; i < k; i++)
            step[i * n + k] -= out;
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++)
                if (i != j)
                    step[i * n + j] = log_add(step[i * n + j], step[i * n + k] + step[k * n + j]);
    }
    mass[0] = 0;
    for (size_t k = 1; k < n; k++) {
        mass[k] = -INFINITY;
        for (size_t i = 0; i < k; i++)
            mass[k] = log_add(mass[k], mass[i] + step[i * n + k]);
    }
}

static hra_err check(const double *payoff, int players, double alpha, int population, hra_error *why) {
    if (players < 1 || players > HRA_RATING_PLAYERS)
        return hra_fail(why, HRA_EINPUT, -1, "%d players: 1 to %d can be ranked", players,
                        HRA_RATING_PLAYERS);
    if (!(alpha >= 0 && alpha <= 1e100))
        return hra_fail(why, HRA_EINPUT, -1, "alpha is %g: it is 0 to 1e100, 10 is usual", alpha);
    if (population < 2 || population > 10000)
        return hra_fail(why, HRA_EINPUT, -1, "a population of %d: 2 to 10000 is possible, 50 is usual",
                        population);
    for (int i = 0; i < players * players; i++)
        if (!(fabs(payoff[i]) <= 1e100))
            return hra_fail(why, HRA_EINPUT, -1,
                            "player %d gets %g against player %d: at most 1e100 is possible", i / players,
                            payoff[i], i % players);
    return 0;
}

hra_err hra_alpha_rank(const double *payoff, int players, double alpha, int population, double *mass,
                       hra_error *why) {
    hra_err err = check(payoff, players, alpha, population, why);
    if (err != 0)
        return err;
    size_t n = (size_t)players;
    double *step = hra_room(n * n, sizeof *step);
    if (!step)
        return hra_no_memory(why);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            step[i * n + j] = i == j ? -INFINITY : log_fixation(payoff, n, j, i, alpha, population);
    log_stationary(step, n, mass);
    free(step);
    double most = -INFINITY, sum = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, mass[i]);
    for (size_t i = 0; i < n; i++)
        sum += mass[i] = exp(mass[i] - most);
    for (size_t i = 0; i < n; i++)
        mass[i] /= sum;
    return 0;
}
