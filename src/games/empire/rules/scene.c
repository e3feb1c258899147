/* Map, cards and accounts of empire as shapes. The id of a region is its number; the ids of its pieces add
 * the owner: "12", "12.red", "12.red.cities". */
#include <string.h>

#include "core/messages.h"
#include "empire.h"
#include "scene.h"

enum { CARD_COLUMNS = 4 };

#define SEAT_NAME 2.1     /* cells of a seat's name before its account */
#define PIECE_LARGEST 0.9 /* cells */
#define STEP 0.82         /* from piece to piece, in their sizes */
#define EDGE 0.3          /* cells that pieces may reach out of a room */

/* ---- what never changes ---------------------------------------------------------------------*/

/* Where the account of a seat begins; of one seat too many: what stands below them. */
static double account_at(const em_game *g, int seat) {
    return g->drawing.height + EM_SCENE_CARDS + EM_SCENE_SEAT * seat;
}

static void board(const hra_game *game, hra_shapes *out) {
    const em_game *g = em_of(game);
    hra_shapes_size(out, g->drawing.width, account_at(g, g->seats) + EM_SCENE_LINE + EM_SCENE_BUTTONS);
    hra_shapes_symbols(out, em_symbols, EM_SYMBOLS);
    hra_shapes_ground(out, HRA_MATERIAL_PAPER);
    em_add_map(g, out);
    for (int seat = 0; seat < g->seats; seat++) {
        hra_shape_add(out, HRA_SHAPE_LABEL, 0, account_at(g, seat), SEAT_NAME - 0.15, EM_SCENE_LINE);
        hra_shape_id(out, "%s", em_seat_names[seat]);
        hra_shape_text(out, "%c %s", em_sign(seat), em_seat(seat));
        hra_shape_last(out)->form = HRA_FORM_FLAG;
        hra_shape_last(out)->owner = seat;
    }
}

/* ---- the map as it stands -------------------------------------------------------------------*/

/* The pieces of a region fill its room below the number, row by row; as large as they can be. They overlap by less than
 * the edge around their texts, and reach a little out of the room, so that those of five seats can be read. */
typedef struct pieces {
    em_box box;
    int columns, at;
    double size;
} pieces;

static pieces make_room(const em_area *area, int count) {
    pieces best = {.box = area->room};
    best.box.y += EM_SCENE_NUMBER;
    best.box.height -= EM_SCENE_NUMBER;
    for (int columns = 1; columns <= count; columns++) {
        int rows = (count + columns - 1) / columns;
        double across = (best.box.width + EDGE) / (1 + STEP * (columns - 1)),
               down = (best.box.height + EDGE) / (1 + STEP * (rows - 1));
        double size = across < down ? across : down;
        if (size > best.size) {
            best.size = size;
            best.columns = columns;
        }
    }
    best.size = best.size < PIECE_LARGEST ? best.size : PIECE_LARGEST;
    best.box.x = area->room.x + (area->room.width - best.size * (1 + STEP * (best.columns - 1))) / 2;
    return best;
}

static void add_piece(pieces *r, int region, int owner, bool cities, int n, hra_shapes *out) {
    double x = r->box.x + STEP * r->size * (r->at % r->columns),
           y = r->box.y + STEP * r->size * (r->at / r->columns);
    double edge = 0.03 * r->size;
    hra_shape_add(out, HRA_SHAPE_PIECE, x + edge, y + edge, r->size - 2 * edge, r->size - 2 * edge);
    hra_shape_id(out, "%d.%s%s", region + 1, em_seat_names[owner], cities ? ".cities" : "");
    hra_text *name = hra_shape_write(out, HRA_WRITE_NAME);
    if (cities)
        hra_text_addf(name, _n("%d city of %s in %d", "%d cities of %s in %d", n), n, em_seat(owner),
                      region + 1);
    else
        hra_text_addf(name, _n("%d army of %s in %d", "%d armies of %s in %d", n), n, em_seat(owner),
                      region + 1);
    hra_shape_text(out, "%c%d", em_sign(owner), n);
    hra_shape_on(out, "%d", region + 1);
    hra_shape_last(out)->form = cities ? HRA_FORM_HOUSE : HRA_FORM_PLAIN;
    hra_shape_last(out)->owner = owner < EM_NEUTRAL ? owner : -1;
    r->at++;
}

static void add_pieces(const em_game *g, const em_state *s, int region, hra_shapes *out) {
    int count = 0;
    for (int owner = 0; owner < EM_OWNERS; owner++) {
        uint8_t piece = s->piece[owner][region];
        count += (em_armies(piece) > 0) + (em_cities(piece) > 0);
    }
    pieces r = make_room(&g->drawing.area[region], count);
    for (int owner = 0; owner < EM_OWNERS; owner++) {
        uint8_t piece = s->piece[owner][region];
        if (em_armies(piece))
            add_piece(&r, region, owner, false, em_armies(piece), out);
        if (em_cities(piece))
            add_piece(&r, region, owner, true, em_cities(piece), out);
    }
}

