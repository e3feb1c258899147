/* What a heuristic loses: in each turn of a game what the card is worth under best play, minus what this turn as
 * the heuristic plays it, followed by best play, is worth on average over all dice. The sum of that over a game
 * has the expectation (best mean - mean of the heuristic), and a standard deviation of about 1 instead of 40, so
 * that 64 games say as much as 100,000 scores. */
#ifndef YZ_LEARN_LOSS_H
#define YZ_LEARN_LOSS_H

#include "games/yahtzee/play/heuristic.h"
#include "games/yahtzee/tables/solve.h"

/* A rule set with its exact solution. */
typedef struct yz_field {
    struct yz_rules rules;
    yz_solution *solution;
} yz_field;

/* Along the cards that a game meets, whose dice depend on seed and number alone. */
double yz_game_loss(const struct yz_dice *dice, const yz_field *field, const struct yz_heuristic *h,
                    uint64_t seed, uint64_t number);

#endif
