/* The names of openings. */
#include "opening_names.h"

#include <string.h>

const char *ch_find_opening(const ch_state *s) {
    for (const ch_opening *o = ch_openings; o->moves; o++)
        if (o->turn == s->turn && o->white == s->side[CH_WHITE] &&
            memcmp(o->kind, s->kind, sizeof o->kind) == 0)
            return o->name;
    return NULL;
}
