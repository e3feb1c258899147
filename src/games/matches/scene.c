/* The heap of matches as shapes, in lines. Pressing a match takes it and all after it. */
#include "core/messages.h"
#include "matches.h"

enum { SHORT = 10, LONG = 20, MANY = 40 };

static const double pitch = 0.45, height = 1.3, least = 5.5;

/* The matches of a line: few, so that a finger meets one on a telephone, unless there are many lines. */
static int line_of(const hra_game *game) {
    const matches_level *level = game->data;
    return level->count <= MANY ? SHORT : LONG;
}

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

static void board(const hra_game *game, hra_shapes *out) {
    const matches_level *level = game->data;
    const int line = line_of(game), columns = level->count < line ? level->count : line;
    double width = pitch * columns + 0.3 * (columns / 5) + 0.4;
    double lines = (level->count + line - 1) / line;
    width = width < least ? least : width;
    hra_shapes_symbols(out, symbols, 1);
    hra_shapes_ground(out, HRA_MATERIAL_FELT);
    hra_shapes_size(out, width, lines * (height + 0.3) + 0.4);
    hra_shape_add(out, HRA_SHAPE_AREA, 0, 0, width, lines * (height + 0.3) + 0.4);
    hra_shape_id(out, "heap");
    hra_shape_name(out, "the heap");
    hra_shape_last(out)->material = HRA_MATERIAL_FELT;
}

/* The matches that the last move took are shown once more. */
static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const matches_heap *h = m->state, *before = m->before;
    const int line = line_of(game);
    int were = before && before->left > h->left ? before->left : h->left;
    for (int k = 0; k < were; k++) {
        const int column = k % line;
        hra_shape_add(out, HRA_SHAPE_PIECE, 0.2 + pitch * column + 0.3 * (column / 5),
                      0.3 + (k / line) * (height + 0.3), pitch, height);
        hra_shape_id(out, "%d", k + 1);
        hra_shape_last(out)->form = HRA_FORM_STICK;
        hra_shape_on(out, "heap");
        if (k < h->left)
            hra_shape_name(out, "match %d from the end", h->left - k);
        else
            hra_shape_name(out, "taken");
        hra_shape_last(out)->marks |= k < h->left ? 0 : HRA_MARK_LAST | HRA_MARK_FAINT;
    }
}

static void move_input(const hra_game *game, const void *s, hra_move m, hra_move_input *out) {
    const matches_heap *h = s;
    int stay = h->left - (int)m;
    hra_input_press(out, "%d", stay + 1);
    for (int k = h->left; k > stay; k--) {
        char id[16];
        (void)hra_snprintf(id, sizeof id, "%d", k);
        hra_input_step(out, id, NULL);
    }
}

static void ending(const hra_game *game, const void *state, hra_text *out) {
    hra_text_add(out, _("the last match wins"));
}

const hra_rules_scene matches_scene = {
    .size = sizeof(hra_rules_scene),
    .board = board,
    .now = now,
    .move_input = move_input,
    .ending = ending,
};
