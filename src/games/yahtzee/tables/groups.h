/* Where the numbers of keeps lie while turns are worked out in vectors: each keep has a group of 64 bytes, the numbers of
 * eight or sixteen cards.
 *
 * Offsets are in bytes and travel four to a word: with 64-byte vectors an index that is loaded costs as much as the data
 * that it points to. */
#ifndef YZ_GROUPS_H
#define YZ_GROUPS_H

#include "games/yahtzee/rules/dice.h"

#include <stdint.h>

enum { YZ_GROUP_BYTES = 64 };

struct yz_six {
    uint64_t word[2];
};

struct yz_groups {
    struct yz_six add[YZ_PARTIAL];     /* of one die more */
    struct yz_six parts[YZ_KEEPS - 1]; /* a keep and its parts, in the order of yz_dice.parts */
    uint16_t parts_first[YZ_DICE + 1][YZ_DICE + 2];
};

void yz_groups_init(struct yz_groups *groups, const struct yz_dice *dice);

/* The field i (0..3) of a word for this group. */
static inline uint64_t yz_group_field(int group, int i) {
    return (uint64_t)(group * YZ_GROUP_BYTES) << (16 * (i % 4));
}

/* What lies at field i of a word. */
static inline const void *yz_group_at(const void *base, uint64_t word, int i) {
    return (const char *)base + (uint16_t)(word >> (16 * i));
}

#endif
