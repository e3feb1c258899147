/* A playout: moves drawn uniformly until the game is over. */
#ifndef HRA_SEARCH_PLAYOUT_INL
#define HRA_SEARCH_PLAYOUT_INL

#include "walk.h"

HRA_INLINE uint64_t hra_playout_body(const hra_game *game, unsigned char *s, hra_move *moves,
                                     double *probability, hra_rng *rng, uint64_t most,
                                     const hra_rules *rules) {
    for (uint64_t ply = 0; ply < most; ply++) {
        int mover = rules->to_move(game, s);
        hra_move m;
        if (mover == HRA_OVER)
            return ply;
        if (mover == HRA_CHANCE) {
            m = hra_game_sample(game, s, rng, moves, probability);
        } else {
            int n = rules->moves(game, s, moves);
            m = n > 1 ? moves[hra_rng_below(rng, (uint32_t)n)] : moves[0];
        }
        rules->apply(game, s, m);
    }
    return most;
}

#endif
