/* Counts the groups of a pairing. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/stats.h"
#include "tournament/pairing_progress.h"

enum { PAIRS = 5 /* points of two games: 0, 1/2, .. 2 */, ORDER_BITS = 4 };

static_assert(HRA_MAX_SEATS * ORDER_BITS <= 64, "an order fits");

void hra_pairing_progress_init(hra_pairing_progress *c, const hra_tournament_setup *setup, const int *players,
                               uint64_t groups) {
    *c = (hra_pairing_progress){.test = setup->test,
                                .ended = groups == 0,
                                .groups = groups,
                                .limit = groups,
                                .period = hra_group_task_period(setup),
                                .opened = setup->openings != NULL,
                                .alone = setup->game->seats == 1};
    uint64_t more = c->groups > c->period ? c->groups - c->period : 0;
    c->witnesses = more >= HRA_BLOCK_WITNESSES ? HRA_BLOCK_WITNESSES : c->opened ? (int)more : 0;
    c->shown.count = c->alone ? 2 : setup->game->seats;
    c->shown.paired = setup->game->seats == 2;
    for (int i = 0; i < c->shown.count; i++)
        c->shown.player[i] = players[i];
    c->scores = (hra_stats){0};
    hra_elo_stats_of(&(hra_sample){.reference = c->alone ? 0 : 1.0 / c->shown.count, .games = c->shown.count},
                     &c->shown.strength);
}

