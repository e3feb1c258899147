/* Counting leaves quickly: perft with the last ply counted by sets of bits. */
#ifndef CK_PERFT_H
#define CK_PERFT_H

#include "board.h"

/* Positions exactly `depth` plies (>= 0) below. */
uint64_t ck_perft(const ck_board *b, int side, int depth);

#endif
