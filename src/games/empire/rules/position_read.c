/* Reading positions: whatever the text holds, play can go on from any position that is accepted. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "army_moves.h"
#include "core/lines.h"
#include "core/messages.h"
#include "empire.h"

typedef struct reader {
    const em_game *g;
    em_state *s;
    hra_lines l; /* the text, of which errors tell the byte */
    hra_error *why;
    int turns; /* ended and begun, from the cards gone */
    uint8_t gone[EM_CARDS + 1];
} reader;

static void skip_blanks(reader *r) {
    hra_lines_blanks(&r->l);
}

static bool take(reader *r, const char *word) {
    return hra_lines_match(&r->l, word);
}

static int take_number(reader *r) {
    return hra_lines_digits(&r->l, 3);
}

static hra_err wrong(const reader *r, int at, const char *format, ...) HRA_PRINTF(3, 4);

static hra_err wrong(const reader *r, int at, const char *format, ...) {
    char what[200];
    va_list list;
    va_start(list, format);
    (void)hra_vsnprintf(what, sizeof what, _(format), list);
    va_end(list);
    return hra_fail(r->why, HRA_EINPUT, at, "%s, found '%.20s'", what, r->l.start + at);
}

static hra_err expect(reader *r, const char *word) {
    if (take(r, word))
        return HRA_OK;
    return wrong(r, hra_lines_offset(&r->l), "expected '%s'", word);
}

/* A number in low..high; after an error *out is low. */
static hra_err read_number(reader *r, const char *what, int low, int high, int *out) {
    skip_blanks(r);
    int from = hra_lines_offset(&r->l), x = take_number(r);
    bool good = x >= low && x <= high;
    *out = good ? x : low;
    return good ? HRA_OK : wrong(r, from, "expected %s from %d to %d", _(what), low, high);
}

static hra_err read_region(reader *r, int *out) {
    int number = 1;
    hra_err err = read_number(r, N_("a region"), 1, r->g->map.regions, &number);
    *out = number - 1;
    return err;
}

static bool number_follows(reader *r) {
    skip_blanks(r);
    return *r->l.at >= '0' && *r->l.at <= '9';
}

/* " 12:3+1 15:2": armies and cities, at most these numbers. */
static hra_err read_pieces(reader *r, int owner, int armies, int cities) {
    hra_err err = HRA_OK;
    while (!err && number_follows(r)) {
        int region, n = 0, m = 0, from = hra_lines_offset(&r->l);
        err = read_region(r, &region);
        if (!err)
            err = expect(r, ":");
        if (!err)
            err = read_number(r, N_("armies, of this colour"), 0, armies, &n);
        if (!err && *r->l.at == '+') {
            r->l.at++;
            err = read_number(r, N_("cities, of this colour"), 1, cities, &m);
        }
        if (!err && (r->s->piece[owner][region] || n + m == 0))
            err = wrong(r, from, "expected each region once, with something in it");
        if (err)
            return err;
        armies -= n;
        cities -= m;
        r->s->piece[owner][region] = (uint8_t)(m << 4 | n);
    }
    if (owner < EM_NEUTRAL)
        r->s->supply[owner] = (uint8_t)(cities << 4 | armies);
    return err;
}

static hra_err read_seats(reader *r) {
    hra_err err = HRA_OK;
    for (int seat = 0, coins = 0; seat < r->g->seats && !err; seat++) {
        err = expect(r, em_seat_names[seat]);
        if (!err)
            err = read_number(r, N_("coins"), 0, r->g->setup.coins, &coins);
        r->s->coins[seat] = (uint8_t)coins;
        if (!err)
            err = read_pieces(r, seat, EM_ARMIES, EM_CITIES);
        if (!err)
            err = expect(r, "/");
    }
    return err;
}

static hra_err read_neutral(reader *r) {
    int left = 0, sum = 0;
    hra_err err = expect(r, "neutral");
    if (!err)
        err = read_pieces(r, EM_NEUTRAL, r->g->neutral, 0);
    for (int i = 0; i < r->g->map.regions; i++)
        sum += r->s->piece[EM_NEUTRAL][i];
    if (!err)
        err = expect(r, "left");
    if (!err)
        err = read_number(r, N_("armies left"), 0, r->g->neutral - sum, &left);
    r->s->neutral = (uint8_t)left;
    return err ? err : expect(r, "/");
}

