/* The exact end of a duel: pairs of cards, worked out backwards. */
#include "endgame.h"

#include "card_index.h"
#include "turn_kernel.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROWS = 256 };

/* A pair of cards, and whose turn it is. */
struct pair {
    struct yz_card card[2];
    int mover;
};

/* By the lead of the mover: fewer than low are lost, those above all that are listed won. */
struct row {
    struct pair pair;
    size_t at;
    int low, count;
};

struct yz_endgame {
    const struct yz_dice *dice;
    const struct yz_rules *rules;
    struct yz_card_index lanes;
    struct pair first; /* the cards at the beginning; side 0 moves */
    int lead;          /* of side 0, at the beginning */
    struct row *rows;  /* each behind all that follow from it */
    size_t count, capacity;
    uint32_t *slots; /* a hash table of numbers of rows + 1; 0: free */
    size_t slot_count;
    size_t values, limit;
    float *value;
    size_t value_room;
};

hra_err yz_endgame_open(struct yz_endgame **out, const struct yz_dice *dice, const struct yz_rules *rules) {
    struct yz_endgame *e = calloc(1, sizeof *e);
    if (e == NULL)
        return HRA_ENOMEM;
    e->dice = dice;
    e->rules = rules;
    yz_card_index_init(&e->lanes, rules);
    *out = e;
    return 0;
}

void yz_endgame_close(struct yz_endgame *e) {
    if (e != NULL) {
        free(e->rows);
        free(e->slots);
        free(e->value);
        free(e);
    }
}

/* ---- pairs ----------------------------------------------------------------------------------*/

/* Cards with equal rests become equal. */
static struct yz_card essence(const struct yz_endgame *e, struct yz_card card) {
    if (yz_card_full(e->rules, card))
        return (struct yz_card){e->rules->all, 0, 0};
    if (e->lanes.most[YZ_UPPER_MASK & ~(unsigned)card.filled] < YZ_UPPER_GOAL &&
        yz_card_index_decided(&e->lanes, card))
        card.upper = 0;
    return card;
}

static bool same(struct yz_card a, struct yz_card b) {
    return a.filled == b.filled && a.upper == b.upper && a.fifty == b.fifty;
}

/* The slot of a pair, or the free one where it belongs. */
static size_t slot_of(const struct yz_endgame *e, const struct pair *p) {
    uint64_t key = (uint64_t)p->mover;
    for (int side = 0; side < 2; side++) {
        key = key << 30 | (uint64_t)p->card[side].filled << 8 | (uint64_t)p->card[side].upper << 1 |
              p->card[side].fifty;
    }
    key *= 0x9e3779b97f4a7c15u; /* the fraction of the golden ratio spreads neighbours (Knuth 6.4) */
    size_t i = (size_t)(key >> 32) & (e->slot_count - 1);
    while (e->slots[i] != 0) {
        const struct pair *q = &e->rows[e->slots[i] - 1].pair;
        if (q->mover == p->mover && same(q->card[0], p->card[0]) && same(q->card[1], p->card[1]))
            break;
        i = (i + 1) & (e->slot_count - 1);
    }
    return i;
}

static const struct row *row_of(const struct yz_endgame *e, const struct pair *p) {
    return &e->rows[e->slots[slot_of(e, p)] - 1];
}

static hra_err grow(struct yz_endgame *e) {
    size_t capacity = e->capacity > 0 ? 2 * e->capacity : FIRST_ROWS;
    struct row *rows = realloc(e->rows, capacity * sizeof *rows);
    if (rows == NULL)
        return HRA_ENOMEM;
    e->rows = rows;
    uint32_t *slots = calloc(2 * capacity, sizeof *slots);
    if (slots == NULL)
        return HRA_ENOMEM;
    free(e->slots);
    e->slots = slots;
    e->slot_count = 2 * capacity;
    e->capacity = capacity;
    for (size_t i = 0; i < e->count; i++)
        e->slots[slot_of(e, &rows[i].pair)] = (uint32_t)i + 1;
    return 0;
}

/* No rest of this card brings more. */
static int most_rest(const struct yz_endgame *e, struct yz_card card) {
    const struct yz_rules *rules = e->rules;
    int rest = e->lanes.most[YZ_UPPER_MASK & ~(unsigned)card.filled], boxes = 0;
    rest += yz_card_index_decided(&e->lanes, card) ? 0 : rules->upper_bonus;
    for (int b = 0; b < rules->boxes; b++) {
        if (!yz_card_has(card, b)) {
            rest += b < YZ_UPPER_BOXES ? 0 : b == rules->yahtzee ? 50 : 40;
            boxes += b != rules->yahtzee;
        }
    }
    bool hundreds = card.fifty || !yz_card_has(card, rules->yahtzee);
    return rest + (hundreds ? rules->hundred * boxes : 0);
}

/* The leads of the mover that can occur and are neither won nor lost. */
static void find_leads(const struct yz_endgame *e, struct row *row) {
    const struct pair *p = &row->pair;
    int rest[2], gain[2];
    for (int side = 0; side < 2; side++) { /* what one rest has less than the other can have been scored */
        rest[side] = most_rest(e, p->card[side]);
        gain[side] = most_rest(e, e->first.card[side]) - rest[side];
    }
    int lead = p->mover == 0 ? e->lead : -e->lead, other = 1 - p->mover;
    int low = lead - gain[other], high = lead + gain[p->mover];
    row->low = low > -rest[p->mover] ? low : -rest[p->mover];
    high = high < rest[other] ? high : rest[other];
    row->count = high >= row->low ? high - row->low + 1 : 0;
}

