/* What tools/play_checkers.c writes and the trainer and the ranking read: positions of games in their order.
 */
#ifndef CHECKERS_GAMES_H
#define CHECKERS_GAMES_H

#include "games/checkers/play/engine.h"

/* 24 bytes, as they lie in memory. Squares are bits 0..31. */
typedef struct ck_seen {
    uint32_t pieces[2], kings, game;
    int16_t value; /* what the search thought, for the side to move */
    int8_t result; /* of the side to move: -1, 0, 1 */
    uint8_t side, quiet;
    uint8_t flags;
    uint8_t unused[2];
} ck_seen;

enum {
    CK_SEEN_JUMP = 1,    /* the mover can jump */
    CK_SEEN_THREAT = 2,  /* the other side could */
    CK_SEEN_FIRST = 4,   /* the first position of a game, or of its second part */
    CK_SEEN_BESIDE = 16, /* it was not played, or its play was not ended: it has no result */
    CK_SEEN_EXACT = 8    /* the value is what the tables say; it was not played, and has no result */
};

static inline uint32_t ck_pack(ck_set set) {
    uint32_t out = 0;
    for (int row = 0; row < 4; row++)
        out |= (uint32_t)(set >> 9 * row & 0xff) << 8 * row;
    return out;
}

static inline ck_set ck_unpack(uint32_t set) {
    ck_set out = 0;
    for (int row = 0; row < 4; row++)
        out |= (ck_set)(set >> 8 * row & 0xff) << 9 * row;
    return out;
}

static inline ck_board ck_seen_board(const ck_seen *s) {
    return (ck_board){{ck_unpack(s->pieces[0]), ck_unpack(s->pieces[1])}, ck_unpack(s->kings)};
}

#endif
