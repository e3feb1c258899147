/* Playing strength from the results of games. */
#include <math.h>

#include "rating/elo.h"

double hra_elo_of(double score) {
    return 400 * (log10(score) - log10(1 - score));
}

double hra_elo_within(double score) {
    return hra_elo_of(fmin(fmax(score, 0), 1)) + 0.0;
}

void hra_elo_from(uint64_t wins, uint64_t draws, uint64_t losses, hra_elo *out) {
    double w = (double)wins, d = (double)draws, l = (double)losses, n = w + d + l;
    *out = (hra_elo){.score = 0.5, .low = -INFINITY, .high = INFINITY, .error = INFINITY, .los = 0.5};
    if (n < 1)
        return;
    double s = (w + d / 2) / n;
    double variance = (w * (1 - s) * (1 - s) + d * (0.5 - s) * (0.5 - s) + l * s * s) / n;
    double error = sqrt(variance / n), over = (s - 0.5) * sqrt(2.0);
    out->score = s;
    out->elo = hra_elo_of(s) + 0.0; /* never -0 */
    out->low = hra_elo_within(s - HRA_TWO_SIDED_95 * error);
    out->high = hra_elo_within(s + HRA_TWO_SIDED_95 * error);
    out->error = isinf(out->elo) ? (double)INFINITY : (out->high - out->low) / 2;
    /* all alike: no error, and the one result decides */
    out->los = error > 0 ? erfc(-over / (2 * error)) / 2 : s > 0.5 ? 1 : s < 0.5 ? 0 : 0.5;
}
