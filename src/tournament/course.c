/* Counts the groups of a pairing. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tournament/course.h"

/* Kinds of groups beyond which a test takes its memory from the heap. */
enum { FEW_KINDS = 64, PAIRS = 5, ORDER_BITS = 4 };

static_assert(HRA_MAX_SEATS * ORDER_BITS <= 64, "an order fits");

void hra_course_init(hra_course *c, const hra_tournament_setup *setup, const int *players) {
    *c = (hra_course){.test = setup->test, .groups = setup->groups, .alone = setup->game->seats == 1};
    c->shown.count = c->alone ? 2 : setup->game->seats;
    c->shown.paired = setup->game->seats == 2;
    for (int i = 0; i < c->shown.count; i++)
        c->shown.player[i] = players[i];
    hra_stats_init(&c->scores);
}

void hra_course_release(hra_course *c) {
    while (c->waiting) {
        hra_block *first = c->waiting;
        c->waiting = first->next;
        hra_block_release(first);
    }
    hra_stats_release(&c->scores);
    free(c->orders);
}

/* ---- one group ------------------------------------------------------------------------------*/

/* What everybody in the pairing got in one game, or with one number. */
typedef struct outcome {
    double value[HRA_MAX_SEATS], points[HRA_MAX_SEATS];
    bool alone[HRA_MAX_SEATS]; /* won, and nobody with him */
} outcome;

/* Players of a pairing turn through the seats. */
static outcome of_game(const hra_course *c, const hra_match_game *g) {
    outcome o;
    for (int seat = 0; seat < g->count; seat++) {
        int i = g->player[seat];
        bool won = g->winners >> seat & 1;
        o.value[i] = g->value[seat];
        o.points[i] = won ? 1.0 / g->share : 0;
        o.alone[i] = won && g->share == 1;
    }
    return o;
}

/* Each has played the number alone: the most is best. */
static outcome of_number(const hra_course *c, const hra_match_game *g) {
    outcome o;
    int best = 0, count = c->shown.count;
    double most = -INFINITY;
    for (int i = 0; i < count; i++)
        most = fmax(most, o.value[i] = g[i].value[0]);
    for (int i = 0; i < count; i++)
        best += o.value[i] == most;
    for (int i = 0; i < count; i++) {
        o.points[i] = o.value[i] == most ? 1.0 / best : 0;
        o.alone[i] = o.value[i] == most && best == 1;
    }
    return o;
}

/* In which order they came in: of each how many were better, four bits each. */
static uint64_t order_of(const outcome *o, int count) {
    uint64_t order = 0;
    for (int i = 0; i < count; i++) {
        uint64_t better = 0;
        for (int k = 0; k < count; k++)
            better += o->value[k] > o->value[i];
        order |= better << (ORDER_BITS * i);
    }
    return order;
}

static hra_err count_outcome(hra_course *c, const outcome *o, uint64_t group) {
    for (int i = 0; i < c->shown.count; i++) {
        c->shown.points[i] += o->points[i];
        c->shown.wins[i] += o->alone[i];
    }
    if (c->order_count == c->order_room) {
        size_t room = c->order_room ? 2 * c->order_room : 64;
        hra_order *orders = realloc(c->orders, room * sizeof *orders);
        if (!orders)
            return HRA_ENOMEM;
        c->orders = orders;
        c->order_room = room;
    }
    c->orders[c->order_count++] = (hra_order){order_of(o, c->shown.count), group};
    return HRA_OK;
}

/* How a game ended; `turn` is who played it, where each plays alone. */
static void count_end(hra_course *c, const hra_match_game *game, int turn) {
    int failure = hra_failure(game->failure);
    c->shown.outcomes[game->outcome]++;
    if (failure >= 0 && game->failed >= 0)
        c->shown.forfeits[c->alone ? turn : game->player[game->failed]][failure]++;
}

static hra_err count_group(hra_course *c, const hra_match_game *games, uint64_t group) {
    int count = c->shown.count;
    hra_err err = HRA_OK;
    double score = 0;
    c->shown.groups++;
    for (int i = 0; i < count; i++)
        count_end(c, &games[i], i);
    if (c->alone) {
        outcome o = of_number(c, games);
        err = count_outcome(c, &o, group);
        return err ? err : hra_stats_add(&c->scores, o.value[0] - o.value[1], 1);
    }
    for (int i = 0; i < count && !err; i++) {
        outcome o = of_game(c, &games[i]);
        err = count_outcome(c, &o, group);
        score += o.points[0];
    }
    if (c->shown.paired)
        c->shown.pairs[(int)(2 * score)]++;
    return err ? err : hra_stats_add(&c->scores, score / count, 1);
}

/* ---- strength -------------------------------------------------------------------------------*/

typedef struct kinds {
    hra_sample sample;
    double few_values[FEW_KINDS], *values;
    uint64_t few_counts[FEW_KINDS], *counts;
} kinds;

