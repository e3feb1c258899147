/* Rankings taken apart into choices. */
#include "ranking_choices.h"

#include <stdlib.h>

#include "core/array_alloc.h"

static hra_err check_ranking(const hra_ranking *game, size_t at, int players, hra_error *why) {
    if (game->count < 1 || game->count > HRA_MAX_SEATS)
        return hra_fail(why, HRA_EINPUT, -1, "ranking %zu holds %d players: 1 to %d are possible", at,
                        game->count, HRA_MAX_SEATS);
    for (int i = 0; i < game->count; i++) {
        if (game->player[i] < 0 || game->player[i] >= players)
            return hra_fail(why, HRA_EINPUT, -1, "ranking %zu names player %d: there are 0 to %d", at,
                            game->player[i], players - 1);
        for (int j = 0; j < i; j++)
            if (game->player[i] == game->player[j])
                return hra_fail(why, HRA_EINPUT, -1, "ranking %zu names player %d twice", at,
                                game->player[i]);
    }
    return 0;
}

hra_err hra_rankings_check(const hra_ranking *games, size_t count, int players, hra_error *why) {
    if (players < 1 || players > HRA_RATING_PLAYERS)
        return hra_fail(why, HRA_EINPUT, -1, "%d players: 1 to %d can be rated", players, HRA_RATING_PLAYERS);
    for (size_t g = 0; g < count; g++) {
        hra_err err = check_ranking(&games[g], g, players, why);
        if (err != 0)
            return err;
    }
    return 0;
}

void hra_ranking_choices_init(hra_ranking_choices *choices, int players) {
    *choices = (hra_ranking_choices){.players = players};
}

void hra_ranking_choices_release(hra_ranking_choices *choices) {
    free(choices->choice);
    free(choices->slot);
    hra_ranking_choices_init(choices, choices->players);
}

static size_t hash_of(const hra_choice *c) {
    uint64_t key = (uint64_t)c->size;
    for (int i = 0; i < c->size; i++)
        key = (key ^ c->member[i]) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(key >> 32);
}

static bool is_same(const hra_choice *a, const hra_choice *b) {
    if (a->size != b->size)
        return false;
    for (int i = 0; i < a->size; i++)
        if (a->member[i] != b->member[i])
            return false;
    return true;
}

/* The place of a choice in the hash table, or the free one for it. */
static size_t slot_of(const hra_ranking_choices *all, const hra_choice *c) {
    size_t at = hash_of(c) & (all->slots - 1);
    while (all->slot[at] != 0 && !is_same(&all->choice[all->slot[at] - 1], c))
        at = (at + 1) & (all->slots - 1);
    return at;
}

static hra_err grow(hra_ranking_choices *all) {
    uint64_t capacity = all->capacity ? 2 * (uint64_t)all->capacity : 64;
    if (capacity > UINT32_MAX || !hra_room_fits(capacity, sizeof *all->choice))
        return HRA_ENOMEM;
    hra_choice *choice = realloc(all->choice, (size_t)capacity * sizeof *choice);
    if (!choice)
        return HRA_ENOMEM;
    all->choice = choice;
    uint32_t *slot = hra_room(2 * capacity, sizeof *slot);
    if (!slot)
        return HRA_ENOMEM;
    free(all->slot);
    all->slot = slot;
    all->slots = 2 * (size_t)capacity;
    all->capacity = (size_t)capacity;
    for (size_t i = 0; i < all->count; i++)
        slot[slot_of(all, &choice[i])] = (uint32_t)i + 1;
    return 0;
}

/* The index of a choice, which is added where it is new; negative: HRA_ENOMEM. */
static int64_t index_of(hra_ranking_choices *all, const hra_choice *c) {
    if (all->count == all->capacity) {
        hra_err err = grow(all);
        if (err != 0)
            return err;
    }
    size_t at = slot_of(all, c);
    if (all->slot[at] == 0) {
        all->choice[all->count++] = *c;
        all->slot[at] = (uint32_t)all->count;
    }
    return all->slot[at] - 1;
}

/* Players of a ranking, the best first. */
static void order(const hra_ranking *game, int *best) {
    for (int i = 0; i < game->count; i++) {
        int at = i;
        for (; at > 0 && game->rank[best[at - 1]] > game->rank[i]; at--)
            best[at] = best[at - 1];
        best[at] = i;
    }
}

/* The choice among `count` players, of whom the first `equal` may come first alike. */
static hra_err note(hra_ranking_choices *all, const int *player, int count, int equal, int weight,
                    hra_event *event) {
    hra_choice c = {.size = count};
    uint32_t members = 0;
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && c.member[at - 1] > player[i]; at--)
            c.member[at] = c.member[at - 1];
        c.member[at] = (uint16_t)player[i];
        uint32_t below = members & ((1u << at) - 1); /* those behind it have moved up */
        members = below | (uint32_t)(i < equal) << at | (members & ~below) << 1;
    }
    int64_t index = index_of(all, &c);
    if (index < 0)
        return (hra_err)index;
    *event = (hra_event){(uint32_t)index, members, weight};
    return 0;
}

/* C(k, j) */
static int choose(int k, int j) {
    int c = 1;
    for (int i = 1; i <= j; i++)
        c = c * (k - j + i) / i;
    return c;
}

/* Where k are equal, each of their k! orders counts the same. Of these the share in which the last j to be
 * placed are a given j of them is 1 / C(k, j), and each of the j is the next in as many; so there are 2^k - 1
 * choices to note, and not k! orders. j * C(k, j) = k * C(k - 1, j - 1). */
static int take_equal(hra_ranking_choices *all, const int *equal, int k, const int *worse, int others,
                      hra_event *event) {
    _Static_assert(HRA_MAX_SEATS <= 8, "HRA_PARTS is divided by more than eight players would need");
    int count = 0;
    for (int set = 1; set < 1 << k; set++) {
        int player[HRA_MAX_SEATS], j = 0;
        for (int i = 0; i < k; i++)
            if (set >> i & 1)
                player[j++] = equal[i];
        if (j + others < 2)
            continue; /* alone there is no choice */
        for (int i = 0; i < others; i++)
            player[j + i] = worse[i];
        hra_err err = note(all, player, j + others, j, HRA_PARTS / (j * choose(k, j)), &event[count]);
        if (err != 0)
            return err;
        count++;
    }
    return count;
}

int hra_ranking_choices_take(hra_ranking_choices *all, const hra_ranking *game,
                             hra_event event[HRA_RANKING_EVENTS]) {
    int best[HRA_MAX_SEATS], player[HRA_MAX_SEATS], count = 0;
    order(game, best);
    for (int i = 0; i < game->count; i++)
        player[i] = game->player[best[i]];
    for (int from = 0, to; from < game->count; from = to) {
        for (to = from + 1; to < game->count && game->rank[best[to]] == game->rank[best[from]];)
            to++;
        int more = take_equal(all, player + from, to - from, player + to, game->count - to, event + count);
        if (more < 0)
            return more;
        count += more;
    }
    return count;
}

void hra_event_count(const hra_event *event, double times, hra_firsts *firsts) {
    for (uint32_t left = event->members, i = 0; left != 0; left >>= 1, i++)
        if (left & 1)
            firsts->times[i] += event->weight * times;
}
