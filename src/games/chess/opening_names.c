/* The names of openings. */
#include "opening_names.h"

#include <string.h>

#include "core/messages.h"

const char *ch_find_opening(const ch_state *s) {
    for (const ch_opening *o = ch_openings; o->moves; o++)
        if (o->turn == s->turn && o->white == s->side[CH_WHITE] &&
            memcmp(o->kind, s->kind, sizeof o->kind) == 0)
            return o->name;
    return NULL;
}

/* The number of a first position of Chess960; -1: it is none. */
static int first_position(const ch_game *g, const ch_state *s) {
    enum { POSITIONS = 960 };
    ch_state first;
    ch_set_up(g, CH_STANDARD_START, &first);
    if (s->turn != CH_WHITE || s->kind[CH_PAWN] != first.kind[CH_PAWN] ||
        memcmp(s->side, first.side, sizeof s->side) != 0)
        return -1;
    for (int number = 0; number < POSITIONS; number++) {
        ch_set_up(g, number, &first);
        if (memcmp(s->kind, first.kind, sizeof s->kind) == 0)
            return number;
    }
    return -1;
}

bool ch_say_opening(const hra_game *game, const void *s, hra_text *out) {
    const ch_game *g = ch_game_of(game);
    const char *name = ch_find_opening(s);
    const int number = !name && g->variant == CH_960 ? first_position(g, s) : -1;
    if (name)
        hra_text_add(out, name);
    else if (number >= 0)
        hra_text_addf(out, _("Chess960, first position %d"), number);
    return name || number >= 0;
}
