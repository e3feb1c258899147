/* Positions that are set up square by square. */
#include <string.h>

#include "checkers.h"
#include "core/lines.h"
#include "core/messages.h"

enum { PIECES = 4, MOST = 12 };

/* By side, men before kings. */
static const char *const ids[PIECES] = {"black.man", "black.king", "white.man", "white.king"};

static void palette(const hra_game *game, hra_shapes *out) {
    static const char *const names[PIECES] = {N_("black man"), N_("black king"), N_("white man"),
                                              N_("white king")};
    for (int i = 0; i < PIECES; i++) {
        hra_shape_add(out, HRA_SHAPE_PIECE, i, 0, 0.8, 0.8);
        hra_shape_id(out, "%s", ids[i]);
        hra_shape_name(out, "%s", _(names[i]));
        hra_shape_last(out)->form = i % 2 ? HRA_FORM_KING : HRA_FORM_PLAIN;
        hra_shape_last(out)->owner = i / 2 ? CK_WHITE : CK_BLACK;
    }
}

/* The number with which a text begins; -1: it begins with none. */
static int number_of(const char *text) {
    hra_lines l;
    hra_lines_string(&l, text, NULL);
    return hra_lines_digits(&l, 2);
}

/* The set of a square, by its number; of other places nothing. */
static ck_set square_of(const char *place) {
    const int square = number_of(place);
    return square >= 1 && square <= CK_SQUARES ? (ck_set)1 << ck_bit(square - 1) : 0;
}

static void take(ck_board *b, ck_set at) {
    b->pieces[0] &= ~at;
    b->pieces[1] &= ~at;
    b->kings &= ~at;
}

static hra_err put(const hra_game *game, void *state, const char *piece, const char *place, hra_error *why) {
    ck_state *s = state;
    ck_board *b = &s->board;
    const ck_set at = square_of(place);
    const bool there = (b->pieces[0] | b->pieces[1]) & at;
    int i = 0;
    if (!at)
        return hra_fail(why, HRA_EINPUT, -1, "pieces are on the numbered squares");
    if (!piece && !there)
        return hra_fail(why, HRA_EINPUT, -1, "there is no piece on %.20s", place);
    take(b, at);
    s->quiet = 0;
    if (!piece)
        return HRA_OK;
    while (strcmp(piece, ids[i]) != 0)
        i++;
    const int side = i / 2 ? CK_WHITE : CK_BLACK;
    const bool king = i % 2;
    if (__builtin_popcountll(b->pieces[side]) == MOST)
        return hra_fail(why, HRA_EINPUT, -1, "a side has at most 12 pieces");
    if (!king && at & (side == CK_BLACK ? CK_LAST_ROW : CK_FIRST_ROW))
        return hra_fail(why, HRA_EINPUT, -1,
                        side == CK_BLACK ? N_("a black man on square %d would have been crowned")
                                         : N_("a white man on square %d would have been crowned"),
                        number_of(place));
    b->pieces[side] |= at;
    b->kings |= king ? at : 0;
    return HRA_OK;
}

static const char *piece_at(const hra_game *game, const void *state, const char *place) {
    const ck_board *b = &((const ck_state *)state)->board;
    const ck_set at = square_of(place);
    for (int side = 0; side < 2; side++)
        if (b->pieces[side] & at)
            return ids[2 * (side == CK_WHITE) + (b->kings & at ? 1 : 0)];
    return NULL;
}

static void clear(const hra_game *game, void *state) {
    ck_state *s = state;
    take(&s->board, CK_BOARD);
    s->quiet = 0;
}

/* ---- whose turn it is -----------------------------------------------------------------------*/

static const char *const sides[] = {"black", "white", NULL};

static int settings(const hra_game *game, hra_edit_setting out[HRA_MAX_EDIT_SETTINGS]) {
    static const char *const said[] = {N_("Black"), N_("White"), NULL};
    out[0] = (hra_edit_setting){.name = "turn", .label = N_("To move"), .values = sides, .said = said};
    return 1;
}

static void write_setting(const hra_game *game, const void *state, const char *name, hra_text *out) {
    hra_text_add(out, ((const ck_state *)state)->side == CK_BLACK ? "black" : "white");
}

static hra_err set(const hra_game *game, void *state, const char *name, const char *value, hra_error *why) {
    ck_state *s = state;
    s->side = strcmp(value, "black") == 0 ? CK_BLACK : CK_WHITE;
    s->quiet = 0;
    return HRA_OK;
}

const hra_scene_editor ck_editor = {
    .size = sizeof(hra_scene_editor),
    .palette = palette,
    .put = put,
    .piece_at = piece_at,
    .clear = clear,
    .settings = settings,
    .write_setting = write_setting,
    .set = set,
};
