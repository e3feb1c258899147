/* Strengths of race, weakest first. docs/ladders.py measures the figures and writes them here. */
#include "core/messages.h"
#include "race.h"

static const hra_level levels[] = {
    {"random", N_("moves any piece"), 0, 0, 0},
    {"greedy:eval=progress", N_("sees its own move, gets ahead and hits"), 2000, 0.3435, 0.021},
    {"expectimax:depth=2,eval=progress", N_("weighs all throws of the next player"), 6000, 0.2812, 0.011},
    {0},
};

const hra_levels race_levels = {
    .size = sizeof(hra_levels),
    .match = "race + - - -",
    .measure = HRA_LEVELS_BY_SCORE,
    .seed = 1,
    .default_ = 2,
    .of = levels,
};
