/* The ring, the lanes and the yards of race as shapes. A piece is moved by pressing where it stands, one that
 * comes on by its seat's yard. */
#include "core/messages.h"
#include "race.h"

enum { ID = 24, COLUMNS = 78 };

static const double yard_size = 2.6;

/* A pawn with the sign of its seat, in a box of 100 x 100. */
static const hra_symbol_path pawn[] = {
    {HRA_SYMBOL_SHADE, 0,
     "M14 96C8 96 8 86 13 80C26 68 34 62 38 52A26 26 0 1 1 66 52C70 62 78 68 91 80C96 86 96 96 90 96z"},
    {HRA_SYMBOL_EDGE, 0,
     "M12 94C5 94 6 83 10 78C23 66 30 60 35 51A27 27 0 1 1 65 51C70 60 77 66 90 78C94 83 95 94 88 94z"},
    {HRA_SYMBOL_OWNER, 0,
     "M14 90C9 90 10 84 14 80C28 68 35 61 40 50A24 24 0 1 1 60 50C65 61 72 68 86 80C90 84 91 90 86 90z"},
    {HRA_SYMBOL_LIGHT, 4, "M32 30A20 20 0 0 1 48 12"},
};
/* A field that belongs to a seat: its colour, light enough for a text. */
static const hra_symbol_path field[] = {
    {HRA_SYMBOL_OWNER, 0, "M0 50a50 50 0 1 1 100 0a50 50 0 1 1 -100 0z"},
    {HRA_SYMBOL_LIGHT, 0, "M6 50a44 44 0 1 1 88 0a44 44 0 1 1 -88 0z"},
    {HRA_SYMBOL_LIGHT, 0, "M6 50a44 44 0 1 1 88 0a44 44 0 1 1 -88 0z"},
    {HRA_SYMBOL_LIGHT, 0, "M6 50a44 44 0 1 1 88 0a44 44 0 1 1 -88 0z"},
};
static const hra_symbol symbols[] = {
    {.id = "field", .width = 100, .height = 100, .paths = 4, .path = field},
    {.id = "plain", .width = 100, .height = 100, .text_y = 74, .text_size = 30, .paths = 4, .path = pawn},
};

/* Where things lie: in a cross that is wide enough the yards fill its corners, else they stand below. */
typedef struct plan {
    const race_setup *setup;
    race_grid grid;
    int arm;
    bool corners;
} plan;

static plan make_plan(const race_setup *setup) {
    plan p = {.setup = setup};
    p.arm = race_lay(&p.grid, setup, COLUMNS);
    p.corners = p.arm >= 3;
    return p;
}

static double width_of(const plan *p) {
    double yards = p->corners ? 0 : (yard_size + 0.2) * p->setup->seats;
    return p->grid.width > yards ? p->grid.width : yards;
}

/* Corners follow the arms: below, left, above, right of the middle. */
static void place_yard(const plan *p, int seat, double *x, double *y) {
    int quarter = p->setup->start[seat] / (p->setup->ring / 4 > 0 ? p->setup->ring / 4 : 1) % 4;
    double far = p->grid.width - yard_size - 0.2;
    *x = p->corners ? (quarter == 0 || quarter == 1 ? 0.2 : far) : (yard_size + 0.2) * seat;
    *y = p->corners ? (quarter == 1 || quarter == 2 ? 0.2 : far) : p->grid.height + 0.3;
}

/* The id of a place on a piece's way: "8", "green.D1", "green.off". */
static const char *name_place(const race_setup *setup, int seat, int place, char out[ID]) {
    if (place == 0)
        (void)hra_snprintf(out, ID, "%s.off", race_seat_names[seat]);
    else if (place <= setup->ring)
        (void)hra_snprintf(out, ID, "%d", race_field(setup, seat, place) + 1);
    else
        (void)hra_snprintf(out, ID, "%s.D%d", race_seat_names[seat], place - setup->ring);
    return out;
}

/* ---- what never changes ---------------------------------------------------------------------*/

