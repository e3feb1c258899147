/* hra replay --list: the games of a file, one a line. */
#ifndef HRA_COMMANDS_REPLAY_LIST_H
#define HRA_COMMANDS_REPLAY_LIST_H

#include "commands/records.h"

/* Prints the chosen games of a file, or with --json all that is known of them. Exit status. */
int replay_list(const args *a, const char *path);

#endif
