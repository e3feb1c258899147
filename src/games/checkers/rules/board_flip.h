/* The board as a side sees it that moves up: own men go to higher bits, as Black's do. */
#ifndef CK_BOARD_FLIP_H
#define CK_BOARD_FLIP_H

#include "board.h"

/* Square n becomes 31 - n. */
static inline ck_set ck_flip_set(ck_set x) {
    x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
    x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
    x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(x) >> 29;
}

/* The pieces of the side are Black's then. */
static inline ck_board ck_board_of(const ck_board *b, int side) {
    if (side == CK_BLACK)
        return *b;
    return (ck_board){{ck_flip_set(b->pieces[CK_WHITE]), ck_flip_set(b->pieces[CK_BLACK])},
                      ck_flip_set(b->kings)};
}

#endif
