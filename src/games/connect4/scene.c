/* The board of Connect Four as shapes: a frame with holes, and the discs behind it. A press anywhere in a column drops a disc. */
#include "connect4.h"
#include "core/messages.h"

/* Discs in a box of 100 x 100; Yellow's has a ring, so that colour is not the only sign. */
static const hra_symbol_path red_disc[] = {
    {HRA_SYMBOL_EDGE, 0, "M4 50a46 46 0 1 1 92 0a46 46 0 1 1 -92 0z"},
    {HRA_SYMBOL_OWNER, 0, "M8 50a42 42 0 1 1 84 0a42 42 0 1 1 -84 0z"},
    {HRA_SYMBOL_SHADE, 3, "M20 50a30 30 0 1 1 60 0a30 30 0 1 1 -60 0z"},
    {HRA_SYMBOL_LIGHT, 4, "M20 40a32 32 0 0 1 30 -22"},
};
static const hra_symbol_path yellow_disc[] = {
    {HRA_SYMBOL_EDGE, 0, "M4 50a46 46 0 1 1 92 0a46 46 0 1 1 -92 0z"},
    {HRA_SYMBOL_OWNER, 0, "M8 50a42 42 0 1 1 84 0a42 42 0 1 1 -84 0z"},
    {HRA_SYMBOL_INK, 5, "M30 50a20 20 0 1 1 40 0a20 20 0 1 1 -40 0z"},
    {HRA_SYMBOL_LIGHT, 4, "M20 40a32 32 0 0 1 30 -22"},
};
static const hra_symbol symbols[] = {
    {.id = "plain", .width = 100, .height = 100, .paths = 4, .path = red_disc},
    {.id = "ring", .width = 100, .height = 100, .paths = 4, .path = yellow_disc},
};

static void board(const hra_game *game, hra_shapes *out) {
    const c4_board *b = c4_board_of(game);
    hra_shapes_size(out, b->width, b->height + 0.5);
    hra_shapes_symbols(out, symbols, sizeof symbols / sizeof *symbols);
    hra_shapes_ground(out, HRA_MATERIAL_NIGHT);
    hra_shape_add(out, HRA_SHAPE_AREA, 0, 0, b->width, b->height);
    hra_shape_id(out, "board");
    hra_shape_name(out, "the board");
    hra_shape_last(out)->material = HRA_MATERIAL_NIGHT;
    for (int column = 0; column < b->width; column++) {
        hra_shape_add(out, HRA_SHAPE_LABEL, column, b->height, 1, 0.5);
        hra_shape_id(out, "%d.name", column + 1);
        hra_shape_text(out, "%d", column + 1);
        hra_shape_on(out, "%d", column + 1);
        hra_shape_last(out)->material = HRA_MATERIAL_NIGHT;
        for (int row = 0; row < b->height; row++) {
            hra_shape_add(out, HRA_SHAPE_CELL, column + 0.1, b->height - 0.9 - row, 0.8, 0.8);
            hra_shape_id(out, "%d.%d", column + 1, row + 1);
            hra_shape_name(out, "column %d, row %d", column + 1, row + 1);
            hra_shape_last(out)->form = HRA_FORM_ROUND;
            hra_shape_last(out)->material = HRA_MATERIAL_NIGHT;
            hra_shape_last(out)->tone = 2;
        }
    }
}

/* Puts the last shape on the cell in which a disc would come to rest, so that a press on it is one there. */
static void put_on_landing(const c4_board *b, const c4_state *s, int column, hra_shapes *out) {
    const uint64_t cell = c4_drop(b, s->disc[0] | s->disc[1], column);
    if (cell)
        hra_shape_on(out, "%d.%d", column + 1, __builtin_ctzll(cell) % (b->height + 1) + 1);
}

static void add_column(const c4_board *b, const c4_state *s, int column, hra_shapes *out) {
    hra_shape_add(out, HRA_SHAPE_PLACE, column, 0, 1, b->height);
    hra_shape_id(out, "%d", column + 1);
    hra_shape_name(out, "column %d", column + 1);
    put_on_landing(b, s, column, out);
}

static void add_disc(const c4_board *b, const c4_state *s, int column, int row, bool last, hra_shapes *out) {
    const int seat = (int)(s->disc[1] >> c4_bit(b, column, row) & 1);
    hra_shape_add(out, HRA_SHAPE_PIECE, column + 0.1, b->height - 0.9 - row, 0.8, 0.8);
    hra_shape_id(out, "%d.%d.%s", column + 1, row + 1, seat ? "yellow" : "red");
    hra_shape_name(out, seat ? N_("yellow disc in column %d, row %d") : N_("red disc in column %d, row %d"),
                   column + 1, row + 1);
    hra_shape_on(out, "%d.%d", column + 1, row + 1);
    hra_shape_last(out)->form = seat ? HRA_FORM_RING : HRA_FORM_PLAIN;
    hra_shape_last(out)->owner = seat;
    hra_shape_last(out)->marks |= last ? HRA_MARK_LAST : 0;
}

static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const c4_board *b = c4_board_of(game);
    const c4_state *s = m->state, *before = m->before;
    const uint64_t taken = s->disc[0] | s->disc[1],
                   fresh = before ? taken ^ (before->disc[0] | before->disc[1]) : 0;
    for (int column = 0; column < b->width; column++) {
        for (int row = 0; row < b->height; row++) {
            const uint64_t at = (uint64_t)1 << c4_bit(b, column, row);
            if (taken & at)
                add_disc(b, s, column, row, (fresh & at) != 0, out);
        }
        add_column(b, s, column, out);
    }
}

static void move_input(const hra_game *game, const void *s, hra_move m, hra_move_input *out) {
    const c4_board *b = c4_board_of(game);
    const c4_state *p = s;
    const int bit = __builtin_ctzll(c4_drop(b, p->disc[0] | p->disc[1], (int)m));
    char cell[24];
    (void)hra_snprintf(cell, sizeof cell, "%u.%d", m + 1, bit % (b->height + 1) + 1);
    hra_input_press(out, "%s", cell);
    hra_input_step(out, NULL, cell);
}

static void ending(const hra_game *game, const void *state, hra_text *out) {
    const c4_board *b = c4_board_of(game);
    if (((const c4_state *)state)->lead != 0)
        hra_text_addf(out, _("%d in a line"), b->length);
}

static const char *const seat_colors[] = {"red", "yellow"};

const hra_rules_scene c4_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .move_input = move_input,
    .ending = ending,
    .editor = &c4_editor,
};
