/* The rules of empire. The steps that random play makes in place are in steps.h. */
#include <string.h>

#include "core/messages.h"
#include "empire.h"
#include "games/empire/learn/learn.h"
#include "games/empire/play/players.h"
#include "steps.h"

/* Eight bytes of 0 or 1 become eight bits. */
static uint32_t gather(uint64_t ones) {
    return (uint32_t)(ones * UINT64_C(0x0102040810204080) >> 56);
}

/* Eight bytes, the first one lowest. */
static uint64_t load(const uint8_t *bytes) {
    uint64_t v;
    memcpy(&v, bytes, sizeof v);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap64(v);
#endif
    return v;
}

void em_sets(const uint8_t row[EM_REGIONS], uint32_t *armies, uint32_t *cities) {
    const uint64_t low = UINT64_C(0x0f0f0f0f0f0f0f0f), fill = UINT64_C(0x7f7f7f7f7f7f7f7f);
    uint32_t a = 0, c = 0;
    for (int i = 0; i < EM_REGIONS; i += 8) {
        uint64_t v = load(row + i);
        a |= gather(((v & low) + fill) >> 7 & UINT64_C(0x0101010101010101)) << i;
        c |= gather(((v >> 4 & low) + fill) >> 7 & UINT64_C(0x0101010101010101)) << i;
    }
    *armies = a;
    *cities = c;
}

/* ---- from one phase to the next ---------------------------------------------------------------*/

static int row_length(const em_state *s) {
    int n = EM_ROW;
    while (n && !s->row[n - 1])
        n--;
    return n;
}

/* What comes before the next turn, or that turn. */
static void go_on(const em_game *g, em_state *s) {
    if (!s->row[EM_ROW - 1] && s->unseen) {
        s->phase = EM_AT_DRAW;
    } else if (s->neutral) {
        s->phase = EM_AT_NEUTRAL;
        s->turn = (g->neutral - s->neutral) & 1;
    } else if (s->first == EM_NOBODY) {
        s->phase = g->first == EM_FIRST_BID ? EM_AT_BID : EM_AT_LOT;
        s->turn = 0;
    } else {
        s->phase = EM_AT_CARD;
        if (s->turns == 0)
            s->turn = s->first;
    }
}

static void init(const hra_game *game, void *at) {
    const em_game *g = em_of(game);
    em_state *s = at;
    memset(s, 0, sizeof *s);
    for (int seat = 0; seat < g->seats; seat++) {
        s->piece[seat][g->map.start] = EM_START_ARMIES;
        s->supply[seat] = EM_CITIES << 4 | (EM_ARMIES - EM_START_ARMIES);
        s->coins[seat] = g->setup.coins;
    }
    s->unseen = g->deck;
    s->neutral = (uint8_t)g->neutral;
    s->first = (uint8_t)(g->first >= EM_FIRST_SEAT ? g->first - EM_FIRST_SEAT : EM_NOBODY);
    go_on(g, s);
}

static int to_move(const hra_game *game, const void *at) {
    const em_state *s = at;
    switch (s->phase) {
    case EM_AT_DRAW:
    case EM_AT_LOT:
    case EM_AT_REVEAL:
        return HRA_CHANCE;
    case EM_AT_OVER:
        return HRA_OVER;
    default:
        return s->turn;
    }
}

/* ---- jokers that their owner assigns ------------------------------------------------------------*/

/* Whether two ways to assign them bring different points, from this good on. */
static bool jokers_matter(const em_game *g, uint32_t goods, int from, int jokers, int *low, int *high) {
    if (jokers == 0) {
        int points = em_goods_points(g, goods & 0xfffff);
        *low = points < *low ? points : *low;
        *high = points > *high ? points : *high;
    }
    for (int good = from; jokers && good < EM_GOODS; good++)
        if (em_may_stand_for(g, goods, good))
            jokers_matter(g, goods + (UINT32_C(1) << 4 * good), good, jokers - 1, low, high);
    return *low < *high;
}

