/* What other commands do with a match that a store keeps. */
#ifndef HRA_CLI_COMMAND_MATCH_H
#define HRA_CLI_COMMAND_MATCH_H

#include "commands.h"

/* As tournament_take_part. */
int match_take_part(const args *a, const char *store);

#endif
