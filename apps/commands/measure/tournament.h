/* What other commands do with a tournament that a store keeps. */
#ifndef HRA_COMMANDS_MEASURE_TOURNAMENT_H
#define HRA_COMMANDS_MEASURE_TOURNAMENT_H

#include "tournament_report.h"

/* Looks on until the watcher has seen enough, changing nothing; `a` may have the options files and data. What
 * is wrong is said. Returns the exit status. */
int tournament_watch(const args *a, const char *store, const tournament_watcher *watcher);

#endif
