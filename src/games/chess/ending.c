/* First positions of an ending. */
#include <ctype.h>
#include <string.h>

#include "chess.h"
#include "core/rng.h"

/* The kinds of a side, its king first. Returns what follows. */
static const char *read_side(const char *at, int side, ch_ending *out) {
    if (toupper((unsigned char)*at) != 'K')
        return NULL;
    do {
        if (out->pieces == CH_ENDING_PIECES)
            return NULL;
        out->kind[out->pieces] = (int8_t)(strchr(ch_letters, toupper((unsigned char)*at)) - ch_letters);
        out->side[out->pieces++] = (int8_t)side;
        at++;
    } while (*at && toupper((unsigned char)*at) != 'K' && strchr(ch_letters, toupper((unsigned char)*at)));
    return at;
}

hra_err ch_read_ending(const char *text, ch_ending *out, hra_error *why) {
    bool pawns[2] = {false, false}, strong = false; /* else three pieces have no position that goes on */
    *out = (ch_ending){0};
    const char *at = read_side(text, CH_WHITE, out);
    at = at ? read_side(at, CH_BLACK, out) : NULL;
    for (int i = 0; i < out->pieces; i++) {
        pawns[out->side[i]] = pawns[out->side[i]] || out->kind[i] == CH_PAWN;
        strong = strong || out->kind[i] == CH_PAWN || out->kind[i] == CH_ROOK || out->kind[i] == CH_QUEEN;
    }
    if (at && !*at && out->pieces == 3 && !strong)
        return hra_fail(why, HRA_EINPUT, -1, "ending: '%.20s' is a draw: neither side can mate", text);
    if (!at || *at || out->pieces < 3 || (pawns[0] && pawns[1]))
        return hra_fail(
            why, HRA_EINPUT, -1,
            "ending: expected 3 or 4 pieces such as KQK or KQKR, White's first, with pawns on one "
            "side at most, found '%.20s'",
            text);
    return HRA_OK;
}

/* False: on one square, or a pawn where none can be. */
static bool put_all(const ch_game *g, hra_rng *rng, ch_state *s) {
    const ch_set outer = (ch_set)0xff | (ch_set)0xff << 56;
    memset(s, 0, sizeof *s);
    s->number = 1;
    for (int i = 0; i < g->ending.pieces; i++) {
        const ch_set at = ch_bit((int)hra_rng_below(rng, CH_SQUARES));
        if ((ch_all(s) & at) || (g->ending.kind[i] == CH_PAWN && (at & outer)))
            return false;
        s->kind[g->ending.kind[i]] |= at;
        s->side[g->ending.side[i]] |= at;
    }
    return true;
}

void ch_set_up_ending(const ch_game *g, uint64_t number, ch_state *s) {
    hra_rng rng;
    hra_rng_init(&rng, number);
    for (bool found = false; !found;) {
        found = put_all(g, &rng, s) && !ch_checkers(g, s, CH_BLACK);
        if (found)
            ch_settle(g, s);
        found = found && s->over == CH_GOES_ON;
    }
}
