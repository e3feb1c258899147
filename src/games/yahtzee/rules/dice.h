/* Five dice without their order.
 *
 * What is held between two rolls is a multiset of at most five dice, a "keep";
 * a roll is a keep of five.  All 462 of them are numbered by size first, and
 * inside one size in the order of their sorted dice, so that
 *
 *     keep 0            nothing
 *     keep 1..6         1 .. 6
 *     keep 7..27        1-1, 1-2 .. 6-6
 *     keep 28..83       three dice
 *     keep 84..209      four dice
 *     keep 210..461     five dice: roll 0 is 1-1-1-1-1, roll 251 is 6-6-6-6-6
 *
 * and roll index = keep index - YZ_ROLL0.  A face is 1..6 where dice are
 * listed and 0..5 where it is an index of a table (face - 1).
 *
 * All of it lives in one struct that yz_dice_init fills in some microseconds.
 * Afterwards it is only read, from as many threads as there are. */
#ifndef YZ_DICE_H
#define YZ_DICE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    YZ_DICE = 5,
    YZ_FACES = 6,
    YZ_ROLLS = 252,         /* multisets of five dice */
    YZ_KEEPS = 462,         /* multisets of none to five dice */
    YZ_PARTIAL = 210,       /* of them with fewer than five dice */
    YZ_ROLL0 = YZ_PARTIAL,  /* the keep that is roll 0 */
    YZ_SUBKEEPS = 4368,     /* pairs (roll, keep inside it) */
    YZ_COMPLETIONS = 23112, /* pairs (keep, ordered dice that make it five) */
    YZ_PAIRS = 21,          /* two counts that add up to 0..5 */
    YZ_TRIPLES = 56,        /* three counts that do */
    YZ_ORDERED = 7776,      /* ordered rolls of five dice */
    YZ_NO_KEEP = 0xffff
};

/* A keep and the distinct keeps of one die less inside it. */
struct yz_parts {
    uint16_t keep;
    uint16_t part[YZ_DICE];
};

struct yz_dice {
    /* each keep */
    uint8_t size[YZ_KEEPS];              /* 0..5 dice */
    uint8_t sum[YZ_KEEPS];               /* 0..30 */
    uint8_t dice[YZ_KEEPS][YZ_DICE];     /* faces 1..6 ascending, then 0 */
    uint8_t count[YZ_KEEPS][YZ_FACES];   /* how many of each face */
    uint8_t ways[YZ_KEEPS];              /* in how many orders these dice fall, 1..120 */
    uint16_t add[YZ_PARTIAL][YZ_FACES];  /* the keep with one die more */
    uint16_t remove[YZ_KEEPS][YZ_FACES]; /* the keep with one die less, YZ_NO_KEEP where none shows it */
    uint64_t packed[YZ_KEEPS];           /* counts, one a byte: for the relation "lies inside" */

    /* Every keep but the empty one with its parts, sorted by size, distinct
     * faces, ways and index: a loop over one such run has a fixed number of
     * parts.  The run (size, distinct) is parts_first[size][distinct] ..
     * parts_first[size][distinct + 1] - 1. */
    struct yz_parts parts[YZ_KEEPS - 1];
    uint16_t parts_first[YZ_DICE + 1][YZ_DICE + 2];

    /* The upper boxes of a roll in two halves: half[0] numbers the counts of
     * ones, twos and threes, half[1] those of fours, fives and sixes.  Triple
     * i is the pair triple_pair[i] of the first two counts and triple_count[i]
     * of the third. */
    uint8_t half[2][YZ_ROLLS];
    uint8_t pair_count[YZ_PAIRS][2];
    uint8_t triple_pair[YZ_TRIPLES];
    uint8_t triple_count[YZ_TRIPLES];

    double chance[YZ_ROLLS]; /* of a roll of five fresh dice: ways / 7776 */

    /* The distinct keeps inside roll r, ascending by index: entries
     * sub_first[r] .. sub_first[r + 1] - 1.  The first is always the empty
     * keep and the last the roll itself.  sub_mask holds for each the lowest
     * mask that names it: bit i is the i-th of the sorted dice. */
    uint16_t sub_first[YZ_ROLLS + 1];
    uint16_t sub_keep[YZ_SUBKEEPS];
    uint8_t sub_mask[YZ_SUBKEEPS];
    uint16_t keep_of_mask[YZ_ROLLS][32]; /* all 32 masks over the sorted dice */

    /* The rolls that a keep becomes, one entry for each of the 6^(5-size)
     * ordered outcomes of the dice that are rolled, equal ones side by side
     * and ascending: completion[k] + 0 .. outcomes[k] - 1.  A uniform index
     * into that run is an unbiased roll. */
    uint16_t completion[YZ_KEEPS];
    uint16_t outcomes[YZ_KEEPS]; /* 7776, 1296, 216, 36, 6, 1 */
    uint8_t completed[YZ_COMPLETIONS];
};

/* Rolls of five dice by the number of orders they fall in: 6 rolls in 1 way,
 * 30 in 5, and so on; this is also their order in parts[]. */
#define YZ_WAYS_CLASSES 7
static const uint8_t yz_ways_rolls[YZ_WAYS_CLASSES] = {6, 30, 30, 60, 60, 60, 6};

/* Fills *d.  Cannot fail; about a tenth of a millisecond. */
void yz_dice_init(struct yz_dice *d);

/* The keep made of n dice (0..5) with faces 1..6 in any order; a negative
 * answer means that n or a face is out of range. */
int yz_dice_keep(const struct yz_dice *d, const uint8_t *faces, int n);

/* The roll (0..251) of five faces 1..6 in any order, negative if one is out of range. */
int yz_dice_roll(const struct yz_dice *d, const uint8_t faces[YZ_DICE]);

/* Is the multiset a part of b?  (Every keep lies inside itself.) */
static inline bool yz_dice_inside(const struct yz_dice *d, int a, int b) {
    const uint64_t guard = 0x808080808080u; /* a borrow would clear one of these */
    return (((d->packed[b] | guard) - d->packed[a]) & guard) == guard;
}

/* The mean over a roll of five fresh dice.  Only additions and one
 * multiplication, in a fixed order, so that no compiler can fuse two of them
 * and every machine gets the same bits. */
double yz_dice_mean(const struct yz_dice *d, const double worth[YZ_ROLLS]);

/* The place of a keep in sub_keep[] for this roll, or -1 where it is not inside. */
int yz_dice_find_sub(const struct yz_dice *d, int roll, int keep);

/* The roll that follows a keep when the ordered outcome i of the other dice
 * falls, 0 <= i < d->outcomes[keep].  With i uniform the roll is unbiased; the
 * caller owns the generator. */
static inline int yz_dice_complete(const struct yz_dice *d, int keep, uint32_t i) {
    return d->completed[d->completion[keep] + i];
}

/* The distinct rolls that a keep becomes, ascending, with their exact
 * probabilities (ways / outcomes, rounded once).  Both arrays take up to
 * YZ_ROLLS entries and belong to the caller.  Returns how many there are:
 * 252, 126, 56, 21, 6 or 1. */
int yz_dice_outcomes(const struct yz_dice *d, int keep, uint8_t roll[YZ_ROLLS], double probability[YZ_ROLLS]);

#endif
