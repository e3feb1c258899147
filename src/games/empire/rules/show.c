/* The table as it is drawn: the map, the row of cards, what each seat has, what is due. */
#include <string.h>

#include "board.h"
#include "core/messages.h"
#include "empire.h"

enum { CELL = 26, NAME = 8, COMPACT_SEAT = 41, COMPACT_POINTS = 12 };

static void add_part(const em_card *card, int part, hra_text *out) {
    switch (card->action[part]) {
    case EM_PLACE:
        hra_text_addf(out, _("place %d"), card->amount[part]);
        return;
    case EM_LAND:
        hra_text_addf(out, _("move %d"), card->amount[part]);
        return;
    case EM_SEA:
        hra_text_addf(out, _("sea %d"), card->amount[part]);
        return;
    default:
        hra_text_add(out, card->action[part] == EM_CITY ? _("city") : _("destroy"));
    }
}

/* "wood place 2/move 3", "food destroy+place 1": short, for the row. */
static void add_short(const em_card *card, hra_text *out) {
    if (card->goods > 1)
        hra_text_addf(out, "%d ", card->goods);
    hra_text_addf(out, "%s ", em_good(card->good));
    add_part(card, 0, out);
    if (card->joined) {
        hra_text_add_char(out, card->joined == EM_OR ? '/' : '+');
        add_part(card, 1, out);
    }
}

static void add_row(const em_state *s, hra_text *out) {
    for (int i = 0; i < EM_ROW; i++) {
        size_t from = out->length;
        hra_text_addf(out, "%d $%d ", i + 1, em_prices[i]);
        if (s->row[i])
            add_short(&em_cards[s->row[i]], out);
        else
            hra_text_add_char(out, '-');
        if (i % 3 == 2)
            hra_text_add_char(out, '\n');
        else
            hra_text_pad(out, from, CELL);
    }
}

/* "2+1": how many, and how many more bring the next point; without +: no more points. */
static void add_good(uint32_t goods, int good, hra_text *out) {
    int n = em_goods_of(goods, good), wants = good < EM_JOKER ? em_good_wants(good, n) : 0;
    size_t from = out->length;
    if (wants)
        hra_text_addf(out, "%d+%d", n, wants);
    else
        hra_text_addf(out, "%d", n);
    hra_text_pad(out, from, 6);
}

static void add_seat(const em_state *s, int seat, const em_account *a, const hra_board_style *look,
                     hra_text *out) {
    size_t from = out->length;
    em_color(look, seat, out);
    hra_text_addf(out, "%c %s", em_sign(seat), em_seat(seat));
    em_color(look, EM_OWNERS, out);
    hra_text_pad(out, from, NAME + 2);
    hra_text_addf(out, "%2d = ", a->points);
    size_t sum = out->length;
    hra_text_addf(out, "%d+%d+%d", a->regions, a->continents, a->goods);
    hra_text_pad(out, sum, 9);
    hra_text_addf(out, "%5d %5d %5d   ", a->coins, em_armies(s->supply[seat]), em_cities(s->supply[seat]));
    for (int good = 0; good <= EM_JOKER; good++)
        add_good(s->goods[seat], good, out);
    while (out->length && out->data[out->length - 1] == ' ')
        out->data[--out->length] = '\0';
    hra_text_add_char(out, '\n');
}

/* What has not come yet, by goods. */
static void add_deck(const em_game *g, const em_state *s, hra_text *out) {
    int n[EM_GOODS + 1] = {0}, cards = 0;
    for (uint64_t rest = s->unseen; rest; rest &= rest - 1, cards++)
        n[em_cards[em_lowest(rest)].good] += em_cards[em_lowest(rest)].goods;
    size_t from = out->length;
    hra_text_add(out, "  ");
    hra_text_addf(out, _n("unseen %d card", "unseen %d cards", cards), cards);
    hra_text_pad(out, from, 44);
    for (int good = 0; good <= EM_JOKER; good++)
        hra_text_addf(out, good < EM_JOKER ? "%-6d" : "%d", n[good]);
    hra_text_add_char(out, '\n');
}

