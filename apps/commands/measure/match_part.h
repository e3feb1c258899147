/* A match of which several machines play parts. */
#ifndef HRA_COMMANDS_MEASURE_MATCH_PART_H
#define HRA_COMMANDS_MEASURE_MATCH_PART_H

#include <hra/work.h>

#include "commands/args.h"

/* Restricts a match of `games` games to those of one part, --part I/N; without the option all are left. False: an error was
 * printed. */
bool match_part_read(const args *a, uint64_t games, hra_work_setup *how);

#endif