/* A place with the outline of a region. */
static void add_over(const em_game *g, int region, hra_shapes *out) {
    em_box b = g->drawing.area[region].box;
    hra_shape_add(out, HRA_SHAPE_PLACE, b.x, b.y, b.width, b.height);
    hra_shape_on(out, "%d", region + 1);
    hra_shape_last(out)->form = HRA_FORM_OVER;
}

/* Who has the majority: a line within the border, and a flag beside the number. */
static void add_holder(const em_game *g, const uint32_t held[EM_SEATS], int region, hra_shapes *out) {
    em_box room = g->drawing.area[region].room;
    for (int seat = 0; seat < g->seats; seat++)
        if (held[seat] >> region & 1) {
            add_over(g, region, out);
            hra_shape_id(out, "%d.held", region + 1);
            hra_shape_name(out, "%s holds %d", em_seat(seat), region + 1);
            hra_shape_last(out)->owner = seat;
            hra_shape_add(out, HRA_SHAPE_LABEL, room.x + room.width - 0.48, room.y, 0.45, 0.42);
            hra_shape_id(out, "%d.holder", region + 1);
            hra_shape_name(out, "%s holds %d", em_seat(seat), region + 1);
            hra_shape_text(out, "%c", em_sign(seat));
            hra_shape_last(out)->form = HRA_FORM_FLAG;
            hra_shape_last(out)->owner = seat;
        }
}

static void add_frame(const em_game *g, int region, const char *id, hra_shapes *out) {
    add_over(g, region, out);
    hra_shape_id(out, "%s", id);
    hra_shape_last(out)->marks |= HRA_MARK_LAST;
}

static void add_frames(const em_game *g, const hra_scene_view *m, hra_shapes *out) {
    em_kind kind = m->before ? em_move_kind(m->last) : EM_MOVE_END;
    int a = em_move_a(m->last), b = em_move_b(m->last);
    if (kind == EM_MOVE_MARCH) {
        add_frame(g, a, "last.from", out);
        hra_shape_name(out, "last move from %d", a + 1);
        add_frame(g, b, "last.to", out);
        hra_shape_name(out, "last move to %d", b + 1);
    } else if (kind == EM_MOVE_PLACE || kind == EM_MOVE_CITY || kind == EM_MOVE_DESTROY ||
               kind == EM_MOVE_NEUTRAL) {
        add_frame(g, a, "last.in", out);
        hra_shape_name(out, "last move in %d", a + 1);
    }
}

/* ---- cards and accounts ---------------------------------------------------------------------*/

/* The box of a card, of which there are two rows; above it is room for its price. */
static em_box card_box(const em_game *g, int at) {
    double pitch = g->drawing.width / CARD_COLUMNS, down = EM_SCENE_CARDS / 2;
    return (em_box){pitch * (at % CARD_COLUMNS) + 0.05, g->drawing.height + down * (at / CARD_COLUMNS) + 0.6,
                    pitch - 0.15, down - 0.8};
}

/* What the card lets do, as symbols at the right above it. */
static void add_actions(const em_card *card, const em_box *b, int at, hra_shapes *out) {
    static const char *const symbols[] = {[EM_PLACE] = "place",
                                          [EM_LAND] = "march",
                                          [EM_SEA] = "ship",
                                          [EM_CITY] = "build",
                                          [EM_DESTROY] = "destroy"};
    int actions = card->joined ? 2 : 1;
    for (int k = 0; k < actions; k++) {
        hra_shape_add(out, HRA_SHAPE_LABEL, b->x + b->width - 0.55 * (actions - k), b->y - 0.52, 0.48, 0.48);
        hra_shape_id(out, "action%d.%d", at + 1, k + 1);
        em_add_action(card->action[k], card->amount[k], true, hra_shape_write(out, HRA_WRITE_NAME));
        hra_shape_last(out)->symbol = symbols[card->action[k]];
    }
}

/* Above a card of the row its number, by which a move names it, and its price beside a coin. */
static void add_price(const em_box *b, int at, hra_shapes *out) {
    hra_shape_add(out, HRA_SHAPE_LABEL, b->x, b->y - 0.5, 0.35, EM_SCENE_LINE);
    hra_shape_id(out, "number%d", at + 1);
    hra_shape_text(out, "%d.", at + 1);
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
    hra_shape_last(out)->marks |= HRA_MARK_FAINT;
    hra_shape_add(out, HRA_SHAPE_LABEL, b->x + 0.4, b->y - 0.5, 1.2, EM_SCENE_LINE);
    hra_shape_id(out, "price%d", at + 1);
    hra_shape_name(out, "price %d", em_prices[at]);
    hra_shape_text(out, "%d", em_prices[at]);
    hra_shape_last(out)->symbol = "coin";
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
    hra_shape_last(out)->marks |= HRA_MARK_HELD;
}

