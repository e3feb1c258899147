/* Strengths of chess, weakest first. docs/ladders.py measures the figures and writes them here. Matches begin with the
 * positions of Chess960, so that no two games are the same. */
#include "chess.h"
#include "core/messages.h"

static const hra_level levels[] = {
    {"random", N_("moves anything anywhere"), 0, 0, 0},
    {"greedy", N_("takes what it can, looks at its own move only"), 400, 1, 0},
    {"alphabeta:full,depth=2", N_("sees your answer, and captures to their end"), 400, 1, 0},
    {"alphabeta:full,depth=3", N_("sees two moves of its own"), 400, 0.865, 0.031},
    {"alphabeta:full,depth=4", N_("sees two moves of each side"), 400, 0.8025, 0.035},
    {"alphabeta:full,lmr,null-move,loud=holding,eval=fitted,depth=4",
     N_("sees as much, and judges it better"), 200, 0.76, 0.054},
    {"alphabeta:full,lmr,null-move,loud=holding,eval=fitted,depth=5", N_("sees three moves of its own"), 200,
     0.825, 0.046},
    {"alphabeta:full,lmr,null-move,loud=holding,eval=fitted,depth=6", N_("sees three moves of each side"),
     100, 0.88, 0.054},
    {0},
};

const hra_levels ch_levels = {
    .size = sizeof(hra_levels),
    .match = "chess:variant=960 + -",
    .measure = HRA_LEVELS_BY_SCORE,
    .seed = 1,
    .default_ = 2,
    .of = levels,
};
