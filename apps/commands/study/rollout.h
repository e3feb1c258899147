/* What other commands do with a rollout that a store keeps. */
#ifndef HRA_COMMANDS_STUDY_ROLLOUT_H
#define HRA_COMMANDS_STUDY_ROLLOUT_H

#include "commands/commands.h"

/* As tournament_take_part. */
int rollout_take_part(const args *a, const char *store);

#endif
