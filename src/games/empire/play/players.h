/* The players that know empire. Options are in expert_*.c. */
#ifndef EM_EXPERTS_H
#define EM_EXPERTS_H

#include "hra/game.h"

extern const struct hra_player_kind em_expert_planner, em_expert_montecarlo, em_expert_mcts, em_expert_levels;
extern const hra_levels em_levels;

#endif
