/* Hot loops of one game's own.
 *
 * Where the rules of a game cost little more than a call through a pointer, the loops of searches are
 * compiled together with them (src/search/fast.inl, in the game's fast.c); or the game knows a shorter
 * way: checkers counts in bulk, empire draws a move without listing all. Every other game, and every member
 * that is NULL, runs the general loop. Nothing but the speed may differ (tests/fast_test.c), and that by 1.3
 * times at least (bench/fast.c), else the member goes. */
#ifndef HRA_RULES_FAST_H
#define HRA_RULES_FAST_H

#include "hra/game.h"

typedef struct hra_walk hra_walk; /* src/search/walk/walk.h */

/* Searches the state in slot 1 of a walk, to which `move` led from the root. */
typedef double hra_root_child(hra_walk *walk, hra_move move, int depth, double alpha, double beta);

typedef struct hra_maxn hra_maxn; /* src/search/maxn/maxn.h */

/* The same for Max^n: `seat` made the move and is sure of `has`; the vector goes to row 1. */
typedef void hra_maxn_search(hra_maxn *m, hra_move move, int seat, int depth, double has);

/* Plays s at random to the end, at most `most` plies; returns how many were played. */
typedef uint64_t hra_playout(const hra_game *game, unsigned char *s, hra_move *moves, double *probability,
                             hra_rng *rng, uint64_t most);

typedef struct hra_perft_walk hra_perft_walk; /* src/rules/perft.inl */

/* Counts what lies below s, `left` plies deep; false when stopped. */
typedef bool hra_perft_below(hra_perft_walk *walk, unsigned char *s, hra_move *moves, int left);

struct hra_fast {
    hra_perft_below *perft;
    hra_root_child *minimax, *alphabeta;
    hra_maxn_search *maxn;
    hra_playout *playout;
};

#endif
