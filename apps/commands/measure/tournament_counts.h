/* hra tournament --from-counts: the strength of a player from results of any program. */
#ifndef HRA_COMMANDS_MEASURE_TOURNAMENT_COUNTS_H
#define HRA_COMMANDS_MEASURE_TOURNAMENT_COUNTS_H

#include "commands/args.h"

/* Returns an exit status. */
int tournament_from_counts(const args *a);

#endif