/* The pair after the mover's box.  False: the game is over. */
static bool pass(const struct yz_endgame *e, const struct pair *before, struct yz_card after,
                 struct pair *out) {
    *out = *before;
    out->card[before->mover] = essence(e, after);
    if (!yz_card_full(e->rules, before->card[1 - before->mover])) {
        out->mover = 1 - before->mover;
        return true;
    }
    return !yz_card_full(e->rules, after);
}

static hra_err list_pair(struct yz_endgame *e, const struct pair *p);

static hra_err list_after(struct yz_endgame *e, const struct pair *before, struct yz_card after) {
    struct pair next;
    return pass(e, before, after, &next) ? list_pair(e, &next) : 0;
}

static hra_err list_box(struct yz_endgame *e, const struct pair *p, int box) {
    struct yz_card card = p->card[p->mover], after = card;
    hra_err err = 0;
    after.filled = (uint16_t)(card.filled | 1u << box);
    if (box >= YZ_UPPER_BOXES) {
        err = list_after(e, p, after);
        if (err == 0 && box == e->rules->yahtzee && e->rules->hundred > 0) {
            after.fifty = 1;
            err = list_after(e, p, after);
        }
        return err;
    }
    for (int n = 0; err == 0 && n <= YZ_DICE; n++) {
        int upper = card.upper + n * (box + 1);
        after.upper = (uint8_t)(upper < YZ_UPPER_GOAL ? upper : YZ_UPPER_GOAL);
        err = list_after(e, p, after);
    }
    return err;
}

/* Lists a pair and, before it, all that follow from it.  As deep as there are open boxes. */
static hra_err list_pair(struct yz_endgame *e, const struct pair *p) {
    struct row row = {.pair = *p};
    hra_err err = e->slots != NULL ? 0 : grow(e);
    if (err != 0 || e->slots[slot_of(e, p)] != 0)
        return err;
    for (int b = 0; err == 0 && b < e->rules->boxes; b++)
        if (!yz_card_has(p->card[p->mover], b))
            err = list_box(e, p, b);
    if (err == 0 && 2 * e->count >= e->capacity)
        err = grow(e);
    if (err != 0)
        return err;
    find_leads(e, &row);
    row.at = e->values;
    e->values += (size_t)row.count;
    if (e->values > e->limit)
        return HRA_ELIMIT;
    size_t slot = slot_of(e, p);
    e->rows[e->count++] = row;
    e->slots[slot] = (uint32_t)e->count;
    return 0;
}

/* ---- values ---------------------------------------------------------------------------------*/

static double value_at(const struct yz_endgame *e, const struct row *row, int lead) {
    int i = lead - row->low;
    return i < 0 ? 0 : i >= row->count ? 1 : (double)e->value[row->at + (size_t)i];
}

static double final_value(int lead) {
    return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
}

double yz_endgame_value(const struct yz_endgame *e) {
    return value_at(e, row_of(e, &e->first), e->lead);
}

/* Of the side that filled a box: `next` is what follows, `over` says that nothing does. */
static double value_after(const struct yz_endgame *e, const struct row *next, bool passed, bool over,
                          int lead) {
    if (over)
        return final_value(lead);
    return passed ? 1 - value_at(e, next, -lead) : value_at(e, next, lead);
}

double yz_endgame_after(const struct yz_endgame *e, struct yz_card after, int lead) {
    struct pair next;
    bool over = !pass(e, &e->first, after, &next);
    return value_after(e, over ? NULL : row_of(e, &next), next.mover != 0, over, lead);
}

struct behind {
    const struct yz_endgame *endgame;
    const struct pair *pair;
};

static void expand(const void *self, struct yz_card after, int lead, float *out, int length) {
    const struct behind *b = self;
    struct pair next;
    bool over = !pass(b->endgame, b->pair, after, &next);
    const struct row *row = over ? NULL : row_of(b->endgame, &next);
    for (int i = 0; i < length; i++)
        out[i] = (float)value_after(b->endgame, row, next.mover != b->pair->mover, over, lead + i);
}

static hra_err work_out(struct yz_endgame *e) {
    int longest = 0;
    if (e->values > e->value_room) {
        float *value = realloc(e->value, e->values * sizeof *value);
        if (value == NULL)
            return HRA_ENOMEM;
        e->value = value;
        e->value_room = e->values;
    }
    for (size_t i = 0; i < e->count; i++)
        longest = e->rows[i].count > longest ? e->rows[i].count : longest;
    struct yz_turn_kernel *desk = yz_turn_kernel_open(e->dice, e->rules, longest);
    if (desk == NULL)
        return HRA_ENOMEM;
    for (size_t i = 0; i < e->count; i++) {
        const struct row *row = &e->rows[i];
        struct behind behind = {e, &row->pair};
        struct yz_card card = row->pair.card[row->pair.mover];
        if (row->count > 0) {
            yz_turn_kernel_boxes(desk, card);
            yz_turn_kernel_row(desk, card, row->low, row->count, expand, &behind, e->value + row->at);
        }
    }
    yz_turn_kernel_close(desk);
    return 0;
}

hra_err yz_endgame_solve(struct yz_endgame *e, struct yz_card mover, struct yz_card other, int lead,
                         size_t limit) {
    e->first = (struct pair){{essence(e, mover), essence(e, other)}, 0};
    e->lead = lead;
    e->limit = limit;
    e->count = 0;
    e->values = 0;
    if (e->slots != NULL)
        memset(e->slots, 0, e->slot_count * sizeof *e->slots);
    hra_err err = list_pair(e, &e->first);
    return err != 0 ? err : work_out(e);
}
