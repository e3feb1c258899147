/* What players count, as inputs of a net beyond the bare board. */
#ifndef BG_EXPERT_H
#define BG_EXPERT_H

#include "games/backgammon/rules/backgammon.h"

enum {
    BG_SIDE_EXPERT = 16,                                  /* numbers of each side */
    BG_SIDE_PLANS = 13,                                   /* and these, which later nets have */
    BG_EXPERT = 2 * (BG_SIDE_EXPERT + BG_SIDE_PLANS) + 3, /* of both, and of the race */
    BG_ALL_OPEN = (1 << BG_DISTANCES) - 1,
};

/* All the numbers, of the seat's side first; each about -1 to 1. */
void bg_expert(const bg_setup *setup, const bg_state *s, int seat, float out[BG_EXPERT]);
const char *bg_expert_name(int index, bool *own); /* *own: of the side that asks */

/* The 36 throws of which a checker can play both dice, alone. `ahead`: where it may land, bit 12 - d by d
 * pips. */
int bg_escapes(unsigned ahead);
/* The same of every `ahead`, looked up a dozen times a position. */
void bg_expert_open(bg_setup *setup);

#endif