/* From this seat on, the first one that has jokers to assign; else the play is over. */
static void next_jokers(const em_game *g, em_state *s, int seat) {
    s->last = 0;
    for (; g->jokers == EM_JOKERS_CHOOSE && seat < g->seats; seat++) {
        int low = 255, high = -1, jokers = em_goods_of(s->goods[seat], EM_JOKER);
        if (jokers && jokers_matter(g, s->goods[seat], 0, jokers, &low, &high)) {
            s->phase = EM_AT_JOKER;
            s->turn = (uint8_t)seat;
            return;
        }
    }
    s->phase = EM_AT_OVER;
    s->turn = 0;
}

static void assign_joker(const em_game *g, em_state *s, int good) {
    uint32_t *goods = &s->goods[s->turn];
    *goods += (UINT32_C(1) << 4 * good) - (UINT32_C(1) << 4 * EM_JOKER);
    s->last = (uint8_t)good;
    if (em_goods_of(*goods, EM_JOKER) == 0)
        next_jokers(g, s, s->turn + 1);
}

/* ---- a turn -----------------------------------------------------------------------------------*/

void em_end_turn(const em_game *g, em_state *s) {
    s->army_set = s->city_set = 0;
    memset(&s->card, 0, sizeof *s - offsetof(em_state, card));
    s->turns++;
    if (s->turns == g->seats * g->setup.cards) {
        next_jokers(g, s, 0);
    } else {
        s->turn = (uint8_t)(s->turn + 1 == g->seats ? 0 : s->turn + 1);
        go_on(g, s);
    }
}

static void begin_part(em_state *s, int part) {
    s->part = (uint8_t)part;
    s->left = em_cards[s->card].amount[part];
    s->last = 0;
}

void em_buy(const em_game *g, em_state *s, int place) {
    int seat = s->turn;
    s->card = s->row[place];
    s->coins[seat] = (uint8_t)(s->coins[seat] - em_prices[place]);
    for (int i = place; i < EM_ROW - 1; i++)
        s->row[i] = s->row[i + 1];
    s->row[EM_ROW - 1] = 0;
    const em_card *card = &em_cards[s->card];
    s->goods[seat] += (uint32_t)card->goods << 4 * card->good;
    em_sets(s->piece[seat], &s->army_set, &s->city_set);
    s->phase = card->joined == EM_OR ? EM_AT_ABILITY : EM_AT_ACT;
    if (card->joined != EM_OR)
        begin_part(s, 0);
}

static bool others_have_armies(const em_game *g, const em_state *s) {
    for (int seat = 0; seat < g->seats; seat++)
        if (seat != s->turn && em_armies(s->supply[seat]) < EM_ARMIES)
            return true;
    for (int i = 0; i < g->map.regions; i++)
        if (s->piece[EM_NEUTRAL][i])
            return true;
    return false;
}

/* Whether there is a first step to it. */
static bool is_possible(const em_game *g, const em_state *s, em_action action) {
    uint32_t joined = 0;
    switch (action) {
    case EM_PLACE:
        return em_armies(s->supply[s->turn]) > 0;
    case EM_CITY:
        return em_cities(s->supply[s->turn]) > 0 && s->army_set;
    case EM_DESTROY:
        return others_have_armies(g, s);
    case EM_LAND:
    case EM_SEA:
        for (uint32_t rest = s->army_set; rest; rest &= rest - 1)
            joined |= g->map.near[action == EM_SEA][em_lowest(rest)];
        return joined != 0;
    default:
        return false;
    }
}

static int list_abilities(const em_game *g, const em_state *s, hra_move *out) {
    int n = 0;
    for (int part = 0; part < 2; part++)
        if (is_possible(g, s, em_cards[s->card].action[part]))
            out[n++] = em_move(EM_MOVE_ABILITY, part, 0);
    out[n++] = em_move(EM_MOVE_END, 0, 0);
    return n;
}

static int list_regions(em_kind kind, uint32_t set, hra_move *out) {
    int n = 0;
    for (; set; set &= set - 1)
        out[n++] = em_move(kind, em_lowest(set), 0);
    return n;
}

static int list_marches(const em_map *map, const em_state *s, int sea, int left, hra_move *out) {
    int n = 0;
    for (uint32_t from = em_army_moves_sources(s); from; from &= from - 1)
        for (uint32_t to = em_army_moves_targets(map, s, sea, em_lowest(from), left); to; to &= to - 1)
            out[n++] = em_move(EM_MOVE_MARCH, em_lowest(from), em_lowest(to));
    return n;
}

