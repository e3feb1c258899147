/* Features of empire. Seats are in turn order from the viewer: slot 0 is its own.
 *
 *     of each slot    armies, cities and majorities by region, continents, goods, and the numbers below
 *     neutral         armies by region
 *     the table       what is due, cards in the row and unseen, by kind
 *     the turn        its card, what is left of it, the regions that armies left and entered
 *
 * A feature marks seat 0 while that matters: until a seat is first, and when jokers are assigned. */
#include "empire.h"
#include "rules/features.h"

/* Of a slot, behind its regions and continents. */
enum {
    GOODS,                               /* how many of each, and jokers */
    GOODS_POINTS = GOODS + EM_JOKER + 1, /* what each is worth, without jokers */
    COINS = GOODS_POINTS + EM_GOODS,
    ARMIES_LEFT,
    CITIES_LEFT,
    BID,
    BID_HIDDEN,
    TURN,
    FIRST,
    SEAT_0,
    SLOT,
};

/* Of the table, behind the neutral armies. */
enum {
    PHASE,
    TURNS = PHASE + EM_PHASES,
    NEUTRAL_LEFT,
    ROW,
    UNSEEN = ROW + EM_ROW * EM_CARDS,
    CARD = UNSEEN + EM_CARDS,
    SECOND = CARD + EM_CARDS,
    MUST,
    LEFT,
    LAST_GOOD,
    TABLE = LAST_GOOD + EM_GOODS,
};

/* Behind the table, by region: the last one of a placement, those that were left, and entered. */
enum { LAST, FROM, TO, MARKS };

static int slot_width(const em_game *g) {
    return 3 * g->map.regions + g->map.continents + SLOT;
}

static int feature_count(const hra_game *game) {
    const em_game *g = em_of(game);
    return g->seats * slot_width(g) + g->map.regions + TABLE + MARKS * g->map.regions;
}

static int feature_room(const hra_game *game) {
    const em_game *g = em_of(game);
    const int slot = EM_ARMIES + EM_CITIES + SLOT, all = g->map.regions + g->map.continents;
    return g->seats * slot + all + EM_MOST_NEUTRAL + 3 + EM_ROW + EM_CARDS + 5 + 1 + 2 * EM_MARCHES;
}

static void put_armies(const uint8_t piece[EM_REGIONS], uint32_t set, int first, hra_feature_list *list) {
    for (; set; set &= set - 1)
        hra_feature_put(list, first + em_lowest(set), em_armies(piece[em_lowest(set)]) / 4.0);
}

static void put_pieces(const em_game *g, const uint8_t piece[EM_REGIONS], int first, hra_feature_list *list) {
    uint32_t armies, cities;
    em_sets(piece, &armies, &cities);
    put_armies(piece, armies, first, list);
    for (; cities; cities &= cities - 1)
        hra_feature_put(list, first + g->map.regions + em_lowest(cities),
                        em_cities(piece[em_lowest(cities)]));
}

static void put_goods(uint32_t goods, int first, hra_feature_list *list) {
    for (int good = 0; good <= EM_JOKER; good++)
        hra_feature_put(list, first + GOODS + good, em_goods_of(goods, good) / 4.0);
    for (int good = 0; good < EM_GOODS; good++)
        hra_feature_put(list, first + GOODS_POINTS + good,
                        em_good_points(good, em_goods_of(goods, good)) / 5.0);
}

/* A bid of 0 is a bid. */
static void put_bid(const em_game *g, const em_state *s, int seat, int first, hra_feature_list *list) {
    int made = s->phase == EM_AT_BID ? s->turn : s->phase == EM_AT_REVEAL ? g->seats : 0;
    if (seat >= made)
        return;
    if (s->bid[seat] == EM_HIDDEN)
        hra_feature_put(list, first + BID_HIDDEN, 1);
    else
        hra_feature_put(list, first + BID, (s->bid[seat] + 1) / 10.0);
}

