/* The names of openings. */
#include "opening_names.h"
#include "core/messages.h"

/* As it is in print: bit 0 is square 1. */
static uint32_t in_print(ck_set set) {
    uint32_t out = 0;
    for (int square = 0; square < CK_SQUARES; square++)
        out |= (uint32_t)(set >> ck_bit(square) & 1) << square;
    return out;
}

const ck_opening *ck_find_opening(const ck_state *s) {
    if (s->board.kings)
        return NULL;
    uint32_t black = in_print(s->board.pieces[CK_BLACK]), white = in_print(s->board.pieces[CK_WHITE]);
    for (const ck_opening *o = ck_openings; o->moves; o++)
        if (o->men[CK_BLACK] == black && o->men[CK_WHITE] == white && o->side == s->side)
            return o;
    return NULL;
}

void ck_write_opening(const ck_opening *opening, hra_text *out) {
    hra_text_add(out, opening->name);
    if (opening->ballot)
        hra_text_addf(out, "%sballot %d", *opening->name ? ", " : "", opening->ballot);
}

bool ck_say_opening(const hra_game *game, const void *s, hra_text *out) {
    const ck_opening *opening = ck_find_opening(s);
    if (!opening)
        return false;
    hra_text_add(out, opening->name); /* the same in every language */
    if (opening->ballot && *opening->name)
        hra_text_add(out, ", ");
    if (opening->ballot)
        hra_text_addf(out, _("ballot %d"), opening->ballot);
    return true;
}
