/* Map, cards and accounts of empire as shapes. The id of a region is its number; the ids of its pieces add
 * the owner: "12", "12.red", "12.red.cities". */
#include <string.h>

#include "core/messages.h"
#include "empire.h"
#include "scene.h"

enum { CARD_COLUMNS = 4 };

#define SEAT_NAME 2.1     /* cells of a seat's name before its account */
#define PIECE_LARGEST 0.9 /* cells */

/* ---- what never changes ---------------------------------------------------------------------*/

/* Where the account of a seat begins; of one seat too many: what stands below them. */
static double account_at(const em_game *g, int seat) {
    return g->drawing.height + EM_SCENE_CARDS + EM_SCENE_SEAT * seat;
}

static void board(const hra_game *game, hra_shapes *out) {
    const em_game *g = em_of(game);
    hra_shapes_size(out, g->drawing.width, account_at(g, g->seats) + EM_SCENE_LINE + EM_SCENE_BUTTONS);
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

/* The pieces of a region fill its room below the number, row by row; as large as they can be. */
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
        double across = best.box.width / columns, down = best.box.height / rows;
        double size = across < down ? across : down;
        if (size > best.size) {
            best.size = size;
            best.columns = columns;
        }
    }
    best.size = best.size < PIECE_LARGEST ? best.size : PIECE_LARGEST;
    return best;
}

static void add_piece(pieces *r, int region, int owner, bool cities, int n, hra_shapes *out) {
    double x = r->box.x + r->size * (r->at % r->columns), y = r->box.y + r->size * (r->at / r->columns);
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

/* The row with its prices, and in the last place the card of the turn. */
static void add_cards(const em_game *g, const hra_scene_view *m, hra_shapes *out) {
    const em_state *s = m->state;
    for (int i = 0; i <= EM_ROW; i++) {
        bool bought = i == EM_ROW;
        int card = bought ? s->card : s->row[i];
        em_box b = card_box(g, bought ? 2 * CARD_COLUMNS - 1 : i);
        if (!card)
            continue;
        hra_shape_add(out, HRA_SHAPE_LABEL, b.x, b.y - 0.5, b.width, EM_SCENE_LINE);
        if (bought) {
            hra_shape_id(out, "bought");
            hra_shape_text(out, "bought");
        } else {
            hra_shape_id(out, "price%d", i + 1);
            hra_shape_text(out, "%d: price %d", i + 1, em_prices[i]);
        }
        hra_shape_add(out, HRA_SHAPE_CARD, b.x, b.y, b.width, b.height);
        if (bought)
            hra_shape_id(out, "card");
        else
            hra_shape_id(out, "card%d", i + 1);
        em_add_card(card, true, hra_shape_write(out, HRA_WRITE_TEXT));
        bool last = bought && m->before && em_move_kind(m->last) == EM_MOVE_CARD;
        hra_shape_last(out)->marks |= (bought ? HRA_MARK_HELD : 0) | (last ? HRA_MARK_LAST : 0);
    }
}

/* Adds a line of an account; the caller appends its text. */
static hra_text *add_line(const em_game *g, int seat, int line, const char *what, hra_shapes *out) {
    hra_shape_add(out, HRA_SHAPE_LABEL, SEAT_NAME, account_at(g, seat) + EM_SCENE_LINE * line,
                  g->drawing.width - SEAT_NAME, EM_SCENE_LINE);
    hra_shape_id(out, "%s.%s", em_seat_names[seat], what);
    hra_shape_on(out, "%s", em_seat_names[seat]);
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
    hra_shape_last(out)->owner = seat;
    return hra_shape_write(out, HRA_WRITE_TEXT);
}

static void add_account(const em_game *g, const em_state *s, int seat, const em_account *a, hra_shapes *out) {
    hra_text *text = add_line(g, seat, 0, "points", out);
    hra_text_addf(text, _n("%d point", "%d points", a->points), a->points); /* the parts stand alone */
    hra_text_add(text, " = ");
    hra_text_addf(text, _n("%d region", "%d regions", a->regions), a->regions);
    hra_text_add(text, " + ");
    hra_text_addf(text, _n("%d continent", "%d continents", a->continents), a->continents);
    hra_text_add(text, " + ");
    hra_text_addf(text, _("%d goods"), a->goods);
    text = add_line(g, seat, 1, "supply", out);
    int armies = em_armies(s->supply[seat]), cities = em_cities(s->supply[seat]);
    char part[3][64];
    (void)hra_snprintf(part[0], sizeof part[0], _n("%d coin", "%d coins", a->coins), a->coins);
    (void)hra_snprintf(part[1], sizeof part[1], _n("%d army", "%d armies", armies), armies);
    (void)hra_snprintf(part[2], sizeof part[2], _n("%d city", "%d cities", cities), cities);
    hra_text_addf(text, _("%s; %s and %s left"), part[0], part[1], part[2]);
    text = add_line(g, seat, 2, "goods", out);
    bool any = false;
    for (int good = 0; good <= EM_JOKER; good++)
        if (em_goods_of(s->goods[seat], good)) {
            hra_text_addf(text, "%s%s %d", any ? ", " : "", em_good(good), em_goods_of(s->goods[seat], good));
            any = true;
        }
    if (!any)
        hra_text_add(text, _("no goods yet"));
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
    for (int seat = 0; seat < g->seats; seat++)
        add_account(g, s, seat, &account[seat], out);
    double y = account_at(g, g->seats);
    hra_shape_add(out, HRA_SHAPE_LABEL, 0, y, g->drawing.width, EM_SCENE_LINE);
    hra_shape_id(out, "due");
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
    em_add_due(g, s, hra_shape_write(out, HRA_WRITE_TEXT));
    em_add_buttons(game, m, y + EM_SCENE_LINE, g->drawing.width, out);
}

/* The same as the line below the accounts, without the number of the turn. */
static void chance_prompt(const hra_game *game, const void *at, hra_text *out) {
    const em_state *s = at;
    hra_text_add(out, s->phase == EM_AT_DRAW  ? _("a card is drawn")
                      : s->phase == EM_AT_LOT ? _("draw for the first player")
                                              : _("bids are shown"));
}

static const char *const seat_colors[] = {"red", "blue", "green", "yellow", "violet"};

const hra_rules_scene em_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .move_input = em_move_input,
    .chance_prompt = chance_prompt,
};
