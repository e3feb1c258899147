/* Positions as one line of text.
 *
 *     red 14 12:3 15:1+2 / blue 13 12:2 / neutral 1:1 left 0 / row 4 17 2 9 30 41 / gone 12 25
 *     / goods red food1, blue coal1 / first red / red card
 *
 * A seat: coins, then regions with armies and, behind +, cities. Cards are numbers; those gone are what
 * was bought. The last part says what is due. What follows from the rest is not written: supplies,
 * turns, unseen cards. */
#include "empire.h"

static void add_pieces(const em_game *g, const em_state *s, int owner, hra_text *out) {
    for (int i = 0; i < g->map.regions; i++) {
        uint8_t piece = s->piece[owner][i];
        if (piece)
            hra_text_addf(out, " %d:%d", i + 1, em_armies(piece));
        if (em_cities(piece))
            hra_text_addf(out, "+%d", em_cities(piece));
    }
}

static void add_cards(const em_game *g, uint64_t cards, hra_text *out) {
    for (; cards; cards &= cards - 1)
        hra_text_addf(out, " %d", g->kind[em_lowest(cards)]);
}

static void add_goods(const em_state *s, int seat, hra_text *out) {
    for (int good = 0; good <= EM_JOKER; good++)
        if (em_goods_of(s->goods[seat], good))
            hra_text_addf(out, " %s%d", em_good_names[good], em_goods_of(s->goods[seat], good));
}

static void add_bids(const em_game *g, const em_state *s, int made, hra_text *out) {
    for (int seat = 0; seat < made; seat++)
        if (s->bid[seat] == EM_HIDDEN)
            hra_text_add(out, " ?");
        else
            hra_text_addf(out, " %d", s->bid[seat]);
}

const char *const em_phase_names[EM_PHASES] = {
    [EM_AT_DRAW] = "draw",   [EM_AT_NEUTRAL] = "neutral", [EM_AT_LOT] = "lot",
    [EM_AT_BID] = "bid",     [EM_AT_REVEAL] = "reveal",   [EM_AT_CHOOSE] = "choose",
    [EM_AT_CARD] = "card",   [EM_AT_ABILITY] = "ability", [EM_AT_ACT] = "act",
    [EM_AT_JOKER] = "joker", [EM_AT_OVER] = "over",
};

static void add_phase(const em_game *g, const em_state *s, hra_text *out) {
    hra_text_addf(out, "%s %s", em_seat_names[s->turn], em_phase_names[s->phase]);
    if (s->phase == EM_AT_BID || s->phase == EM_AT_REVEAL)
        add_bids(g, s, s->phase == EM_AT_BID ? s->turn : g->seats, out);
    if (s->phase == EM_AT_ABILITY || s->phase == EM_AT_ACT)
        hra_text_addf(out, " %d", s->card);
    if (s->phase == EM_AT_JOKER)
        hra_text_addf(out, " %d", s->last + 1);
    if (s->phase != EM_AT_ACT)
        return;
    hra_text_addf(out, " part %d left %d last %d%s", s->part + 1, s->left, s->last + 1,
                  s->must ? " must" : "");
    for (int i = 0; i < s->marches; i++)
        hra_text_addf(out, " %d>%d", s->from[i] + 1, s->to[i] + 1);
}

/* The cards that are neither unseen nor in the row. Of a kind, those drawn are the lowest. */
static uint64_t cards_gone(const em_game *g, const em_state *s) {
    uint64_t gone = g->deck & ~s->unseen;
    for (int i = 0; i < EM_ROW && s->row[i]; i++)
        gone &= ~(gone & g->same[s->row[i]] & -(gone & g->same[s->row[i]]));
    return gone;
}

void em_write_position(const hra_game *game, const void *at, hra_text *out) {
    const em_game *g = em_of(game);
    const em_state *s = at;
    for (int seat = 0; seat < g->seats; seat++) {
        hra_text_addf(out, "%s%s %d", seat ? " / " : "", em_seat_names[seat], s->coins[seat]);
        add_pieces(g, s, seat, out);
    }
    hra_text_add(out, " / neutral");
    add_pieces(g, s, EM_NEUTRAL, out);
    hra_text_addf(out, " left %d / row", s->neutral);
    for (int i = 0; i < EM_ROW && s->row[i]; i++)
        hra_text_addf(out, " %d", s->row[i]);
    hra_text_add(out, " / gone");
    add_cards(g, cards_gone(g, s), out);
    hra_text_add(out, " / goods");
    for (int seat = 0; seat < g->seats; seat++) {
        hra_text_addf(out, "%s%s", seat ? ", " : " ", em_seat_names[seat]);
        add_goods(s, seat, out);
    }
    hra_text_addf(out, " / first %s / ", s->first == EM_NOBODY ? "nobody" : em_seat_names[s->first]);
    add_phase(g, s, out);
}
