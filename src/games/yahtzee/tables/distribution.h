/* The exact distribution of the final score of one card when the rest of it is
 * played by a fixed strategy, from the beginning or from any moment of the
 * game.
 *
 * Forwards over the cards, one box after the other: for every card that can
 * occur, the chance to be there with each number of points.  What a strategy
 * does depends on the card and the dice only, so one pass through its turn says
 * with which chance which box is filled with what, and each of these outcomes
 * shifts the whole row.  All chances are sums of products of positive numbers:
 * nothing cancels, and even the rarest scores are right to some 13 digits. */
#ifndef YZ_DISTRIBUTION_H
#define YZ_DISTRIBUTION_H

#include "solve.h"

/* What a strategy does with one card. */
struct yz_choices {
    uint16_t hold[2][YZ_ROLLS]; /* the keep of each roll with one and with two rerolls left */
    uint8_t box[YZ_ROLLS];      /* the box of each last roll, a legal one */
};

/* A strategy; choose is called from several threads at once, for cards that
 * are not full.  alike: its choices are the same for all upper totals whose
 * bonus is paid or out of reach (true for the best strategy, which has the
 * same future in all of them); the work is then less by a third, and choose
 * sees a card with a total of 0 for them. */
struct yz_strategy {
    void (*choose)(const void *self, struct yz_card card, struct yz_choices *out);
    const void *self;
    bool alike;
};

/* The strategy with the highest mean, as the solution has it. */
struct yz_best {
    const struct yz_dice *dice;
    const struct yz_rules *rules;
    const yz_solution *solution;
};
struct yz_strategy yz_strategy_best(const struct yz_best *best); /* which must outlive it */

/* A moment of one card's game.  roll >= 0: these dice lie there and `rolls`
 * rerolls are left (2..0).  roll < 0: the dice of `keep` are held, the others
 * are about to be rolled, and `rolls` rolls are to come, this one included
 * (3..1).  So {card, points, 3, -1, 0} is the beginning of a turn. */
struct yz_moment {
    struct yz_card card;
    int points; /* scored so far */
    int rolls, roll, keep;
};

/* chance[s - low] of each final score low <= s <= high; the ends are possible scores. */
struct yz_distribution {
    int low, high;
    double *chance;
};

/* Fills *out, to be freed with yz_distribution_release.  The bits do not
 * depend on the number of threads.  progress may be NULL.  HRA_ENOMEM,
 * HRA_ESTOPPED; *out is then empty. */
hra_err yz_distribution_init(struct yz_distribution *out, const struct yz_dice *dice,
                             const struct yz_rules *rules, const struct yz_strategy *strategy,
                             const struct yz_moment *moment, int threads, const hra_progress *progress);
void yz_distribution_release(struct yz_distribution *d);

double yz_distribution_mean(const struct yz_distribution *d);
double yz_distribution_stddev(const struct yz_distribution *d);
/* The smallest score s with P(score <= s) >= q, 0 < q <= 1. */
int yz_distribution_percentile(const struct yz_distribution *d, double q);
int yz_distribution_mode(const struct yz_distribution *d);
/* P(score >= s) and P(score = s), for any s. */
double yz_distribution_at_least(const struct yz_distribution *d, int s);
double yz_distribution_exactly(const struct yz_distribution *d, int s);

/* ---- building blocks, for tables of all cards ----------------------------------------------*/

/* An end of a turn: this box is filled and scores these points, with all bonuses. */
struct yz_outcome {
    double chance;
    uint8_t box, points;
    uint8_t upper, fifty; /* of the card afterwards */
};

/* The distinct ends of a turn in which the choices are followed, box by box,
 * for a moment whose card is not full.  out has room for YZ_ROLLS.  Returns how many. */
int yz_outcomes(struct yz_outcome out[YZ_ROLLS], const struct yz_dice *dice, const struct yz_rules *rules,
                const struct yz_choices *choices, const struct yz_moment *moment);

#endif
