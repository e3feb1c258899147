/* The classroom method: within one turn every roll and every keep is worth the
 * average and maximum of what can follow, and a last roll is worth its best
 * box by rule of thumb: the points and a few corrections, for what writing
 * there costs the rest of the game.
 *
 *   upper bonus   an upper box moves the chance of the bonus
 *   open box      a box that is filled brings nothing any more
 *   chance        a small sum is a waste while better ones may come
 *   weak          few fours, fives, sixes; a small three or four of a kind
 *   zero          a deliberate zero, dear as long as there are rounds left
 *
 * Every number of it is a parameter with a name, so that it can be tuned
 * (hra learn yahtzee --method heuristic) and tried (heuristic:bonus-weight=1.2).  The
 * formulas stand with the options in heuristic.c and in docs/games/yahtzee/heuristic.md.
 *
 * `left` below counts the rounds to play, this one included, and `phase` falls
 * from 1 in the first round to 0 in the last.
 *
 * All functions are pure; the struct is immutable once filled. */
#ifndef YZ_HEURISTIC_H
#define YZ_HEURISTIC_H

#include "games/yahtzee/tables/turn.h"

#include "hra/spec.h"

/* In the order of yz_heuristic_options, which says what each of them is. */
enum yz_parameter {
    YZ_P_BONUS_PRESSURE,
    YZ_P_BONUS_PAR,
    YZ_P_BONUS_SLOPE,
    YZ_P_BONUS_POWER,
    YZ_P_FURTHER_YAHTZEES,
    YZ_P_OPEN_ONES, /* .. sixes */
    YZ_P_OPEN_THREE = YZ_P_OPEN_ONES + YZ_UPPER_BOXES,
    YZ_P_OPEN_FOUR,
    YZ_P_OPEN_FULL,
    YZ_P_OPEN_SMALL,
    YZ_P_OPEN_LARGE,
    YZ_P_OPEN_YAHTZEE,
    YZ_P_OPEN_CHANCE,
    YZ_P_YATZY_PAIR, /* in the order of the Scandinavian card */
    YZ_P_YATZY_TWO_PAIRS,
    YZ_P_YATZY_THREE,
    YZ_P_YATZY_FOUR,
    YZ_P_YATZY_SMALL,
    YZ_P_YATZY_LARGE,
    YZ_P_YATZY_FULL,
    YZ_P_YATZY_CHANCE,
    YZ_P_YATZY_YATZY,
    YZ_P_EARLY_FOUR,
    YZ_P_EARLY_FULL,
    YZ_P_EARLY_SMALL,
    YZ_P_EARLY_LARGE,
    YZ_P_EARLY_YAHTZEE,
    YZ_P_CHANCE_EARLY,
    YZ_P_CHANCE_EARLY_TARGET,
    YZ_P_CHANCE_MIDDLE,
    YZ_P_CHANCE_MIDDLE_TARGET,
    YZ_P_WEAK_FOURS,
    YZ_P_WEAK_FIVES,
    YZ_P_WEAK_SIXES,
    YZ_P_WEAK_THREE,
    YZ_P_WEAK_THREE_TARGET,
    YZ_P_WEAK_FOUR,
    YZ_P_WEAK_FOUR_TARGET,
    YZ_P_ZERO_UPPER,
    YZ_P_ZERO_FULL,
    YZ_P_ZERO_SMALL,
    YZ_P_ZERO_LARGE,
    YZ_P_ZERO_YAHTZEE,
    YZ_P_ZERO_YAHTZEE_EARLY,
    YZ_P_ZERO_LATE,
    YZ_PARAMETERS
};

/* How the chance of the upper bonus is guessed. */
enum yz_bonus_shape {
    YZ_BONUS_ODDS,  /* by how many dice of each open face are still needed, against par */
    YZ_BONUS_SHARE, /* the classroom formula: the share of what can come that is not needed */
    YZ_BONUS_PAID   /* none until it is paid */
};

struct yz_heuristic {
    enum yz_bonus_shape shape;
    double p[YZ_PARAMETERS];
};

/* One real option for each parameter, then `bonus-model` and `file`; ended by a NULL name. */
extern const hra_option yz_heuristic_options[];

/* Takes the parameters from options that were read against the table above. */
void yz_heuristic_init(struct yz_heuristic *h, const hra_options *options);

/* No corrections at all: a last roll is worth what it brings now, bonuses included. */
void yz_heuristic_greedy(struct yz_heuristic *h);

/* What it is worth to write `points` into an open box, without a further yahtzee's 100. */
double yz_heuristic_worth(const struct yz_heuristic *h, const struct yz_rules *rules, struct yz_card card,
                          int box, int points);

/* The whole turn of a card that is not full: 252 last rolls by the heuristic, and all before them. */
void yz_heuristic_turn(struct yz_turn *turn, const struct yz_heuristic *h, const struct yz_dice *dice,
                       const struct yz_rules *rules, struct yz_card card);

#endif
