#ifndef CK_EXPERTS_H
#define CK_EXPERTS_H

/* The player that knows checkers: the engine with its levels. Options are in expert_checkers.c. */

#include "hra/game.h"

extern const struct hra_player_kind ck_expert;

#endif
