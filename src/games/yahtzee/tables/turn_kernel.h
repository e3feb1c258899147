/* One turn of one card for many numbers of points at once: the points scored
 * so far are the lanes of a vector.  For score_goal.c and duel.c, which differ in
 * what the next cards are worth.
 *
 * A desk is working memory: one for each thread. */
#ifndef YZ_TURN_KERNEL_H
#define YZ_TURN_KERNEL_H

#include "games/yahtzee/rules/card.h"

#include <stddef.h>

struct yz_turn_kernel;

/* What the card `after` is worth, before its first roll, for `length` numbers
 * of points from `points` on; to be written to out.  Chances: 0..1. */
typedef void yz_expand_fn(const void *self, struct yz_card after, int points, float *out, int length);

/* For rows of up to `longest` numbers of points.  NULL: no memory.  dice and rules outlive it. */
struct yz_turn_kernel *yz_turn_kernel_open(const struct yz_dice *dice, const struct yz_rules *rules,
                                           int longest);
void yz_turn_kernel_close(struct yz_turn_kernel *desk); /* NULL is allowed */

/* Chooses the boxes that are filled and what the yahtzee box holds; the upper total comes below. */
void yz_turn_kernel_boxes(struct yz_turn_kernel *desk, struct yz_card card);

/* The greatest expected worth of a card with those boxes that is not full, for
 * `count` numbers of points from `low` on; by rounding less than 3.3 * 10^-6 of it from
 * what follows from the next cards' (see turn_kernel_body.inl), with the same bits on every machine. */
void yz_turn_kernel_row(struct yz_turn_kernel *desk, struct yz_card card, int low, int count,
                        yz_expand_fn *expand, const void *self, float *out);

#endif
