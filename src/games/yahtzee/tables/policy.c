/* The decisions of the exact solution, kept card by card. */
#include <stdlib.h>
#include <string.h>

#include "policy.h"

enum {
    CHUNK = 2048, /* cards in a chunk, a megabyte */
    MAX_CHUNKS = 1024,
    NOT_KEPT = 0
};

struct yz_policy {
    const struct yz_dice *dice;
    const struct yz_rules *rules;
    const yz_solution *solution;
    uint32_t *slot; /* of each lane of the solution: its place in the chunks + 1, or NOT_KEPT */
    size_t lanes, cards, max_cards;
    yz_decisions *chunk[MAX_CHUNKS];
    uint8_t mask[YZ_ROLLS][YZ_KEEPS]; /* that names this keep inside this roll */
    struct yz_turn turn;
    yz_decisions spare; /* of a card that is not kept */
};

hra_err yz_policy_open(yz_policy **out, const struct yz_dice *dice, const struct yz_rules *rules,
                       const yz_solution *solution, size_t max_bytes) {
    yz_policy *p = calloc(1, sizeof *p);
    size_t lanes = yz_solution_lanes(solution);
    uint32_t *slot = calloc(lanes, sizeof *slot);
    *out = NULL;
    if (p == NULL || slot == NULL) {
        free(p);
        free(slot);
        return HRA_ENOMEM;
    }
    p->dice = dice;
    p->rules = rules;
    p->solution = solution;
    p->slot = slot;
    p->lanes = lanes;
    p->max_cards = max_bytes / sizeof(yz_decisions);
    for (int r = 0; r < YZ_ROLLS; r++)
        for (int i = dice->sub_first[r]; i < dice->sub_first[r + 1]; i++)
            p->mask[r][dice->sub_keep[i]] = dice->sub_mask[i];
    *out = p;
    return 0;
}

void yz_policy_close(yz_policy *policy) {
    if (policy == NULL)
        return;
    for (int i = 0; i < MAX_CHUNKS; i++)
        free(policy->chunk[i]);
    free(policy->slot);
    free(policy);
}

/* Room for one card more, or the spare. */
static yz_decisions *take_room(yz_policy *p, size_t lane) {
    size_t chunk = p->cards / CHUNK;
    if (p->cards >= p->max_cards || chunk >= MAX_CHUNKS)
        return &p->spare;
    if (p->chunk[chunk] == NULL) {
        p->chunk[chunk] = malloc(CHUNK * sizeof *p->chunk[chunk]);
        if (p->chunk[chunk] == NULL) {
            p->max_cards = p->cards; /* do not ask again */
            return &p->spare;
        }
    }
    p->slot[lane] = (uint32_t)++p->cards;
    return &p->chunk[chunk][(p->cards - 1) % CHUNK];
}

const yz_decisions *yz_policy_card(yz_policy *p, struct yz_card card) {
    size_t lane = yz_solution_lane(p->solution, card);
    uint32_t slot = p->slot[lane];
    if (slot != NOT_KEPT)
        return &p->chunk[(slot - 1) / CHUNK][(slot - 1) % CHUNK];
    yz_decisions *d = take_room(p, lane);
    yz_turn_init(&p->turn, p->dice, p->rules, card, yz_solution_value_fn, p->solution);
    for (int r = 0; r < YZ_ROLLS; r++) {
        d->word[r] = (uint16_t)(p->mask[r][p->turn.hold[0][r]] | p->mask[r][p->turn.hold[1][r]] << 5 |
                                p->turn.box[r] << 10);
    }
    return d;
}

size_t yz_policy_cards(const yz_policy *policy) {
    return policy->cards;
}

size_t yz_policy_bytes(const yz_policy *p) {
    size_t chunks = (p->cards + CHUNK - 1) / CHUNK;
    return sizeof *p + p->lanes * sizeof *p->slot + chunks * CHUNK * sizeof **p->chunk;
}