static int list_victims(const em_game *g, const em_state *s, int last, hra_move *out) {
    int n = 0;
    for (int i = last; i < g->map.regions; i++)
        for (int owner = 0; owner < EM_OWNERS; owner++)
            if (owner != s->turn && em_armies(s->piece[owner][i]))
                out[n++] = em_move(EM_MOVE_DESTROY, i, owner);
    return n;
}

static int list_part(const em_game *g, const em_state *s, int part, hra_move *out) {
    const em_card *card = &em_cards[s->card];
    int left = s->left, last = s->last;
    if (part != s->part) {
        left = card->amount[part];
        last = 0;
    }
    if (left == 0)
        return 0;
    switch (card->action[part]) {
    case EM_PLACE:
        return list_regions(EM_MOVE_PLACE, em_placeable(g, s, last), out);
    case EM_CITY:
        return em_cities(s->supply[s->turn]) ? list_regions(EM_MOVE_CITY, s->army_set & em_from_on(last), out)
                                             : 0;
    case EM_DESTROY:
        return list_victims(g, s, last, out);
    case EM_LAND:
    case EM_SEA:
        return list_marches(&g->map, s, card->action[part] == EM_SEA, left, out);
    default:
        return 0;
    }
}

static int list_steps(const em_game *g, const em_state *s, hra_move *out) {
    int n = list_part(g, s, s->part, out);
    if (em_cards[s->card].joined == EM_AND && s->part == 0)
        n += list_part(g, s, 1, out + n);
    if (!s->must)
        out[n++] = em_move(EM_MOVE_END, 0, 0);
    return n;
}

/* Of two equal cards side by side at one price the first is enough. */
int em_list_cards(const em_state *s, hra_move *out) {
    int n = 0;
    for (int i = 0; i < EM_ROW && s->row[i] && em_prices[i] <= s->coins[s->turn]; i++)
        if (i == 0 || s->row[i] != s->row[i - 1] || em_prices[i] != em_prices[i - 1])
            out[n++] = em_move(EM_MOVE_CARD, i, 0);
    return n;
}

int em_list_moves(const hra_game *game, const void *at, hra_move *out) {
    const em_game *g = em_of(game);
    const em_state *s = at;
    int n = 0;
    switch (s->phase) {
    case EM_AT_CARD:
        return em_list_cards(s, out);
    case EM_AT_ABILITY:
        return list_abilities(g, s, out);
    case EM_AT_ACT:
        return list_steps(g, s, out);
    case EM_AT_NEUTRAL:
        return list_regions(EM_MOVE_NEUTRAL, em_from_on(0) >> (EM_REGIONS - g->map.regions), out);
    case EM_AT_BID:
        for (; n <= s->coins[s->turn]; n++)
            out[n] = em_move(EM_MOVE_BID, n, 0);
        return n;
    case EM_AT_CHOOSE:
        for (; n < g->seats; n++)
            out[n] = em_move(EM_MOVE_FIRST, n, 0);
        return n;
    default: /* EM_AT_JOKER */
        for (int good = s->last; good < EM_GOODS; good++)
            if (em_may_stand_for(g, s->goods[s->turn], good))
                out[n++] = em_move(EM_MOVE_JOKER, good, 0);
        return n;
    }
}

/* ---- steps ------------------------------------------------------------------------------------*/

static void destroy(em_state *s, int region, int owner) {
    s->piece[owner][region]--;
    if (owner != EM_NEUTRAL)
        s->supply[owner]++;
    s->last = (uint8_t)region;
    s->left--;
}

/* A step of the second action of `and` ends the first one. */
static void turn_to_part(em_state *s, em_kind kind) {
    static const uint8_t kinds[] = {[EM_PLACE] = EM_MOVE_PLACE,
                                    [EM_LAND] = EM_MOVE_MARCH,
                                    [EM_SEA] = EM_MOVE_MARCH,
                                    [EM_CITY] = EM_MOVE_CITY,
                                    [EM_DESTROY] = EM_MOVE_DESTROY};
    s->must = 0;
    if (kinds[em_cards[s->card].action[s->part]] != kind)
        begin_part(s, 1);
}

