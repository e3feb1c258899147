/* The board of tic-tac-toe as shapes. */
#include "core/messages.h"
#include "tictactoe.h"

/* Drawn as by hand, in a box of 100 x 100. */
static const hra_symbol_path cross[] = {
    {HRA_SYMBOL_SHADE, 15, "M17 20C38 42 60 62 84 85M86 18C64 38 40 62 18 86"},
    {HRA_SYMBOL_OWNER, 15, "M14 16C36 38 58 58 82 82"},
    {HRA_SYMBOL_OWNER, 15, "M84 14C62 34 38 58 16 84"},
};
static const hra_symbol_path ring[] = {
    {HRA_SYMBOL_SHADE, 14, "M54 15C30 13 14 32 16 54S34 89 55 88S90 72 88 52S74 18 54 15z"},
    {HRA_SYMBOL_OWNER, 14, "M51 11C27 9 11 28 13 50S31 85 52 84S87 68 85 48S71 14 51 11z"},
};
static const hra_symbol symbols[] = {
    {.id = "cross", .width = 100, .height = 100, .paths = 3, .path = cross},
    {.id = "ring", .width = 100, .height = 100, .paths = 2, .path = ring},
};

static void board(const hra_game *game, hra_shapes *out) {
    hra_shapes_size(out, 4.5, 4.5);
    hra_shapes_symbols(out, symbols, sizeof symbols / sizeof *symbols);
    hra_shapes_ground(out, HRA_MATERIAL_PAPER);
    for (int i = 0; i < 9; i++) {
        hra_shape_add(out, HRA_SHAPE_CELL, 1.5 * (i % 3), 1.5 * (i / 3), 1.5, 1.5);
        hra_shape_id(out, "%c%d", "abc"[i % 3], i / 3 + 1);
        hra_shape_name(out, "%c%d", "abc"[i % 3], i / 3 + 1);
        hra_shape_last(out)->material = HRA_MATERIAL_PAPER;
    }
}

static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const ttt_board *b = m->state;
    for (int i = 0; i < 9; i++) {
        int seat = b->mask[1] >> i & 1;
        if (!seat && !(b->mask[0] >> i & 1))
            continue;
        hra_shape_add(out, HRA_SHAPE_PIECE, 1.5 * (i % 3) + 0.25, 1.5 * (i / 3) + 0.25, 1, 1);
        hra_shape_id(out, "%c%d.%c", "abc"[i % 3], i / 3 + 1, "XO"[seat]);
        hra_shape_name(out, "%c on %c%d", "XO"[seat], "abc"[i % 3], i / 3 + 1);
        hra_shape_on(out, "%c%d", "abc"[i % 3], i / 3 + 1);
        hra_shape_last(out)->form = seat ? HRA_FORM_RING : HRA_FORM_CROSS;
        hra_shape_last(out)->owner = seat;
        if (m->before && m->last == (hra_move)i)
            hra_shape_last(out)->marks |= HRA_MARK_LAST;
    }
}

static void move_input(const hra_game *game, const void *s, hra_move m, hra_move_input *out) {
    char cell[3] = {"abc"[m % 3], (char)('1' + m / 3), '\0'};
    hra_input_press(out, "%s", cell);
    hra_input_step(out, NULL, cell);
}

static void ending(const hra_game *game, const void *state, hra_text *out) {
    const ttt_board *b = state;
    if (b->lead != 0)
        hra_text_add(out, _("three in a row"));
}

static const char *const seat_colors[] = {"blue", "orange"};

const hra_rules_scene ttt_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .move_input = move_input,
    .ending = ending,
    .editor = &ttt_editor,
};
