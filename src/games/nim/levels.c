/* Strengths of nim, weakest first. docs/ladders.py measures the figures and writes them here. */
#include "core/messages.h"
#include "nim.h"

static const hra_level levels[] = {
    {"random", N_("takes any number from any row"), 0, 0, 0},
    {"minimax:depth=2", N_("sees its own move and the answer"), 1000, 0.791, 0.025},
    {"mcts:playouts=100,memory=1M", N_("tries some ways to go on, errs often"), 1000, 0.886, 0.02},
    {"mcts:playouts=1000,memory=4M", N_("tries many ways to go on, errs now and then"), 1000, 0.845, 0.022},
    {"greedy:eval=xor", N_("plays perfectly"), 1000, 0.996, 0.0039},
    {0},
};

const hra_levels nim_levels = {
    .size = sizeof(hra_levels),
    .match = "nim + -",
    .measure = HRA_LEVELS_BY_SCORE,
    .seed = 1,
    .default_ = 3,
    .of = levels,
};
