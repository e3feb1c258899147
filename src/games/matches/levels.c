/* Strengths of matches, weakest first. docs/ladders.py measures the figures and writes them here. */
#include "core/messages.h"
#include "matches.h"

static const hra_level levels[] = {
    {"random", N_("takes any number"), 0, 0, 0},
    {"minimax:depth=2", N_("sees its own move and the answer"), 1000, 0.9, 0.019},
    {"mcts:playouts=100,memory=1M", N_("tries some ways to go on, errs often"), 1000, 1, 0},
    {"mcts:playouts=1000,memory=4M", N_("tries many ways to go on, errs now and then"), 1000, 0.893, 0.019},
    {"greedy:eval=modulus", N_("plays perfectly"), 1000, 0.969, 0.011},
    {0},
};

const hra_levels matches_levels = {
    .size = sizeof(hra_levels),
    .match = "matches + -",
    .measure = HRA_LEVELS_BY_SCORE,
    .seed = 1,
    .default_ = 3,
    .of = levels,
};
