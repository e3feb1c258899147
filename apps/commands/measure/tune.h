/* What other commands do with tuning that a store keeps. */
#ifndef HRA_COMMANDS_MEASURE_TUNE_H
#define HRA_COMMANDS_MEASURE_TUNE_H

#include "commands/commands.h"

/* As tournament_take_part. */
int tune_take_part(const args *a, const char *store);

#endif
