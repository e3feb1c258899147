/* Tables whose slices are units in a queue. */
#ifndef HRA_COMMANDS_STUDY_SOLVE_TASKS_H
#define HRA_COMMANDS_STUDY_SOLVE_TASKS_H

#include "commands/args.h"

/* Builds the tables of a game with whoever else does, and has all of them in the folder of data then; of
 * `how` threads, data and progress count; `a` may have the option lease. Exit status. */
int solve_in_store(const args *a, const char *store, const hra_game *game, const hra_solve_setup *how);
/* Helps with the tables that a store keeps, of which `spec` says what they are; `a` has the options threads,
 * lease, files and data. Exit status. */
int solve_take_part(const args *a, const char *store, const char *spec);

#endif