static void add_players(const em_game *g, const em_state *s, const hra_board_style *look, hra_text *out) {
    em_account account[EM_SEATS];
    em_accounts(g, s, account);
    /* For translators: the columns stay where they are. */
    hra_text_add(out, _("          points         coins  army  city   gem   coal  wood  iron  food  joker"));
    hra_text_add_char(out, '\n');
    for (int seat = 0; seat < g->seats; seat++)
        add_seat(s, seat, &account[seat], look, out);
    add_deck(g, s, out);
}

/* ---- continents -------------------------------------------------------------------------------*/

/* "continents: [A] red, [B] no one": whose they are, a point each. */
static void add_continents(const em_game *g, const em_state *s, const hra_board_style *look, hra_text *out) {
    uint32_t held[EM_SEATS];
    int column = hra_text_columns(_("continents:"));
    em_holdings(g, s, held);
    hra_text_add(out, _("continents:"));
    for (int i = 0; i < g->map.continents; i++) {
        char name[8], text[80];
        int who = em_continent_owner(g, s, held, i);
        em_name_continent(i, name);
        (void)hra_snprintf(text, sizeof text, "[%s] %s%s", name, who < 0 ? _("no one") : em_seat(who),
                           i + 1 < g->map.continents ? "," : "");
        int length = hra_text_columns(text);
        bool fits = column + 1 + length <= look->width;
        column = (fits ? column + 1 : 1) + length;
        hra_text_addf(out, fits ? " %s" : "\n %s", text);
    }
    hra_text_add_char(out, '\n');
}

/* "[A]R [B]-": the same, shorter. */
static void add_continents_compact(const em_game *g, const em_state *s, hra_text *out) {
    uint32_t held[EM_SEATS];
    em_holdings(g, s, held);
    for (int i = 0; i < g->map.continents; i++) {
        char name[8];
        int who = em_continent_owner(g, s, held, i);
        em_name_continent(i, name);
        hra_text_addf(out, "%s[%s]%c", i ? " " : "", name, who < 0 ? '-' : em_sign(who));
    }
}

/* ---- the compact table ------------------------------------------------------------------------*/

static void add_seat_compact(const em_state *s, int seat, const em_account *a, const hra_board_style *look,
                             hra_text *out) {
    size_t from = out->length;
    em_color(look, seat, out);
    hra_text_addf(out, "%c", em_sign(seat));
    em_color(look, EM_OWNERS, out);
    hra_text_addf(out, " %d=%d+%d+%d", a->points, a->regions, a->continents, a->goods);
    hra_text_pad(out, from, COMPACT_POINTS);
    hra_text_addf(out, "%3d%3d%3d", a->coins, em_armies(s->supply[seat]), em_cities(s->supply[seat]));
    for (int good = 0; good <= EM_JOKER; good++)
        hra_text_addf(out, "%3d", em_goods_of(s->goods[seat], good));
}

/* Two seats a line. */
static void add_players_compact(const em_game *g, const em_state *s, const hra_board_style *look,
                                hra_text *out) {
    /* For translators: the columns stay where they are. */
    const char *head = _("  points      $ ar ci ge co wo ir fo jo");
    em_account account[EM_SEATS];
    em_accounts(g, s, account);
    hra_text_addf(out, g->seats > 1 ? "%s  %s\n" : "%s\n", head, head);
    for (int seat = 0; seat < g->seats; seat++) {
        size_t from = out->length;
        add_seat_compact(s, seat, &account[seat], look, out);
        if (seat % 2 == 0 && seat + 1 < g->seats)
            hra_text_pad(out, from, COMPACT_SEAT);
        else
            hra_text_add_char(out, '\n');
    }
}

/* ---- what is due ------------------------------------------------------------------------------*/

static void add_winners(const em_game *g, const em_state *s, hra_text *out) {
    em_account account[EM_SEATS];
    em_accounts(g, s, account);
    uint32_t winners = em_winners(g, account);
    bool shared = (winners & (winners - 1)) != 0;
    for (uint32_t rest = winners; rest; rest &= rest - 1) {
        if (rest != winners)
            hra_text_addf(out, " %s ", _("and"));
        hra_text_add(out, em_seat(em_lowest(rest)));
    }
    hra_text_addf(out, " %s", shared ? _("share the win") : _("wins"));
}

