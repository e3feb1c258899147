/* Positions that are set up cell by cell. Whose turn it is follows from the number of signs. */
#include <string.h>

#include "core/messages.h"
#include "tictactoe.h"

static const char *const ids[2] = {"X", "O"};

static void palette(const hra_game *game, hra_shapes *out) {
    for (int seat = 0; seat < 2; seat++) {
        hra_shape_add(out, HRA_SHAPE_PIECE, seat, 0, 1, 1);
        hra_shape_id(out, "%s", ids[seat]);
        hra_shape_name(out, "%c", "XO"[seat]);
        hra_shape_last(out)->form = seat ? HRA_FORM_RING : HRA_FORM_CROSS;
        hra_shape_last(out)->owner = seat;
    }
}

/* "b2"; the board has no other places. */
static int cell_of(const char *place) {
    return place[0] - 'a' + 3 * (place[1] - '1');
}

static void settle(ttt_board *b) {
    const int more = __builtin_popcount(b->mask[0]) - __builtin_popcount(b->mask[1]);
    b->lead = (int16_t)(ttt_won(b->mask[0]) - ttt_won(b->mask[1]));
    b->turn = b->lead || (b->mask[0] | b->mask[1]) == 0777 ? HRA_OVER : more > 0;
}

static hra_err put(const hra_game *game, void *s, const char *piece, const char *place, hra_error *why) {
    ttt_board *b = s;
    const unsigned at = 1U << cell_of(place);
    if (!piece && !((b->mask[0] | b->mask[1]) & at))
        return hra_fail(why, HRA_EINPUT, -1, "there is no piece on %.20s", place);
    for (int seat = 0; seat < 2; seat++) {
        const bool own = piece && strcmp(piece, ids[seat]) == 0;
        b->mask[seat] = (uint16_t)((b->mask[seat] & ~at) | (own ? at : 0));
    }
    settle(b);
    return HRA_OK;
}

static const char *piece_at(const hra_game *game, const void *s, const char *place) {
    const ttt_board *b = s;
    const int cell = cell_of(place);
    return b->mask[0] >> cell & 1 ? ids[0] : b->mask[1] >> cell & 1 ? ids[1] : NULL;
}

static void clear(const hra_game *game, void *s) {
    *(ttt_board *)s = (ttt_board){0};
}

const hra_scene_editor ttt_editor = {
    .size = sizeof(hra_scene_editor),
    .palette = palette,
    .put = put,
    .piece_at = piece_at,
    .clear = clear,
};
