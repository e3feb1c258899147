/* Strengths of checkers, weakest first. docs/ladders.py measures the figures and writes them here. */
#include "core/messages.h"
#include "players.h"

static const hra_level levels[] = {
    {"expert:level=1", N_("sees its own move, errs very often"), 0, 0, 0},
    {"expert:level=2", N_("sees its own move, errs often"), 100, 0.825, 0.066},
    {"expert:level=3", N_("sees two moves ahead, errs often"), 100, 0.845, 0.059},
    {"expert:level=4", N_("sees three moves ahead, errs now and then"), 100, 0.825, 0.051},
    {"expert:level=5", N_("sees four moves ahead, errs now and then"), 100, 0.76, 0.063},
    {"expert:level=6", N_("sees five moves ahead, errs now and then"), 100, 0.76, 0.061},
    {"expert:level=7", N_("sees six moves ahead, errs rarely"), 100, 0.775, 0.058},
    {"expert:level=8", N_("sees eight moves ahead, errs rarely"), 100, 0.72, 0.063},
    {"expert:level=9", N_("sees ten moves ahead, hardly errs"), 100, 0.76, 0.055},
    {"expert:level=10", N_("full strength: searches half a million positions for a move"), 20, 0.75, 0.11},
    {0},
};

const hra_levels ck_levels = {
    .size = sizeof(hra_levels),
    .match = "checkers:ballot=all + -",
    .measure = HRA_LEVELS_BY_SCORE,
    .seed = 1,
    .default_ = 3,
    .of = levels,
};
