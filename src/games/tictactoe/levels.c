/* Strengths of tic-tac-toe, weakest first. docs/ladders.py measures the figures and writes them here. */
#include "core/messages.h"
#include "tictactoe.h"

static const hra_level levels[] = {
    {"random", N_("puts its sign anywhere"), 0, 0, 0},
    {"greedy", N_("looks at its own move only"), 1000, 0.657, 0.026},
    {"mcts:playouts=20,memory=1M", N_("tries a few ways to go on, errs often"), 1000, 0.6845, 0.019},
    {"mcts:playouts=100,memory=1M", N_("tries many ways to go on, errs now and then"), 1000, 0.6215, 0.019},
    {"exact", N_("plays perfectly"), 1000, 0.6495, 0.014},
    {0},
};

const hra_levels ttt_levels = {
    .size = sizeof(hra_levels),
    .match = "tictactoe + -",
    .measure = HRA_LEVELS_BY_SCORE,
    .seed = 1,
    .default_ = 3,
    .of = levels,
};
