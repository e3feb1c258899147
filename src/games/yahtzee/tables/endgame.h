/* The exact end of a duel: two cards with few open boxes, both played for the
 * win.  Values are P(win) + P(draw) / 2 of the side to move.
 *
 * Pairs of cards backwards; the lead of the side to move is the lanes. */
#ifndef YZ_ENDGAME_H
#define YZ_ENDGAME_H

#include "games/yahtzee/rules/card.h"
#include "hra/base.h"

#include <stddef.h>

struct yz_endgame; /* working memory of one thread */

hra_err yz_endgame_open(struct yz_endgame **out, const struct yz_dice *dice, const struct yz_rules *rules);
void yz_endgame_close(struct yz_endgame *endgame); /* NULL is allowed */

/* Works out all that can follow when `mover` is to move, `lead` points ahead
 * of `other`.  HRA_ELIMIT: that would be more than `limit` numbers, and
 * nothing was worked out.  HRA_ENOMEM. */
hra_err yz_endgame_solve(struct yz_endgame *endgame, struct yz_card mover, struct yz_card other, int lead,
                         size_t limit);

/* The value of what was solved. */
double yz_endgame_value(const struct yz_endgame *endgame);

/* What it is worth to that mover to have the card `after` and this lead once a box is filled. */
double yz_endgame_after(const struct yz_endgame *endgame, struct yz_card after, int lead);

#endif
