/* The strength of each seat; judge.h says of what it is made. */
#include "judge.h"

#include <math.h>
#include <string.h>

const uint8_t em_knots[EM_KNOTS] = {0, 1, 2, 4, 8, 13};

void em_judge_open(em_judge *judge, const em_game *game, const int16_t (*weights)[EM_FEATURES]) {
    judge->game = game;
    for (int left = 0, k = 0; left <= EM_MOST_TURNS; left++) {
        while (k < EM_KNOTS - 2 && left > em_knots[k + 1])
            k++;
        float part = (float)(left - em_knots[k]) / (float)(em_knots[k + 1] - em_knots[k]);
        for (int f = 0; f < EM_FEATURES; f++)
            judge->weight[left][f] =
                ((1 - part) * (float)weights[k][f] + part * (float)weights[k + 1][f]) / 100;
    }
}

static int within(int x, int low, int high) {
    return x < low ? low : x > high ? high : x;
}

/* ---- regions ------------------------------------------------------------------------------------*/

static int strength_of(uint8_t piece) {
    return em_armies(piece) + em_cities(piece);
}

/* Most pieces of one owner, those of the second, and who has most; equal: nobody, EM_OWNERS. */
typedef struct rank {
    int best, second, who;
} rank;

static rank rank_of(const em_judge *judge, const em_state *s, int region) {
    rank r = {strength_of(s->piece[EM_NEUTRAL][region]), 0, EM_NEUTRAL};
    for (int seat = 0; seat < judge->game->seats; seat++) {
        int own = strength_of(s->piece[seat][region]);
        if (own > r.best) {
            r.second = r.best;
            r.best = own;
            r.who = seat;
        } else if (own > r.second) {
            r.second = own;
        }
    }
    return r;
}

/* The feature of a seat in a region where it has pieces. */
static int feature_of(const rank *r, int seat, int own) {
    int other = seat == r->who ? r->second : r->best;
    return other ? EM_F_LEAD + 3 + within(own - other, -3, 3) : EM_F_ALONE - 1 + within(own, 1, 4);
}

/* What the region brings to each seat; returns its holder, EM_SEATS or more: nobody. */
static int judge_region(const em_judge *judge, const int *left, const em_state *s, int region, float *out) {
    rank r = rank_of(judge, s, region);
    for (int seat = 0; seat < judge->game->seats; seat++) {
        int own = strength_of(s->piece[seat][region]);
        out[seat] = own ? judge->weight[left[seat]][feature_of(&r, seat, own)] : 0;
    }
    return r.best > r.second ? r.who : EM_OWNERS;
}

static void count_turns(const em_game *g, const em_state *s, em_judged *base) {
    int done = s->turns + 1, first = s->first == EM_NOBODY ? 0 : s->first;
    for (int seat = 0; seat < g->seats; seat++) {
        int place = (seat - first + g->seats) % g->seats;
        base->left[seat] =
            within(g->setup.cards - (done + g->seats - 1 - place) / g->seats, 0, EM_MOST_TURNS);
        base->order[seat] = (place - done % g->seats + g->seats) % g->seats;
    }
    base->last = done >= g->seats * g->setup.cards;
}

void em_judge_base(const em_judge *judge, const em_state *s, em_judged *base) {
    const em_game *g = judge->game;
    memset(base, 0, sizeof *base);
    count_turns(g, s, base);
    for (int region = 0; region < g->map.regions; region++) {
        int holder = judge_region(judge, base->left, s, region, base->each[region]);
        if (holder < EM_SEATS)
            base->held[holder] |= UINT32_C(1) << region;
        for (int seat = 0; seat < g->seats; seat++)
            base->sum[seat] += base->each[region][seat];
    }
}

/* ---- continents, goods, coins, pieces -----------------------------------------------------------------*/

