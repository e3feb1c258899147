/* Moments of what groups of games brought, for elo_stats.c and sequential.c. */
#ifndef HRA_RATING_ELO_STATS_H
#define HRA_RATING_ELO_STATS_H

#include "hra/rating.h"
#include "rating/elo.h"

typedef struct hra_moments {
    double groups, mean, stddev;
    double t; /* (mean - reference) / stddev; 0 or infinite where stddev is 0 */
} hra_moments;

/* How many different values occurred: 0, 1, or 2 for two and more; 0 where the sample makes no sense. */
int hra_sample_variety(const hra_sample *sample);

/* A kind that did not occur counts as `absent` times. At least one occurred. */
void hra_moments_of(const hra_sample *sample, double absent, hra_moments *out);

/* What the formulas of a test and of normalized Elo take for kinds that did not occur. */
static const double hra_sample_absent = 1e-3;

/* t of a group of `games` games for one unit of normalized Elo: sqrt(games) * ln 10 / 800. */
double hra_t_of_normalized(int games);

#endif
