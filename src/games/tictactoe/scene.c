/* The board of tic-tac-toe as shapes. */
#include "tictactoe.h"

static void board(const hra_game *game, hra_shapes *out) {
    hra_shapes_size(out, 4.5, 4.5);
    for (int i = 0; i < 9; i++) {
        hra_shape_add(out, HRA_SHAPE_CELL, 1.5 * (i % 3), 1.5 * (i / 3), 1.5, 1.5);
        hra_shape_id(out, "%c%d", "abc"[i % 3], i / 3 + 1);
        hra_shape_name(out, "%c%d", "abc"[i % 3], i / 3 + 1);
    }
}

static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const ttt_board *b = m->state;
    for (int i = 0; i < 9; i++) {
        int seat = b->mask[1] >> i & 1;
        if (!seat && !(b->mask[0] >> i & 1))
            continue;
        hra_shape_add(out, HRA_SHAPE_PIECE, 1.5 * (i % 3) + 0.2, 1.5 * (i / 3) + 0.2, 1.1, 1.1);
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

static const char *const seat_colors[] = {"blue", "orange"};

const hra_rules_scene ttt_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .move_input = move_input,
};
