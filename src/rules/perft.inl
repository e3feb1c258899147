/* Counting a tree, one node: the body that perft.c and fast games compile. */
#ifndef HRA_GAME_PERFT_INL
#define HRA_GAME_PERFT_INL

#include <string.h>

#include "fast.h"

struct hra_perft_walk {
    const hra_game *game;
    double *probability;
    size_t stride; /* of states, which lie one behind the other, a ply each */
    uint64_t nodes, leaves;
    uint64_t next_look; /* look at the stop when nodes gets here */
    const hra_stop *stop;
};

/* `rules`, `size` (of a state, 0: unknown) and `sure` (no chance) are constants where a game is
 * compiled in; `self` is the function made of this body. s has been counted and is not over. */
static inline __attribute__((__always_inline__)) bool
hra_perft_body(hra_perft_walk *w, unsigned char *s, hra_move *moves, int left, const hra_rules *rules,
               const size_t size, const bool sure, hra_perft_below *self) {
    const size_t stride = size ? (size + 15) & ~(size_t)15 : w->stride;
    const int mover = rules->to_move(w->game, s);
    const int n = !sure && mover == HRA_CHANCE ? rules->chance_outcomes(w->game, s, moves, w->probability)
                                               : rules->moves(w->game, s, moves);
    w->nodes += (uint64_t)n;
    if (w->nodes >= w->next_look) {
        if (hra_stop_is_set(w->stop))
            return false;
        w->next_look = w->nodes + 0x10000;
    }
    if (left == 1)
        w->leaves += (uint64_t)n;
    for (int i = 0; i < n; i++) {
        if (size)
            memcpy(s + stride, s, size);
        for (size_t at = 0; !size && at < stride; at += 16)
            memcpy(s + stride + at, s + at, 16);
        rules->apply(w->game, s + stride, moves[i]);
        if (left > 1 && rules->to_move(w->game, s + stride) != HRA_OVER &&
            !self(w, s + stride, moves + n, left - 1))
            return false;
    }
    return true;
}

#endif
