/* Everything inside one turn of one card: for every roll and every keep what
 * it is worth when the rest of the turn is played as well as possible.
 *
 * "Worth" is whatever the caller counts: with expected further points behind
 * each next card the tables hold expected further points; with probabilities
 * to win, probabilities; with a heuristic value of each last roll, that.
 *
 *     after the last roll      boxes:  roll -> best box
 *     one roll to come         keep  = average over the rolls it becomes
 *                              roll  = best keep inside it
 *     two rolls to come        the same once more
 *     before the first roll    the average over 252 rolls
 *
 * Values come from additions, maxima and multiplications by 1/6 and 1/7776,
 * in a fixed order and never fused, so they are the same bits on every
 * machine, with every compiler and vector width.
 *
 * Ties: two values are equal if they round to the same 41 significant bits
 * (5e-13 of their size, which is above all rounding errors).  Among equals
 * the box with the lower number goes first; the keep with more dice (do not
 * roll what changes nothing), and of as many dice the one with the higher
 * index.
 *
 * Nothing is allocated.  All functions may run in any number of threads on
 * different structs. */
#ifndef YZ_TURN_H
#define YZ_TURN_H

#include "games/yahtzee/rules/card.h"

/* The value of a card before its first roll; asked for at most 44 cards a turn. */
typedef double yz_value_fn(const void *ctx, struct yz_card card);

/* What each open box leads to. */
struct yz_next {
    struct yz_card card;
    double upper[YZ_UPPER_BOXES][YZ_DICE + 1]; /* box, dice of that face: points, bonus and the next card */
    double lower[YZ_MAX_BOXES];                /* the next card, without points */
    double fifty;                              /* the next card after 50 in the yahtzee box */
};

/* Roll r is worth keep[n][YZ_ROLL0 + r] with n rerolls left, for holding all
 * five dice rolls none: the tables overlap.  The two functions below read them. */
struct yz_turn {
    double value;               /* before the first roll */
    double keep[2][YZ_KEEPS];   /* [0]: one roll to come; [1]: two */
    double first[YZ_ROLLS];     /* each first roll, two rerolls left */
    uint16_t hold[2][YZ_ROLLS]; /* the best keep of each roll with 1, 2 rerolls left */
    uint8_t box[YZ_ROLLS];      /* the best box of each last roll */
};

/* What roll r is worth with 0, 1 or 2 rerolls left. */
static inline double yz_turn_roll(const struct yz_turn *turn, int rerolls, int roll) {
    return rerolls == 2 ? turn->first[roll] : turn->keep[rerolls][YZ_ROLL0 + roll];
}

/* What it is worth to hold this keep with 1 or 2 rerolls left. */
static inline double yz_turn_keep(const struct yz_turn *turn, int rerolls, int keep) {
    return turn->keep[rerolls - 1][keep];
}

/* Asks for the value of every card that one box can make of this one, which must not be full. */
void yz_next_init(struct yz_next *next, const struct yz_rules *rules, struct yz_card card, yz_value_fn *value,
                  const void *ctx);

/* What each box is worth for a last roll: points, bonuses and the next card.
 * Boxes that are not legal get -HUGE_VAL.  Returns the set of legal boxes. */
unsigned yz_next_boxes(const struct yz_next *next, const struct yz_rules *rules, int roll,
                       double worth[YZ_MAX_BOXES]);

/* Second half: everything else from keep[0][YZ_ROLL0 ..], which the first half
 * or the caller's own judgement of last rolls has filled with finite numbers. */
void yz_turn_keeps(struct yz_turn *turn, const struct yz_dice *dice);

/* Both for a card that is not full. */
void yz_turn_init(struct yz_turn *turn, const struct yz_dice *dice, const struct yz_rules *rules,
                  struct yz_card card, yz_value_fn *value, const void *ctx);

/* How likely each box is the one that ends the turn, by these tables, when this keep is held with 1 or 2
 * rerolls left (a keep of five dice: none are). Sums to 1. */
void yz_turn_aims(const struct yz_turn *turn, const struct yz_dice *dice, int rerolls, int keep,
                  double chance[YZ_MAX_BOXES]);

/* Are two values different beyond rounding errors, and a the greater one?
 * This is how the tables above compare; for lists that shall agree with them. */
bool yz_better(double a, double b);

#endif
