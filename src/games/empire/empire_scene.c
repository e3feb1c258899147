/* Map, cards and accounts of empire as shapes. A region is named by its number, what stands in it by its
 * owner behind that: "12", "12.red", "12.red.cities". */
#include <string.h>

#include "empire.h"
#include "empire_scene.h"

/* Cells from one region of a grid to the next, and a unit of the drawing of map A. */
static const double grid_pitch = 2.2, unit_a = 1 / 32.0;

/* Where things lie, in cells. */
typedef struct plan {
    const em_map *map;
    double cell;          /* a region is so wide and high */
    double left, above;   /* of the map's own coordinates */
    double width, height; /* of the map */
} plan;

static plan make_plan(const em_map *map) {
    plan p = {.map = map, .cell = map->grid ? 2.1 : 1.4, .left = 1e9, .above = 1e9};
    double right = 0, bottom = 0, unit = map->grid ? grid_pitch : unit_a;
    for (int i = 0; i < map->regions; i++) {
        double x = map->x[i] * unit, y = map->y[i] * unit;
        p.left = x < p.left ? x : p.left;
        p.above = y < p.above ? y : p.above;
        right = x > right ? x : right;
        bottom = y > bottom ? y : bottom;
    }
    if (map->grid) {
        p.left = p.above = 0;
        right = grid_pitch * (map->columns - 1);
        bottom = grid_pitch * (map->rows - 1);
    }
    p.width = right - p.left + p.cell + 0.6;
    p.height = bottom - p.above + p.cell + 0.8;
    p.width = p.width < EM_SCENE_LEAST ? EM_SCENE_LEAST : p.width;
    return p;
}

static void place_region(const plan *p, int i, double *x, double *y) {
    double unit = p->map->grid ? grid_pitch : unit_a;
    *x = p->map->x[i] * unit - p->left + 0.3;
    *y = p->map->y[i] * unit - p->above + 0.5;
}

/* ---- what never changes ---------------------------------------------------------------------*/

static void add_way(const plan *p, int a, int b, bool sea, hra_shapes *out) {
    double x0, y0, x1, y1;
    place_region(p, a, &x0, &y0);
    place_region(p, b, &x1, &y1);
    hra_shape_add(out, HRA_SHAPE_PATH, x0 + p->cell / 2, y0 + p->cell / 2, x1 - x0, y1 - y0);
    hra_shape_id(out, "way.%d-%d", a + 1, b + 1);
    hra_shape_name(out, "way by %s from %d to %d", sea ? "sea" : "land", a + 1, b + 1);
    hra_shape_form_is(out, sea ? HRA_FORM_DASHED : HRA_FORM_PLAIN);
}

static void add_region(const plan *p, int i, hra_shapes *out) {
    double x, y;
    int continent = p->map->continent_of[i];
    bool start = i == p->map->start;
    place_region(p, i, &x, &y);
    hra_shape_add(out, HRA_SHAPE_CELL, x, y, p->cell, p->cell);
    hra_shape_id(out, "%d", i + 1);
    hra_shape_name(out, "region %d of continent %c%s", i + 1, 'A' + continent, start ? ", start" : "");
    hra_shape_text(out, "%d%c%s", i + 1, 'A' + continent, start ? " start" : "");
    hra_shape_tone(out, 2 + continent % 5);
}

static void board(const hra_game *game, hra_shapes *out) {
    const em_game *g = em_of(game);
    plan p = make_plan(&g->map);
    hra_shapes_size(out, p.width,
                    p.height + EM_SCENE_CARDS + EM_SCENE_LINE * (g->seats + 2) + EM_SCENE_BUTTONS);
    for (int sea = 1; sea >= 0; sea--)
        for (int a = 0; a < g->map.regions; a++)
            for (int b = 0; b < a; b++) {
                bool land = g->map.near[0][a] >> b & 1;
                if (sea ? !land && g->map.near[1][a] >> b & 1 : land)
                    add_way(&p, b, a, sea, out);
            }
    for (int i = 0; i < g->map.regions; i++)
        add_region(&p, i, out);
    for (int seat = 0; seat < g->seats; seat++) {
        hra_shape_add(out, HRA_SHAPE_LABEL, 0, p.height + EM_SCENE_CARDS + EM_SCENE_LINE * seat, 2,
                      EM_SCENE_LINE - 0.1);
        hra_shape_id(out, "%s", em_seat_names[seat]);
        hra_shape_text(out, "%c %s", em_seat_signs[seat], em_seat_names[seat]);
        hra_shape_form_is(out, HRA_FORM_FLAG);
        hra_shape_owner(out, seat);
    }
}

