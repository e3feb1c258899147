/* Two cards against each other.  What is maximised is always
 *
 *     P(I end above the opponent) + P(we end equal) / 2
 *
 * but how far it is looked ahead depends on what is left:
 *
 *   YZ_DUEL_EXACT   Few boxes are open on both cards.  The value of the game:
 *                   both play for the win to the end, and each sees what the
 *                   other has done.  No estimate.
 *   YZ_DUEL_GOAL    At most YZ_DUEL_GOAL_BOXES are open on my card.  The best
 *                   play against the exact distribution of the opponent's
 *                   final score when the opponent plays `optimal`.  An
 *                   estimate in two ways: the opponent pays no heed to me, and
 *                   I plan as if I would not see the opponent's game go on.
 *   YZ_DUEL_SKETCH  Before that.  The same opponent, and I too go on as
 *                   `optimal` after this turn; both rests from the table of
 *                   score_sketch.h, or the opponent's exactly where that is fast.
 *
 * A plan is made once for each turn and then asked for every roll and box. */
#ifndef YZ_DUEL_H
#define YZ_DUEL_H

#include "score_sketch.h"

enum yz_duel_way { YZ_DUEL_EXACT, YZ_DUEL_GOAL, YZ_DUEL_SKETCH };

enum {
    YZ_DUEL_GOAL_BOXES = 8,
    YZ_DUEL_EXACT_BOXES = 4,       /* open boxes of either card, at most */
    YZ_DUEL_EXACT_VALUES = 3000000 /* numbers to compute, at most: about a second */
};

struct yz_duel_setup { /* all of these outlive the duel */
    const struct yz_dice *dice;
    const struct yz_rules *rules;
    const yz_solution *solution;
    const yz_score_sketch *rest; /* of yz_strategy_best */
    int threads;
};

struct yz_side {
    struct yz_card card;
    int points;
};

struct yz_duel; /* working memory of one thread */

hra_err yz_duel_open(struct yz_duel **out, const struct yz_duel_setup *setup); /* HRA_ENOMEM */
void yz_duel_close(struct yz_duel *duel);                                      /* NULL is allowed */

/* Plans my turn: I am to move with a card that is not full, before my first
 * roll or after it; then it is the opponent's turn.  *fresh (may be NULL) says
 * whether this is another plan than before.  HRA_ENOMEM. */
hra_err yz_duel_plan(struct yz_duel *duel, struct yz_side mine, struct yz_side theirs, bool *fresh);
enum yz_duel_way yz_duel_way(const struct yz_duel *duel);

/* What a box of the planned turn is worth; a yz_goal_player_fn, self is the duel. */
double yz_duel_box(const void *self, struct yz_card card, int points, int roll, int box);

#endif