/* A card: its good as a symbol, with a number if there are two, and what it lets do. */
static void add_card(int card, const em_box *b, hra_shapes *out) {
    hra_shape_add(out, HRA_SHAPE_CARD, b->x, b->y, b->width, b->height);
    em_add_card(card, true, hra_shape_write(out, HRA_WRITE_NAME));
    if (em_cards[card].goods > 1)
        em_add_card(card, true, hra_shape_write(out, HRA_WRITE_TEXT));
    else
        em_add_actions(card, true, hra_shape_write(out, HRA_WRITE_TEXT));
    hra_shape_last(out)->material = HRA_MATERIAL_CARD;
    hra_shape_last(out)->symbol = em_good_names[em_cards[card].good];
}

/* The row with its prices, and in the last place the card of the turn. */
static void add_cards(const em_game *g, const hra_scene_view *m, hra_shapes *out) {
    const em_state *s = m->state;
    for (int i = 0; i < EM_ROW; i++)
        if (s->row[i]) {
            em_box b = card_box(g, i);
            add_price(&b, i, out);
            add_actions(&em_cards[s->row[i]], &b, i, out);
            add_card(s->row[i], &b, out);
            hra_shape_id(out, "card%d", i + 1);
        }
    if (!s->card)
        return;
    em_box b = card_box(g, 2 * CARD_COLUMNS - 1);
    hra_shape_add(out, HRA_SHAPE_LABEL, b.x, b.y - 0.5, b.width - 1.15, EM_SCENE_LINE);
    hra_shape_id(out, "bought");
    hra_shape_text(out, "bought");
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
    add_actions(&em_cards[s->card], &b, EM_ROW, out);
    add_card(s->card, &b, out);
    hra_shape_id(out, "card");
    bool last = m->before && em_move_kind(m->last) == EM_MOVE_CARD;
    hra_shape_last(out)->marks |= HRA_MARK_HELD | (last ? HRA_MARK_LAST : 0);
}

/* Which turn it is, in the place that is left beside the row. */
static void add_turn(const em_game *g, const em_state *s, hra_shapes *out) {
    int all = g->setup.cards * g->seats;
    em_box b = card_box(g, EM_ROW);
    hra_shape_add(out, HRA_SHAPE_LABEL, b.x, b.y - 0.5, b.width, EM_SCENE_LINE);
    hra_shape_id(out, "turns");
    hra_shape_text(out, "turn %d of %d", s->turns < all ? s->turns + 1 : all, all);
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
}

/* Adds a label of an account: its symbol, and what the caller writes after it. */
static void add_label(const em_game *g, int seat, int line, double x, double width, const char *what,
                      const char *symbol, hra_shapes *out) {
    double height = line ? 0.42 : EM_SCENE_LINE;
    hra_shape_add(out, HRA_SHAPE_LABEL, SEAT_NAME + x, account_at(g, seat) + 0.54 * line, width, height);
    hra_shape_id(out, "%s.%s", em_seat_names[seat], what);
    hra_shape_on(out, "%s", em_seat_names[seat]);
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
    hra_shape_last(out)->owner = seat;
    hra_shape_last(out)->symbol = symbol;
}

/* A good that a seat has, and from how many on it is worth more. */
static void add_good(const em_game *g, int seat, int good, int n, double x, double width, hra_shapes *out) {
    int wants = good < EM_JOKER ? em_good_wants(good, n) : 0;
    add_label(g, seat, 1, x, width, em_good_names[good], em_good_names[good], out);
    if (wants > 0) {
        hra_shape_text(out, "%d/%d", n, n + wants);
        hra_shape_name(out, "%s: %d %s, worth more from %d on", em_seat(seat), n, em_good(good), n + wants);
    } else {
        hra_shape_text(out, "%d", n);
        hra_shape_name(out, "%s: %d %s", em_seat(seat), n, em_good(good));
    }
}

static void add_points(const em_game *g, int seat, const em_account *a, hra_shapes *out) {
    add_label(g, seat, 0, 0, g->drawing.width - SEAT_NAME, "points", "joker", out);
    hra_text *text = hra_shape_write(out, HRA_WRITE_TEXT);
    hra_text_addf(text, _n("%d point", "%d points", a->points), a->points); /* the parts stand alone */
    hra_text_add(text, " = ");
    hra_text_addf(text, _n("%d region", "%d regions", a->regions), a->regions);
    hra_text_add(text, " + ");
    hra_text_addf(text, _n("%d continent", "%d continents", a->continents), a->continents);
    hra_text_add(text, " + ");
    hra_text_addf(text, _("%d goods"), a->goods);
}

