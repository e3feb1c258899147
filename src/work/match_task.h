/* A match that is played in blocks: who plays it, shared by the units that play a block each. */
#ifndef HRA_WORK_MATCH_TASK_H
#define HRA_WORK_MATCH_TASK_H

#include "hra/match.h"

typedef struct contest {
    int users; /* who hold it, in the thread of the session or worker */
    hra_game *game;
    char *specs[HRA_MAX_SEATS];
    hra_player *players[HRA_MAX_SEATS]; /* the same spec is opened once */
    bool ready;                         /* they are opened; set between units */
    uint64_t games, seed;
    bool rotate;
    hra_limits limits;
} contest;

/* Takes the game, if only to close it. HRA_ENOMEM. `specs`: one a seat. */
hra_err hra_contest_open(contest **out, hra_game *game, const char *const *specs);
contest *hra_contest_hold(contest *c);
void hra_contest_release(contest *c); /* whoever lets it go last closes it; NULL is allowed */
/* Opens the players, if they are not, and plays games first..first+games-1 in this thread. A stop ends it
 * with those that were played. The part is the caller's to release, after an error too. */
hra_err hra_contest_play(contest *c, const char *data, uint64_t first, uint64_t games, const hra_stop *stop,
                         hra_match_result *part, hra_error *why);

#endif
