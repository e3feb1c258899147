/* What other commands do with a match that a store keeps. */
#ifndef HRA_COMMANDS_MEASURE_MATCH_H
#define HRA_COMMANDS_MEASURE_MATCH_H

#include "commands/commands.h"

/* As tournament_take_part. */
int match_take_part(const args *a, const char *store);

#endif
