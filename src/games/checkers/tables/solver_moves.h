/* Checkers as retrograde analysis wants to see it: slices, and moves between numbers. */
#ifndef CK_SOLVER_MOVES_H
#define CK_SOLVER_MOVES_H

#include "exact/retrograde.h"
#include "index.h"

/* The functions for the processor at hand; `index` outlives them. */
hra_retro_game ck_retro_game(const ck_index *index);

#endif
