/* The figures of a match on standard output. */
#ifndef HRA_COMMANDS_MEASURE_MATCH_REPORT_H
#define HRA_COMMANDS_MEASURE_MATCH_REPORT_H

#include <hra/hra.h>
#include <hra/work.h>

#include "match_games.h"

/* Whether a seat has an external program. Their time is shown, as they take some to start. */
bool match_has_program(const hra_game *game, const hra_player *const *players);
/* Whether the games of a match are one game for each seating, as players without chance play it. All zero: none was seen. */
typedef struct match_repeats {
    uint64_t games;
    uint64_t moves[HRA_MAX_SEATS]; /* of each player: a hash of those of the games in which it has seat 0 */
    bool seen[HRA_MAX_SEATS], differ;
} match_repeats;

/* Sets `r` as what hears of each game, if there are few and nothing else does. */
void match_repeats_watch(match_repeats *r, uint64_t games, hra_work_setup *how);
/* Prints that they are one game, if it is so. */
void match_repeats_say(const match_repeats *r);
/* The values in the result are put in order on the way. `named`: players that were named; the others follow them.
 * `times`: of each player; NULL: not measured. */
void match_show(const hra_game *game, hra_match_result *result, int named, const hra_match_time *times);
/* `branching`, `times` NULL: without. */
void match_show_json(const hra_game *game, hra_match_result *result, const match_branching *branching,
                     const hra_match_time *times);

#endif
