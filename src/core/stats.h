/* Statistics for what looks at their bins. */
#ifndef HRA_CORE_STATS_H
#define HRA_CORE_STATS_H

#include "hra/stats.h"

/* Puts the bins in ascending order. */
void hra_stats_sort(hra_stats *stats);

#endif