/* Calls for every feature of a seat beyond regions. `held` are the holdings of all seats. */
static int list_rest(const em_judge *judge, const em_judged *base, const em_state *s, const uint32_t *held,
                     int seat, em_feature *out) {
    const em_game *g = judge->game;
    int n = 0, supply = s->supply[seat], points = em_goods_points(s->goods[seat]);
    for (int i = 0; i < g->map.continents; i++) {
        int own = em_count(held[seat] & g->map.continent[i]), other = 0;
        for (int k = 0; k < g->seats; k++) {
            int theirs = k == seat ? 0 : em_count(held[k] & g->map.continent[i]);
            other = theirs > other ? theirs : other;
        }
        if (own)
            out[n++] = (em_feature){(int16_t)(EM_F_CONTINENT + 2 + within(own - other, -2, 2)), 1};
    }
    for (int good = 0; good < EM_GOODS; good++)
        out[n++] = (em_feature){
            (int16_t)(EM_F_GOODS + 9 * good + within(em_goods_of(s->goods[seat], good), 0, 8)), 1};
    out[n++] = (em_feature){(int16_t)(EM_F_JOKERS + within(em_goods_of(s->goods[seat], EM_JOKER), 0, 3)), 1};
    out[n++] = (em_feature){EM_F_POINTS, (int16_t)points};
    out[n++] = (em_feature){(int16_t)(EM_F_COINS + within(s->coins[seat], 0, 14)), 1};
    out[n++] =
        (em_feature){(int16_t)(EM_F_ARMIES + within(EM_ARMIES - em_armies((uint8_t)supply), 0, 14)), 1};
    out[n++] = (em_feature){(int16_t)(EM_F_CITIES + within(EM_CITIES - (supply >> 4), 0, 3)), 1};
    out[n++] = (em_feature){(int16_t)(EM_F_ORDER + base->order[seat]), 1};
    uint32_t armies = 0, near = 0, over = 0;
    for (int i = 0; i < g->map.regions; i++)
        armies |= (uint32_t)(em_armies(s->piece[seat][i]) != 0) << i;
    for (uint32_t rest = armies; rest; rest &= rest - 1) {
        near |= g->map.near[0][em_lowest(rest)];
        over |= g->map.near[1][em_lowest(rest)];
    }
    out[n++] = (em_feature){EM_F_HELD, (int16_t)em_count(held[seat])};
    out[n++] = (em_feature){EM_F_LAND, (int16_t)em_count(near & ~held[seat])};
    out[n++] = (em_feature){EM_F_SEA, (int16_t)em_count(over & ~held[seat])};
    out[n++] = (em_feature){EM_F_START, (int16_t)em_armies(s->piece[seat][g->map.start])};
    return n;
}

int em_judge_features(const em_judge *judge, const em_judged *base, const em_state *s, int seat,
                      em_feature *out) {
    int n = list_rest(judge, base, s, base->held, seat, out);
    for (int region = 0; region < judge->game->map.regions; region++) {
        int own = strength_of(s->piece[seat][region]);
        rank r = rank_of(judge, s, region);
        if (own)
            out[n++] = (em_feature){(int16_t)feature_of(&r, seat, own), 1};
    }
    return n;
}

void em_judge_after(const em_judge *judge, const em_judged *base, const em_state *s, uint32_t changed,
                    float strength[EM_SEATS]) {
    int seats = judge->game->seats;
    uint32_t held[EM_SEATS];
    em_feature rest[EM_MOST_FEATURES];
    for (int seat = 0; seat < seats; seat++) {
        strength[seat] = base->sum[seat];
        held[seat] = base->held[seat] & ~changed;
    }
    for (uint32_t set = changed; set; set &= set - 1) {
        int region = em_lowest(set);
        float now[EM_SEATS];
        int holder = judge_region(judge, base->left, s, region, now);
        if (holder < EM_SEATS)
            held[holder] |= UINT32_C(1) << region;
        for (int seat = 0; seat < seats; seat++)
            strength[seat] += now[seat] - base->each[region][seat];
    }
    for (int seat = 0; seat < seats; seat++) {
        const float *w = judge->weight[base->left[seat]];
        int n = list_rest(judge, base, s, held, seat, rest);
        for (int i = 0; i < n; i++)
            strength[seat] += w[rest[i].index] * rest[i].number;
    }
}

/* ---- shares ---------------------------------------------------------------------------------------*/

void em_shares(const float *strength, int seats, float *share) {
    float most = strength[0], sum = 0;
    for (int seat = 1; seat < seats; seat++)
        most = strength[seat] > most ? strength[seat] : most;
    for (int seat = 0; seat < seats; seat++)
        sum += share[seat] = expf(strength[seat] - most);
    for (int seat = 0; seat < seats; seat++)
        share[seat] /= sum;
}

void em_final_shares(const em_game *g, const em_state *s, float *share) {
    em_account account[EM_SEATS];
    em_accounts(g, s, account);
    uint32_t winners = em_winners(account, g->seats);
    for (int seat = 0; seat < g->seats; seat++)
        share[seat] = winners >> seat & 1 ? 1 / (float)em_count(winners) : 0;
}
