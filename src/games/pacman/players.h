/* The players that know pacman. */
#ifndef PACMAN_EXPERTS_H
#define PACMAN_EXPERTS_H

#include "hra/game.h"

extern const struct hra_player_kind pac_expert_expert; /* a search with the solved chases */
extern const struct hra_player_kind pac_expert_reflex; /* one step ahead */

#endif
