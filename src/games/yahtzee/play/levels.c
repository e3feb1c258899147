/* Strengths of Yahtzee, weakest first. docs/ladders.py measures the figures and writes them here. */
#include "core/messages.h"
#include "players.h"

static const hra_level levels[] = {
    {"random", N_("holds and writes at random"), 0, 0, 0},
    {"mcts:playouts=100,memory=16M", N_("tries each choice a few times, errs very often"), 200, 73.62, 4.8},
    {"montecarlo:playouts=20", N_("tries each choice some times, errs often"), 200, 25.2, 5.9},
    {"mcts:playouts=1000,memory=16M", N_("tries each choice many times, errs often"), 200, 24.72, 5.9},
    {"greedy", N_("makes the most of each turn, does not plan the card"), 200, 51.75, 8.3},
    {"optimal", N_("plays perfectly for the highest mean score"), 2000, 36.56, 3.2},
    {0},
};

const hra_levels yz_levels = {
    .size = sizeof(hra_levels),
    .match = "yahtzee +",
    .measure = HRA_LEVELS_BY_OWN_RESULT,
    .seed = 1,
    .default_ = 5,
    .of = levels,
};
