/* The turn that `planner` plays. */
#include <string.h>

#include "planner_turn.h"

const em_planner_weights em_planner_default = {1, -1, 0.01, 0.0005, 1e-05};

/* What does not change within a turn, and the holdings at its beginning: ends differ in few regions. */
typedef struct finder {
    const hra_game *game;
    const em_planner_weights *weights;
    const hra_stop *stop;
    int seat, goods[EM_SEATS], continents[EM_SEATS];
    uint32_t held[EM_SEATS];
    em_planned *out;
} finder;

static double score_of(const em_planner_weights *w, const em_account *own, int rival) {
    return w->points * own->points + w->rivals * rival + w->coins * own->coins + w->armies * own->armies +
           w->regions * own->regions;
}

double em_planner_score(const hra_game *game, const em_planner_weights *weights, const em_state *s, int seat,
                        em_account *own) {
    em_account account[EM_SEATS];
    em_accounts(em_of(game), s, account);
    int rival = 0;
    for (int other = 0; other < game->seats; other++)
        if (other != seat && account[other].points > rival)
            rival = account[other].points;
    if (own)
        *own = account[seat];
    return score_of(weights, &account[seat], rival);
}

/* The seat with the majority of a region; EM_SEATS or more: none. */
static int holder_of(const em_game *g, const em_state *s, int region) {
    int best = em_armies(s->piece[EM_NEUTRAL][region]), who = EM_NEUTRAL;
    for (int seat = 0; seat < g->seats; seat++) {
        int own = em_armies(s->piece[seat][region]) + em_cities(s->piece[seat][region]);
        who = own > best ? seat : own == best ? EM_NEUTRAL : who;
        best = own > best ? own : best;
    }
    return who;
}

static void count_continents(const em_game *g, const em_state *s, const uint32_t *held,
                             int counts[EM_SEATS]) {
    memset(counts, 0, EM_SEATS * sizeof *counts);
    for (int i = 0; i < g->map.continents; i++) {
        int owner = em_continent_owner(g, s, held, i);
        if (owner >= 0)
            counts[owner]++;
    }
}

static double score_end(const finder *f, const em_state *s, uint32_t changed, em_account *own) {
    const em_game *g = em_of(f->game);
    uint32_t held[EM_SEATS], differ = g->by_armies;
    int counts[EM_SEATS], rival = 0;
    const int *continents = f->continents;
    for (int seat = 0; seat < g->seats; seat++)
        held[seat] = f->held[seat] & ~changed;
    for (uint32_t set = changed; set; set &= set - 1) {
        int holder = holder_of(g, s, em_lowest(set));
        if (holder < EM_SEATS)
            held[holder] |= set & -set;
    }
    for (int seat = 0; seat < g->seats; seat++)
        differ |= held[seat] ^ f->held[seat];
    if (differ) {
        count_continents(g, s, held, counts);
        continents = counts;
    }
    for (int seat = 0; seat < g->seats; seat++) {
        int regions = em_count(held[seat]), points = regions + continents[seat] + f->goods[seat];
        if (seat == f->seat)
            *own = (em_account){.regions = regions, .continents = continents[seat], .points = points};
        else if (points > rival)
            rival = points;
    }
    own->goods = f->goods[f->seat];
    own->coins = s->coins[f->seat];
    own->armies = EM_ARMIES - em_armies(s->supply[f->seat]);
    return score_of(f->weights, own, rival);
}

static bool compare(void *self, const em_state *s, const em_turn *turn) {
    finder *f = self;
    em_planned *best = f->out;
    em_account account;
    double value = score_end(f, s, turn->changed, &account);
    if (best->ends++ == 0 || value > best->score) {
        best->score = value;
        best->account = account;
        best->turn = *turn;
        best->end = *s;
    }
    return best->ends % 256 != 0 || !hra_stop_is_set(f->stop);
}

/* The ends below s, where the card has been bought: goods stay as they are. */
static bool look_at_ends(finder *f, const em_state *s, const em_turn *moves) {
    const em_game *g = em_of(f->game);
    em_holdings(g, s, f->held);
    count_continents(g, s, f->held, f->continents);
    for (int seat = 0; seat < g->seats; seat++)
        f->goods[seat] = em_goods_points(g, s->goods[seat]);
    return em_turns_each(f->game, s, moves, compare, f);
}

void em_planner_turn(const hra_game *game, const em_planner_weights *weights, const em_state *s,
                     const em_turn *moves, const hra_stop *stop, em_planned *out) {
    static const em_turn none;
    finder f = {.game = game, .weights = weights, .stop = stop, .seat = s->turn, .out = out};
    hra_move cards[EM_ROW + 1];
    out->ends = 0;
    if (s->phase != EM_AT_CARD) {
        look_at_ends(&f, s, moves);
        return;
    }
    int n = game->rules->moves(game, s, cards);
    for (int i = 0; i < n; i++) {
        em_state after = *s;
        em_turn turn = moves ? *moves : none;
        em_turn_add(&turn, cards[i]);
        game->rules->apply(game, &after, cards[i]);
        if (!look_at_ends(&f, &after, &turn))
            return;
    }
}
