/* Who sits where: what a play and a match ask of the players that they are given. */
#ifndef HRA_PLAY_SEATING_H
#define HRA_PLAY_SEATING_H

#include "hra/play.h"

/* HRA_EINPUT: no game, another number of players than of seats, an empty seat, a player of another game. */
hra_err hra_seats_check(const hra_game *game, const hra_player *const *players, int count, hra_error *why);

/* Whether each player can decide in the state `from` (NULL: the beginning of a game) within these limits: a search that
 * nothing limits is found out before the first game. The errors of hra_player_try. */
hra_err hra_seats_try(const hra_game *game, const hra_player *const *players, int count,
                      const hra_limits *limits, const void *from, hra_error *why);

/* From now on this stop ends decisions, as that of the setup did; NULL: none. For a play whose games are played on behalf of
 * one caller after the other. */
void hra_play_stop_by(hra_play *play, const hra_stop *stop);

#endif