/* In some phases no seat has the turn, and `turn` is 0. */
static bool has_turn(const em_state *s) {
    return s->phase != EM_AT_LOT && s->phase != EM_AT_REVEAL && s->phase != EM_AT_OVER &&
           (s->phase != EM_AT_DRAW || s->turns > 0);
}

static void put_slot(const em_game *g, const em_state *s, int seat, const uint32_t held[EM_SEATS],
                     uint64_t continents, int first, hra_feature_list *list) {
    put_pieces(g, s->piece[seat], first, list);
    first += 2 * g->map.regions;
    hra_feature_put_set(list, first, held[seat]);
    first += g->map.regions;
    hra_feature_put_set(list, first, continents);
    first += g->map.continents;
    put_goods(s->goods[seat], first, list);
    hra_feature_put(list, first + COINS, s->coins[seat] / 10.0);
    hra_feature_put(list, first + ARMIES_LEFT, em_armies(s->supply[seat]) / 10.0);
    hra_feature_put(list, first + CITIES_LEFT, em_cities(s->supply[seat]) / 3.0);
    put_bid(g, s, seat, first, list);
    hra_feature_put(list, first + TURN, has_turn(s) && s->turn == seat);
    hra_feature_put(list, first + FIRST, s->first == seat);
    hra_feature_put(list, first + SEAT_0, seat == 0 && (s->first == EM_NOBODY || s->phase == EM_AT_JOKER));
}

/* Of a kind the highest cards stay, so kinds do not come in order. */
static void put_unseen(const em_game *g, uint64_t unseen, int first, hra_feature_list *list) {
    uint64_t kinds = 0;
    for (uint64_t rest = unseen; rest; rest &= ~g->same[em_lowest(rest)])
        kinds |= UINT64_C(1) << g->kind[em_lowest(rest)];
    for (; kinds; kinds &= kinds - 1)
        hra_feature_put(list, first + em_lowest(kinds) - 1,
                        __builtin_popcountll(unseen & g->same[em_lowest(kinds)]));
}

static void put_table(const em_game *g, const em_state *s, int first, hra_feature_list *list) {
    hra_feature_put(list, first + PHASE + s->phase, 1);
    hra_feature_put(list, first + TURNS, (double)s->turns / (g->seats * g->setup.cards));
    hra_feature_put(list, first + NEUTRAL_LEFT, s->neutral / 10.0);
    for (int i = 0; i < EM_ROW && s->row[i]; i++)
        hra_feature_put(list, first + ROW + i * EM_CARDS + s->row[i] - 1, 1);
    put_unseen(g, s->unseen, first + UNSEEN, list);
    if (s->card)
        hra_feature_put(list, first + CARD + s->card - 1, 1);
    hra_feature_put(list, first + SECOND, s->part);
    hra_feature_put(list, first + MUST, s->must);
    hra_feature_put(list, first + LEFT, s->left / 4.0);
    if (s->phase == EM_AT_JOKER)
        hra_feature_put(list, first + LAST_GOOD + s->last, 1);
}

/* How many armies left a region, or entered it: at one march each it is known which went where (army_moves.h). */
static void put_marches(const uint8_t *region, int marches, int first, hra_feature_list *list) {
    uint8_t n[EM_REGIONS] = {0};
    uint32_t set = 0;
    for (int i = 0; i < marches; i++) {
        n[region[i]]++;
        set |= UINT32_C(1) << region[i];
    }
    for (; set; set &= set - 1)
        hra_feature_put(list, first + em_lowest(set), n[em_lowest(set)]);
}