/* Points; below them what the seat has left, and its goods. */
static void add_account(const em_game *g, const em_state *s, int seat, const em_account *a, hra_shapes *out) {
    double pitch = (g->drawing.width - SEAT_NAME) / (3 + EM_GOODS + 1);
    int left[3] = {a->coins, em_armies(s->supply[seat]), em_cities(s->supply[seat])}, at = 3;
    static const char *const ids[3] = {"coins", "armies", "cities"}, *const symbols[3] = {"coin", "plain",
                                                                                          "house"};
    add_points(g, seat, a, out);
    for (int i = 0; i < 3; i++) {
        add_label(g, seat, 1, i * pitch, pitch, ids[i], symbols[i], out);
        hra_shape_text(out, "%d", left[i]);
        hra_text *name = hra_shape_write(out, HRA_WRITE_NAME);
        hra_text_addf(name, "%s: ", em_seat(seat));
        hra_text_addf(name,
                      i == 0   ? _n("%d coin", "%d coins", left[i])
                      : i == 1 ? _n("%d army left", "%d armies left", left[i])
                               : _n("%d city left", "%d cities left", left[i]),
                      left[i]);
    }
    for (int good = 0; good <= EM_JOKER; good++)
        if (em_goods_of(s->goods[seat], good))
            add_good(g, seat, good, em_goods_of(s->goods[seat], good), pitch * at++, pitch, out);
}

static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const em_game *g = em_of(game);
    const em_state *s = m->state;
    uint32_t held[EM_SEATS];
    em_account account[EM_SEATS];
    em_holdings(g, s, held);
    em_accounts(g, s, account);
    for (int i = 0; i < g->map.regions; i++)
        add_holder(g, held, i, out);
    add_frames(g, m, out);
    for (int i = 0; i < g->map.regions; i++)
        add_pieces(g, s, i, out);
    add_cards(g, m, out);
    if (s->phase != EM_AT_OVER)
        add_turn(g, s, out);
    for (int seat = 0; seat < g->seats; seat++)
        add_account(g, s, seat, &account[seat], out);
    double y = account_at(g, g->seats);
    if (game->rules->to_move(game, s) >= 0) {
        hra_shape_add(out, HRA_SHAPE_LABEL, 0, y, g->drawing.width, EM_SCENE_LINE);
        hra_shape_id(out, "due");
        hra_shape_last(out)->form = HRA_FORM_BEGIN;
        em_add_task(s, hra_shape_write(out, HRA_WRITE_TEXT));
    }
    em_add_buttons(game, m, y + EM_SCENE_LINE, g->drawing.width, out);
}

/* The same as the line below the accounts, without the number of the turn. */
static void chance_prompt(const hra_game *game, const void *at, hra_text *out) {
    const em_state *s = at;
    hra_text_add(out, s->phase == EM_AT_DRAW  ? _("a card is drawn")
                      : s->phase == EM_AT_LOT ? _("draw for the first player")
                                              : _("bids are shown"));
}

static void seat_count(const hra_game *game, const void *state, int seat, hra_text *out) {
    em_account account[EM_SEATS];
    em_accounts(game->data, state, account);
    hra_text_addf(out, _n("%d point", "%d points", account[seat].points), account[seat].points);
    hra_text_add(out, ", ");
    hra_text_addf(out, _n("%d coin", "%d coins", account[seat].coins), account[seat].coins);
}

/* Equal points are decided by what is next; with more points there is nothing to add. */
static void ending(const hra_game *game, const void *state, hra_text *out) {
    em_account account[EM_SEATS];
    em_accounts(game->data, state, account);
    uint32_t winners = em_winners(game->data, account);
    if (winners & (winners - 1))
        return;
    switch (em_reason_of(game->data, account, __builtin_ctz(winners))) {
    case EM_BY_POINTS:
        hra_text_add(out, _("more points"));
        break;
    case EM_BY_COINS:
        hra_text_add(out, _("equal points, more coins"));
        break;
    case EM_BY_ARMIES:
        hra_text_add(out, _("equal points and coins, more armies"));
        break;
    case EM_BY_REGIONS:
        hra_text_add(out, _("equal points and coins, more regions"));
        break;
    }
}

static const char *const seat_colors[] = {"red", "blue", "green", "yellow", "violet"};

const hra_rules_scene em_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .move_input = em_move_input,
    .chance_prompt = chance_prompt,
    .seat_count = seat_count,
    .ending = ending,
};
