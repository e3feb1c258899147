/* The players that know Yahtzee. */
#ifndef YZ_EXPERTS_H
#define YZ_EXPERTS_H

#include "hra/game.h"

extern const struct hra_player_kind yz_expert_optimal;   /* the exact solution */
extern const struct hra_player_kind yz_expert_atleast;   /* the greatest chance of a final score */
extern const struct hra_player_kind yz_expert_duel;      /* the greatest chance to beat the opponent */
extern const struct hra_player_kind yz_expert_heuristic; /* one turn ahead, with rules of thumb */
extern const struct hra_player_kind yz_expert_greedy;    /* one turn ahead, points only */
extern const hra_levels yz_levels;

#endif
