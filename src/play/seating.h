/* Checks of the players of a play or a match, and the stop of a play that is used again. */
#ifndef HRA_PLAY_SEATING_H
#define HRA_PLAY_SEATING_H

#include "hra/play.h"

/* Checks that players fit the seats of a game. Returns
 *   HRA_EINPUT  if there is no game, the number of players is not that of the seats, a player is NULL or of another game. */
hra_err hra_seats_check(const hra_game *game, const hra_player *const *players, int count, hra_error *why);

/* Checks that each player can decide in the state `from` (NULL: the beginning of a game) within these limits, so that a
 * search without a limit is refused before the first game. Returns the errors of hra_player_check_limits. */
hra_err hra_seats_try(const hra_game *game, const hra_player *const *players, int count,
                      const hra_limits *limits, const void *from, hra_error *why);

/* Sets the stop that ends decisions, in place of `stop` of the setup; NULL: none. For a play whose next game has another
 * caller. */
void hra_play_set_stop(hra_play *play, const hra_stop *stop);

#endif
