/* Positions of chess that are set up square by square. */
#include <string.h>

#include "chess.h"
#include "core/messages.h"

enum { PIECES = 2 * CH_KINDS };

/* By side, then by kind. */
static const char *const ids[PIECES] = {"white.pawn",   "white.knight", "white.bishop", "white.rook",
                                        "white.queen",  "white.king",   "black.pawn",   "black.knight",
                                        "black.bishop", "black.rook",   "black.queen",  "black.king"};
static const char *const names[PIECES] = {N_("white pawn"), N_("white knight"), N_("white bishop"),
                                          N_("white rook"), N_("white queen"),  N_("the white king"),
                                          N_("black pawn"), N_("black knight"), N_("black bishop"),
                                          N_("black rook"), N_("black queen"),  N_("the black king")};

static void palette(const hra_game *game, hra_shapes *out) {
    const bool bishops = ch_game_of(game)->variant != CH_LOS_ALAMOS;
    int at = 0;
    for (int i = 0; i < PIECES; i++) {
        if (i % CH_KINDS == CH_BISHOP && !bishops)
            continue;
        hra_shape_add(out, HRA_SHAPE_PIECE, at++, 0, 0.9, 0.9);
        hra_shape_id(out, "%s", ids[i]);
        hra_shape_name(out, "%s", _(names[i]));
        hra_shape_last(out)->owner = i / CH_KINDS;
        hra_shape_last(out)->symbol = ch_symbols[i % CH_KINDS].id;
    }
}

/* "e4"; -1: another shape. */
static int square_of(const ch_game *g, const char *place) {
    const int file = place[0] - 'a', rank = place[0] ? place[1] - '1' : -1;
    const bool whole = file >= 0 && file < g->size && rank >= 0 && rank < g->size && !place[2];
    return whole ? 8 * rank + file : -1;
}

static void take(ch_state *s, ch_set at) {
    for (int kind = 0; kind < CH_KINDS; kind++)
        s->kind[kind] &= ~at;
    s->side[0] &= ~at;
    s->side[1] &= ~at;
    s->castle &= ~at;
}

/* The moves of such a position are not listed: it may lack kings, or have more moves than a list holds. The draft reads it
 * anew if it is right. */
static void forget(ch_state *s) {
    s->passed = 0;
    s->quiet = 0;
    s->over = CH_SET_UP;
}

/* What a king that is not where it was may no longer do. */
static void forget_castling(ch_state *s, int side) {
    s->castle &= side == CH_WHITE ? ~(ch_set)0xff : (ch_set)0xff;
}

static hra_err put(const hra_game *game, void *state, const char *piece, const char *place, hra_error *why) {
    const ch_game *g = ch_game_of(game);
    ch_state *s = state;
    const int square = square_of(g, place);
    int i = 0;
    if (square < 0)
        return hra_fail(why, HRA_EINPUT, -1, "pieces are on the squares of the board");
    const ch_set at = ch_bit(square);
    if (!piece && !(ch_all(s) & at))
        return hra_fail(why, HRA_EINPUT, -1, "there is no piece on %.20s", place);
    while (piece && strcmp(piece, ids[i]) != 0)
        i++;
    const int side = i / CH_KINDS, kind = i % CH_KINDS;
    if (piece && kind == CH_PAWN && (square / 8 == 0 || square / 8 == g->size - 1))
        return hra_fail(why, HRA_EINPUT, -1, "a pawn is on the first or the last rank");
    if (piece && kind == CH_KING)
        take(s, s->kind[CH_KING] & s->side[side]);
    for (int of = 0; of < 2; of++)
        if ((s->kind[CH_KING] & s->side[of] & at) || (piece && kind == CH_KING && of == side))
            forget_castling(s, of);
    take(s, at);
    if (piece) {
        s->kind[kind] |= at;
        s->side[side] |= at;
    }
    forget(s);
    return HRA_OK;
}