/* ---- cards ------------------------------------------------------------------------------------*/

static hra_err read_card(reader *r, int *kind) {
    hra_err err = read_number(r, N_("a card"), 1, EM_CARDS, kind);
    if (err)
        return err;
    uint64_t cards = r->s->unseen & r->g->same[*kind];
    if (!cards)
        return wrong(r, hra_lines_offset(&r->l), "too many cards %d; the deck has fewer", *kind);
    r->s->unseen &= ~(cards & -cards);
    *kind = r->g->kind[*kind];
    return HRA_OK;
}

static hra_err read_cards(reader *r) {
    hra_err err = expect(r, "row");
    int kind = 0, n = 0;
    r->s->unseen = r->g->deck;
    for (; !err && n < EM_ROW && number_follows(r); n++) {
        err = read_card(r, &kind);
        r->s->row[n] = (uint8_t)kind;
    }
    if (!err)
        err = expect(r, "/");
    if (!err)
        err = expect(r, "gone");
    while (!err && number_follows(r)) {
        int from = hra_lines_offset(&r->l);
        err = read_card(r, &kind);
        if (!err && r->turns == r->g->seats * r->g->setup.cards)
            err = wrong(r, from, "expected at most %d bought cards (gone)", r->turns);
        r->gone[kind]++;
        r->turns++;
    }
    return err ? err : expect(r, "/");
}

static hra_err read_goods(reader *r) {
    hra_err err = expect(r, "goods");
    for (int seat = 0; seat < r->g->seats && !err; seat++) {
        if (seat)
            err = expect(r, ",");
        if (!err)
            err = expect(r, em_seat_names[seat]);
        for (int good = 0, n; good <= EM_JOKER && !err; good++) {
            if (!take(r, em_good_names[good]))
                continue;
            err = read_number(r, N_("number"), 1, 15, &n);
            if (!err)
                r->s->goods[seat] |= (uint32_t)n << 4 * good;
        }
    }
    return err ? err : expect(r, "/");
}

static int bought_by(const reader *r, int seat) {
    int first = r->s->first == EM_NOBODY ? 0 : r->s->first, seats = r->g->seats;
    return (r->turns + seats - 1 - (seat - first + seats) % seats) / seats;
}

/* Jokers that were assigned stand among the other goods; no more than there are. */
static bool counts_fit(const reader *r, const int have[EM_GOODS + 1], const int cards[EM_GOODS + 1]) {
    bool assigned = r->g->jokers == EM_JOKERS_CHOOSE && r->turns == r->g->seats * r->g->setup.cards;
    int more = 0;
    for (int good = 0; good < EM_GOODS; good++) {
        more += have[good] - cards[good];
        if (have[good] < cards[good] || (have[good] > cards[good] && !assigned))
            return false;
    }
    return more == cards[EM_JOKER] - have[EM_JOKER];
}

/* Two cards carry two goods: whether they can belong to these seats (EM_SEATS: not gone) so that
 * each has as many goods as it bought cards, and one more for each of the two. */
static bool owners_fit(const reader *r, const int twins[2], const int owner[2]) {
    for (int seat = 0; seat < r->g->seats; seat++) {
        int goods = 0;
        for (int good = 0; good <= EM_JOKER; good++)
            goods += em_goods_of(r->s->goods[seat], good);
        for (int i = 0; i < 2; i++)
            if (owner[i] == seat) {
                goods--;
                if (em_goods_of(r->s->goods[seat], em_cards[twins[i]].good) < 2)
                    return false;
            }
        if (goods != bought_by(r, seat))
            return false;
    }
    return true;
}

