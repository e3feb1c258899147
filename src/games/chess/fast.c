/* Hot loops of chess: the count of perft by sets. */
#include "chess.h"
#include "rules/perft.inl"

enum { BULK = 4 }; /* plies counted in one go: some ten milliseconds, so that a stop is soon seen */

/* The count does not know games that end without a mate or a stalemate, or in which a draw may be claimed: those of plies without a capture, and dead ones,
 * to which each ply takes away at most two pieces that are not knights and bishops (a pawn that takes a rook and becomes
 * a knight). There the general walk goes on, ply by ply. */
static bool may_be_drawn(const ch_state *s, int left) {
    const ch_set strong = s->kind[CH_PAWN] | s->kind[CH_ROOK] | s->kind[CH_QUEEN];
    return s->repeated || s->quiet + left >= CH_FIFTY_MOVES || __builtin_popcountll(strong) <= 2 * left;
}

static bool perft(hra_perft_walk *w, unsigned char *at, hra_move *moves, int left) {
    const ch_game *g = ch_game_of(w->game);
    const ch_state *s = (const ch_state *)(const void *)at;
    if (left > BULK || may_be_drawn(s, left))
        return hra_perft_body(w, at, moves, left, w->game->rules, sizeof *s, true, perft);
    const ch_count count = ch_perft(g, s, left);
    w->leaves += count.leaves;
    w->nodes += count.nodes;
    return true;
}

const struct hra_fast ch_fast = {.perft = perft};
