/* What ratings.c and resampling.c share. */
#ifndef HRA_TOURNAMENT_RATINGS_H
#define HRA_TOURNAMENT_RATINGS_H

#include "hra/rating.h"

/* Elo of a logarithm of strength: 400 / ln 10 for each unit. */
double hra_elo_of_theta(double theta);

#endif