static int features(const hra_game *game, const void *at, int seat, hra_feature *out) {
    const em_game *g = em_of(game);
    const em_state *s = at;
    hra_feature_list list = {out, 0};
    uint32_t held[EM_SEATS], armies, cities;
    uint64_t continents[EM_SEATS + 1] = {0}; /* the last: of no seat */
    const int regions = g->map.regions;
    int first = 0;
    em_holdings(g, s, held);
    for (int i = 0; i < g->map.continents; i++) {
        int who = em_continent_owner(g, s, held, i);
        continents[who < 0 ? EM_SEATS : who] |= UINT64_C(1) << i;
    }
    for (int slot = 0; slot < g->seats; slot++, first += slot_width(g)) {
        int whose = seat + slot < g->seats ? seat + slot : seat + slot - g->seats;
        put_slot(g, s, whose, held, continents[whose], first, &list);
    }
    em_sets(s->piece[EM_NEUTRAL], &armies, &cities);
    put_armies(s->piece[EM_NEUTRAL], armies, first, &list);
    put_table(g, s, first + regions, &list);
    first += regions + TABLE;
    if (s->phase == EM_AT_ACT && s->last)
        hra_feature_put(&list, first + LAST * regions + s->last, 1);
    put_marches(s->from, s->marches, first + FROM * regions, &list);
    put_marches(s->to, s->marches, first + TO * regions, &list);
    return list.count;
}

/* ---- names ----------------------------------------------------------------------------------*/

static const char *const slots[EM_SEATS] = {"own", "next seat's", "second seat's", "third seat's",
                                            "fourth seat's"};

static void name_of_slot(const em_game *g, int index, hra_text *out) {
    static const char *const by_region[3] = {"armies in", "cities in", "majority in"};
    static const char *const rest[SLOT - COINS] = {"coins",      "armies left", "cities left", "bid",
                                                   "hidden bid", "turn",        "first turn",  "seat is 0"};
    const int regions = g->map.regions, own = index - 3 * regions - g->map.continents;
    char continent[8];
    if (index < 3 * regions) {
        hra_text_addf(out, " %s %d", by_region[index / regions], index % regions + 1);
    } else if (own < 0) {
        em_name_continent(index - 3 * regions, continent);
        hra_text_addf(out, " continent %s", continent);
    } else if (own < GOODS_POINTS) {
        hra_text_addf(out, " %s", em_good_names[own]);
    } else if (own < COINS) {
        hra_text_addf(out, " points of %s", em_good_names[own - GOODS_POINTS]);
    } else {
        hra_text_addf(out, " %s", rest[own - COINS]);
    }
}

static void name_of_table(int index, hra_text *out) {
    static const char *const turn[LAST_GOOD - SECOND] = {"second ability", "ability must be used",
                                                         "left of the action"};
    if (index < TURNS)
        hra_text_addf(out, "due: %s", em_phase_names[index]);
    else if (index == TURNS)
        hra_text_add(out, "turns ended");
    else if (index == NEUTRAL_LEFT)
        hra_text_add(out, "neutral armies to place");
    else if (index < UNSEEN)
        hra_text_addf(out, "card %d at place %d", (index - ROW) % EM_CARDS + 1, (index - ROW) / EM_CARDS + 1);
    else if (index < CARD)
        hra_text_addf(out, "card %d unseen", index - UNSEEN + 1);
    else if (index < SECOND)
        hra_text_addf(out, "card %d bought", index - CARD + 1);
    else if (index < LAST_GOOD)
        hra_text_add(out, turn[index - SECOND]);
    else
        hra_text_addf(out, "jokers from %s on", em_good_names[index - LAST_GOOD]);
}

static void name_feature(const hra_game *game, int index, hra_text *out) {
    static const char *const marks[MARKS] = {"goes on from", "armies that left", "armies that entered"};
    const em_game *g = em_of(game);
    const int regions = g->map.regions, table = index - g->seats * slot_width(g) - regions;
    if (table < -regions) {
        hra_text_add(out, slots[index / slot_width(g)]);
        name_of_slot(g, index % slot_width(g), out);
    } else if (table < 0) {
        hra_text_addf(out, "neutral armies in %d", table + regions + 1);
    } else if (table < TABLE) {
        name_of_table(table, out);
    } else {
        hra_text_addf(out, "%s %d", marks[(table - TABLE) / regions], (table - TABLE) % regions + 1);
    }
}

