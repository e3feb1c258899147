/* Counting leaves quickly: perft with the last ply counted by sets of bits. */
#ifndef CK_PERFT_H
#define CK_PERFT_H

#include "board.h"

typedef struct ck_perft_count {
    uint64_t leaves, nodes; /* exactly so deep; and all that were entered, the root left out */
} ck_perft_count;

/* Counts `depth` plies (>= 0) below, whatever the counter of quiet plies says. */
ck_perft_count ck_perft(const ck_board *b, int side, int depth);

#endif
