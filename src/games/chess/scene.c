/* The board of chess as shapes. A move is pressed by its squares; a pawn that arrives also by what it becomes. */
#include "chess.h"
#include "core/messages.h"

static const char *const kind_ids[CH_KINDS] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

typedef struct place {
    char id[4];
} place;

static place place_of(int square) {
    return (place){{(char)('a' + square % 8), (char)('1' + square / 8)}};
}

/* ---- what never changes -------------------------------------------------------------------------*/

static void add_square(const ch_game *g, int file, int rank, hra_shapes *out) {
    hra_shape_add(out, HRA_SHAPE_CELL, file, g->size - 1 - rank, 1, 1);
    hra_shape_id(out, "%c%d", 'a' + file, rank + 1);
    hra_shape_name(out, "%c%d", 'a' + file, rank + 1);
    if (file == 0 && rank == 0)
        hra_shape_text(out, "%c%d", 'a', 1);
    else if (file == 0)
        hra_shape_text(out, "%d", rank + 1);
    else if (rank == 0)
        hra_shape_text(out, "%c", 'a' + file);
    hra_shape_last(out)->material = HRA_MATERIAL_WOOD;
    hra_shape_last(out)->tone = (file + rank) % 2 ? 2 : 1;
}

static void board(const hra_game *game, hra_shapes *out) {
    const ch_game *g = ch_game_of(game);
    hra_shapes_size(out, g->size, g->size);
    hra_shapes_symbols(out, ch_symbols, CH_SYMBOLS);
    hra_shapes_ground(out, HRA_MATERIAL_WOOD);
    hra_shape_add(out, HRA_SHAPE_AREA, 0, 0, g->size, g->size);
    hra_shape_id(out, "board");
    hra_shape_name(out, "the board");
    hra_shape_last(out)->material = HRA_MATERIAL_WOOD;
    hra_shape_last(out)->tone = 2;
    for (int rank = g->size - 1; rank >= 0; rank--)
        for (int file = 0; file < g->size; file++)
            add_square(g, file, rank, out);
}

/* ---- what is on it now ----------------------------------------------------------------------------*/

static void add_piece(const ch_game *g, const ch_state *s, int square, hra_shapes *out) {
    static const char *const names[2][CH_KINDS] = {
        {N_("white pawn on %s"), N_("white knight on %s"), N_("white bishop on %s"), N_("white rook on %s"),
         N_("white queen on %s"), N_("white king on %s")},
        {N_("black pawn on %s"), N_("black knight on %s"), N_("black bishop on %s"), N_("black rook on %s"),
         N_("black queen on %s"), N_("black king on %s")}};
    const int kind = ch_kind_at(s, square), side = s->side[CH_BLACK] >> square & 1;
    const place at = place_of(square);
    hra_shape_add(out, HRA_SHAPE_PIECE, square % 8 + 0.04, g->size - 1 - square / 8 + 0.04, 0.92, 0.92);
    hra_shape_id(out, "%s.%s", at.id, side == CH_WHITE ? "white" : "black");
    hra_shape_name(out, names[side][kind], at.id);
    hra_shape_on(out, "%s", at.id);
    hra_shape_last(out)->owner = side;
    hra_shape_last(out)->symbol = kind_ids[kind];
}

static void add_frame(const ch_game *g, int square, const char *id, hra_shapes *out) {
    hra_shape_add(out, HRA_SHAPE_PLACE, square % 8, g->size - 1 - square / 8, 1, 1);
    hra_shape_id(out, "%s.%s", place_of(square).id, id);
    hra_shape_on(out, "%s", place_of(square).id);
}

/* A king that castles ends beside its rook, whose square the move has. */
static void add_last_move(const ch_game *g, hra_move m, bool castles, hra_shapes *out) {
    const int from = ch_from(m), beside = (from & 56) + (ch_to(m) > from ? 6 : 2);
    for (int i = 0; i < 2; i++) {
        const int square = !i ? from : castles ? beside : ch_to(m);
        if (i && square == from)
            return; /* a king of Chess960 that stays */
        add_frame(g, square, "last", out);
        hra_shape_name(out, i ? N_("moved to %s") : N_("moved from %s"), place_of(square).id);
        hra_shape_last(out)->marks |= HRA_MARK_LAST;
    }
}

static void add_check(const ch_game *g, const ch_state *s, hra_shapes *out) {
    const ch_set king = s->kind[CH_KING] & s->side[s->turn];
    if (!ch_checkers(g, s, s->turn))
        return;
    add_frame(g, ch_first(king), "check", out);
    if (s->over == CH_MATE)
        hra_shape_name(out,
                       s->turn == CH_WHITE ? N_("the white king is mated") : N_("the black king is mated"));
    else
        hra_shape_name(out, s->turn == CH_WHITE ? N_("the white king is in check")
                                                : N_("the black king is in check"));
    hra_shape_last(out)->symbol = ch_symbols[CH_CHECK_SIGN].id;
}

