/* What other commands do with learning that a store keeps. */
#ifndef HRA_COMMANDS_BUILD_LEARN_H
#define HRA_COMMANDS_BUILD_LEARN_H

#include "commands/commands.h"

/* As tournament_take_part. */
int learn_take_part(const args *a, const char *store);

#endif
