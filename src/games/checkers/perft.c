/* Counting the tree of checkers without lists of moves: the last ply is counted, not walked. */
#include "perft.h"

#define INLINE static inline __attribute__((always_inline))

static uint64_t walk_black(const ck_board *b, int depth);
static uint64_t walk_white(const ck_board *b, int depth);

INLINE uint64_t walk_other(const ck_board *b, int side, int depth) {
    return side == CK_BLACK ? walk_white(b, depth) : walk_black(b, depth);
}

/* The rows in which men of a side are crowned. */
INLINE ck_set crown_row(int side) {
    return side == CK_BLACK ? CK_LAST_ROW : CK_FIRST_ROW;
}

/* All steps of `movers` one way. */
INLINE uint64_t step(const ck_board *b, int side, ck_set movers, int way, int depth) {
    uint64_t count = 0;
    int back = way ^ 2;
    for (ck_set to = ck_shift(movers, way) & ck_empty(b); to; to &= to - 1) {
        ck_set landing = to & -to, from = ck_shift(landing, back), both = from | landing;
        ck_board next = *b;
        next.pieces[side] ^= both;
        next.kings ^= b->kings & from ? both : landing & crown_row(side);
        count += walk_other(&next, side, depth - 1);
    }
    return count;
}

/* All ways in which the piece on `from` goes on jumping; every end is one move. */
static uint64_t jump(const ck_board *b, int side, ck_set from, bool king, int depth) {
    uint64_t count = 0;
    bool ended = true;
    ck_set empty = ck_empty(b);
    for (int way = king || side == CK_BLACK ? 0 : 2; way < (king || side == CK_WHITE ? 4 : 2); way++) {
        ck_set over = ck_shift(from, way) & b->pieces[!side], landing = ck_shift(over, way) & empty;
        if (!landing)
            continue;
        ended = false;
        ck_board next = *b;
        next.pieces[side] ^= from | landing;
        next.pieces[!side] ^= over;
        next.kings &= ~over;
        if (king)
            next.kings ^= from | landing;
        if (!king && landing & crown_row(side)) { /* crowning ends the move */
            next.kings |= landing;
            count += walk_other(&next, side, depth - 1);
        } else {
            count += jump(&next, side, landing, king, depth);
        }
    }
    return ended ? walk_other(b, side, depth - 1) : count;
}

INLINE uint64_t walk(const ck_board *b, int side, int depth) {
    ck_set own = b->pieces[side], jumpers = ck_jumpers(b, side), kings = own & b->kings;
    uint64_t count = 0;
    if (depth == 0)
        return 1;
    for (ck_set rest = jumpers; rest; rest &= rest - 1)
        count += jump(b, side, rest & -rest, rest & -rest & b->kings, depth);
    if (jumpers)
        return count;
    if (depth == 1)
        return (uint64_t)ck_count_steps(b, side);
    int ahead = side == CK_BLACK ? 0 : 2;
    count += step(b, side, own, ahead, depth);
    count += step(b, side, own, ahead + 1, depth);
    if (kings) {
        count += step(b, side, kings, 2 - ahead, depth);
        count += step(b, side, kings, 3 - ahead, depth);
    }
    return count;
}

static uint64_t walk_black(const ck_board *b, int depth) {
    return walk(b, CK_BLACK, depth);
}

static uint64_t walk_white(const ck_board *b, int depth) {
    return walk(b, CK_WHITE, depth);
}

uint64_t ck_perft(const ck_board *b, int side, int depth) {
    return side == CK_BLACK ? walk_black(b, depth) : walk_white(b, depth);
}
