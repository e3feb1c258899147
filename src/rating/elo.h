/* What ratings and their errors are made of. */
#ifndef HRA_RATING_ELO_H
#define HRA_RATING_ELO_H

#include "hra/stats.h"

#define HRA_TWO_SIDED_95 1.959963984540054 /* of the normal distribution */

/* hra_elo_of what a share of points may be that an error was added to; never -0. */
double hra_elo_within(double score);

#endif
