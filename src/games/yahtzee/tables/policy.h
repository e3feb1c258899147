/* The exact solution as a player: which keep, which box.
 *
 * The decisions of a card (two keeps and a box for each of 252 rolls, half a
 * kilobyte) are worked out when the card is first met and kept, in chunks
 * that are allocated as they are needed, up to a bound.  Once the bound is
 * reached or memory runs out the cards met later are worked out again each
 * time; every answer is right all the same.
 *
 * Any number of threads may use a policy, each with a scratch of its own, so
 * that no card is worked out for each thread.  Decisions and ties are those of
 * turn.h. */
#ifndef YZ_POLICY_H
#define YZ_POLICY_H

#include "solve.h"
#include "turn.h"

/* What is kept when the caller does not say: all that 100,000 games meet, with room to spare. */
#define YZ_POLICY_BYTES ((size_t)128 << 20)

typedef struct yz_policy yz_policy;

/* *out is the caller's, to be closed with yz_policy_close; dice, rules and
 * solution must outlive it.  max_bytes bounds the decisions that are kept
 * (0: none but the last card's); besides them a policy takes 4 bytes for each
 * lane of the solution (2 MB, yatzy 4 MB).  HRA_ENOMEM: *out is NULL. */
hra_err yz_policy_open(yz_policy **out, const struct yz_dice *dice, const struct yz_rules *rules,
                       const yz_solution *solution, size_t max_bytes);
void yz_policy_close(yz_policy *policy);

/* The decisions of a card: opaque, for the functions below. */
typedef struct yz_decisions {
    uint16_t word[YZ_ROLLS]; /* bits 0..4 and 5..9: masks over the sorted dice with 1 and 2 rerolls
                                left; 10..13: box */
} yz_decisions;

/* What one thread works with; nothing in it needs to be set. */
typedef struct yz_policy_scratch {
    struct yz_turn turn;
    yz_decisions decisions;
} yz_policy_scratch;

/* Of a valid card that is not full. Good until the next call with the same scratch. */
const yz_decisions *yz_policy_card(yz_policy *policy, yz_policy_scratch *scratch, struct yz_card card);

/* The keep to hold with 1 or 2 rerolls left. */
static inline int yz_decisions_keep(const yz_decisions *d, const struct yz_dice *dice, int rerolls,
                                    int roll) {
    return dice->keep_of_mask[roll][d->word[roll] >> (5 * (rerolls - 1)) & 31];
}

/* The box to fill after the last roll. */
static inline int yz_decisions_box(const yz_decisions *d, int roll) {
    return d->word[roll] >> 10 & 15;
}

/* How many cards are kept, and the bytes that the policy holds, while no other thread uses it. */
size_t yz_policy_cards(const yz_policy *policy);
size_t yz_policy_bytes(const yz_policy *policy);

#endif
