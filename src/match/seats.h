/* Who sits where: what a play and a match ask of the players that they are given. */
#ifndef HRA_MATCH_SEATS_H
#define HRA_MATCH_SEATS_H

#include "hra/player.h"

/* HRA_EINPUT: no game, another number of players than of seats, an empty seat, a player of another game. */
hra_err hra_seats_check(const hra_game *game, const hra_player *const *players, int count, hra_error *why);

#endif