/* "move 4, 1 left: 12>15 12>16" */
static void add_action(const em_state *s, hra_text *out) {
    const em_card *card = &em_cards[s->card];
    add_part(card, s->part, out);
    hra_text_addf(out, _n(", %d left", ", %d left", s->left), s->left);
    for (int i = 0; i < s->marches; i++)
        hra_text_addf(out, "%s%d>%d", i ? " " : ": ", s->from[i] + 1, s->to[i] + 1);
    if (card->joined == EM_AND && s->part == 0) {
        hra_text_addf(out, " %s ", _("and"));
        add_part(card, 1, out);
    }
}

void em_add_due(const em_game *g, const em_state *s, hra_text *out) {
    static const char *const due[EM_PHASES] = {
        [EM_AT_DRAW] = N_("a card is drawn"),
        [EM_AT_NEUTRAL] = N_("places a neutral army"),
        [EM_AT_LOT] = N_("draw for the first player"),
        [EM_AT_BID] = N_("bids to be first, in secret"),
        [EM_AT_REVEAL] = N_("bids are shown"),
        [EM_AT_CHOOSE] = N_("says who is first"),
        [EM_AT_CARD] = N_("buys a card"),
        [EM_AT_ABILITY] = N_("chooses an ability"),
        [EM_AT_ACT] = N_("acts"),
        [EM_AT_JOKER] = N_("says what a joker is"),
    };
    int all = g->setup.cards * g->seats;
    bool chance = s->phase == EM_AT_DRAW || s->phase == EM_AT_LOT || s->phase == EM_AT_REVEAL;
    if (s->phase == EM_AT_OVER) {
        add_winners(g, s, out);
        return;
    }
    hra_text_addf(out, _("turn %d of %d: "), s->turns < all ? s->turns + 1 : all, all);
    if (!chance)
        hra_text_addf(out, "%c %s ", em_sign(s->turn), em_seat(s->turn));
    hra_text_add(out, _(due[s->phase]));
    if (s->card)
        hra_text_add(out, ": ");
    if (s->card && s->phase == EM_AT_ABILITY)
        em_add_card(s->card, true, out);
    else if (s->card)
        add_action(s, out);
}

void em_add_task(const em_state *s, hra_text *out) {
    static const char *const task[EM_PHASES] = {
        [EM_AT_NEUTRAL] = N_("place a neutral army"), [EM_AT_BID] = N_("bid to be first, in secret"),
        [EM_AT_CHOOSE] = N_("choose who is first"),   [EM_AT_CARD] = N_("buy a card"),
        [EM_AT_ABILITY] = N_("choose an ability"),    [EM_AT_JOKER] = N_("choose the good of a joker"),
    };
    if (task[s->phase])
        hra_text_add(out, _(task[s->phase]));
    else if (s->phase == EM_AT_ACT)
        add_action(s, out);
}

/* What a person has to know who never bid before. */
static void add_explanation(const em_state *s, hra_text *out) {
    if (s->phase == EM_AT_BID)
        hra_text_addf(out,
                      _("bid 0 to %d coins: the highest bid is paid and its seat says who is first;\n"
                        "the others pay nothing; of equal ones that of the lowest seat counts\n"),
                      s->coins[s->turn]);
    else if (s->phase == EM_AT_CHOOSE)
        hra_text_add(out, _("its bid was the highest and is paid: 'first' and a colour\n"));
}

void em_show(const hra_game *game, const void *at, const hra_board_style *look, hra_text *out) {
    const em_game *g = em_of(game);
    em_draw_map(g, at, look, out);
    if (!look->compact)
        add_continents(g, at, look, out);
    add_row(at, out);
    if (look->compact)
        add_players_compact(g, at, look, out);
    else
        add_players(g, at, look, out);
    add_explanation(at, out);
    size_t from = out->length;
    em_add_due(g, at, out);
    if (look->compact) {
        bool fits = hra_text_columns(hra_text_string(out) + from) + 3 + 5 * g->map.continents <= look->width;
        hra_text_add(out, fits ? "   " : "\n");
        add_continents_compact(g, at, out);
    }
    hra_text_add_char(out, '\n');
}
