/* What the board and the goods are worth, and who wins. */
#include <string.h>

#include "empire.h"

const uint8_t em_prices[EM_ROW] = {0, 1, 1, 2, 2, 3};

/* ---- goods ------------------------------------------------------------------------------------*/

/* The last step of a good is worth two points. */
int em_good_points(int good, int n) {
    const uint8_t *need = em_goods_need[good];
    return (n >= need[0]) + (n >= need[1]) + (n >= need[2]) + 2 * (n >= need[3]);
}

int em_good_wants(int good, int n) {
    for (int i = 0; i < 4; i++)
        if (n < em_goods_need[good][i])
            return em_goods_need[good][i] - n;
    return 0;
}

/* best[j]: the most points with j jokers among the goods looked at so far; take[g][j]: how many of
 * them good g then has. */
int em_best_jokers(const em_game *g, uint32_t goods, uint8_t joker[EM_GOODS]) {
    int best[16] = {0}, jokers = em_goods_of(goods, EM_JOKER);
    uint8_t take[EM_GOODS][16];
    for (int good = 0; good < EM_GOODS; good++) {
        int n = em_goods_of(goods, good), points[16];
        for (int k = 0; k <= jokers; k++)
            points[k] = em_good_points(good, n + k);
        for (int j = jokers; j >= 0; j--) {
            int most = best[j] + points[0];
            take[good][j] = 0;
            for (int k = 1; em_may_stand_for(g, goods, good) && k <= j; k++)
                if (best[j - k] + points[k] > most) {
                    most = best[j - k] + points[k];
                    take[good][j] = (uint8_t)k;
                }
            best[j] = most;
        }
    }
    for (int good = EM_GOODS - 1, j = jokers; joker && good >= 0; good--) {
        joker[good] = take[good][j];
        j -= take[good][j];
    }
    return best[jokers];
}

int em_goods_points(const em_game *g, uint32_t goods) {
    int points = 0;
    if (em_goods_of(goods, EM_JOKER))
        return em_best_jokers(g, goods, NULL);
    for (int good = 0; good < EM_GOODS; good++)
        points += em_good_points(good, em_goods_of(goods, good));
    return points;
}

/* ---- the board --------------------------------------------------------------------------------*/

/* Written so that a compiler takes many regions at a time. */
void em_holdings(const em_game *g, const em_state *s, uint32_t held[EM_SEATS]) {
    uint8_t best[EM_REGIONS] = {0}, who[EM_REGIONS];
    memset(who, EM_NEUTRAL, sizeof who);
    for (int owner = 0; owner < EM_OWNERS; owner++) {
        if (owner >= g->seats && owner < EM_NEUTRAL)
            continue;
        const uint8_t *piece = s->piece[owner];
        for (int i = 0; i < EM_REGIONS; i++) {
            uint8_t strength = (uint8_t)((piece[i] & 15) + (piece[i] >> 4));
            who[i] = strength > best[i] ? (uint8_t)owner : strength == best[i] ? EM_NEUTRAL : who[i];
            best[i] = strength > best[i] ? strength : best[i];
        }
    }
    uint32_t sets[EM_OWNERS] = {0};
    for (int i = 0; i < g->map.regions; i++)
        sets[who[i]] |= UINT32_C(1) << i;
    memcpy(held, sets, sizeof *held * EM_SEATS);
}

/* Armies and cities of a row of pieces in these regions. */
static int strength_in(const uint8_t piece[EM_REGIONS], uint32_t regions) {
    int n = 0;
    for (; regions; regions &= regions - 1) {
        uint8_t there = piece[em_lowest(regions)];
        n += em_armies(there) + em_cities(there);
    }
    return n;
}

int em_continent_owner(const em_game *g, const em_state *s, const uint32_t held[EM_SEATS], int continent) {
    uint32_t regions = g->map.continent[continent];
    int best = 0, who = -1;
    for (int seat = 0; seat < g->seats; seat++) {
        int n = g->by_armies ? strength_in(s->piece[seat], regions) : em_count(held[seat] & regions);
        who = n > best ? seat : n == best ? -1 : who;
        best = n > best ? n : best;
    }
    return who;
}

static void continents_of(const em_game *g, const em_state *s, const uint32_t held[EM_SEATS],
                          int counts[EM_SEATS]) {
    memset(counts, 0, sizeof *counts * EM_SEATS);
    for (int i = 0; i < g->map.continents; i++) {
        int who = em_continent_owner(g, s, held, i);
        if (who >= 0)
            counts[who]++;
    }
}

/* The account of one seat. `goods` is slow to compute, so callers ask for one seat if they need only one. */
static em_account account_of(const em_game *g, const em_state *s, const uint32_t *held, const int *continents,
                             int seat) {
    em_account a = {.regions = em_count(held[seat]), .continents = continents[seat]};
    a.goods = em_goods_points(g, s->goods[seat]);
    a.points = a.regions + a.continents + a.goods;
    a.coins = s->coins[seat];
    a.armies = EM_ARMIES - em_armies(s->supply[seat]);
    return a;
}

void em_accounts(const em_game *g, const em_state *s, em_account out[EM_SEATS]) {
    uint32_t held[EM_SEATS];
    int continents[EM_SEATS];
    em_holdings(g, s, held);
    continents_of(g, s, held, continents);
    for (int seat = 0; seat < g->seats; seat++)
        out[seat] = account_of(g, s, held, continents, seat);
}

uint32_t em_winners(const em_game *g, const em_account *account) {
    int best = -1;
    uint32_t winners = 0;
    for (int seat = 0; seat < g->seats; seat++) {
        const em_account *a = &account[seat];
        int third = g->regions_decide ? a->regions : a->armies,
            fourth = g->regions_decide ? a->armies : a->regions;
        int worth = ((a->points * 256 + a->coins) * 64 + third) * 64 + fourth;
        if (worth > best)
            winners = 0;
        if (worth >= best) {
            best = worth;
            winners |= UINT32_C(1) << seat;
        }
    }
    return winners;
}

static int amount_of(const em_account *a, em_reason by) {
    return by == EM_BY_POINTS   ? a->points
           : by == EM_BY_COINS  ? a->coins
           : by == EM_BY_ARMIES ? a->armies
                                : a->regions;
}

em_reason em_reason_of(const em_game *g, const em_account *account, int winner) {
    em_reason third = g->regions_decide ? EM_BY_REGIONS : EM_BY_ARMIES;
    const em_reason order[] = {EM_BY_POINTS, EM_BY_COINS, third};
    uint32_t equal = (UINT32_C(1) << g->seats) - 1;
    for (int i = 0; i < 3; i++) {
        for (int seat = 0; seat < g->seats; seat++)
            if (amount_of(&account[seat], order[i]) != amount_of(&account[winner], order[i]))
                equal &= ~(UINT32_C(1) << seat);
        if (equal == UINT32_C(1) << winner)
            return order[i];
    }
    return third == EM_BY_ARMIES ? EM_BY_REGIONS : EM_BY_ARMIES;
}
