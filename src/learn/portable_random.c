/* Draws. */
#include "learn/portable_random.h"

#include <math.h>

static const double ln_2 = 0.69314718055994530942;

/* ln x = e ln 2 + 2 artanh((m - 1) / (m + 1)) for x = m 2^e and m about 1. */
double hra_draw_ln(double x) {
    int e;
    double m = frexp(x, &e);
    if (m < 0.70710678118654752440) {
        m *= 2;
        e--;
    }
    double s = (m - 1) / (m + 1), square = s * s, power = s, sum = 0;
    for (int k = 1; k <= 23; k += 2, power *= square)
        sum += power / k;
    return e * ln_2 + 2 * sum;
}

double hra_draw_exp(double x) {
    if (x < -700)
        return 0;
    if (x > 700)
        x = 700;
    double n = floor(x / ln_2 + 0.5), r = x - n * ln_2, sum = 1;
    for (int k = 15; k >= 1; k--)
        sum = 1 + sum * r / k;
    return ldexp(sum, (int)n);
}

/* In (0, 1]. */
static double some(hra_rng *rng) {
    return 1 - hra_rng_uniform(rng);
}

static double draw_gamma(hra_rng *rng, double alpha) {
    const double b = 1 + alpha / 2.71828182845904523536;
    for (;;) {
        double p = b * some(rng), u = some(rng);
        double x = p <= 1 ? hra_draw_exp(hra_draw_ln(p) / alpha) : -hra_draw_ln((b - p) / alpha);
        if (p <= 1 ? u <= hra_draw_exp(-x) : x > 0 && hra_draw_ln(u) <= (alpha - 1) * hra_draw_ln(x))
            return x;
    }
}

void hra_draw_dirichlet(hra_rng *rng, double alpha, int n, float *out) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double x = draw_gamma(rng, alpha);
        out[i] = (float)x;
        sum += (double)out[i];
    }
    for (int i = 0; i < n; i++)
        out[i] = sum > 0 ? (float)((double)out[i] / sum) : 1 / (float)n;
}

int hra_draw_visited(hra_rng *rng, const uint16_t *visits, int n, double temperature) {
    double sum = 0, most;
    int best = 0;
    for (int i = 1; i < n; i++)
        if (visits[i] > visits[best])
            best = i;
    if (temperature <= 0)
        return best;
    most = hra_draw_ln(visits[best]);
    for (int pass = 0;; pass++) { /* the sum first, then the draw */
        double left = pass ? hra_rng_uniform(rng) * sum : 0;
        for (int i = 0; i < n; i++) {
            double weight = visits[i] ? hra_draw_exp((hra_draw_ln(visits[i]) - most) / temperature) : 0;
            if (!pass)
                sum += weight;
            else if ((left -= weight) < 0)
                return i;
        }
        if (pass)
            return best;
    }
}
