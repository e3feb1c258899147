/* The best play for any goal about the final score.
 *
 * A goal gives every final score a value between 0 and 1: 1 from a score N on
 * ("at least N"), or the probability that the opponent's score is lower.  The
 * table holds, for every card that can follow from a given one and for every
 * number of points scored so far, the greatest expected value.
 *
 * Backwards over the cards, as for the mean, but the points so far are the
 * lanes of a vector.  What keeps the tables small:
 *
 *   - upper totals that make the bonus certain or impossible share one row,
 *     because the rest of their games is the same and the points so far hold
 *     the bonus already;
 *   - a row has only the points that can occur and leave the value open.
 *
 * Error.  A row is computed in double precision from rows stored in single
 * precision.  All terms are positive and every step is an average or a
 * maximum, so the relative errors of the rows that a row is made of are passed
 * on but never amplified: n rounds before the end a value is off by at most
 * n * 2^-24 (and n * 10^-14 from the arithmetic), in all less than 10^-6 of
 * itself.  Storing in double precision would make the error 10^-13 and the
 * tables twice as large, for digits that are never shown.  If the value only
 * matters between `low` and `high`, see below, values outside are 0 and 1. */
#ifndef YZ_SCORE_GOAL_H
#define YZ_SCORE_GOAL_H

#include "games/yahtzee/rules/card.h"
#include "hra/base.h"

#include <stddef.h>

struct yz_score_goal_setup {
    const struct yz_dice *dice; /* these two outlive the goal */
    const struct yz_rules *rules;
    struct yz_card card; /* valid; the goal knows this card and all that can follow */
    int points;          /* scored so far with that card */
    int low, high;       /* a final score below low is worth 0, one of high or more 1; low <= high */
    const double *worth; /* worth[s - low] of low <= s < high, 0..1; copied.  NULL where low == high */
};

struct yz_score_goal; /* immutable after yz_score_goal_solve */

/* Lays out the rows; none has a value yet.  HRA_ENOMEM. */
hra_err yz_score_goal_open(struct yz_score_goal **out, const struct yz_score_goal_setup *setup);
void yz_score_goal_close(struct yz_score_goal *goal); /* NULL is allowed */

/* Computes all rows on THREADS threads. The values are the same bits for any number of them. `what` names the
 * work to `progress`, which may be NULL. HRA_ENOMEM, HRA_ESTOPPED. */
hra_err yz_score_goal_solve(struct yz_score_goal *goal, int threads, const hra_progress *progress,
                            const char *what);

/* All values, to be kept in a file or filled from one instead of yz_score_goal_solve. */
float *yz_score_goal_values(struct yz_score_goal *goal, size_t *count);

/* The worth of a card before its first roll, with the points scored so far. */
double yz_score_goal_value(const struct yz_score_goal *goal, struct yz_card card, int points);

/* What a legal box is worth, with the points scored before it. */
double yz_score_goal_box(const struct yz_score_goal *goal, struct yz_card card, int points, int roll,
                         int box);

#endif
