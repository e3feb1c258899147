/* Games that were lost by programs that failed. */
#ifndef HRA_COMMANDS_MEASURE_FORFEITS_H
#define HRA_COMMANDS_MEASURE_FORFEITS_H

#include "hra/hra.h"

/* Says how many a player lost, by the kind of failure (hra_failure), in one line; nothing where there are
 * none. */
void print_forfeits(const uint64_t *forfeits);

#endif
