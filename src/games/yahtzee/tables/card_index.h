/* A compact numbering of cards for tables: upper totals that leave the bonus
 * open have a place of their own, and all others of a set of boxes, paid or out
 * of reach, share one, because the rest of their games is the same.
 *
 * The places of one set of lower boxes (with `fifty`, 0 or 1) lie side by side
 * as a row, in it those of one set of upper boxes. */
#ifndef YZ_CARD_INDEX_H
#define YZ_CARD_INDEX_H

#include "games/yahtzee/rules/card.h"

#include <stddef.h>

enum { YZ_UPPER_SETS = 1 << YZ_UPPER_BOXES, YZ_TOTALS = YZ_UPPER_GOAL + 1 };

struct yz_card_index {
    int most[YZ_UPPER_SETS];                 /* points of five dice in each of these upper boxes */
    int count[YZ_UPPER_SETS];                /* lanes of a set of filled upper boxes */
    uint8_t total[YZ_UPPER_SETS][YZ_TOTALS]; /* of each lane: the lowest that it stands for */
    uint8_t lane[YZ_UPPER_SETS][YZ_TOTALS];  /* of each total that can occur */
    size_t first[YZ_UPPER_SETS];             /* of a row */
    size_t row, size;                        /* places of a row, of all rows */
};

void yz_card_index_init(struct yz_card_index *lanes, const struct yz_rules *rules);

/* Is nothing left to decide about the upper bonus? */
static inline bool yz_card_index_decided(const struct yz_card_index *lanes, struct yz_card card) {
    int most = lanes->most[YZ_UPPER_MASK & ~(unsigned)card.filled];
    return card.upper == YZ_UPPER_GOAL || card.upper + most < YZ_UPPER_GOAL;
}

/* The place of a valid card, 0 .. size - 1. */
static inline size_t yz_card_index_place(const struct yz_card_index *lanes, struct yz_card card) {
    unsigned upper = card.filled & YZ_UPPER_MASK,
             row = ((unsigned)card.filled >> YZ_UPPER_BOXES) * 2 + card.fifty;
    return row * lanes->row + lanes->first[upper] + lanes->lane[upper][card.upper];
}

#endif
