/* The player that knows checkers: the engine with its levels. Options are in player_expert.c. */
#ifndef CK_EXPERTS_H
#define CK_EXPERTS_H

#include "hra/game.h"

extern const struct hra_player_kind ck_expert;
extern const hra_levels ck_levels;

#endif
