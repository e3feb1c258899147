/* Who plays whom. */
#ifndef HRA_TOURNAMENT_SCHEDULE_H
#define HRA_TOURNAMENT_SCHEDULE_H

#include "hra/tournament.h"

/* How many pairings of `size` players there are among `players`; more than HRA_TOURNAMENT_PAIRINGS where
 * there are more. */
int hra_schedule_count(hra_schedule schedule, int players, int size);
/* Goes from one pairing to the next, ascending numbers in order of the alphabet; the first one is 0, 1, ....
 * False: that was the last. */
bool hra_schedule_next(hra_schedule schedule, int players, int size, int *pairing);

#endif
