/* What ratings.c and bootstrap.c share. */
#ifndef HRA_RATING_RATINGS_H
#define HRA_RATING_RATINGS_H

#include "hra/rating.h"

/* Elo of a logarithm of strength: 400 / ln 10 for each unit. */
double hra_elo_of_theta(double theta);

/* hra_rate without resampling; out and gap may be NULL. */
hra_err hra_rate_gaps(const hra_ranking *games, size_t count, int players, hra_rating *out, double *gap,
                      hra_error *why);

/* hra_rate with samples where games[g] stands for a group that was seen seen[g] times, the same for all games of
 * it; NULL: each once. */
hra_err hra_rate_kinds(const hra_ranking *games, const uint64_t *seen, size_t count, int players,
                       uint64_t samples, uint64_t seed, const hra_progress *progress, hra_rating *out,
                       hra_error *why);

#endif
