/* Games of a match, one after the other in one thread: for the kinds of work that play games (src/work/match.c,
 * src/tournament/group_task.c), which cut them into tasks. */
#ifndef HRA_MATCH_MATCH_RUN_H
#define HRA_MATCH_MATCH_RUN_H

#include "hra/match.h"

typedef struct hra_match_setup {
    const hra_game *game;
    const hra_player *const *players; /* one for each seat, of this game; no human */
    int count;                        /* of players: as many as the game has seats */
    uint64_t games, seed;             /* of the whole match */
    bool rotate; /* the match goes in groups of as many games as there are seats, n: game g is number g div n
                  * with the same dice, cards and opening for all of its group, and player p sits in seat (p +
                  * g) mod n. Else game g is number g */
    bool records;
    hra_limits limits;
    const hra_openings *openings;       /* of this game; NULL: as the game has it */
    const char *const *names;           /* as hra_play_setup has them */
    const hra_adjudicator *adjudicator; /* NULL: games go on to their end */
} hra_match_setup;

/* HRA_EINPUT: a human among the players, a player of another game, too few or too many of them;
 * errors of hra_adjudicator_check and hra_player_check_limits; HRA_ENOMEM. */
hra_err hra_match_check(const hra_match_setup *setup, hra_error *why);
/* The result of no game, which says which match it is. It is released with hra_match_release, after an error too. Errors of
 * hra_match_clear; HRA_ENOMEM. */
hra_err hra_match_begin(const hra_match_setup *setup, hra_match_result *out, hra_error *why);

/* The agents of the players and what they remember, for one game at a time. */
typedef struct hra_match_table hra_match_table;

/* `setup`, and what it points to, outlives the table. Errors of hra_play_open. */
hra_err hra_match_table_open(hra_match_table **out, const hra_match_setup *setup, hra_error *why);
/* The play of a table, to give it agents between games. */
hra_play *hra_match_table_play(hra_match_table *table);
void hra_match_table_close(hra_match_table *table); /* NULL is allowed */

/* What is noted of games besides what a result counts. */
typedef struct hra_match_notes {
    hra_text *records;      /* to which the records are appended, if the setup has them; else NULL */
    hra_match_game *games;  /* room for each game; NULL: not wanted */
    hra_match_facts *facts; /* room for each game, with `games`; NULL: not wanted */
    hra_match_time *times;  /* to which is added, one for each player; NULL: nothing is measured */
} hra_match_notes;

/* Plays games from..to-1, and adds to *out those that are over before a stop is seen, *played of them. If
 * there are few games, calls the report of `progress` after each move, without the number of games. Returns
 * errors of players; a player that is an external program and fails loses the game instead, and the match
 * goes on, unless the game does not allow that result. A score or statistic that is not finite: HRA_EINPUT.
 * HRA_ENOMEM. */
hra_err hra_match_play(hra_match_table *table, uint64_t from, uint64_t to, const hra_progress *progress,
                       const hra_match_notes *notes, hra_match_result *out, uint64_t *played, hra_error *why);

#endif