/* What the first player got; released with release_kinds. HRA_ENOMEM. */
static hra_err take_kinds(hra_course *c, kinds *k) {
    size_t used = c->scores.used > PAIRS ? c->scores.used : PAIRS;
    bool few = used <= FEW_KINDS;
    k->values = few ? k->few_values : malloc(used * sizeof *k->values);
    k->counts = few ? k->few_counts : malloc(used * sizeof *k->counts);
    k->sample = (hra_sample){.value = k->values, .count = k->counts, .games = c->shown.count};
    k->sample.reference = c->alone ? 0 : 1.0 / c->shown.count;
    if (!k->values || !k->counts)
        return HRA_ENOMEM;
    if (c->shown.paired) { /* which also says what could have occurred */
        k->sample.kinds = PAIRS;
        for (int i = 0; i < PAIRS; i++) {
            k->values[i] = i / 4.0;
            k->counts[i] = c->shown.pairs[i];
        }
        return HRA_OK;
    }
    hra_stats_sort(&c->scores);
    k->sample.kinds = (int)c->scores.used;
    for (size_t i = 0; i < c->scores.used; i++) {
        k->values[i] = c->scores.bins[i].value;
        k->counts[i] = c->scores.bins[i].count;
    }
    return HRA_OK;
}

static void release_kinds(kinds *k) {
    if (k->values != k->few_values)
        free(k->values);
    if (k->counts != k->few_counts)
        free(k->counts);
}

/* Asks the test whether it is decided. */
static hra_err judge(hra_course *c) {
    kinds k;
    hra_err err = take_kinds(c, &k);
    if (!err) {
        c->shown.llr = hra_sequential_llr(c->test, &k.sample);
        c->shown.verdict = hra_sequential_verdict(c->test, &k.sample);
        c->ended = c->ended || c->shown.verdict != HRA_GO_ON;
    }
    release_kinds(&k);
    return err;
}

void hra_course_look(hra_course *c, hra_pairing *out) {
    kinds k;
    if (take_kinds(c, &k) == 0)
        hra_strength_of(&k.sample, &c->shown.strength);
    release_kinds(&k);
    *out = c->shown;
}

/* ---- blocks ---------------------------------------------------------------------------------*/

bool hra_course_take(hra_course *c, uint64_t most, uint64_t *from, uint64_t *to) {
    if (c->ended)
        return false;
    if (c->again_count) {
        hra_match_range *again = &c->again[c->again_count - 1];
        *from = again->from; /* all of it: so there are never more of these than workers */
        *to = again->to;
        c->again_count--;
        return true;
    }
    if (c->handed == c->groups)
        return false;
    *from = c->handed;
    *to = c->handed = c->groups - c->handed > most ? c->handed + most : c->groups;
    return true;
}

static uint64_t hash_of(const hra_match_game *games, int count) {
    uint64_t hash = 0;
    for (int i = 0; i < count; i++)
        hash = (hash << 7 | hash >> 57) ^ games[i].moves;
    return hash;
}

/* Whether with this block it is known that the moves of the first groups are the same. */
static bool become_alike(hra_course *c, const hra_block *b) {
    if (c->hashed == HRA_TOURNAMENT_ALIKE)
        return false;
    for (uint64_t g = b->from; g < b->to && g < HRA_TOURNAMENT_ALIKE; g++) {
        c->hash[g] = hash_of(hra_block_group(b, g), b->count);
        c->hashed++;
    }
    bool alike = c->hashed == HRA_TOURNAMENT_ALIKE;
    for (int i = 1; i < HRA_TOURNAMENT_ALIKE && alike; i++)
        alike = c->hash[i] == c->hash[0];
    return alike;
}

/* Forgets what was counted, and counts one group of all that are the same. */
static hra_err count_one(hra_course *c, const hra_block *b) {
    hra_pairing empty = {.count = c->shown.count, .paired = c->shown.paired, .alike = true};
    memcpy(empty.player, c->shown.player, sizeof empty.player);
    c->shown = empty;
    c->ended = true;
    hra_stats_release(&c->scores);
    c->order_count = 0;
    return count_group(c, hra_block_group(b, b->from), 0);
}

static hra_err count_block(hra_course *c, const hra_block *b) {
    hra_err err = HRA_OK;
    for (uint64_t g = b->from; g < b->to && !err; g++) {
        if (c->ended) {
            c->shown.after += !c->shown.alike;
            continue;
        }
        err = count_group(c, hra_block_group(b, g), g);
        if (!err && c->test)
            err = judge(c);
        c->ended = c->ended || c->shown.groups == c->groups;
    }
    c->next = b->to;
    return err;
}

/* Counts what is due: with a test groups in the order of their numbers, so that it ends with the first one
 * that decides it, else all. */
static hra_err drain(hra_course *c) {
    hra_err err = HRA_OK;
    while (!err && c->waiting && (!c->test || c->waiting->from == c->next)) {
        hra_block *b = c->waiting;
        c->waiting = b->next;
        err = count_block(c, b);
        hra_block_release(b);
    }
    return err;
}

hra_err hra_course_put(hra_course *c, hra_block *block, uint64_t to) {
    hra_block **at = &c->waiting;
    hra_err err = HRA_OK;
    if (block->to < to)
        c->again[c->again_count++] = (hra_match_range){block->to, to};
    if (become_alike(c, block))
        err = count_one(c, block);
    while (*at && (*at)->from < block->from)
        at = &(*at)->next;
    block->next = *at;
    *at = block;
    return err ? err : drain(c);
}

/* ---- ratings --------------------------------------------------------------------------------*/

void hra_course_rankings(const hra_course *c, uint64_t first, hra_ranking *out) {
    for (size_t g = 0; g < c->order_count; g++) {
        out[g] = (hra_ranking){.count = c->shown.count, .times = 1, .group = first + c->orders[g].group};
        for (int i = 0; i < c->shown.count; i++) {
            out[g].player[i] = c->shown.player[i];
            out[g].rank[i] = (int)(c->orders[g].ranks >> (ORDER_BITS * i) & ((1U << ORDER_BITS) - 1));
        }
    }
}
