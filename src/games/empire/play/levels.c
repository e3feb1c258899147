/* Strengths of Empire, weakest first. docs/ladders.py measures the figures and writes them here. */
#include "core/messages.h"
#include "players.h"

static const hra_level levels[] = {
    {"expert:level=1", N_("sees its own turn, errs very often"), 0, 0, 0},
    {"expert:level=3", N_("sees its own turn, errs often"), 100, 0.705, 0.089},
    {"expert:level=4", N_("sees its own turn, errs now and then"), 100, 0.75, 0.085},
    {"expert:level=5", N_("sees its own turn, errs rarely"), 100, 0.76, 0.084},
    {"expert:level=6", N_("sees its own turn, hardly errs"), 100, 0.87, 0.066},
    {"expert:level=7", N_("sees its own turn, judges soundly"), 100, 0.825, 0.074},
    {"expert:level=8", N_("tries 20 ways to go on in each turn"), 100, 0.66, 0.092},
    {"expert:level=9", N_("tries 200 ways to go on in each turn"), 60, 0.7167, 0.11},
    {0},
};

const hra_levels em_levels = {
    .size = sizeof(hra_levels),
    .match = "empire + -",
    .measure = HRA_LEVELS_BY_SCORE,
    .seed = 1,
    .default_ = 3,
    .of = levels,
};