/* ---- the map as it stands -------------------------------------------------------------------*/

/* Pieces of a region, in rows of two, or where there are many, of three or four. */
static void add_piece(const plan *p, int region, int owner, bool cities, int n, int at, int count,
                      hra_shapes *out) {
    int columns = count > 6 ? 4 : count > 4 ? 3 : 2, rows = (count + columns - 1) / columns;
    double x, y, size = (p->cell - 0.1) / columns, high = 0.68 * p->cell / rows;
    size = high < size ? high : size;
    place_region(p, region, &x, &y);
    x += 0.05 + size * (at % columns);
    y += p->cell * 0.3 + size * (at / columns);
    size -= 0.04;
    hra_shape_add(out, HRA_SHAPE_PIECE, x, y, size, size);
    hra_shape_id(out, "%d.%s%s", region + 1, em_seat_names[owner], cities ? ".cities" : "");
    if (cities)
        hra_shape_name(out, "%d cit%s of %s in %d", n, n == 1 ? "y" : "ies", em_seat_names[owner],
                       region + 1);
    else
        hra_shape_name(out, "%d arm%s of %s in %d", n, n == 1 ? "y" : "ies", em_seat_names[owner],
                       region + 1);
    hra_shape_text(out, "%c%d", em_seat_signs[owner], n);
    hra_shape_on(out, "%d", region + 1);
    hra_shape_form_is(out, cities ? HRA_FORM_HOUSE : HRA_FORM_PLAIN);
    hra_shape_owner(out, owner < EM_NEUTRAL ? owner : -1);
}

static void add_pieces(const plan *p, const em_state *s, int region, hra_shapes *out) {
    int count = 0, at = 0;
    for (int owner = 0; owner < EM_OWNERS; owner++) {
        uint8_t piece = s->piece[owner][region];
        count += (em_armies(piece) > 0) + (em_cities(piece) > 0);
    }
    for (int owner = 0; owner < EM_OWNERS; owner++) {
        uint8_t piece = s->piece[owner][region];
        if (em_armies(piece))
            add_piece(p, region, owner, false, em_armies(piece), at++, count, out);
        if (em_cities(piece))
            add_piece(p, region, owner, true, em_cities(piece), at++, count, out);
    }
}

/* Who has the majority. */
static void add_holder(const plan *p, const em_game *g, const uint32_t held[EM_SEATS], int region,
                       hra_shapes *out) {
    double x, y;
    place_region(p, region, &x, &y);
    for (int seat = 0; seat < g->seats; seat++)
        if (held[seat] >> region & 1) {
            hra_shape_add(out, HRA_SHAPE_LABEL, x + p->cell - 0.42, y + 0.04, 0.38, 0.34);
            hra_shape_id(out, "%d.holder", region + 1);
            hra_shape_name(out, "%s holds %d", em_seat_names[seat], region + 1);
            hra_shape_text(out, "%c", em_seat_signs[seat]);
            hra_shape_form_is(out, HRA_FORM_FLAG);
            hra_shape_owner(out, seat);
        }
}

static void add_frame(const plan *p, int region, const char *what, hra_shapes *out) {
    double x, y;
    place_region(p, region, &x, &y);
    hra_shape_add(out, HRA_SHAPE_PLACE, x - 0.12, y - 0.12, p->cell + 0.24, p->cell + 0.24);
    hra_shape_id(out, "last.%s", what);
    hra_shape_name(out, "last move %s %d", what, region + 1);
    hra_shape_mark(out, HRA_MARK_LAST);
}

static void add_frames(const plan *p, const hra_moment *m, hra_shapes *out) {
    em_kind kind = m->before ? em_move_kind(m->last) : EM_MOVE_END;
    if (kind == EM_MOVE_MARCH) {
        add_frame(p, em_move_a(m->last), "from", out);
        add_frame(p, em_move_b(m->last), "to", out);
    } else if (kind == EM_MOVE_PLACE || kind == EM_MOVE_CITY || kind == EM_MOVE_DESTROY ||
               kind == EM_MOVE_NEUTRAL) {
        add_frame(p, em_move_a(m->last), "in", out);
    }
}

/* ---- cards and accounts ---------------------------------------------------------------------*/

