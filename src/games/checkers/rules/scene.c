/* The board of checkers as shapes: the numbered squares, and what stands on them. A jump is pressed square by
 * square. */
#include "checkers.h"
#include "core/messages.h"

enum { SIDE = 8 };

/* ---- symbols: turned discs, in a box of 100 x 100 ----------------------------------------------*/

static const hra_symbol_path man_paths[] = {
    {HRA_SYMBOL_SHADE, 0, "M5 54a46 46 0 1 1 92 0a46 46 0 1 1 -92 0z"},
    {HRA_SYMBOL_EDGE, 0, "M4 50a46 46 0 1 1 92 0a46 46 0 1 1 -92 0z"},
    {HRA_SYMBOL_OWNER, 0, "M6 50a44 44 0 1 1 88 0a44 44 0 1 1 -88 0z"},
    {HRA_SYMBOL_SHADE, 3, "M15 50a35 35 0 1 1 70 0a35 35 0 1 1 -70 0z"},
    {HRA_SYMBOL_LIGHT, 2, "M18 50a32 32 0 1 1 64 0a32 32 0 1 1 -64 0z"},
    {HRA_SYMBOL_SHADE, 3, "M29 50a21 21 0 1 1 42 0a21 21 0 1 1 -42 0z"},
    {HRA_SYMBOL_LIGHT, 2, "M32 50a18 18 0 1 1 36 0a18 18 0 1 1 -36 0z"},
};
static const hra_symbol_path king_paths[] = {
    {HRA_SYMBOL_SHADE, 0, "M5 56a46 46 0 1 1 92 0a46 46 0 1 1 -92 0z"},
    {HRA_SYMBOL_EDGE, 0, "M4 50a46 46 0 1 1 92 0a46 46 0 1 1 -92 0z"},
    {HRA_SYMBOL_OWNER, 0, "M6 50a44 44 0 1 1 88 0a44 44 0 1 1 -88 0z"},
    {HRA_SYMBOL_SHADE, 3, "M13 50a37 37 0 1 1 74 0a37 37 0 1 1 -74 0z"},
    {HRA_SYMBOL_LIGHT, 2, "M16 50a34 34 0 1 1 68 0a34 34 0 1 1 -68 0z"},
    {HRA_SYMBOL_GOLD, 0, "M28 70L21 35L38 48L50 24L62 48L79 35L72 70z"},
    {HRA_SYMBOL_INK, 3, "M28 70L21 35L38 48L50 24L62 48L79 35L72 70zM30 63h40"},
};

static const hra_symbol symbols[] = {
    {.id = "plain", .width = 100, .height = 100, .paths = 7, .path = man_paths},
    {.id = "king", .width = 100, .height = 100, .paths = 7, .path = king_paths},
};

/* ---- what never changes -------------------------------------------------------------------------*/

static int column_of(int square) {
    return square % 4 * 2 + (square / 4 % 2 == 0);
}

static void board(const hra_game *game, hra_shapes *out) {
    hra_shapes_size(out, SIDE, SIDE);
    hra_shapes_symbols(out, symbols, sizeof symbols / sizeof *symbols);
    hra_shapes_ground(out, HRA_MATERIAL_WOOD);
    hra_shape_add(out, HRA_SHAPE_AREA, 0, 0, SIDE, SIDE);
    hra_shape_id(out, "board");
    hra_shape_name(out, "the board");
    hra_shape_last(out)->material = HRA_MATERIAL_WOOD;
    hra_shape_last(out)->tone = 2;
    for (int square = 0; square < CK_SQUARES; square++) {
        hra_shape_add(out, HRA_SHAPE_CELL, column_of(square), square / 4, 1, 1);
        hra_shape_id(out, "%d", square + 1);
        hra_shape_name(out, "%d", square + 1);
        hra_shape_text(out, "%d", square + 1);
        hra_shape_last(out)->material = HRA_MATERIAL_WOOD;
        hra_shape_last(out)->tone = 1;
    }
}

static void add_piece(const ck_board *b, int square, hra_shapes *out) {
    ck_set at = (ck_set)1 << ck_bit(square);
    bool king = b->kings & at;
    int side = b->pieces[CK_WHITE] & at ? CK_WHITE : CK_BLACK;
    if (!((b->pieces[0] | b->pieces[1]) & at))
        return;
    hra_shape_add(out, HRA_SHAPE_PIECE, column_of(square) + 0.1, square / 4 + 0.1, 0.8, 0.8);
    hra_shape_id(out, "%d.%s", square + 1, side == CK_BLACK ? "black" : "white");
    if (side == CK_BLACK)
        hra_shape_name(out, king ? N_("black king on %d") : N_("black man on %d"), square + 1);
    else
        hra_shape_name(out, king ? N_("white king on %d") : N_("white man on %d"), square + 1);
    hra_shape_on(out, "%d", square + 1);
    hra_shape_last(out)->form = king ? HRA_FORM_KING : HRA_FORM_PLAIN;
    hra_shape_last(out)->owner = side;
}

/* The squares that the last move touched have a frame. */
static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const ck_state *s = m->state;
    int path[CK_MAX_JUMPS + 1], n = m->before ? ck_move_path(m->last, path) : 0;
    ck_set framed = 0;
    for (int i = 0; i < n; i++) {
        ck_set at = (ck_set)1 << ck_bit(path[i]);
        if (framed & at)
            continue;
        framed |= at;
        hra_shape_add(out, HRA_SHAPE_PLACE, column_of(path[i]), path[i] / 4, 1, 1);
        hra_shape_id(out, "%d.last", path[i] + 1);
        hra_shape_name(out, i == n - 1 ? N_("moved to %d") : N_("moved from %d"), path[i] + 1);
        hra_shape_last(out)->marks |= HRA_MARK_LAST;
    }
    for (int square = 0; square < CK_SQUARES; square++)
        add_piece(&s->board, square, out);
}

static void move_input(const hra_game *game, const void *s, hra_move m, hra_move_input *out) {
    int path[CK_MAX_JUMPS + 1], n = ck_move_path(m, path);
    char id[CK_MAX_JUMPS + 1][8], over[8];
    for (int i = 0; i < n; i++) {
        (void)hra_snprintf(id[i], sizeof id[i], "%d", path[i] + 1);
        hra_input_press(out, "%s", id[i]);
    }
    for (int i = 0; i + 1 < n; i++) {
        hra_input_step(out, id[i], id[i + 1]);
        if (!ck_move_jumps(m))
            continue;
        ck_set at = ck_shift((ck_set)1 << ck_bit(path[i]), ck_move_way(m, i));
        (void)hra_snprintf(over, sizeof over, "%d", ck_square(__builtin_ctzll(at)) + 1);
        hra_input_step(out, over, NULL);
    }
}

static void seat_count(const hra_game *game, const void *state, int seat, hra_text *out) {
    int pieces = __builtin_popcountll(((const ck_state *)state)->board.pieces[seat]);
    hra_text_addf(out, _n("%d piece", "%d pieces", pieces), pieces);
}

static void ending(const hra_game *game, const void *state, hra_text *out) {
    const ck_state *s = state;
    hra_move moves[CK_MAX_MOVES];
    if (!s->board.pieces[s->side])
        hra_text_add(out, _("no piece left"));
    else if (ck_moves(&s->board, s->side, moves) == 0)
        hra_text_add(out, _("no move left"));
}

static const char *const seat_colors[] = {"black", "white"};

const hra_rules_scene ck_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .move_input = move_input,
    .seat_count = seat_count,
    .ending = ending,
    .editor = &ck_editor,
};
