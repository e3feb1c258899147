/* What other commands do with a rollout that a store keeps. */
#ifndef HRA_CLI_COMMAND_ROLLOUT_H
#define HRA_CLI_COMMAND_ROLLOUT_H

#include "commands.h"

/* As tournament_take_part. */
int rollout_take_part(const args *a, const char *store);

#endif
