/* Draws that are claimed: the third occurrence of a position, and 50 moves without a capture or a pawn's move. As the Laws
 * have it (9.2, 9.3), the side to move may claim one that stands there, or that a move of its own would bring about. */
#include "chess.h"

/* A move of 50 that changes nothing. */
static bool can_be_quiet(const ch_game *g, const ch_state *s) {
    hra_move moves[CH_MAX_MOVES];
    const int n = ch_moves(g, s, moves);
    for (int i = 0; i < n; i++) {
        ch_state after = *s;
        ch_make(g, &after, moves[i]);
        if (after.quiet)
            return true;
    }
    return false;
}

bool ch_may_claim(const ch_game *g, const ch_state *s) {
    if (!g->claims || s->over != CH_GOES_ON)
        return false;
    return s->repeated || s->quiet >= CH_FIFTY_MOVES ||
           (s->quiet == CH_FIFTY_MOVES - 1 && can_be_quiet(g, s));
}

static int times(uint64_t key, const uint64_t *keys, int count) {
    int n = 0;
    for (int i = 0; i < count; i++)
        n += keys[i] == key;
    return n;
}

void ch_recall(const hra_game *game, void *state, const uint64_t *keys, int count) {
    enum { EARLIEST = 7 }; /* positions before one after which the third occurrence may come */
    const ch_game *g = ch_game_of(game);
    ch_state *s = state;
    hra_move moves[CH_MAX_MOVES];
    s->repeated = 0;
    if (!g->claims || s->over != CH_GOES_ON || count < EARLIEST)
        return;
    s->repeated = times(ch_key(game, s), keys, count) >= 2;
    const int n = s->repeated ? 0 : ch_moves(g, s, moves);
    for (int i = 0; i < n && !s->repeated; i++) {
        ch_state after = *s;
        if (ch_irreversible(game, s, moves[i]))
            continue;
        ch_make(g, &after, moves[i]);
        s->repeated = times(ch_key(game, &after), keys, count) >= 2;
    }
}