/* ---- who is first -----------------------------------------------------------------------------*/

/* The highest bid, the lowest seat of equals: it pays, and says who is first. */
static void open_bids(const em_game *g, em_state *s) {
    int best = 0;
    for (int seat = 0; seat < g->seats; seat++)
        if (s->bid[seat] == EM_HIDDEN) {
            s->phase = EM_AT_REVEAL;
            s->turn = 0;
            return;
        }
    for (int seat = 1; seat < g->seats; seat++)
        if (s->bid[seat] > s->bid[best])
            best = seat;
    s->coins[best] = (uint8_t)(s->coins[best] - s->bid[best]);
    memset(s->bid, 0, sizeof s->bid);
    s->turn = (uint8_t)best;
    s->phase = EM_AT_CHOOSE;
}

static void bid(const em_game *g, em_state *s, int coins) {
    s->bid[s->turn++] = (uint8_t)coins;
    if (s->turn == g->seats)
        open_bids(g, s);
}

static int hidden_bidder(const em_state *s) {
    int seat = 0;
    while (s->bid[seat] != EM_HIDDEN)
        seat++;
    return seat;
}

void em_draw(const em_game *g, em_state *s, int kind) {
    uint64_t cards = s->unseen & g->same[kind];
    s->unseen &= ~(cards & -cards);
    s->row[row_length(s)] = (uint8_t)kind;
    go_on(g, s);
}

void em_apply(const hra_game *game, void *at, hra_move m) {
    const em_game *g = em_of(game);
    em_state *s = at;
    int a = em_move_a(m), b = em_move_b(m);
    em_kind kind = em_move_kind(m);
    if (kind >= EM_MOVE_PLACE && kind <= EM_MOVE_DESTROY)
        turn_to_part(s, kind);
    switch (kind) {
    case EM_MOVE_END:
        em_end_turn(g, s);
        return;
    case EM_MOVE_CARD:
        em_buy(g, s, a);
        return;
    case EM_MOVE_ABILITY:
        begin_part(s, a);
        s->must = 1;
        s->phase = EM_AT_ACT;
        return;
    case EM_MOVE_PLACE:
        em_place(s, a);
        return;
    case EM_MOVE_MARCH:
        em_army_moves(g, s, a, b);
        return;
    case EM_MOVE_CITY:
        em_build(s, a);
        return;
    case EM_MOVE_DESTROY:
        destroy(s, a, b);
        return;
    case EM_MOVE_DRAW:
        em_draw(g, s, a);
        return;
    case EM_MOVE_NEUTRAL:
        s->piece[EM_NEUTRAL][a]++;
        s->neutral--;
        go_on(g, s);
        return;
    case EM_MOVE_BID:
        bid(g, s, a);
        return;
    case EM_MOVE_REVEAL:
        s->bid[hidden_bidder(s)] = (uint8_t)a;
        open_bids(g, s);
        return;
    case EM_MOVE_FIRST:
        s->first = (uint8_t)a;
        go_on(g, s);
        return;
    default:
        assign_joker(g, s, a);
    }
}

static void returns(const hra_game *game, const void *at, double *out) {
    const em_game *g = em_of(game);
    em_account account[EM_SEATS];
    em_accounts(g, at, account);
    uint32_t winners = em_winners(g, account);
    double share = 1.0 / em_count(winners);
    for (int seat = 0; seat < g->seats; seat++)
        out[seat] = winners >> seat & 1 ? share : 0;
}

/* ---- chance -----------------------------------------------------------------------------------*/

static int count_cards(uint64_t cards) {
    return em_count((uint32_t)cards) + em_count((uint32_t)(cards >> 32));
}

