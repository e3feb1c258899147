/* For tests only: the last boxes of a game by the book, without any of the
 * short cuts of score_goal.c and distribution.c: each keep is averaged over all the
 * rolls it can become, each roll looks at all keeps inside it, and every card
 * with every number of points is met on its own. */
#ifndef YZ_NAIVE_H
#define YZ_NAIVE_H

#include "games/yahtzee/rules/card.h"

#include <stdlib.h>
#include <string.h>

struct naive {
    const struct yz_dice *dice;
    const struct yz_rules *rules;
    double (*wish)(int score); /* the worth of a final score */
    struct naive_known {
        struct yz_card card;
        int points;
        double value;
    } * known; /* cards met before */
    int count;
};

enum { NAIVE_CARDS = 20000 };

static inline double naive_keep(const struct naive *n, const double roll_value[YZ_ROLLS], int keep) {
    uint8_t roll[YZ_ROLLS];
    double probability[YZ_ROLLS], sum = 0;
    int outcomes = yz_dice_outcomes(n->dice, keep, roll, probability);
    for (int i = 0; i < outcomes; i++)
        sum += probability[i] * roll_value[roll[i]];
    return sum;
}

static inline void naive_reroll(const struct naive *n, double roll_value[YZ_ROLLS]) {
    double keep_value[YZ_KEEPS];
    for (int k = 0; k < YZ_KEEPS; k++)
        keep_value[k] = naive_keep(n, roll_value, k);
    for (int r = 0; r < YZ_ROLLS; r++) {
        for (int i = n->dice->sub_first[r]; i < n->dice->sub_first[r + 1]; i++) {
            double v = keep_value[n->dice->sub_keep[i]];
            roll_value[r] = v > roll_value[r] ? v : roll_value[r];
        }
    }
}

/* The greatest expected worth of a card before its first roll. */
static inline double naive_value(struct naive *n, struct yz_card card, int points) {
    double value[YZ_ROLLS] = {0};
    if (yz_card_full(n->rules, card))
        return n->wish(points);
    for (int i = 0; i < n->count; i++)
        if (memcmp(&n->known[i].card, &card, sizeof card) == 0 && n->known[i].points == points)
            return n->known[i].value;
    for (int r = 0; r < YZ_ROLLS; r++) {
        unsigned legal = yz_card_legal(n->rules, card, r);
        for (int b = 0; b < n->rules->boxes; b++) {
            if (legal >> b & 1u) {
                int after = points + yz_mark_total(yz_card_mark(n->rules, card, r, b));
                double v = naive_value(n, yz_card_after(n->rules, card, r, b), after);
                value[r] = v > value[r] ? v : value[r];
            }
        }
    }
    naive_reroll(n, value);
    naive_reroll(n, value);
    double mean = naive_keep(n, value, 0);
    if (n->count < NAIVE_CARDS)
        n->known[n->count++] = (struct naive_known){card, points, mean};
    return mean;
}

static inline void naive_init(struct naive *n, const struct yz_dice *dice, const struct yz_rules *rules,
                              double (*wish)(int score)) {
    *n = (struct naive){.dice = dice, .rules = rules, .wish = wish};
    n->known = malloc(NAIVE_CARDS * sizeof *n->known);
}

static inline void naive_release(struct naive *n) {
    free(n->known);
}

#endif
