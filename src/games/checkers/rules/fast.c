/* Hot loops of checkers: the bulk count of perft. */
#include "checkers.h"
#include "perft.h"
#include "rules/perft.inl"

enum { BULK = 7 }; /* plies counted in one go: some milliseconds, so that a stop is soon seen */

/* The count knows nothing of draws: to carry the number of quiet plies along would cost every position of the
 * kernel, and a draw can come only where that number and the plies left reach the limit. There the general
 * walk goes on, ply by ply, and comes back to the kernel below each capture and each move of a man. */
static bool may_be_drawn(const hra_game *game, const ck_state *s, int left) {
    int plies = ((const ck_game *)game->data)->draw_plies;
    return plies && s->quiet + left >= plies;
}

static bool perft(hra_perft_walk *w, unsigned char *at, hra_move *moves, int left) {
    const ck_state *s = (const ck_state *)(const void *)at;
    if (left > BULK || may_be_drawn(w->game, s, left))
        return hra_perft_body(w, at, moves, left, w->game->rules, sizeof *s, true, perft);
    ck_perft_count count = ck_perft(&s->board, s->side, left);
    w->leaves += count.leaves;
    w->nodes += count.nodes;
    return true;
}

const struct hra_fast ck_fast = {.perft = perft};
