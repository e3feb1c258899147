/* The inputs of a net whose first layer is in integers, as whole numbers, from position to position: what the checkers of a side tell by
 * themselves is counted once, and remembered for the next position with the same. Of plays of one throw the side that
 * throws next stays as it was, unless it was hit. */
#ifndef BG_EVAL_INPUTS_H
#define BG_EVAL_INPUTS_H

#include "games/backgammon/rules/net_inputs.h"

typedef struct bg_side_inputs {
    bg_counted counted; /* a side without checkers: nothing yet */
    int16_t units[BG_OTHER_UNITS], bar, off;
} bg_side_inputs;

/* The memory of one thread; all 0 in the beginning. */
typedef struct bg_inputs {
    bg_side_inputs side[2]; /* who throws next; the other */
} bg_inputs;

/* Writes the inputs of a game without the cube, in which `turn` throws next, the same as its features rounded. Returns the phase. */
int bg_write_inputs(bg_inputs *memory, const bg_setup *setup, const bg_state *s, int16_t out[BG_FEATURES]);

#endif
