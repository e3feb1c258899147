/* Positions that are set up disc by disc. Discs come and go at the top of a column, so that none floats; whose turn it is
 * follows from their number. */
#include <stdlib.h>
#include <string.h>

#include "connect4.h"
#include "core/messages.h"

static const char *const ids[2] = {"red", "yellow"};

static void palette(const hra_game *game, hra_shapes *out) {
    for (int seat = 0; seat < 2; seat++) {
        hra_shape_add(out, HRA_SHAPE_PIECE, seat, 0, 1, 1);
        hra_shape_id(out, "%s", ids[seat]);
        hra_shape_name(out, seat ? N_("yellow disc") : N_("red disc"));
        hra_shape_last(out)->form = seat ? HRA_FORM_RING : HRA_FORM_PLAIN;
        hra_shape_last(out)->owner = seat;
    }
}

/* "4.1": column 4, row 1. The places of columns, and of their numbers, are no cells: 0. */
static uint64_t cell_of(const c4_board *b, const char *place) {
    char *dot;
    const long column = strtol(place, &dot, 10);
    const long row = *dot == '.' ? strtol(dot + 1, NULL, 10) : 0;
    return column >= 1 && column <= b->width && row >= 1 && row <= b->height
               ? (uint64_t)1 << c4_bit(b, (int)column - 1, (int)row - 1)
               : 0;
}

static hra_err put(const hra_game *game, void *s, const char *piece, const char *place, hra_error *why) {
    const c4_board *b = c4_board_of(game);
    c4_state *p = s;
    const uint64_t at = cell_of(b, place), taken = p->disc[0] | p->disc[1], rests = taken << 1 | b->bottom;
    if (!piece && !(taken & at))
        return hra_fail(why, HRA_EINPUT, -1, "there is no piece on %.20s", place);
    if (!piece && taken & at << 1)
        return hra_fail(why, HRA_EINPUT, -1, "there is a disc above it");
    if (!(at & rests))
        return hra_fail(why, HRA_EINPUT, -1, "a disc has nothing below it");
    for (int seat = 0; seat < 2; seat++) {
        const bool own = piece && strcmp(piece, ids[seat]) == 0;
        p->disc[seat] = (p->disc[seat] & ~at) | (own ? at : 0);
    }
    c4_settle(b, p, __builtin_popcountll(p->disc[0]) > __builtin_popcountll(p->disc[1]));
    return HRA_OK;
}

static const char *piece_at(const hra_game *game, const void *s, const char *place) {
    const c4_state *p = s;
    const uint64_t at = cell_of(c4_board_of(game), place);
    return p->disc[0] & at ? ids[0] : p->disc[1] & at ? ids[1] : NULL;
}

static void clear(const hra_game *game, void *s) {
    *(c4_state *)s = (c4_state){0};
}

const hra_scene_editor c4_editor = {
    .size = sizeof(hra_scene_editor),
    .palette = palette,
    .put = put,
    .piece_at = piece_at,
    .clear = clear,
};
