/* Strengths of Connect Four, weakest first. docs/ladders.py measures the figures and writes them here. */
#include "connect4.h"
#include "core/messages.h"

static const hra_level levels[] = {
    {"random", N_("drops its disc anywhere"), 0, 0, 0},
    {"greedy", N_("looks at its own move only"), 400, 0.975, 0.015},
    {"mcts:playouts=100,memory=1M", N_("tries some ways to go on, errs often"), 400, 0.6625, 0.046},
    {"mcts:playouts=500,memory=2M", N_("tries many ways to go on, errs now and then"), 400, 0.835, 0.036},
    {"alphabeta:full,depth=10", N_("sees five moves of each side"), 400, 0.8675, 0.033},
    {0},
};

const hra_levels c4_levels = {
    .size = sizeof(hra_levels),
    .match = "connect4 + -",
    .measure = HRA_LEVELS_BY_SCORE,
    .seed = 1,
    .default_ = 3,
    .of = levels,
};
