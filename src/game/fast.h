/* Hot loops compiled together with one game's rules.
 *
 * The loops are written once, as bodies that take the rules as a constant (src/game/perft.inl,
 * src/search/plain.inl, ...). A game whose rules cost less than a call through a pointer includes
 * them in its NAME_fast.c and names the results here; every other game, and every member that is NULL,
 * runs the general version of the same body. Nothing but the speed may differ. */
#ifndef HRA_GAME_FAST_H
#define HRA_GAME_FAST_H

#include "hra/game.h"

typedef struct hra_walk hra_walk; /* src/search/walk.h */

/* Searches the state in slot 1 of a walk, to which `move` led from the root. */
typedef double hra_root_child(hra_walk *walk, hra_move move, int depth, double alpha, double beta);

typedef struct hra_maxn hra_maxn; /* src/search/maxn.h */

/* The same for Max^n: `seat` made the move and is sure of `has`; the vector goes to row 1. */
typedef void hra_maxn_search(hra_maxn *m, hra_move move, int seat, int depth, double has);

/* Plays s at random to the end, at most so many plies; returns how many were played. */
typedef uint64_t hra_playout(const hra_game *game, unsigned char *s, hra_move *moves, double *probability,
                             hra_rng *rng, uint64_t most);

typedef struct hra_perft_walk hra_perft_walk; /* src/game/perft.inl */

/* Counts what lies below s, `left` plies deep; false when stopped. */
typedef bool hra_perft_below(hra_perft_walk *walk, unsigned char *s, hra_move *moves, int left);

struct hra_fast {
    hra_perft_below *perft;
    hra_root_child *minimax, *alphabeta;
    hra_maxn_search *maxn;
    hra_playout *playout;
};

#endif
