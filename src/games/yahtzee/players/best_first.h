/* Advice that agrees with play: the move that a player takes stands first. */
#ifndef YZ_BEST_FIRST_H
#define YZ_BEST_FIRST_H

#include "hra/player.h"

/* Moves that are worth the same up to rounding: the one that the player takes
 * is put first and gets the highest value, so that advice and play agree.
 * `best` is one of the moves listed. */
void yz_put_first(hra_advice *out, hra_move best);

#endif
