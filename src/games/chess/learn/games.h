/* Games of alpha-beta against itself, and the positions that are learnt from them.
 *
 * A game begins with the first position of its game, or in every other one with one of Chess960, and some random moves. It
 * is played by short searches until the rules end it, a position comes a third time, or a side has been far ahead for
 * some moves. Learnt are quiet positions, in which the mover is not in check and the best move takes nothing. */
#ifndef CH_LEARN_GAMES_H
#define CH_LEARN_GAMES_H

#include "games/chess/play/weights.h"
#include "lessons.h"

typedef struct ch_way {
    uint64_t nodes; /* of each search */
    double share;   /* of the search's value in a target; the rest is the result of the game */
} ch_way;

/* Plays the game with this number, which with the seed, the weights and the way decides all of it. The lessons
 * replace what was in the list. HRA_ENOMEM. */
hra_err ch_self_play(const hra_game *game, const ch_packed_weights *weights, const ch_way *way, uint64_t seed,
                     uint64_t number, ch_lessons *out);

#endif
