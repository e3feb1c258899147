/* How the rest of the game is distributed, for every card at once: a sketch of
 * what distribution.c works out exactly for one card.
 *
 * The points still to come are counted in steps of YZ_SKETCH_STEP.  A number
 * between two steps is shared between both so that the mean stays exact; each
 * turn that is left adds up to YZ_SKETCH_STEP^2 / 4 to the variance (less than 2
 * percent of it in all).  Rests beyond the last step count as the last. */
#ifndef YZ_SCORE_SKETCH_H
#define YZ_SCORE_SKETCH_H

#include "distribution.h"

enum { YZ_SKETCH_STEP = 4, YZ_SKETCH_STEPS = 160 };

typedef struct yz_score_sketch yz_score_sketch; /* immutable: any number of threads may read it */

/* Works out the rests of all cards when the strategy is followed; it must be
 * `alike`.  rules must outlive the table.  HRA_ENOMEM, HRA_ESTOPPED.  For the
 * best strategy some 3 s of work for one core of a current machine (yatzy 8 s)
 * and 170 MB (yatzy 320 MB). */
hra_err yz_score_sketch_open(yz_score_sketch **out, const struct yz_dice *dice, const struct yz_rules *rules,
                             const struct yz_strategy *strategy, int threads, const hra_progress *progress);
void yz_score_sketch_close(yz_score_sketch *rest); /* NULL is allowed */

/* chance[i] of i steps, i < *count, of a valid card before its first roll; owned by the table. */
const float *yz_score_sketch_steps(const yz_score_sketch *rest, struct yz_card card, int *count);

/* The distribution of the final score of a card with POINTS points so far; steps are smoothed out between
 * their neighbours. The caller frees it with yz_distribution_release. HRA_ENOMEM. */
hra_err yz_score_sketch_distribution(struct yz_distribution *out, const yz_score_sketch *rest,
                                     struct yz_card card, int points);

#endif
