/* The strength of each seat; eval.h says of what it is made. */
#include <math.h>
#include <string.h>

#include "eval.h"

const uint8_t em_knots[EM_KNOTS] = {0, 1, 2, 4, 8, 13};

void em_eval_open(em_eval *judge, const em_game *game, const int16_t (*weights)[EM_FEATURES]) {
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

/* The most pieces of one owner, those of the second, and the owner with most; EM_OWNERS if two are equal. */
typedef struct rank {
    int best, second, who;
} rank;

static rank rank_of(const em_eval *judge, const em_state *s, int region) {
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

/* Writes what the region brings to each seat. Returns its holder, EM_SEATS or more if no seat holds it. */
static int judge_region(const em_eval *judge, const int *left, const em_state *s, int region, float *out) {
    rank r = rank_of(judge, s, region);
    for (int seat = 0; seat < judge->game->seats; seat++) {
        int own = strength_of(s->piece[seat][region]);
        out[seat] = own ? judge->weight[left[seat]][feature_of(&r, seat, own)] : 0;
    }
    return r.best > r.second ? r.who : EM_OWNERS;
}

static void count_turns(const em_game *g, const em_state *s, em_evaluated *base) {
    int done = s->turns + 1, first = s->first == EM_NOBODY ? 0 : s->first;
    for (int seat = 0; seat < g->seats; seat++) {
        int place = (seat - first + g->seats) % g->seats;
        base->left[seat] =
            within(g->setup.cards - (done + g->seats - 1 - place) / g->seats, 0, EM_MOST_TURNS);
        base->order[seat] = (place - done % g->seats + g->seats) % g->seats;
    }
    base->last = done >= g->seats * g->setup.cards;
}

/* ---- the rest -------------------------------------------------------------------------------------*/

static uint32_t armies_of(const em_game *g, const em_state *s, int seat) {
    uint32_t set = 0;
    for (int i = 0; i < g->map.regions; i++)
        set |= (uint32_t)(em_armies(s->piece[seat][i]) != 0) << i;
    return set;
}

static void find_reach(const em_map *map, uint32_t armies, uint32_t *near, uint32_t *over) {
    *near = *over = 0;
    for (; armies; armies &= armies - 1) {
        *near |= map->near[0][em_lowest(armies)];
        *over |= map->near[1][em_lowest(armies)];
    }
}

/* The regions of a continent that a seat holds, over those of the best other; 0 where it holds none. */
static int continent_feature(const em_game *g, const uint32_t *held, int continent, int seat) {
    int own = em_count(held[seat] & g->map.continent[continent]), other = 0;
    if (own == 0)
        return -1;
    for (int k = 0; k < g->seats; k++) {
        int theirs = k == seat ? 0 : em_count(held[k] & g->map.continent[continent]);
        other = theirs > other ? theirs : other;
    }
    return EM_F_CONTINENT + 2 + within(own - other, -2, 2);
}

static em_feature one(int index, int number) {
    return (em_feature){(int16_t)index, (int16_t)number};
}

/* What no step of a turn changes. */
static int list_fixed(const em_game *g, const em_evaluated *base, const em_state *s, int seat,
                      em_feature *out) {
    int n = 0;
    uint32_t goods = s->goods[seat];
    for (int good = 0; good < EM_GOODS; good++)
        out[n++] = one(EM_F_GOODS + 9 * good + within(em_goods_of(goods, good), 0, 8), 1);
    out[n++] = one(EM_F_JOKERS + within(em_goods_of(goods, EM_JOKER), 0, 3), 1);
    out[n++] = one(EM_F_POINTS, em_goods_points(g, goods));
    out[n++] = one(EM_F_COINS + within(s->coins[seat], 0, 14), 1);
    out[n++] = one(EM_F_ORDER + base->order[seat], 1);
    return n;
}

int em_eval_features(const em_eval *judge, const em_evaluated *base, const em_state *s, int seat,
                     em_feature *out) {
    const em_game *g = judge->game;
    uint32_t near, over, held = base->held[seat];
    int n = list_fixed(g, base, s, seat, out), supply = s->supply[seat];
    find_reach(&g->map, armies_of(g, s, seat), &near, &over);
    out[n++] = one(EM_F_ARMIES + within(EM_ARMIES - (supply & 15), 0, 14), 1);
    out[n++] = one(EM_F_CITIES + within(EM_CITIES - (supply >> 4), 0, 3), 1);
    out[n++] = one(EM_F_HELD, em_count(held));
    out[n++] = one(EM_F_LAND, em_count(near & ~held));
    out[n++] = one(EM_F_SEA, em_count(over & ~held));
    out[n++] = one(EM_F_START, em_armies(s->piece[seat][g->map.start]));
    for (int i = 0; i < g->map.continents; i++) {
        int feature = continent_feature(g, base->held, i, seat);
        if (feature >= 0)
            out[n++] = one(feature, 1);
    }
    for (int region = 0; region < g->map.regions; region++) {
        int own = strength_of(s->piece[seat][region]);
        rank r = rank_of(judge, s, region);
        if (own)
            out[n++] = one(feature_of(&r, seat, own), 1);
    }
    return n;
}

/* ---- the same, quickly ------------------------------------------------------------------------------*/

static float judge_continents(const em_eval *judge, const em_evaluated *base, const uint32_t *held,
                              int seat) {
    float sum = 0;
    for (int i = 0; i < judge->game->map.continents; i++) {
        int feature = continent_feature(judge->game, held, i, seat);
        sum += feature >= 0 ? judge->weight[base->left[seat]][feature] : 0;
    }
    return sum;
}

void em_eval_base(const em_eval *judge, const em_state *s, em_evaluated *base) {
    const em_game *g = judge->game;
    em_feature fixed[EM_MOST_FEATURES];
    memset(base, 0, sizeof *base);
    count_turns(g, s, base);
    for (int region = 0; region < g->map.regions; region++) {
        int holder = judge_region(judge, base->left, s, region, base->each[region]);
        if (holder < EM_SEATS)
            base->held[holder] |= UINT32_C(1) << region;
        for (int seat = 0; seat < g->seats; seat++)
            base->fixed[seat] += base->each[region][seat];
    }
    for (int seat = 0; seat < g->seats; seat++) {
        int n = list_fixed(g, base, s, seat, fixed);
        for (int i = 0; i < n; i++)
            base->fixed[seat] += judge->weight[base->left[seat]][fixed[i].index] * fixed[i].number;
        base->armies[seat] = armies_of(g, s, seat);
        find_reach(&g->map, base->armies[seat], &base->near[seat], &base->over[seat]);
        base->continents[seat] = judge_continents(judge, base, base->held, seat);
    }
}

/* The part of a seat's strength that neither comes from its regions nor is fixed. */
static float judge_rest(const em_eval *judge, const em_evaluated *base, const em_state *s,
                        const uint32_t *held, uint32_t armies, int seat) {
    const em_game *g = judge->game;
    const float *w = judge->weight[base->left[seat]];
    uint32_t near = base->near[seat], over = base->over[seat];
    int supply = s->supply[seat];
    if (armies != base->armies[seat])
        find_reach(&g->map, armies, &near, &over);
    return w[EM_F_ARMIES + within(EM_ARMIES - (supply & 15), 0, 14)] +
           w[EM_F_CITIES + within(EM_CITIES - (supply >> 4), 0, 3)] +
           w[EM_F_HELD] * (float)em_count(held[seat]) + w[EM_F_LAND] * (float)em_count(near & ~held[seat]) +
           w[EM_F_SEA] * (float)em_count(over & ~held[seat]) +
           w[EM_F_START] * (float)em_armies(s->piece[seat][g->map.start]);
}

void em_eval_after(const em_eval *judge, const em_evaluated *base, const em_state *s, uint32_t changed,
                   float strength[EM_SEATS]) {
    int seats = judge->game->seats;
    uint32_t held[EM_SEATS], armies[EM_SEATS], differ = 0;
    for (int seat = 0; seat < seats; seat++) {
        strength[seat] = base->fixed[seat];
        held[seat] = base->held[seat] & ~changed;
        armies[seat] = base->armies[seat] & ~changed;
    }
    for (uint32_t set = changed; set; set &= set - 1) {
        int region = em_lowest(set);
        uint32_t bit = set & -set;
        float now[EM_SEATS];
        int holder = judge_region(judge, base->left, s, region, now);
        if (holder < EM_SEATS)
            held[holder] |= bit;
        for (int seat = 0; seat < seats; seat++) {
            strength[seat] += now[seat] - base->each[region][seat];
            armies[seat] |= em_armies(s->piece[seat][region]) ? bit : 0;
        }
    }
    for (int seat = 0; seat < seats; seat++)
        differ |= held[seat] ^ base->held[seat];
    for (int seat = 0; seat < seats; seat++)
        strength[seat] += judge_rest(judge, base, s, held, armies[seat], seat) +
                          (differ ? judge_continents(judge, base, held, seat) : base->continents[seat]);
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
    uint32_t winners = em_winners(g, account);
    for (int seat = 0; seat < g->seats; seat++)
        share[seat] = winners >> seat & 1 ? 1 / (float)em_count(winners) : 0;
}