static int chances(const hra_game *game, const void *at, hra_move *out, double *probability) {
    const em_game *g = em_of(game);
    const em_state *s = at;
    int n = 0;
    if (s->phase == EM_AT_LOT) {
        for (; n < g->seats; n++)
            out[n] = em_move(EM_MOVE_FIRST, n, 0);
    } else if (s->phase == EM_AT_REVEAL) {
        for (int most = s->coins[hidden_bidder(s)]; n <= most; n++)
            out[n] = em_move(EM_MOVE_REVEAL, n, 0);
    } else {
        int all = count_cards(s->unseen);
        for (uint64_t rest = s->unseen; rest; n++) {
            int kind = g->kind[em_lowest(rest)];
            out[n] = em_move(EM_MOVE_DRAW, kind, 0);
            probability[n] = (double)count_cards(s->unseen & g->same[kind]) / all;
            rest &= ~g->same[kind];
        }
        return n;
    }
    for (int i = 0; i < n; i++)
        probability[i] = 1.0 / n;
    return n;
}

/* One of these cards. Each byte of `sums` counts the cards up to its end, so that the byte of the k-th is
 * that behind all which count k or less. */
static int draw_card(uint64_t cards, hra_rng *rng) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t sums = cards - (cards >> 1 & 0x55 * ones);
    sums = (sums & 0x33 * ones) + (sums >> 2 & 0x33 * ones);
    sums = ((sums + (sums >> 4)) & 0x0f * ones) * ones;
    uint32_t k = hra_rng_below(rng, (uint32_t)(sums >> 56));
    uint64_t below = ((k | 0x80) * ones - sums) >> 7 & ones; /* bytes whose sum is k or less */
    int at = (int)(below * ones >> 56) * 8;
    k -= (uint32_t)(sums << 8 >> at & 0xff);
    for (cards = cards >> at << at; k > 0; k--)
        cards &= cards - 1;
    return em_lowest(cards);
}

hra_move em_sample(const hra_game *game, const void *at, hra_rng *rng) {
    const em_game *g = em_of(game);
    const em_state *s = at;
    if (s->phase == EM_AT_LOT)
        return em_move(EM_MOVE_FIRST, (int)hra_rng_below(rng, (uint32_t)g->seats), 0);
    if (s->phase == EM_AT_REVEAL)
        return em_move(EM_MOVE_REVEAL, (int)hra_rng_below(rng, (uint32_t)(s->coins[hidden_bidder(s)] + 1)),
                       0);
    return em_move(EM_MOVE_DRAW, g->kind[draw_card(s->unseen, rng)], 0);
}

static const struct hra_player_kind *const experts[] = {&em_expert_levels, &em_expert_planner,
                                                        &em_expert_montecarlo, &em_expert_mcts, NULL};

static const hra_example examples[] = {
    {"play empire human expert:level=3", N_("play a whole turn in several moves")},
    {0},
};

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "Eight-Minute Empire",
    .summary = "area majority with armies, cities and goods",
    .seat_names = em_seat_names,
    .show = em_show,
    .show_move = em_show_move,
    .parse_move = em_parse_move,
    .move_help = em_move_help,
    .question = em_add_question,
    .write_position = em_write_position,
    .read_position = em_read_position,
    .say_move = em_say_move,
    .say_rules = em_say_rules,
};

static const hra_rules_hints rules_hints = {
    .size = sizeof(hra_rules_hints),
    .fast = &em_fast,
};

static const struct hra_learner_interface *const methods[] = {&em_learn_expert, NULL};

static const hra_variant variants[] = {
    {N_("Classroom rules"), "rules=classroom"},
    {N_("Map and rules of the thesis"), "map=thesis,rules=thesis"},
    {0},
};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .levels = &em_levels,
    .variants = variants,
    .examples = examples,
    .benchmarks = em_benchmarks,
    .best = "expert",
    .evaluations = em_evaluations,
    .terms = em_formula_terms,
    .experts = experts,
    .methods = methods,
};

const hra_rules hra_rules_empire = {
    .size = sizeof(hra_rules),
    .name = "empire",
    .seats.min = 2,
    .seats.max = EM_SEATS,
    .seats.default_ = 2,
    .options = em_options,
    .open = em_open,
    .close = em_close,
    .init = init,
    .to_move = to_move,
    .moves = em_list_moves,
    .apply = em_apply,
    .returns = returns,
    .chance_outcomes = chances,
    .sample_chance = em_sample,
    .text = &rules_text,
    .conduct = &em_manners,
    .hints = &rules_hints,
    .catalogue = &rules_catalogue,
    .scene = &em_scene,
    .encoding = &em_numbers,
};