static void add_card(const plan *p, const char *id, int at, int card, unsigned marks, hra_shapes *out) {
    double pitch = p->width / (EM_ROW + 1);
    hra_shape_add(out, HRA_SHAPE_CARD, pitch * at + 0.05, p->height + 0.6, pitch - 0.15, 1.4);
    hra_shape_id(out, "%s", id);
    hra_text *text = hra_shape_text_begin(out);
    em_add_card(card, text);
    hra_shape_mark(out, marks);
}

/* The row with its prices, and behind it the card of the turn. */
static void add_cards(const plan *p, const hra_moment *m, hra_shapes *out) {
    const em_state *s = m->state;
    double pitch = p->width / (EM_ROW + 1);
    for (int i = 0; i <= EM_ROW; i++) {
        char id[12] = "card";
        int card = i < EM_ROW ? s->row[i] : s->card;
        if (!card)
            continue;
        hra_shape_add(out, HRA_SHAPE_LABEL, pitch * i + 0.05, p->height + 0.1, pitch - 0.15, 0.45);
        if (i < EM_ROW) {
            (void)hra_snprintf(id, sizeof id, "card%d", i + 1);
            hra_shape_id(out, "price%d", i + 1);
            hra_shape_text(out, "%d: price %d", i + 1, em_prices[i]);
        } else {
            hra_shape_id(out, "bought");
            hra_shape_text(out, "bought");
        }
        bool last = i == EM_ROW && m->before && em_move_kind(m->last) == EM_MOVE_CARD;
        add_card(p, id, i, card, (i == EM_ROW ? HRA_MARK_HELD : 0) | (last ? HRA_MARK_LAST : 0), out);
    }
}

static void add_account(const plan *p, const em_state *s, int seat, const em_account *a, hra_shapes *out) {
    hra_shape_add(out, HRA_SHAPE_LABEL, 2.3, p->height + EM_SCENE_CARDS + EM_SCENE_LINE * seat,
                  p->width - 2.3, EM_SCENE_LINE - 0.1);
    hra_shape_id(out, "%s.account", em_seat_names[seat]);
    hra_shape_on(out, "%s", em_seat_names[seat]);
    hra_text *text = hra_shape_text_begin(out);
    hra_text_addf(text, "%d points = %d regions + %d continents + %d goods; ", a->points, a->regions,
                  a->continents, a->goods);
    hra_text_addf(text, "coins %d, armies left %d, cities left %d", a->coins, em_armies(s->supply[seat]),
                  em_cities(s->supply[seat]));
    for (int good = 0; good <= EM_JOKER; good++)
        if (em_goods_of(s->goods[seat], good))
            hra_text_addf(text, ", %s %d", em_good_names[good], em_goods_of(s->goods[seat], good));
    hra_shape_form_is(out, HRA_FORM_BEGIN);
    hra_shape_owner(out, seat);
}

static void now(const hra_game *game, const hra_moment *m, hra_shapes *out) {
    const em_game *g = em_of(game);
    const em_state *s = m->state;
    plan p = make_plan(&g->map);
    uint32_t held[EM_SEATS];
    em_account account[EM_SEATS];
    em_holdings(g, s, held);
    em_accounts(g, s, account);
    add_frames(&p, m, out);
    for (int i = 0; i < g->map.regions; i++) {
        add_holder(&p, g, held, i, out);
        add_pieces(&p, s, i, out);
    }
    add_cards(&p, m, out);
    for (int seat = 0; seat < g->seats; seat++)
        add_account(&p, s, seat, &account[seat], out);
    double y = p.height + EM_SCENE_CARDS + EM_SCENE_LINE * g->seats;
    hra_shape_add(out, HRA_SHAPE_LABEL, 0, y, p.width, EM_SCENE_LINE - 0.05);
    hra_shape_id(out, "due");
    hra_shape_form_is(out, HRA_FORM_BEGIN);
    em_add_due(g, s, hra_shape_text_begin(out));
    em_add_buttons(game, m, y + EM_SCENE_LINE, p.width, out);
}

/* The same as the line below the accounts, without the number of the turn. */
static void due(const hra_game *game, const void *at, hra_text *out) {
    const em_state *s = at;
    hra_text_add(out, s->phase == EM_AT_DRAW  ? "a card is drawn"
                      : s->phase == EM_AT_LOT ? "it is drawn who is first"
                                              : "bids are shown");
}

static const char *const seat_colors[] = {"red", "blue", "green", "yellow", "violet"};

const hra_rules_scene em_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .presses = em_presses,
    .due = due,
};
