/* The checkers of both sides as sets of bits, and the plays of one roll.
 *
 * Each side counts its own way: points 24 to 1, the bar is 25, off is 0. So every side plays from place p to
 * p - die, and its point p is the other's point 25 - p. How many checkers stand on p is a number of four
 * bits, bit p of each of four words: sets such as "two or more" take a few operations, and a side 16 bytes.
 */
#ifndef BG_BOARD_H
#define BG_BOARD_H

#include "hra/game.h"

enum {
    BG_OFF = 0,
    BG_BAR = 25,
    BG_PLACES = 26,
    BG_HOME = 6, /* points 1..6 */
    BG_CHECKERS = 15,
    BG_STEPS = 4, /* checkers moved by one play at most, each by one die */
};

typedef uint32_t bg_set; /* of places: bit p */

#define BG_ON_BOARD ((bg_set)0x3fffffe) /* points and bar */
#define BG_POINTS ((bg_set)0x1fffffe)   /* 1..24 */
#define BG_OUTSIDE ((bg_set)0x3ffff80)  /* what is not home: 7..24 and the bar */

typedef struct bg_side {
    bg_set bit[4]; /* of the numbers of checkers */
} bg_side;

typedef struct bg_board {
    bg_side side[2];
} bg_board;

static inline int bg_count(const bg_side *s, int place) {
    return (int)((s->bit[0] >> place & 1) | (s->bit[1] >> place & 1) << 1 | (s->bit[2] >> place & 1) << 2 |
                 (s->bit[3] >> place & 1) << 3);
}

/* Numbers wrap at 16, so that a checker may leave a place before another one has come there. */
static inline void bg_put(bg_side *s, int place) {
    bg_set carry = (bg_set)1 << place;
    for (int i = 0; i < 4; i++) {
        bg_set both = s->bit[i] & carry;
        s->bit[i] ^= carry;
        carry = both;
    }
}

static inline void bg_take(bg_side *s, int place) {
    bg_set borrow = (bg_set)1 << place;
    for (int i = 0; i < 4; i++) {
        s->bit[i] ^= borrow;
        borrow &= s->bit[i];
    }
}

/* The places, off too, with at least one checker, and with at least two. */
static inline bg_set bg_some(const bg_side *s) {
    return s->bit[0] | s->bit[1] | s->bit[2] | s->bit[3];
}

static inline bg_set bg_several(const bg_side *s) {
    return s->bit[1] | s->bit[2] | s->bit[3];
}

/* Points as the other side counts them; bar and off have no such point and are left out. */
static inline bg_set bg_across(bg_set s) {
    s = (s & BG_POINTS) << 6; /* 25 - p is 31 - (p + 6) */
    s = (s >> 1 & 0x55555555) | (s & 0x55555555) << 1;
    s = (s >> 2 & 0x33333333) | (s & 0x33333333) << 2;
    s = (s >> 4 & 0x0f0f0f0f) | (s & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(s);
}

/* How many places; the processor may lack the instruction. */
static inline int bg_size(bg_set s) {
    s -= s >> 1 & 0x55555555;
    s = (s & 0x33333333) + (s >> 2 & 0x33333333);
    return (int)(((s + (s >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

/* Of nine places how many are in a set, times 256, and the sum of their numbers from 0: without loops, whose ends would be guessed
 * wrong. */
extern const uint16_t bg_nine_places[512];

/* How many checkers are on these places, and the sum of the places on which they are. */
static inline int bg_count_on(const bg_side *s, bg_set places, int *sum) {
    int count = 0;
    *sum = 0;
    for (int i = 0; i < 4; i++) {
        const bg_set on = s->bit[i] & places;
        const int low = bg_nine_places[on & 511], middle = bg_nine_places[on >> 9 & 511],
                  high = bg_nine_places[on >> 18];
        count += ((low >> 8) + (middle >> 8) + (high >> 8)) << i;
        *sum += ((low & 255) + (middle & 255) + (high & 255) + 9 * (middle >> 8) + 18 * (high >> 8)) << i;
    }
    return count;
}

static inline int bg_lowest(bg_set s) { /* s != 0 */
    return __builtin_ctz(s);
}

static inline int bg_highest(bg_set s) {
    return 31 - __builtin_clz(s);
}

/* ---- plays --------------------------------------------------------------------------------------
 * A play is what one seat does with its roll: at most four checkers moved by one die each. Its number holds
 * the places they leave, five bits each. Of two different dice the first place is left by the higher die, the
 * second by the lower one, 0: that die is not played; the order in which it is done does not count. Of a
 * double the places descend, and zeros follow. 0 is a pass. */

static inline int bg_from(hra_move m, int i) {
    return (int)(m >> 5 * i & 31);
}

enum {
    /* Of a double each of n checkers goes k_i >= 0 dice far, and the k_i add up to 4, or to fewer in all
     * plays of the roll: C(n + 3, 4) ways at most. Of two different dice each is played with one of n
     * checkers, and where one checker plays both, by one of two points: n * n + n ways at most. (Checkers on
     * one point are alike, so there are fewer.) */
    BG_MAX_PLAYS = 3060,
};

/* The plays of a roll for one side of a board, each of the different positions that can come of it once;
 * a pass where no checker can move. As many dice are played as can be, and the higher one where only one of
 * them can. Returns how many, 1..BG_MAX_PLAYS. */
int bg_plays(const bg_board *b, int seat, int high, int low, hra_move *out);

/* Makes a play of that list. Returns the points on which a checker of the other side was hit, as `seat`
 * counts them. */
bg_set bg_play(bg_board *b, int seat, int high, int low, hra_move m);

/* One step of a play, for a person who moves checker by checker: the places that a checker may leave by a
 * die, without regard to the other die, and the board after the step. */
bg_set bg_sources(const bg_board *b, int seat, int die);
bg_set bg_step(bg_board *b, int seat, int from, int die);

int bg_pips(const bg_side *s);

#endif
