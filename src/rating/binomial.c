/* Draws from the binomial distribution: where few successes are expected by the waiting times between them
 * (L. Devroye, "Non-Uniform Random Variate Generation", 1986, X.4.3), else by transformed rejection with
 * squeeze (W. Hormann, "The generation of binomial random variates", 1993, algorithm BTRS). */
#include <math.h>

#include "rating/binomial.h"

#define FEW 10 /* successes expected: from here on rejection is as fast as waiting */

static double unit_above_0(hra_rng *rng) {
    return 1 - hra_rng_uniform(rng);
}

static uint64_t by_waiting(hra_rng *rng, uint64_t n, double p) {
    double left = log1p(-p), sum = 0;
    for (uint64_t successes = 0; successes < n; successes++) {
        sum += log(unit_above_0(rng)) / (double)(n - successes);
        if (sum < left)
            return successes;
    }
    return n;
}

/* log k! less Stirling's formula. */
static double stirling_tail(double k) {
    static const double tail[] = {0.08106146679532726, 0.04134069595540929, 0.02767792568499834,
                                  0.02079067210376509, 0.01664469118982119, 0.01387612882307075,
                                  0.01189670994589177, 0.01041126526197209, 0.00925546218271273,
                                  0.00833056343336287};
    if (k < 10)
        return tail[(int)k];
    double square = (k + 1) * (k + 1);
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

static uint64_t by_rejection(hra_rng *rng, double n, double p) {
    double sd = sqrt(n * p * (1 - p)), b = 1.15 + 2.53 * sd, a = -0.0873 + 0.0248 * b + 0.01 * p,
           centre = n * p + 0.5, squeeze = 0.92 - 4.2 / b, odds = p / (1 - p), alpha = (2.83 + 5.1 / b) * sd,
           mode = floor((n + 1) * p);
    for (;;) {
        double u = hra_rng_uniform(rng) - 0.5, v = unit_above_0(rng), us = 0.5 - fabs(u);
        if (us <= 0)
            continue;
        double k = floor((2 * a / us + b) * u + centre);
        if (us >= 0.07 && v <= squeeze)
            return (uint64_t)k;
        if (k < 0 || k > n)
            continue;
        double bound = (mode + 0.5) * log((mode + 1) / (odds * (n - mode + 1))) +
                       (n + 1) * log((n - mode + 1) / (n - k + 1)) +
                       (k + 0.5) * log(odds * (n - k + 1) / (k + 1)) + stirling_tail(mode) +
                       stirling_tail(n - mode) - stirling_tail(k) - stirling_tail(n - k);
        if (log(v * alpha / (a / (us * us) + b)) <= bound)
            return (uint64_t)k;
    }
}

uint64_t hra_binomial(hra_rng *rng, uint64_t n, double p) {
    if (n == 0 || p <= 0)
        return 0;
    if (p >= 1)
        return n;
    if (p > 0.5)
        return n - hra_binomial(rng, n, 1 - p);
    uint64_t k = (double)n * p < FEW ? by_waiting(rng, n, p) : by_rejection(rng, (double)n, p);
    return k < n ? k : n;
}
