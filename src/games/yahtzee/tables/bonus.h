/* How likely the upper bonus is, and a yahtzee in its box, when the rest of the
 * game is played for the highest mean.
 *
 * Worked out while the cards are solved: the values decide, and the chance of
 * what is chosen is carried along.  Where two choices are worth the same to the
 * last bits either may be the one that counts. */
#ifndef YZ_BONUS_H
#define YZ_BONUS_H

#include "solve.h"

typedef struct yz_bonus yz_bonus; /* immutable: any number of threads may read it */

/* Solves a rule set (yz_solve) and works out the chances of one event for all cards, with up to `threads` threads; the
 * bits do not depend on their number.  *solution is the caller's, and it, dice and rules must outlive the chances.
 * HRA_ENOMEM; HRA_ESTOPPED by progress, which may be NULL.  On one core of a current machine some 0.15 s, yatzy 0.4 s;
 * 4 and 8 MB beside the solution. */
hra_err yz_bonus_solve(yz_bonus **out, yz_solution **solution, const struct yz_dice *dice,
                       const struct yz_rules *rules, enum yz_event event, int threads,
                       const hra_progress *progress);
/* The same where there is a solution already: that takes as long, and while it lasts memory for another one. */
hra_err yz_bonus_open(yz_bonus **out, const struct yz_dice *dice, const struct yz_rules *rules,
                      const yz_solution *solution, enum yz_event event, int threads,
                      const hra_progress *progress);
void yz_bonus_close(yz_bonus *bonus); /* NULL is allowed */

/* The chance of the event on a valid card before its first roll.  Of the fifty
 * where the yahtzee box is filled: what card.fifty says, which is always 0 in
 * rule sets without further yahtzees; there the caller has to look into the box. */
double yz_bonus_value(const yz_bonus *bonus, struct yz_card card);

/* The chance once this roll is written into this legal box. */
double yz_bonus_box(const yz_bonus *bonus, struct yz_card card, int roll, int box);

/* The same inside a turn, for choices that a yz_turn of the best play has
 * made: keep[n - 1][k] is the chance when keep k is held with n rolls to come.
 * Roll r before its keep is chosen stands at keep[n - 1][turn->hold[n - 1][r]]. */
void yz_bonus_keeps(const yz_bonus *bonus, struct yz_card card, const struct yz_turn *turn,
                    double keep[2][YZ_KEEPS]);

#endif
