/* The player that knows Connect Four. */
#ifndef HRA_CONNECT4_PLAYERS_H
#define HRA_CONNECT4_PLAYERS_H

#include "hra/game.h"

extern const struct hra_player_kind c4_expert; /* player_expert.c */

#endif
