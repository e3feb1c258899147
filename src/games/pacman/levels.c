/* Strengths of the ghosts, weakest first. docs/ladders.py measures the figures and writes them here. */
#include "core/messages.h"
#include "pacman.h"

static const hra_level levels[] = {
    {"random", N_("ghosts that wander"), 0, 0, 0},
    {"wandering", N_("ghosts that come nearer in 4 of 10 steps"), 1000, 218.3, 43},
    {"directional", N_("ghosts that hunt in 8 of 10 steps"), 1000, 309.5, 54},
    {0},
};

const hra_levels pac_levels = {
    .size = sizeof(hra_levels),
    .match = "pacman:layout=crossroads reflex + +",
    .measure = HRA_LEVELS_BY_OPPONENT,
    .seed = 1,
    .default_ = 3,
    .of = levels,
};
