/* What a player holds, for its agents. */
#ifndef HRA_GAME_PLAYER_H
#define HRA_GAME_PLAYER_H

#include "hra/player.h"

struct hra_player {
    const hra_game *game;
    const hra_player_kind *kind; /* NULL: human */
    bool exact, limited;
    void *shared;
    char spec[HRA_SPEC_LENGTH];
};

#endif