static hra_err check_goods(const reader *r, int at) {
    int have[EM_GOODS + 1] = {0}, cards[EM_GOODS + 1] = {0}, twins[2] = {0}, n = 0;
    for (int seat = 0; seat < r->g->seats; seat++)
        for (int good = 0; good <= EM_JOKER; good++)
            have[good] += em_goods_of(r->s->goods[seat], good);
    for (int i = 1; i <= EM_CARDS; i++) {
        cards[em_cards[i].good] += r->gone[i] * em_cards[i].goods;
        if (r->gone[i] && em_cards[i].goods > 1 && n < 2)
            twins[n++] = i;
    }
    bool fit = false;
    for (int a = 0; a <= r->g->seats; a++)
        for (int b = 0; b <= r->g->seats; b++) {
            int owner[2] = {a == r->g->seats ? EM_SEATS : a, b == r->g->seats ? EM_SEATS : b};
            if ((owner[0] < EM_SEATS) == (n > 0) && (owner[1] < EM_SEATS) == (n > 1))
                fit = fit || owners_fit(r, twins, owner);
        }
    return fit && counts_fit(r, have, cards)
               ? HRA_OK
               : hra_fail(r->why, HRA_EINPUT, at,
                          "the goods are not those of the cards gone, bought in turn");
}

/* ---- what is due ------------------------------------------------------------------------------*/

static hra_err read_first(reader *r) {
    hra_err err = expect(r, "first");
    int seat = 0;
    if (err)
        return err;
    skip_blanks(r);
    int from = hra_lines_offset(&r->l), fixed = r->g->first - EM_FIRST_SEAT;
    while (seat < r->g->seats && !take(r, em_seat_names[seat]))
        seat++;
    if (seat == r->g->seats && !take(r, "nobody"))
        return wrong(r, from, "expected the first player, %s to %s or nobody", em_seat_names[0],
                     em_seat_names[r->g->seats - 1]);
    r->s->first = (uint8_t)(seat == r->g->seats ? EM_NOBODY : seat);
    if (fixed >= 0 && seat != fixed)
        return hra_fail(r->why, HRA_EINPUT, from, "with first=%d %s is first", fixed, em_seat_names[fixed]);
    if (seat == r->g->seats && r->turns)
        return hra_fail(r->why, HRA_EINPUT, from, "with bought cards the first player is known");
    if (r->s->neutral && (r->turns || (fixed < 0 && seat < r->g->seats)))
        return hra_fail(r->why, HRA_EINPUT, from,
                        "neutral armies are placed before the first player is known");
    return expect(r, "/");
}

/* Bids of the seats below `made`. */
static hra_err read_bids(reader *r, int made) {
    hra_err err = HRA_OK;
    bool hidden = false;
    for (int seat = 0, coins; seat < made && !err; seat++) {
        if (take(r, "?")) {
            r->s->bid[seat] = EM_HIDDEN;
            hidden = true;
            continue;
        }
        err = read_number(r, N_("a bid"), 0, r->s->coins[seat], &coins);
        if (!err)
            r->s->bid[seat] = (uint8_t)coins;
    }
    if (!err && r->s->phase == EM_AT_REVEAL && !hidden)
        err = wrong(r, hra_lines_offset(&r->l), "expected a bid that is hidden, ?");
    return err;
}

/* Takes the marches back, and makes them again as the rules allow. */
static hra_err read_marches(reader *r) {
    em_state *s = r->s;
    const em_map *map = &r->g->map;
    uint8_t *piece = s->piece[s->turn];
    int from = hra_lines_offset(&r->l), left = em_cards[s->card].amount[s->part], n = 0;
    int sea = em_cards[s->card].action[s->part] == EM_SEA, a = 0, b = 0;
    while (number_follows(r) && n < EM_MARCHES) {
        hra_err err = read_region(r, &a);
        if (!err)
            err = expect(r, ">");
        if (!err)
            err = read_region(r, &b);
        if (err)
            return err;
        s->from[n] = (uint8_t)a;
        s->to[n++] = (uint8_t)b;
    }
    for (int i = n; i > 0; i--) {
        if (em_armies(piece[s->to[i - 1]]) == 0 || em_armies(piece[s->from[i - 1]]) == EM_ARMIES)
            return wrong(r, from, "no army in the region that it moved to");
        piece[s->to[i - 1]]--;
        piece[s->from[i - 1]]++;
    }
    em_sets(piece, &s->army_set, &s->city_set);
    for (int i = 0; i < n; i++) {
        a = s->from[i];
        b = s->to[i];
        if (!(em_army_moves_sources(s) >> a & 1) || !(em_army_moves_targets(map, s, sea, a, left) >> b & 1))
            return wrong(r, from, "moves of armies out of order: the shortest first of each kind");
        left -= map->distance[sea][a][b];
        piece[a]--;
        piece[b]++;
        em_sets(piece, &s->army_set, &s->city_set);
        s->marches++;
    }
    if (left != s->left)
        return wrong(r, from, "after these moves of armies %d is left", left);
    return HRA_OK;
}

