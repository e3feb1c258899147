/* Counts the groups of a pairing. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tournament/course.h"

enum { PAIRS = 5 /* points of two games: 0, 1/2, .. 2 */, ORDER_BITS = 4 };

static_assert(HRA_MAX_SEATS * ORDER_BITS <= 64, "an order fits");

void hra_course_init(hra_course *c, const hra_tournament_setup *setup, const int *players) {
    *c = (hra_course){.test = setup->test, .groups = setup->groups, .alone = setup->game->seats == 1};
    c->shown.count = c->alone ? 2 : setup->game->seats;
    c->shown.paired = setup->game->seats == 2;
    for (int i = 0; i < c->shown.count; i++)
        c->shown.player[i] = players[i];
    hra_stats_init(&c->scores);
    hra_strength_of(&(hra_sample){.reference = c->alone ? 0 : 1.0 / c->shown.count, .games = c->shown.count},
                    &c->shown.strength);
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

/* Whether k came before i. Who wins together came in together, and before all others, whatever they got:
 * Pacman is lost with a high score as with a low one. The others follow by what they got. */
static bool came_before(const hra_placing *p, int k, int i) {
    if (p->points[k] != p->points[i])
        return p->points[k] > p->points[i];
    return p->points[i] == 0 && p->value[k] > p->value[i];
}

/* In which order they came in, four bits each: how many came before. */
static uint64_t order_of(const hra_placing *p, int count) {
    uint64_t order = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            order += (uint64_t)came_before(p, k, i) << (ORDER_BITS * i);
    return order;
}

static hra_err count_placing(hra_course *c, const hra_placing *p, uint64_t group) {
    for (int i = 0; i < c->shown.count; i++) {
        c->shown.points[i] += p->points[i];
        c->shown.wins[i] += p->points[i] == 1;
    }
    if (c->order_count == c->order_room) {
        size_t room = c->order_room ? 2 * c->order_room : 64;
        hra_order *orders = realloc(c->orders, room * sizeof *orders);
        if (!orders)
            return HRA_ENOMEM;
        c->orders = orders;
        c->order_room = room;
    }
    c->orders[c->order_count++] = (hra_order){order_of(p, c->shown.count), group};
    return HRA_OK;
}

/* How a game ended; `turn` is who played it, where each plays alone. */
static void count_end(hra_course *c, const hra_match_game *game, int turn) {
    int failure = hra_failure(game->failure);
    c->shown.outcomes[game->outcome]++;
    if (failure >= 0 && game->failed >= 0)
        c->shown.forfeits[c->alone ? turn : game->player[game->failed]][failure]++;
}

static hra_err count_group(hra_course *c, const hra_block *b, uint64_t group) {
    hra_placing placing[HRA_MAX_SEATS];
    const hra_match_game *games = hra_block_group(b, group);
    int count = hra_block_placings(b, group, placing);
    hra_err err = HRA_OK;
    double score = 0;
    c->shown.groups++;
    for (int i = 0; i < b->count; i++)
        count_end(c, &games[i], i);
    for (int i = 0; i < count && !err; i++) {
        score += c->alone ? placing[i].value[0] - placing[i].value[1] : placing[i].points[0] / count;
        err = count_placing(c, &placing[i], group);
    }
    if (c->shown.paired)
        c->shown.pairs[(int)(2 * 2 * score + 0.5)]++;
    return err ? err : hra_stats_add(&c->scores, score, 1);
}

/* Works out strength and, with a test, whether it is decided. */
static hra_err judge(hra_course *c) {
    size_t kinds = c->shown.paired ? PAIRS : c->scores.used;
    double *value = malloc((kinds + 1) * sizeof *value);
    uint64_t *count = malloc((kinds + 1) * sizeof *count);
    bool room = value && count;
    hra_stats_sort(&c->scores);
    for (size_t i = 0; i < kinds && room; i++) { /* of pairs those too that have not come yet */
        value[i] = c->shown.paired ? (double)i / (PAIRS - 1) : c->scores.bins[i].value;
        count[i] = c->shown.paired ? c->shown.pairs[i] : c->scores.bins[i].count;
    }
    if (room) {
        hra_sample sample = {value, count, (int)kinds, c->alone ? 0 : 1.0 / c->shown.count, c->shown.count};
        hra_strength_of(&sample, &c->shown.strength);
        if (c->test) {
            c->shown.llr = hra_sequential_llr(c->test, &sample);
            c->shown.verdict = hra_sequential_verdict(c->test, &sample);
        }
    }
    free(value);
    free(count);
    return room ? HRA_OK : HRA_ENOMEM;
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
    return count_group(c, b, b->from);
}

static hra_err count_block(hra_course *c, const hra_block *b) {
    hra_err err = HRA_OK;
    for (uint64_t g = b->from; g < b->to && !err; g++) {
        if (c->ended) {
            c->shown.after += !c->shown.alike;
            continue;
        }
        err = count_group(c, b, g);
        if (!err && c->test)
            err = judge(c);
        c->ended = c->shown.verdict != HRA_GO_ON || c->shown.groups == c->groups;
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
    if (!err)
        err = drain(c);
    return err || c->test ? err : judge(c); /* with a test it was done group by group */
}

hra_err hra_course_restore(hra_course *c, hra_block *block) {
    bool gap = block->from > c->handed;
    if (block->from < c->handed || block->to > c->groups || block->from - c->handed > HRA_BLOCK_MOST ||
        (gap && c->again_count == HRA_MATCH_THREADS)) {
        hra_block_release(block);
        return HRA_EDAMAGED;
    }
    if (gap)
        c->again[c->again_count++] = (hra_match_range){c->handed, block->from};
    c->handed = block->to;
    return hra_course_put(c, block, block->to);
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
