/* Strengths of backgammon, weakest first. docs/ladders.py measures the figures and writes them here. */
#include "core/messages.h"
#include "games/backgammon/rules/backgammon.h"

static const hra_level levels[] = {
    {"expert:level=1", N_("judges each position, errs very often"), 0, 0, 0},
    {"expert:level=2", N_("judges each position, errs often"), 1000, 0.737, 0.099},
    {"expert:level=3", N_("judges each position, errs now and then"), 1000, 0.682, 0.096},
    {"expert:level=4", N_("judges each position, errs rarely"), 1000, 0.473, 0.091},
    {"expert:level=6", N_("judges each position, hardly errs"), 2000, 0.4415, 0.061},
    {"expert:level=8", N_("judges each position as well as its nets can"), 4000, 0.1373, 0.043},
    {0},
};

const hra_levels bg_levels = {
    .size = sizeof(hra_levels),
    .match = "backgammon + -",
    .measure = HRA_LEVELS_BY_RESULT,
    .seed = 1,
    .default_ = 3,
    .of = levels,
};
