/* The rows of nim as shapes. The id of a match is its row and its number from the left; pressing a match
 * takes it and all to its right. */
#include "core/messages.h"
#include "nim.h"

static const double pitch = 0.45, height = 1.3, margin = 1.2;

/* A match, in a box of 34 x 100. */
static const hra_symbol_path stick[] = {
    {HRA_SYMBOL_SHADE, 0, "M16 20h8v80h-8z"},
    {HRA_SYMBOL_WOOD, 0, "M12 18h9v78h-9z"},
    {HRA_SYMBOL_LIGHT, 0, "M12 18h4v78h-4z"},
    {HRA_SYMBOL_RED, 0, "M16.5 2C24 2 25 12 25 18S21 29 16.5 29S8 24 8 18S9 2 16.5 2z"},
    {HRA_SYMBOL_LIGHT, 0, "M12 10a2.5 5 0 1 1 5 0a2.5 5 0 1 1 -5 0z"},
};
static const hra_symbol symbols[] = {
    {.id = "stick", .width = 34, .height = 100, .paths = 5, .path = stick},
};

static double left_of(int match) {
    return margin + pitch * match + 0.3 * (match / 5);
}

static void board(const hra_game *game, hra_shapes *out) {
    const nim_level *level = game->data;
    double width = 0;
    for (int i = 0; i < level->rows; i++)
        width = left_of(level->row[i]) > width ? left_of(level->row[i]) : width;
    hra_shapes_size(out, width < 7 ? 7 : width, level->rows * (height + 0.3));
    hra_shapes_symbols(out, symbols, 1);
    hra_shapes_ground(out, HRA_MATERIAL_FELT);
    for (int i = 0; i < level->rows; i++) {
        hra_shape_add(out, HRA_SHAPE_LABEL, 0.1, i * (height + 0.3) + 0.3, 0.7, 0.7);
        hra_shape_id(out, "%c", 'a' + i);
        hra_shape_name(out, "row %c", 'a' + i);
        hra_shape_text(out, "%c", 'a' + i);
    }
}

/* The matches that the last move took are shown once more. */
static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const nim_level *level = game->data;
    const uint8_t *b = m->state, *before = m->before;
    for (int i = 0; i < level->rows; i++) {
        int left = b[1 + i], were = before ? before[1 + i] : left;
        for (int k = 0; k < were || k < left; k++) {
            hra_shape_add(out, HRA_SHAPE_PIECE, left_of(k), i * (height + 0.3), pitch, height);
            hra_shape_id(out, "%c%d", 'a' + i, k + 1);
            hra_shape_last(out)->form = HRA_FORM_STICK;
            hra_shape_on(out, "%c", 'a' + i);
            if (k < left)
                hra_shape_name(out, "row %c, %d from the end", 'a' + i, left - k);
            else
                hra_shape_name(out, "taken from row %c", 'a' + i);
            hra_shape_last(out)->marks |= k < left ? 0 : HRA_MARK_LAST | HRA_MARK_FAINT;
        }
    }
}

static void move_input(const hra_game *game, const void *s, hra_move m, hra_move_input *out) {
    const uint8_t *b = s;
    int row = (int)(m >> 8), left = b[1 + row], stay = left - (int)(m & 255);
    hra_input_press(out, "%c%d", 'a' + row, stay + 1);
    for (int k = left; k > stay; k--) {
        char id[16];
        (void)hra_snprintf(id, sizeof id, "%c%d", 'a' + row, k);
        hra_input_step(out, id, NULL);
    }
}

static void ending(const hra_game *game, const void *state, hra_text *out) {
    const nim_level *level = game->data;
    hra_text_add(out, level->last_loses ? _("the last match loses") : _("the last match wins"));
}

const hra_rules_scene nim_scene = {
    .size = sizeof(hra_rules_scene),
    .board = board,
    .now = now,
    .move_input = move_input,
    .ending = ending,
};
