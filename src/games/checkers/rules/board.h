/* The board of English checkers as three sets of squares.
 *
 * Squares are numbered 1..32 row by row, as in print. Inside, square n (from 0) is bit n + n/8: an
 * unused bit follows every second row, so that a step is a shift by 4 or 5 from any
 * row, and a step over the edge falls on a bit that no mask contains:
 *
 *            0     1     2     3          1  2  3  4
 *         4     5     6     7           5  6  7  8
 *   ( 8)     9    10    11    12          9 10 11 12
 *        13    14    15    16          13 14 15 16
 *   (17)    18    19    20    21         17 18 19 20        ( ) unused
 *        22    23    24    25          21 22 23 24
 *   (26)    27    28    29    30         25 26 27 28
 *        31    32    33    34          29 30 31 32
 *
 * Black (seat 0) moves first and to higher bits, White (seat 1) to lower ones. */
#ifndef CK_BOARD_H
#define CK_BOARD_H

#include <stdbool.h>
#include <stdint.h>

/* For bodies that are compiled several times, with constants. */
#define CK_INLINE static inline __attribute__((always_inline))

typedef uint64_t ck_set;

enum { CK_BLACK, CK_WHITE, CK_SQUARES = 32, CK_MAX_MOVES = 256, CK_MAX_JUMPS = 9 };

#define CK_BOARD ((ck_set)0x7fbfdfeff)  /* the 32 squares */
#define CK_FIRST_ROW ((ck_set)0xf)      /* where white men are crowned */
#define CK_LAST_ROW ((ck_set)0xf << 31) /* where black men are crowned */

typedef struct ck_board {
    ck_set pieces[2]; /* of Black, of White */
    ck_set kings;     /* of both */
} ck_board;

static inline int ck_bit(int square) {
    return square + square / 8;
}

static inline int ck_square(int bit) {
    return bit - bit / 9;
}

/* The four ways of a step, as in moves: 0 +4, 1 +5, 2 -4, 3 -5. The first two are Black's. */
static inline ck_set ck_shift(ck_set set, int way) {
    return way == 0 ? set << 4 : way == 1 ? set << 5 : way == 2 ? set >> 4 : set >> 5;
}

static inline ck_set ck_empty(const ck_board *b) {
    return CK_BOARD & ~(b->pieces[0] | b->pieces[1]);
}

/* The pieces of a side that can jump over a neighbour to an empty square. Kings are rare enough
 * that a branch costs less than looking backwards for nothing. */
static inline ck_set ck_jumpers(const ck_board *b, int side) {
    ck_set own = b->pieces[side], other = b->pieces[!side], empty = ck_empty(b), kings = own & b->kings;
    ck_set down = (other & empty >> 4) >> 4 | (other & empty >> 5) >> 5, jumpers;
    ck_set up = (other & empty << 4) << 4 | (other & empty << 5) << 5;
    jumpers = own & (side == CK_BLACK ? down : up);
    if (kings)
        jumpers |= kings & (side == CK_BLACK ? up : down);
    return jumpers;
}

/* Of both sides. */
static inline int ck_count_pieces(const ck_board *b) {
    return __builtin_popcountll(b->pieces[0] | b->pieces[1]);
}

/* How many steps a side has; only where it cannot jump. */
static inline int ck_count_steps(const ck_board *b, int side) {
    ck_set own = b->pieces[side], empty = ck_empty(b), kings = own & b->kings;
    int count = side == CK_BLACK
                    ? __builtin_popcountll(own << 4 & empty) + __builtin_popcountll(own << 5 & empty)
                    : __builtin_popcountll(own >> 4 & empty) + __builtin_popcountll(own >> 5 & empty);
    if (kings)
        count += side == CK_WHITE
                     ? __builtin_popcountll(kings << 4 & empty) + __builtin_popcountll(kings << 5 & empty)
                     : __builtin_popcountll(kings >> 4 & empty) + __builtin_popcountll(kings >> 5 & empty);
    return count;
}

/* Whether it has any. */
static inline bool ck_can_step(const ck_board *b, int side) {
    ck_set own = b->pieces[side], kings = own & b->kings;
    ck_set up = own << 4 | own << 5, down = own >> 4 | own >> 5;
    ck_set reached = side == CK_BLACK ? up | kings >> 4 | kings >> 5 : down | kings << 4 | kings << 5;
    return (reached & ck_empty(b)) != 0;
}

#endif