/* Whether the regions up to the last have what the action placed or built. */
static bool was_done(const em_game *g, const em_state *s, int action, int done) {
    int sum = 0;
    if (action == EM_DESTROY)
        return true; /* what was destroyed leaves no trace */
    for (int i = 0; i <= s->last; i++) {
        uint8_t piece = s->piece[s->turn][i];
        bool fits = (s->city_set | UINT32_C(1) << g->map.start) >> i & 1;
        sum += action == EM_CITY ? em_armies(piece) > 0 ? em_cities(piece) : 0 : fits ? em_armies(piece) : 0;
        if (i == s->last && sum < done)
            return false;
    }
    uint8_t last = s->piece[s->turn][s->last];
    if (action == EM_CITY)
        return em_armies(last) && em_cities(last);
    return em_armies(last) && ((s->city_set | UINT32_C(1) << g->map.start) >> s->last & 1);
}

static hra_err read_act(reader *r) {
    em_state *s = r->s;
    const em_card *card = &em_cards[s->card];
    int part = 0, left = 0, last = 0, from = hra_lines_offset(&r->l);
    hra_err err = expect(r, "part");
    if (!err)
        err = read_number(r, N_("a part"), 1, card->joined ? 2 : 1, &part);
    if (!err)
        err = expect(r, "left");
    if (!err)
        err = read_number(r, N_("the rest"), 0, card->amount[part - 1], &left);
    if (!err)
        err = expect(r, "last");
    if (!err)
        err = read_region(r, &last);
    if (err)
        return err;
    s->part = (uint8_t)(part - 1);
    s->left = (uint8_t)left;
    s->last = (uint8_t)last;
    s->must = take(r, "must");
    int action = card->action[s->part], done = card->amount[s->part] - left;
    if (action == EM_LAND || action == EM_SEA)
        err = s->last ? wrong(r, from, "a move of armies has the last region 1") : read_marches(r);
    else if (done ? !was_done(r->g, s, action, done) : s->last != 0)
        err = wrong(r, from, "not done yet, as the board shows");
    bool chosen = card->joined == EM_OR && done == 0, second = card->joined == EM_AND && part == 2;
    if (!err && (s->must != chosen || (second && done == 0)))
        err = wrong(r, from, "'must' is for a chosen ability that was not used yet");
    return err;
}

static bool has_ability(const em_game *g, const em_state *s);

static hra_err read_turn(reader *r) {
    em_state *s = r->s;
    int from = hra_lines_offset(&r->l), card = 0;
    hra_err err = read_number(r, N_("the card bought"), 1, EM_CARDS, &card);
    if (err)
        return err;
    s->card = r->g->kind[card];
    if (!r->gone[s->card] || r->s->row[EM_ROW - 1])
        return hra_fail(r->why, HRA_EINPUT, from,
                        "card %d is not bought (gone), or the row is not one card shorter", card);
    em_sets(s->piece[s->turn], &s->army_set, &s->city_set);
    if ((s->phase == EM_AT_ABILITY) && em_cards[s->card].joined != EM_OR)
        return hra_fail(r->why, HRA_EINPUT, from, "card %d does not have two abilities", card);
    if (s->phase == EM_AT_ACT)
        err = read_act(r);
    if (!err && s->must && !has_ability(r->g, s))
        err = hra_fail(r->why, HRA_EINPUT, from, "that ability cannot be used here");
    return err;
}

static hra_err read_joker(reader *r) {
    em_state *s = r->s;
    int from = hra_lines_offset(&r->l), last = 0, goods = 0;
    hra_err err = read_number(r, N_("a good"), 1, EM_GOODS, &last);
    for (int good = last - 1; !err && good < EM_GOODS; good++)
        goods += em_may_stand_for(r->g, s->goods[s->turn], good);
    if (!err && (!em_goods_of(s->goods[s->turn], EM_JOKER) || !goods))
        err = hra_fail(r->why, HRA_EINPUT, from, "no joker to assign, or no good for it");
    s->last = (uint8_t)(last - 1);
    return err;
}