/* Beside the board, while a pawn can arrive. */
static void add_choice(const ch_game *g, const ch_state *s, hra_shapes *out) {
    static const char *const names[CH_KINDS] = {[CH_KNIGHT] = N_("the pawn becomes a knight"),
                                                [CH_BISHOP] = N_("the pawn becomes a bishop"),
                                                [CH_ROOK] = N_("the pawn becomes a rook"),
                                                [CH_QUEEN] = N_("the pawn becomes a queen")};
    hra_move moves[CH_MAX_MOVES];
    const int n = s->over == CH_GOES_ON ? ch_moves(g, s, moves) : 0;
    bool offered[CH_KINDS] = {false};
    int y = 0;
    for (int i = 0; i < n; i++)
        offered[ch_becomes(moves[i])] = true;
    for (int kind = CH_QUEEN; kind >= CH_KNIGHT; kind--) {
        if (!offered[kind])
            continue;
        hra_shape_add(out, HRA_SHAPE_CARD, g->size + 0.15, 0.1 + 1.1 * y++, 1, 1);
        hra_shape_id(out, "%s", kind_ids[kind]);
        hra_shape_name(out, "%s", _(names[kind]));
        hra_shape_last(out)->owner = s->turn;
        hra_shape_last(out)->symbol = kind_ids[kind];
    }
}

static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = m->state;
    if (m->before && m->last != CH_CLAIM)
        add_last_move(g, m->last, ch_castles(m->before, m->last), out);
    add_check(g, s, out);
    for (ch_set all = ch_all(s); all; all &= all - 1)
        add_piece(g, s, ch_first(all), out);
    add_choice(g, s, out);
}

/* ---- moves ------------------------------------------------------------------------------------------*/

/* To the square where the king ends, or to its rook, where the first is a step of the king. */
static void castling_input(int from, int rook, hra_move_input *out) {
    const bool right = rook > from;
    const int base = from & 56, to = base + (right ? 6 : 2), beside = base + (right ? 5 : 3);
    const bool far = to > from + 1 || to < from - 1;
    hra_input_press(out, "%s", place_of(from).id);
    hra_input_press(out, "%s", place_of(far ? to : rook).id);
    if (far && to != rook) {
        hra_input_or(out);
        hra_input_press(out, "%s", place_of(from).id);
        hra_input_press(out, "%s", place_of(rook).id);
    }
    if (from != to)
        hra_input_step(out, place_of(from).id, place_of(to).id);
    if (rook != beside)
        hra_input_step(out, place_of(rook).id, place_of(beside).id);
}

static void move_input(const hra_game *game, const void *state, hra_move m, hra_move_input *out) {
    const ch_state *s = state;
    const int from = ch_from(m), to = ch_to(m);
    if (m == CH_CLAIM)
        return; /* a button */
    if (ch_castles(s, m)) {
        castling_input(from, to, out);
        return;
    }
    hra_input_press(out, "%s", place_of(from).id);
    hra_input_press(out, "%s", place_of(to).id);
    if (ch_becomes(m))
        hra_input_press(out, "%s", kind_ids[ch_becomes(m)]);
    if (s->passed && to == s->passed && (s->kind[CH_PAWN] >> from & 1))
        hra_input_step(out, place_of(to ^ 8).id, NULL);
    else if (ch_all(s) >> to & 1)
        hra_input_step(out, place_of(to).id, NULL);
    hra_input_step(out, place_of(from).id, place_of(to).id);
}

/* ---- in words ----------------------------------------------------------------------------------------*/

/* As players count: a pawn 1, knights and bishops 3, a rook 5, a queen 9. */
static void seat_count(const hra_game *game, const void *state, int seat, hra_text *out) {
    static const int points[CH_KINDS] = {1, 3, 3, 5, 9, 0};
    const ch_state *s = state;
    int sum = 0;
    for (int kind = 0; kind < CH_KINDS; kind++)
        sum += points[kind] * __builtin_popcountll(s->kind[kind] & s->side[seat]);
    hra_text_addf(out, _n("%d point", "%d points", sum), sum);
}

static void ending(const hra_game *game, const void *state, hra_text *out) {
    static const char *const why[] = {
        [CH_MATE] = N_("mate"),
        [CH_STALEMATE] = N_("stalemate"),
        [CH_DEAD] = N_("too few pieces to mate"),
        [CH_QUIET] = N_("50 moves without a capture or a pawn move"),
        [CH_CLAIMED] = N_("a draw was claimed"),
    };
    const int over = ((const ch_state *)state)->over;
    if (over == CH_QUIET && ch_game_of(game)->claims) {
        hra_text_add(out, _("75 moves without a capture or a pawn move"));
        return;
    }
    if (over != CH_GOES_ON && over != CH_SET_UP)
        hra_text_add(out, _(why[over]));
}

static const char *const seat_colors[] = {"white", "black"};

const hra_rules_scene ch_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .move_input = move_input,
    .seat_count = seat_count,
    .ending = ending,
    .editor = &ch_editor,
};
