/* The decisions of the exact solution, kept card by card. */
#include <stdlib.h>
#include <string.h>

#include "policy.h"

#include "core/thread.h"

enum {
    CHUNK = 2048, /* cards in a chunk, a megabyte */
    MAX_CHUNKS = 1024,
    NOT_KEPT = 0
};

struct yz_policy {
    const struct yz_dice *dice;
    const struct yz_rules *rules;
    const yz_solution *solution;
    size_t lanes;
    uint8_t mask[YZ_ROLLS][YZ_KEEPS]; /* that names this keep inside this roll */
    /* Of each lane of the solution: its place in the chunks + 1, or NOT_KEPT. Read without the lock: a place is written
     * after its decisions, and stays. */
    uint32_t *slot;
    hra_lock lock; /* for all below */
    size_t cards, max_cards;
    yz_decisions *chunk[MAX_CHUNKS];
};

hra_err yz_policy_open(yz_policy **out, const struct yz_dice *dice, const struct yz_rules *rules,
                       const yz_solution *solution, size_t max_bytes) {
    yz_policy *p = calloc(1, sizeof *p);
    size_t lanes = yz_solution_lanes(solution);
    uint32_t *slot = calloc(lanes, sizeof *slot);
    *out = NULL;
    if (p == NULL || slot == NULL || hra_lock_init(&p->lock) != HRA_OK) {
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
    hra_lock_release(&policy->lock);
    free(policy->slot);
    free(policy);
}

/* Room for one card more; NULL: there is none. */
static yz_decisions *take_room(yz_policy *p) {
    size_t chunk = p->cards / CHUNK;
    if (p->cards >= p->max_cards || chunk >= MAX_CHUNKS)
        return NULL;
    if (p->chunk[chunk] == NULL) {
        p->chunk[chunk] = malloc(CHUNK * sizeof *p->chunk[chunk]);
        if (p->chunk[chunk] == NULL) {
            p->max_cards = p->cards; /* do not ask again */
            return NULL;
        }
    }
    return &p->chunk[chunk][p->cards++ % CHUNK];
}

/* Keeps the decisions of a lane, unless another thread was faster. */
static void keep(yz_policy *p, size_t lane, const yz_decisions *decisions) {
    hra_lock_take(&p->lock);
    yz_decisions *room = p->slot[lane] == NOT_KEPT ? take_room(p) : NULL;
    if (room != NULL) {
        *room = *decisions;
        __atomic_store_n(&p->slot[lane], (uint32_t)p->cards, __ATOMIC_RELEASE);
    }
    hra_lock_give(&p->lock);
}

const yz_decisions *yz_policy_card(yz_policy *p, yz_policy_scratch *scratch, struct yz_card card) {
    size_t lane = yz_solution_lane(p->solution, card);
    uint32_t slot = __atomic_load_n(&p->slot[lane], __ATOMIC_ACQUIRE);
    if (slot != NOT_KEPT)
        return &p->chunk[(slot - 1) / CHUNK][(slot - 1) % CHUNK];
    struct yz_turn *turn = &scratch->turn;
    yz_turn_init(turn, p->dice, p->rules, card, yz_solution_value_fn, p->solution);
    for (int r = 0; r < YZ_ROLLS; r++)
        scratch->decisions.word[r] =
            (uint16_t)(p->mask[r][turn->hold[0][r]] | p->mask[r][turn->hold[1][r]] << 5 | turn->box[r] << 10);
    keep(p, lane, &scratch->decisions);
    return &scratch->decisions;
}

size_t yz_policy_cards(const yz_policy *policy) {
    return policy->cards;
}

size_t yz_policy_bytes(const yz_policy *p) {
    size_t chunks = (p->cards + CHUNK - 1) / CHUNK;
    return sizeof *p + p->lanes * sizeof *p->slot + chunks * CHUNK * sizeof **p->chunk;
}