static const char *piece_at(const hra_game *game, const void *state, const char *place) {
    const ch_state *s = state;
    const int square = square_of(ch_game_of(game), place);
    const int kind = square < 0 ? CH_KINDS : ch_kind_at(s, square);
    return kind == CH_KINDS ? NULL : ids[kind + (s->side[CH_BLACK] >> square & 1 ? CH_KINDS : 0)];
}

static void clear(const hra_game *game, void *state) {
    memset(state, 0, sizeof(ch_state));
    ((ch_state *)state)->number = 1;
    ((ch_state *)state)->over = CH_SET_UP;
}

/* ---- whose turn it is, and which rooks may castle -------------------------------------------------*/

static const char *const sides[] = {"white", "black", NULL};
static const char *const said_sides[] = {N_("White"), N_("Black"), NULL};
static const char *const answers[] = {"no", "yes", NULL};
static const char *const said_answers[] = {N_("no"), N_("yes"), NULL};
enum { CASTLINGS = 4 };
static const char *const castlings[CASTLINGS] = {"K", "Q", "k", "q"}; /* as in a FEN */

static int settings(const hra_game *game, hra_edit_setting out[HRA_MAX_EDIT_SETTINGS]) {
    static const char *const labels[CASTLINGS] = {N_("White may castle O-O"), N_("White may castle O-O-O"),
                                                  N_("Black may castle O-O"), N_("Black may castle O-O-O")};
    out[0] = (hra_edit_setting){.name = "turn", .label = N_("To move"), .values = sides, .said = said_sides};
    if (ch_game_of(game)->variant == CH_LOS_ALAMOS)
        return 1;
    for (int i = 0; i < CASTLINGS; i++)
        out[1 + i] = (hra_edit_setting){
            .name = castlings[i], .label = labels[i], .values = answers, .said = said_answers};
    return 1 + CASTLINGS;
}

/* The rooks of a side on its first rank that are at that side of its king: bit 0 of i is the left. */
static ch_set rooks_of(const ch_state *s, int i) {
    const int side = i / 2;
    const ch_set king = s->kind[CH_KING] & s->side[side], rank = (ch_set)0xff << (side == CH_WHITE ? 0 : 56);
    const ch_set beside = i % 2 ? king - 1 : ~(king | (king - 1));
    return king & rank ? s->kind[CH_ROOK] & s->side[side] & rank & beside : 0;
}

static int castling_of(const char *name) {
    int i = 0;
    while (strcmp(name, castlings[i]) != 0)
        i++;
    return i;
}

static void write_setting(const hra_game *game, const void *state, const char *name, hra_text *out) {
    const ch_state *s = state;
    if (strcmp(name, "turn") == 0)
        hra_text_add(out, sides[s->turn]);
    else
        hra_text_add(out, answers[(rooks_of(s, castling_of(name)) & s->castle) != 0]);
}

/* The outermost rook is the one that may. */
static hra_err set(const hra_game *game, void *state, const char *name, const char *value, hra_error *why) {
    ch_state *s = state;
    if (strcmp(name, "turn") == 0) {
        s->turn = strcmp(value, "black") == 0;
    } else {
        const int i = castling_of(name);
        const ch_set rooks = rooks_of(s, i);
        if (strcmp(value, "yes") == 0 && !rooks)
            return hra_fail(why, HRA_EINPUT, -1, "there is no rook at that side of a king on its first rank");
        s->castle &= ~rooks;
        if (strcmp(value, "yes") == 0)
            s->castle |= i % 2 ? rooks & -rooks : ch_bit(63 - __builtin_clzll(rooks));
    }
    forget(s);
    return HRA_OK;
}

const hra_scene_editor ch_editor = {
    .size = sizeof(hra_scene_editor),
    .palette = palette,
    .put = put,
    .piece_at = piece_at,
    .clear = clear,
    .settings = settings,
    .write_setting = write_setting,
    .set = set,
};
