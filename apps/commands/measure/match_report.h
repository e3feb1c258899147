/* The figures of a match on standard output. */
#ifndef HRA_COMMANDS_MEASURE_MATCH_REPORT_H
#define HRA_COMMANDS_MEASURE_MATCH_REPORT_H

#include <hra/hra.h>

#include "match_games.h"

/* Whether a seat has an external program. Their time is shown, as they take some to start. */
bool match_has_program(const hra_game *game, const hra_player *const *players);
/* The values in the result are put in order on the way. `named`: players that were named; the others follow them.
 * `times`: of each player; NULL: not measured. */
void match_show(const hra_game *game, hra_match_result *result, int named, const hra_match_time *times);
/* `branching`, `times` NULL: without. */
void match_show_json(const hra_game *game, hra_match_result *result, const match_branching *branching,
                     const hra_match_time *times);

#endif
