/* The report of a match: what each player reached, as text, CSV or SVG; and its games, a line each. */
#ifndef HRA_COMMANDS_MEASURE_MATCH_EXPORT_H
#define HRA_COMMANDS_MEASURE_MATCH_EXPORT_H

#include <hra/hra.h>

#include "commands/output.h"

/* What the file of a report ends with. */
#define SERIES_ENDINGS ".txt .csv " PICTURE_ENDINGS
/* Writes the report: fractions of wins, scores, each statistic that the game has, and the time of games and
 * decisions if `times` (an item for each player; NULL: not known) is given; `look`: of a picture. Returns an exit
 * status; prints errors. */
int series_write(const hra_game *game, hra_match_result *result, const hra_match_time *times,
                 const char *path, const picture_look *look);

/* How the games of a match are printed, one line each. */
typedef struct series_lines {
    const hra_player *const *players;
    const hra_openings *openings; /* NULL: none */
    bool aside;                   /* on standard error, where standard output is for programs */
} series_lines;

/* For `ended` of hra_work_setup; self is a series_lines. */
hra_err series_line(void *self, const hra_match_game *game);

#endif
