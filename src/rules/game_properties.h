/* What kind of a game it is. */
#ifndef HRA_RULES_GAME_PROPERTIES_H
#define HRA_RULES_GAME_PROPERTIES_H

#include "hra/game.h"

/* Whether it is a game in which one of two wins what the other loses, and both play for it: of a score, such
 * as Pacman's, nobody can say what the rest would have brought. */
static inline bool hra_is_contest(const hra_game *game) {
    return game->zero_sum && game->seats == 2 && !game->one_against_all;
}

#endif
