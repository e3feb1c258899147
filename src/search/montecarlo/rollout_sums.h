/* What a rollout has counted, for those who count and those who tell of it. */
#ifndef HRA_SEARCH_ROLLOUT_SUMS_H
#define HRA_SEARCH_ROLLOUT_SUMS_H

#include "hra/rollout.h"

/* Sums are whole numbers of this part of the span of the game's returns, which may be wide where a cube has
 * no limit: a million trials of what lies within 8 spans fit into 63 bits. Their squares take more. */
static const double hra_rollout_unit = 0x1p-39;

typedef struct wide {
    uint64_t high, low; /* high * 2^64 + low */
} wide;

struct hra_rollout {
    hra_rollout_setup setup;
    const hra_game *game;
    unsigned char *state;
    hra_move *moves;           /* NULL: the state itself, or its stake_actions */
    bool stake_actions, asked; /* `asked`: the seat that moves is offered something */
    int count, seat, strata;
    double span;
    uint64_t trials;
    int64_t *sum, *plain; /* a move */
    wide *plain_square;
    wide *square; /* [i * count + j], i < j: of the difference of two moves; [i * count + i]: of one */
};

#endif
