/* A match that a command plays to measure something: in this process, without records. */
#ifndef HRA_COMMANDS_PLAY_MATCH_H
#define HRA_COMMANDS_PLAY_MATCH_H

#include <hra/work.h>

typedef struct match_of_players {
    const hra_game *game;
    const hra_player *const *players; /* one for each seat */
    uint64_t games, seed;
    bool rotate;
    int threads;
    const hra_progress *progress;
} match_of_players;

/* Plays the games; after a stop *out may have fewer. *out is released with hra_match_release. `why` may be NULL. Errors
 * of the work. */
hra_err play_match(const match_of_players *m, hra_match_result *out, hra_error *why);

#endif