void hra_pairing_progress_release(hra_pairing_progress *c) {
    while (c->waiting) {
        hra_group_task *first = c->waiting;
        c->waiting = first->next;
        hra_group_task_release(first);
    }
    hra_stats_release(&c->scores);
    free(c->kinds);
    free(c->slot);
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

static uint32_t *slot_of(const hra_pairing_progress *c, const uint64_t *ranks) {
    size_t slots = 2 * c->kind_room, bytes = sizeof c->kinds->ranks;
    size_t at = (size_t)hra_hash(ranks, bytes) % slots;
    while (c->slot[at] != 0 && memcmp(c->kinds[c->slot[at] - 1].ranks, ranks, bytes) != 0)
        at = (at + 1) % slots;
    return &c->slot[at];
}

static bool make_room(hra_pairing_progress *c) {
    size_t capacity = c->kind_room ? 2 * c->kind_room : 64;
    hra_order_kind *kinds = realloc(c->kinds, capacity * sizeof *kinds);
    if (kinds)
        c->kinds = kinds;
    uint32_t *slot = kinds ? calloc(2 * capacity, sizeof *slot) : NULL;
    if (!slot || capacity > UINT32_MAX / 2) {
        free(slot);
        return false;
    }
    free(c->slot);
    c->slot = slot;
    c->kind_room = capacity;
    for (size_t i = 0; i < c->kind_count; i++)
        *slot_of(c, c->kinds[i].ranks) = (uint32_t)i + 1;
    return true;
}

static hra_err count_order(hra_pairing_progress *c, const uint64_t *ranks, uint64_t times) {
    if (c->kind_count == c->kind_room && !make_room(c))
        return HRA_ENOMEM;
    uint32_t *slot = slot_of(c, ranks);
    if (*slot == 0) {
        hra_order_kind *kind = &c->kinds[c->kind_count++];
        memcpy(kind->ranks, ranks, sizeof kind->ranks);
        kind->times = 0;
        *slot = (uint32_t)c->kind_count;
    }
    c->kinds[*slot - 1].times += times;
    return HRA_OK;
}

static void count_placing(hra_pairing_progress *c, const hra_placing *p, uint64_t times) {
    for (int i = 0; i < c->shown.count; i++)
        c->won[i][p->share[i]] += times;
}

static void sum_points(hra_pairing_progress *c) {
    for (int i = 0; i < c->shown.count; i++) {
        c->shown.wins[i] = c->won[i][1];
        c->shown.points[i] = 0;
        for (int share = 1; share < HRA_MAX_SEATS + 2; share++)
            c->shown.points[i] += (double)c->won[i][share] / share;
    }
}

/* How a game ended; `turn` is who played it, where each plays alone. */
static void count_end(hra_pairing_progress *c, const hra_match_game *game, int turn, uint64_t times) {
    int failure = hra_failure(game->failure);
    if (game->outcome == HRA_OUTCOME_ADJUDICATED)
        c->shown.adjudicated[game->adjudication] += times;
    else
        c->shown.outcomes[game->outcome] += times;
    if (failure >= 0 && game->failed >= 0)
        c->shown.forfeits[c->alone ? turn : game->player[game->failed]][failure] += times;
}

/* Counts a group that occurred `times` times. */
static hra_err count_group(hra_pairing_progress *c, const hra_match_game *games, uint64_t times) {
    hra_placing placing[HRA_MAX_SEATS];
    int count = hra_group_task_placings(games, c->shown.count, placing);
    uint64_t ranks[HRA_MAX_SEATS] = {0};
    double score = 0;
    c->shown.groups += times;
    for (int i = 0; i < c->shown.count; i++)
        count_end(c, &games[i], i, times);
    for (int i = 0; i < count; i++) {
        score += c->alone ? placing[i].value[0] - placing[i].value[1] : placing[i].points[0] / count;
        count_placing(c, &placing[i], times);
        ranks[i] = order_of(&placing[i], c->shown.count);
    }
    hra_err err = count_order(c, ranks, times);
    if (c->shown.paired)
        c->shown.pairs[(int)(2 * 2 * score + 0.5)] += times;
    return err ? err : hra_stats_add(&c->scores, score, times);
}

/* Works out strength and, with a test, whether it is decided. */
static hra_err judge(hra_pairing_progress *c) {
    size_t kinds = c->shown.paired ? PAIRS : c->scores.used;
    double *value = malloc((kinds + 1) * sizeof *value);
    uint64_t *count = malloc((kinds + 1) * sizeof *count);
    bool good = value && count;
    hra_stats_sort(&c->scores);
    for (size_t i = 0; i < kinds && good; i++) { /* of pairs those too that have not come yet */
        value[i] = c->shown.paired ? (double)i / (PAIRS - 1) : c->scores.bins[i].value;
        count[i] = c->shown.paired ? c->shown.pairs[i] : c->scores.bins[i].count;
    }
    if (good) {
        hra_sample sample = {value, count, (int)kinds, c->alone ? 0 : 1.0 / c->shown.count, c->shown.count};
        hra_elo_stats_of(&sample, &c->shown.strength);
        if (c->test) {
            hra_sequential_state state = hra_sequential_judge(c->test, &sample);
            c->shown.llr = state.llr;
            c->shown.verdict = state.verdict;
        }
    }
    free(value);
    free(count);
    return good ? HRA_OK : HRA_ENOMEM;
}

/* ---- blocks ---------------------------------------------------------------------------------*/

bool hra_pairing_progress_take(hra_pairing_progress *c, uint64_t most, uint64_t *from, uint64_t *to) {
    if (c->ended || c->handed >= c->limit)
        return false;
    uint64_t end = c->opened && c->handed < c->period && c->period < c->limit ? c->period : c->limit;
    *from = c->handed;
    *to = c->handed = end - c->handed > most ? c->handed + most : end;
    return true;
}

static bool is_known(const hra_pairing_progress *c) {
    return c->hashed == 2 * c->witnesses;
}

/* Whether with this block it is known that groups which begin alike have the same moves. */
static bool become_alike(hra_pairing_progress *c, const hra_group_task *b) {
    uint64_t count = (uint64_t)c->witnesses;
    if (is_known(c))
        return false;
    for (uint64_t g = b->from; g < b->to; g++) {
        if (!hra_group_task_is_witness(c->period, g))
            continue;
        uint64_t hash = hra_group_task_moves(b, g);
        if (g < count) {
            c->hash[g] = hash;
            c->hashed++;
        }
        if (g >= c->period && g - c->period < count) {
            c->again_hash[g - c->period] = hash;
            c->hashed++;
        }
    }
    bool alike = is_known(c);
    for (int i = 0; i < c->witnesses && alike; i++)
        alike = c->hash[i] == c->again_hash[i];
    return alike;
}

/* Forgets what was counted, and counts one group of all that are the same. */
static hra_err count_one(hra_pairing_progress *c, const hra_group_task *b) {
    hra_pairing empty = {.count = c->shown.count, .paired = c->shown.paired, .deterministic = true};
    memcpy(empty.player, c->shown.player, sizeof empty.player);
    c->shown = empty;
    memset(c->won, 0, sizeof c->won);
    c->ended = true;
    hra_stats_release(&c->scores);
    c->kind_count = 0;
    if (c->slot)
        memset(c->slot, 0, 2 * c->kind_room * sizeof *c->slot);
    return count_group(c, hra_group_task_group(b, b->from), 1);
}

/* Each kind once, where no group of them decides anything by itself. */
static hra_err count_kinds(hra_pairing_progress *c, const hra_group_task *b) {
    uint64_t *times = calloc(b->kinds, sizeof *times);
    hra_err err = times ? HRA_OK : HRA_ENOMEM;
    for (uint64_t g = b->from; g < b->to && !err; g++)
        times[b->kind[g - b->from]]++;
    for (uint32_t k = 0; k < b->kinds && !err; k++)
        if (times[k])
            err = count_group(c, &b->game[k * (uint32_t)b->count], times[k]);
    free(times);
    c->ended = c->shown.groups == c->limit;
    return err;
}

static hra_err count_block(hra_pairing_progress *c, const hra_group_task *b) {
    bool whole = b->kind && !c->test && !c->ended && b->to <= c->limit;
    hra_err err = whole ? count_kinds(c, b) : HRA_OK;
    for (uint64_t g = b->from; g < b->to && !err && !whole; g++) {
        if (c->ended || g >= c->limit) {
            c->shown.uncounted_groups += c->shown.verdict != HRA_GO_ON;
            continue;
        }
        err = count_group(c, hra_group_task_group(b, g), 1);
        if (!err && c->test)
            err = judge(c);
        c->ended = c->shown.verdict != HRA_GO_ON || c->shown.groups == c->limit;
    }
    c->next = b->to;
    return err;
}

/* Whether it has to wait. */
static bool is_early(const hra_pairing_progress *c, const hra_group_task *b) {
    return (c->test && b->from != c->next) || (c->opened && b->from >= c->period && !is_known(c));
}

/* Counts what is due: with a test groups in the order of their numbers, so that it ends with the first one
 * that decides it, else all. */
static hra_err drain(hra_pairing_progress *c) {
    hra_err err = HRA_OK;
    while (!err && c->waiting && !is_early(c, c->waiting)) {
        hra_group_task *b = c->waiting;
        c->waiting = b->next;
        err = count_block(c, b);
        hra_group_task_release(b);
    }
    return err;
}

hra_err hra_pairing_progress_put(hra_pairing_progress *c, hra_group_task *block) {
    hra_group_task **at = &c->waiting;
    hra_err err = HRA_OK;
    if (become_alike(c, block)) {
        c->limit = c->period;
        err = c->opened ? HRA_OK : count_one(c, block);
    }
    while (*at && (*at)->from < block->from)
        at = &(*at)->next;
    block->next = *at;
    *at = block;
    if (!err)
        err = drain(c);
    sum_points(c);
    if (c->limit < c->groups && c->shown.groups == c->limit && c->shown.verdict == HRA_GO_ON)
        c->shown.deterministic = c->ended =
            true;                           /* and not before: what is shown depends on no other thread */
    return err || c->test ? err : judge(c); /* with a test it was done group by group */
}

/* ---- ratings --------------------------------------------------------------------------------*/

static int games_of(const hra_pairing_progress *c) {
    return c->alone ? 1 : c->shown.count;
}

size_t hra_pairing_progress_ranked(const hra_pairing_progress *c) {
    return c->kind_count * (size_t)games_of(c);
}

static int by_ranks(const void *a, const void *b) {
    const hra_order_kind *x = a, *y = b;
    for (int i = 0; i < HRA_MAX_SEATS; i++)
        if (x->ranks[i] != y->ranks[i])
            return x->ranks[i] < y->ranks[i] ? -1 : 1;
    return 0;
}

uint64_t hra_pairing_progress_rankings(hra_pairing_progress *c, uint64_t first, hra_ranking *out,
                                       uint64_t *times) {
    if (c->kind_count) {
        qsort(c->kinds, c->kind_count, sizeof *c->kinds, by_ranks);
        memset(c->slot, 0, 2 * c->kind_room * sizeof *c->slot);
    }
    for (size_t k = 0; k < c->kind_count; k++) {
        *slot_of(c, c->kinds[k].ranks) = (uint32_t)k + 1;
        for (int g = 0; g < games_of(c); g++, out++, times++) {
            *out = (hra_ranking){.count = c->shown.count, .times = 1, .group = first + k};
            *times = c->kinds[k].times;
            for (int i = 0; i < c->shown.count; i++) {
                out->player[i] = c->shown.player[i];
                out->rank[i] = (int)(c->kinds[k].ranks[g] >> (ORDER_BITS * i) & ((1U << ORDER_BITS) - 1));
            }
        }
    }
    return first + c->kind_count;
}
