/* What kind of a game it is. */
#ifndef HRA_RULES_GAME_PROPERTIES_H
#define HRA_RULES_GAME_PROPERTIES_H

#include "hra/game.h"

/* Whether one of two players wins what the other loses, and both play for it. A game for a score, such as
 * Pacman, is not a contest: what the rest would have brought is not known. */
static inline bool hra_is_contest(const hra_game *game) {
    return game->zero_sum && game->seats == 2 && !game->one_against_all;
}

#endif