static void add_field(const race_setup *setup, int what, int x, int y, hra_shapes *out) {
    char id[ID];
    hra_shape_add(out, HRA_SHAPE_CELL, x + 0.04, y + 0.04, 0.92, 0.92);
    hra_shape_last(out)->form = HRA_FORM_ROUND;
    hra_shape_last(out)->material = HRA_MATERIAL_CARD;
    if (what >= RACE_LANE) {
        int seat = (what - RACE_LANE) / 16, number = (what - RACE_LANE) % 16;
        hra_shape_id(out, "%s", name_place(setup, seat, setup->ring + number, id));
        hra_shape_name(out, "home %d of %s", number, race_seat(seat));
        hra_shape_last(out)->owner = seat;
        hra_shape_last(out)->symbol = "field";
        return;
    }
    hra_shape_id(out, "%d", what);
    hra_shape_name(out, "field %d", what);
    hra_shape_text(out, "%d", what);
    for (int seat = 0; seat < setup->seats; seat++)
        if (setup->start[seat] == what - 1) {
            hra_shape_name(out, "field %d, start of %s", what, race_seat(seat));
            hra_shape_last(out)->owner = seat;
            hra_shape_last(out)->symbol = "field";
        }
}

static void add_yard(const plan *p, int seat, hra_shapes *out) {
    double x, y;
    place_yard(p, seat, &x, &y);
    hra_shape_add(out, HRA_SHAPE_AREA, x, y, yard_size, yard_size);
    hra_shape_id(out, "%s.off", race_seat_names[seat]);
    hra_shape_name(out, "yard of %s", race_seat(seat));
    hra_shape_last(out)->material = HRA_MATERIAL_PAPER;
    hra_shape_last(out)->tone = 1;
    hra_shape_last(out)->owner = seat;
    hra_shape_add(out, HRA_SHAPE_LABEL, x + 0.15, y + 0.08, yard_size - 0.3, 0.5);
    hra_shape_id(out, "%s", race_seat_names[seat]);
    hra_shape_text(out, "%c %s", race_sign(seat), race_seat(seat));
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
}

static void board(const hra_game *game, hra_shapes *out) {
    plan p = make_plan(game->data);
    hra_shapes_symbols(out, symbols, sizeof symbols / sizeof *symbols);
    hra_shapes_ground(out, HRA_MATERIAL_PAPER);
    hra_shapes_size(out, width_of(&p), p.grid.height + (p.corners ? 0 : yard_size + 0.4));
    for (int y = 0; y < p.grid.height; y++)
        for (int x = 0; x < p.grid.width; x++)
            if (p.grid.cell[y][x])
                add_field(p.setup, p.grid.cell[y][x], x, y, out);
    for (int seat = 0; seat < p.setup->seats; seat++) {
        add_yard(&p, seat, out);
        for (int i = 1; i <= p.setup->home && !p.arm; i++) { /* a loop has no place for lanes */
            double x, y;
            char id[ID];
            place_yard(&p, seat, &x, &y);
            hra_shape_add(out, HRA_SHAPE_PLACE, x + 0.1 + 0.3 * (i - 1), y + 1.8, 0.7, 0.7);
            hra_shape_id(out, "%s", name_place(p.setup, seat, p.setup->ring + i, id));
            hra_shape_name(out, "home %d of %s", i, race_seat(seat));
        }
    }
}

/* ---- what is there now ----------------------------------------------------------------------*/

/* The upper left corner of the cell of a place; false: it has none in the grid. */
static bool find_cell(const plan *p, int seat, int place, double *x, double *y) {
    int what = place > p->setup->ring ? RACE_LANE + 16 * seat + place - p->setup->ring
                                      : race_field(p->setup, seat, place) + 1;
    for (int row = 0; row < p->grid.height; row++)
        for (int column = 0; column < p->grid.width; column++)
            if (p->grid.cell[row][column] == what) {
                *x = column;
                *y = row;
                return true;
            }
    return false;
}