/* Whether the phase that is named can be due here, and whose turn it then is. */
static bool is_due(const reader *r, int phase, int seat) {
    const em_game *g = r->g;
    const em_state *s = r->s;
    int all = g->seats * g->setup.cards, turns = s->turns;
    bool short_row = !s->row[EM_ROW - 1] && s->unseen, over = turns == all, known = s->first != EM_NOBODY;
    int next = known ? (s->first + turns) % g->seats : 0;
    switch (phase) {
    case EM_AT_DRAW:
        return short_row && !over && seat == (turns ? next : 0);
    case EM_AT_NEUTRAL:
        return !short_row && s->neutral && seat == ((g->neutral - s->neutral) & 1);
    case EM_AT_LOT:
        return !short_row && !s->neutral && !known && g->first == EM_FIRST_RANDOM && seat == 0;
    case EM_AT_BID:
    case EM_AT_REVEAL:
        return !short_row && !s->neutral && !known && g->first == EM_FIRST_BID &&
               (phase == EM_AT_BID || seat == 0);
    case EM_AT_CHOOSE:
        return !short_row && !s->neutral && !known && g->first == EM_FIRST_BID;
    case EM_AT_CARD:
        return !short_row && !s->neutral && known && !over && seat == next;
    case EM_AT_ABILITY:
    case EM_AT_ACT:
        return known && seat == next;
    case EM_AT_JOKER:
        return over && g->jokers == EM_JOKERS_CHOOSE;
    default:
        return over && seat == 0;
    }
}

static hra_err read_due(reader *r) {
    em_state *s = r->s;
    int seat = 0, phase = 0;
    skip_blanks(r);
    int from = hra_lines_offset(&r->l);
    while (seat < r->g->seats && !take(r, em_seat_names[seat]))
        seat++;
    if (seat == r->g->seats)
        return wrong(r, from, "expected a seat, %s to %s", em_seat_names[0], em_seat_names[seat - 1]);
    while (phase < EM_PHASES && !take(r, em_phase_names[phase]))
        phase++;
    bool turn = phase == EM_AT_ABILITY || phase == EM_AT_ACT;
    if (phase == EM_PHASES)
        return wrong(r, hra_lines_offset(&r->l),
                     "expected draw, neutral, lot, bid, choose, card, ability, act, joker or over");
    s->turn = (uint8_t)seat;
    s->phase = (uint8_t)phase;
    if (turn && r->turns == 0)
        return hra_fail(r->why, HRA_EINPUT, from, "a bought card must be in gone");
    s->turns = (uint8_t)(r->turns - turn);
    if (!is_due(r, phase, seat))
        return hra_fail(r->why, HRA_EINPUT, from, "'%s %s' does not fit these cards and turns",
                        em_seat_names[seat], em_phase_names[phase]);
    if (phase == EM_AT_BID || phase == EM_AT_REVEAL)
        return read_bids(r, phase == EM_AT_BID ? seat : r->g->seats);
    if (phase == EM_AT_JOKER)
        return read_joker(r);
    return turn ? read_turn(r) : HRA_OK;
}

/* An ability that was chosen has a first step. */
static bool has_ability(const em_game *g, const em_state *s) {
    hra_move list[EM_MAX_MOVES];
    hra_game game = {.data = (void *)(uintptr_t)(const void *)g, .seats = g->seats};
    return hra_rules_empire.moves(&game, s, list) > 0;
}

hra_err em_read_position(const hra_game *game, const char *text, void *out, hra_error *why) {
    em_state s = {0};
    reader r = {.g = em_of(game), .s = &s, .why = why};
    hra_lines_string(&r.l, text, why);
    hra_err err = read_seats(&r);
    if (!err)
        err = read_neutral(&r);
    if (!err)
        err = read_cards(&r);
    int at = hra_lines_offset(&r.l);
    if (!err)
        err = read_goods(&r);
    if (!err)
        err = read_first(&r);
    if (!err)
        err = read_due(&r);
    if (!err)
        err = check_goods(&r, at);
    skip_blanks(&r);
    if (!err && *r.l.at)
        err = wrong(&r, hra_lines_offset(&r.l), "expected the end");
    if (!err)
        memcpy(out, &s, sizeof s);
    return err;
}
