/* What the advice of several players has in common. */
#ifndef YZ_ADVICE_H
#define YZ_ADVICE_H

#include "games/yahtzee/rules/yahtzee.h"
#include "games/yahtzee/tables/turn.h"
#include "hra/player.h"

/* Moves that are worth the same up to rounding: the one that the player takes
 * is put first and gets the highest value, so that advice and play agree.
 * `best` is one of the moves listed. */
void yz_put_first(hra_analysis *out, hra_move best);

/* What the first of the moves, a keep, aims at, as the reason of the advice: "keep 6-6 aims at sixes (48 %),
 * three-of-a-kind (14 %), chance (9 %)", the boxes in which the turn ends most often. */
void yz_tell_aim(const hra_game *game, const struct yz_state *s, const struct yz_turn *turn,
                 hra_analysis *out);

#endif