static void name_piece(const race_setup *setup, int seat, int place, hra_shapes *out) {
    if (place == 0)
        hra_shape_name(out, "%s on its yard", race_seat(seat));
    else if (place <= setup->ring)
        hra_shape_name(out, "%s on %d", race_seat(seat), race_field(setup, seat, place) + 1);
    else
        hra_shape_name(out, "%s on %s.D%d", race_seat(seat), race_seat(seat), place - setup->ring);
}

static void add_piece(const plan *p, const hra_scene_view *m, int seat, int i, hra_shapes *out) {
    const race_setup *setup = p->setup;
    const race_state *r = m->state, *before = m->before;
    int place = r->place[seat][i];
    char id[ID];
    double x, y;
    name_place(setup, seat, place, id);
    if (place == 0) {
        place_yard(p, seat, &x, &y);
        x += 0.3 + 1.05 * (i % 2);
        y += 0.6 + 0.95 * (i / 2);
    } else if (!find_cell(p, seat, place, &x, &y)) {
        place_yard(p, seat, &x, &y);
        x += 0.1 + 0.3 * (place - setup->ring - 1);
        y += 1.8;
    }
    hra_shape_add(out, HRA_SHAPE_PIECE, x + 0.08, y + 0.06, 0.84, 0.84);
    if (place)
        hra_shape_id(out, "%s.piece", id);
    else
        hra_shape_id(out, "%s.%d", id, i + 1);
    name_piece(setup, seat, place, out);
    hra_shape_text(out, "%c", race_sign(seat));
    hra_shape_on(out, "%s", id);
    hra_shape_last(out)->owner = seat;
    if (before && before->thrown && m->last != RACE_PASS && seat == before->turn &&
        place == race_target(setup, before->place[seat], race_low(m->last), race_face(before, m->last)))
        hra_shape_last(out)->marks |= HRA_MARK_LAST;
}

/* What can be thrown, to be pressed. */
static void add_throws(const race_setup *setup, double y, hra_shapes *out) {
    for (int i = 0; i < setup->faces && setup->dice == 1; i++) {
        hra_shape_add(out, HRA_SHAPE_DIE, 1.1 * (i % 8), y + 1.1 * (i / 8), 0.9, 0.9);
        hra_shape_id(out, "throw.%d", setup->face[i]);
        hra_shape_name(out, "%d is thrown", setup->face[i]);
        hra_shape_text(out, "%d", setup->face[i]);
    }
    for (int i = 0, at = 0; i < setup->faces && setup->dice == 2; i++)
        for (int k = i; k < setup->faces; k++, at++) {
            hra_shape_add(out, HRA_SHAPE_DIE, 1.6 * (at % 6), y + 1.1 * (at / 6), 1.4, 0.9);
            hra_shape_id(out, "throw.%d+%d", setup->face[i], setup->face[k]);
            hra_shape_name(out, "%d and %d are thrown", setup->face[i], setup->face[k]);
            hra_shape_text(out, "%d+%d", setup->face[i], setup->face[k]);
        }
}

/* The dice that are left, or one that is due, in a row: in the middle of a cross, else at the right end of a
 * yard, where several are smaller. */
static void add_dice(const plan *p, const race_state *r, double x, double y, hra_shapes *out) {
    int die[RACE_DICE], n = race_dice(p->setup, r, die);
    double size = p->corners || n < 2 ? 0.8 : 0.55, step = size + 0.1;
    double first = n < 2 ? 0 : p->corners ? -step * (n - 1) / 2 : 0.8 - size - step * (n - 1);
    for (int i = 0; i < n || i < 1; i++) {
        hra_shape_add(out, HRA_SHAPE_DIE, x + 0.1 + first + step * i, y + 0.1, size, size);
        if (i == 0)
            hra_shape_id(out, "die");
        else
            hra_shape_id(out, "die.%d", i + 1);
        if (n > 0)
            hra_shape_name(out, "%s has thrown %d", race_seat(r->turn), die[i]);
        else if (r->won)
            hra_shape_name(out, "die of %s", race_seat(r->turn));
        else
            hra_shape_name(out, "to throw: %s", race_seat(r->turn));
        if (n == 0)
            hra_shape_text(out, "?");
        else
            hra_shape_text(out, "%d", die[i]);
    }
}

