/* What kind of a game it is. */
#ifndef HRA_RULES_GAME_PROPERTIES_H
#define HRA_RULES_GAME_PROPERTIES_H

#include "hra/game.h"

/* Whether one of two players wins what the other loses, and both play for it. A game for a score, such as
 * Pacman, is not a contest: what the rest would have brought is not known. */
static inline bool hra_is_contest(const hra_game *game) {
    return game->zero_sum && game->seats == 2 && !game->one_against_all;
}

/* Whether m gives up a part of a game that is not over, which no player can choose to do. */
static inline bool hra_is_concession(const hra_game *game, const void *s, hra_move m) {
    return game->rules->conduct->concession && game->rules->to_move(game, s) != HRA_OVER &&
           game->rules->conduct->concession(game, s, m, NULL);
}

/* Who makes m in s: the seat that gives up, or the seat to move. */
static inline int hra_maker(const hra_game *game, const void *s, hra_move m) {
    int seat = game->rules->to_move(game, s);
    if (seat != HRA_OVER && game->rules->conduct->concession)
        (void)game->rules->conduct->concession(game, s, m, &seat);
    return seat;
}

#endif
