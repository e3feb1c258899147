/* Games for tests of learning, in no registry. What cannot be opened fails the test. */
#ifndef HRA_TESTS_LEARNING_GAMES_H
#define HRA_TESTS_LEARNING_GAMES_H

#include "hra/hra.h"

/* ---- the walk of Sutton and Barto, example 6.2 ----------------------------------------------
 *
 *     0 <- A - B - C - D - E -> 1       left and right are equally likely; from C on */

typedef struct walk {
    int8_t at, stepping; /* 1..5; 0 and 6: over */
} walk;

hra_game *open_walk(void);

/* ---- the cliff of Sutton and Barto, example 6.6 ---------------------------------------------
 *
 *     . . . . . . . . . . . .
 *     . . . . . . . . . . . .
 *     . . . . . . . . . . . .
 *     S # # # # # # # # # # G      a step costs 1, the cliff # costs 100 and leads back to S */

enum {
    CLIFF_WIDTH = 12,
    CLIFF_HEIGHT = 4,
    CLIFF_START = (CLIFF_HEIGHT - 1) * CLIFF_WIDTH,
    CLIFF_GOAL = CLIFF_HEIGHT * CLIFF_WIDTH - 1
};

typedef struct grid {
    int32_t cell, cost;
} grid;

hra_game *open_cliff(void);
void cliff_apply(const hra_game *game, void *s, hra_move m);

/* ---- a game of nothing but its terms --------------------------------------------------------
 *
 * Nine moves, one of three each time, shift three numbers about, which at the end are what the first seat
 * gets, no two different ends alike; three moves lead to 27 states. A second seat sees the numbers with the
 * other sign. */

enum { HOP_TERMS = 3, HOP_MOVES = 3, HOPS = 9 };

typedef struct hop {
    int8_t step, term[HOP_TERMS];
} hop;

hra_game *open_hops_for(int seats);
void init_hops(const hra_game *game, void *s);
void hops_apply(const hra_game *game, void *s, hra_move m);
void hops_returns(const hra_game *game, const void *s, double *out); /* of any state */

#endif
