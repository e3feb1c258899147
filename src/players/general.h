/* Players of every game that are not search methods. */
#ifndef HRA_PLAYERS_GENERAL_H
#define HRA_PLAYERS_GENERAL_H

#include "hra/player.h"

extern const hra_player_kind hra_general_random, hra_general_greedy, hra_general_learnt, hra_general_zero;

#endif