/* Where the moved piece was has a frame; the die lies in the middle, or beside whose it is. */
static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    plan p = make_plan(game->data);
    const race_state *r = m->state, *before = m->before;
    double x, y, bottom = p.grid.height + (p.corners ? 0.2 : yard_size + 0.5);
    if (before && before->thrown && m->last != RACE_PASS && race_low(m->last) > 0 &&
        find_cell(&p, before->turn, race_low(m->last), &x, &y)) {
        hra_shape_add(out, HRA_SHAPE_PLACE, x, y, 1, 1);
        hra_shape_id(out, "from");
        hra_shape_name(out, "the move began here");
        hra_shape_last(out)->form = HRA_FORM_ROUND;
        hra_shape_last(out)->marks |= HRA_MARK_LAST;
    }
    for (int seat = 0; seat < p.setup->seats; seat++)
        for (int i = 0; i < p.setup->pieces; i++)
            add_piece(&p, m, seat, i, out);
    place_yard(&p, r->turn, &x, &y);
    hra_shape_add(out, HRA_SHAPE_PLACE, x, y, yard_size, yard_size);
    hra_shape_id(out, "%s.turn", race_seat_names[r->turn]);
    if (r->won)
        hra_shape_name(out, "%s has won", race_seat(r->turn));
    else
        hra_shape_name(out, "%s is on turn", race_seat(r->turn));
    hra_shape_last(out)->marks |= HRA_MARK_TURN;
    x = p.corners ? p.arm + 1 : x + yard_size - 0.95;
    y = p.corners ? p.arm + 1 : y + 0.05;
    add_dice(&p, r, x, y, out);
    if (m->manual_dice && !r->thrown && !r->won)
        add_throws(p.setup, bottom, out);
}

/* ---- presses --------------------------------------------------------------------------------*/

static void move_input(const hra_game *game, const void *s, hra_move m, hra_move_input *out) {
    const race_setup *setup = game->data;
    const race_state *r = s;
    char from[ID], to[ID], home[ID];
    if (!r->thrown) {
        if (setup->dice == 2)
            hra_input_press(out, "throw.%d+%d", race_low(m), race_high(m));
        else
            hra_input_press(out, "throw.%u", m);
        return;
    }
    if (m == RACE_PASS) {
        hra_input_press(out, "die");
        return;
    }
    int place = race_target(setup, r->place[r->turn], race_low(m), race_face(r, m));
    int victim = race_hit(setup, r, r->turn, place);
    name_place(setup, r->turn, race_low(m), from);
    name_place(setup, r->turn, place, to);
    if (setup->dice == 2) /* the die first */
        hra_input_press(out, race_face(r, m) == r->thrown ? "die" : "die.2");
    hra_input_press(out, "%s", from);
    if (victim >= 0)
        hra_input_step(out, to, name_place(setup, victim, 0, home));
    hra_input_step(out, from, to);
}

static void chance_prompt(const hra_game *game, const void *s, hra_text *out) {
    hra_text_addf(out, _("%s throws"), race_seat(((const race_state *)s)->turn));
}

static void seat_count(const hra_game *game, const void *state, int seat, hra_text *out) {
    const race_setup *setup = game->data;
    const race_state *s = state;
    int home = 0;
    for (int i = 0; i < setup->pieces; i++)
        home += s->place[seat][i] > setup->ring;
    hra_text_addf(out, _("home: %d of %d"), home, setup->pieces);
}

static void ending(const hra_game *game, const void *state, hra_text *out) {
    hra_text_add(out, _("all pieces are home"));
}

static const char *const seat_colors[] = {"green", "blue", "red", "yellow"};

const hra_rules_scene race_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .move_input = move_input,
    .chance_prompt = chance_prompt,
    .seat_count = seat_count,
    .ending = ending,
};