/* ---- terms ----------------------------------------------------------------------------------*/

/* The first seven: own less the most that another seat has. */
enum { OF_SEATS = 7 };

static const char *const terms[] = {"points", "regions", "continents", "goods points",  "coins",
                                    "armies", "cities",  "jokers",     "turns to come", NULL};

static void term(const hra_game *game, const void *before, const void *at, int seat, double *out) {
    const em_game *g = em_of(game);
    const em_state *s = at;
    em_account account[EM_SEATS];
    double best[OF_SEATS] = {0};
    em_accounts(g, s, account);
    for (int slot = 1; slot <= g->seats; slot++) { /* the own one last */
        int whose = (seat + slot) % g->seats;
        const em_account *a = &account[whose];
        const double amounts[OF_SEATS] = {a->points,
                                          a->regions,
                                          a->continents,
                                          a->goods,
                                          a->coins,
                                          a->armies,
                                          EM_CITIES - em_cities(s->supply[whose])};
        for (int i = 0; i < OF_SEATS; i++)
            if (whose == seat)
                out[i] = amounts[i] - best[i];
            else if (amounts[i] > best[i])
                best[i] = amounts[i];
    }
    out[7] = em_goods_of(s->goods[seat], EM_JOKER);
    out[8] = g->seats * g->setup.cards - s->turns;
}

/* ---- moves ----------------------------------------------------------------------------------*/

/* Where the numbers of each kind of move begin; `owners` is how many may lose an army: other seats as they
 * follow, and the neutral ones. */
typedef struct numbers {
    int kind[EM_MOVES];
    int regions, owners, count;
} numbers;

static numbers number_kinds(const em_game *g) {
    const int regions = g->map.regions;
    const int count[EM_MOVES] = {
        [EM_MOVE_END] = 1,
        [EM_MOVE_CARD] = EM_ROW,
        [EM_MOVE_ABILITY] = 2,
        [EM_MOVE_PLACE] = regions,
        [EM_MOVE_MARCH] = regions * regions,
        [EM_MOVE_CITY] = regions,
        [EM_MOVE_DESTROY] = regions * g->seats,
        [EM_MOVE_NEUTRAL] = regions,
        [EM_MOVE_BID] = g->setup.coins + 1,
        [EM_MOVE_FIRST] = g->seats,
        [EM_MOVE_JOKER] = EM_GOODS,
    };
    numbers n = {.regions = regions, .owners = g->seats};
    for (int kind = 0; kind < EM_MOVES; kind++) {
        n.kind[kind] = n.count;
        n.count += count[kind];
    }
    return n;
}

static int action_count(const hra_game *game) {
    return number_kinds(em_of(game)).count;
}

static int action(const hra_game *game, const void *at, hra_move m) {
    const em_game *g = em_of(game);
    const numbers n = number_kinds(g);
    const int a = em_move_a(m), b = em_move_b(m), turn = ((const em_state *)at)->turn;
    const em_kind kind = em_move_kind(m);
    switch (kind) {
    case EM_MOVE_MARCH:
        return n.kind[kind] + a * n.regions + b;
    case EM_MOVE_DESTROY: /* slots 1.. become 0.., neutral armies are the last */
        return n.kind[kind] + a * n.owners + (b == EM_NEUTRAL ? g->seats : (b - turn + g->seats) % g->seats) -
               1;
    case EM_MOVE_FIRST:
        return n.kind[kind] + (a - turn + g->seats) % g->seats;
    default:
        return n.kind[kind] + a;
    }
}

const hra_rules_encoding em_numbers = {
    .size = sizeof(hra_rules_encoding),
    .feature_count = feature_count,
    .feature_room = feature_room,
    .features = features,
    .name_feature = name_feature,
    .terms = terms,
    .term = term,
    .action_count = action_count,
    .action = action,
};
