/* What nets have said of positions, remembered: a search looks at many of them again one ply deeper, and a review again at
 * the next ply. It is the memory of one thread. A position takes the place of another one now and then. */
#ifndef BG_SEEN_H
#define BG_SEEN_H

#include "games/backgammon/rules/board.h"

enum {
    BG_ENDS = 7,       /* -3 to 3 points, of which 0 does not occur */
    BG_SEEN_BITS = 15, /* binary logarithm of the positions that are remembered at most */
};

/* A line of the cache. */
typedef struct bg_seen_position {
    bg_side own, other;    /* of the side that throws next; a board without checkers: the place is empty */
    float chance[BG_ENDS]; /* of each end, for that side */
    uint32_t unused;
} bg_seen_position;

/* All 0: nothing is remembered, and no memory taken. */
typedef struct bg_seen {
    bg_seen_position *at; /* in `memory`, where lines of the cache begin */
    void *memory;
} bg_seen;

void bg_seen_release(bg_seen *seen);
size_t bg_seen_place(const bg_board *board, int turn);
/* The place will be looked at. */
static inline void bg_seen_expect(const bg_seen *seen, size_t place) {
    if (seen->at)
        __builtin_prefetch(&seen->at[place]);
}

/* NULL: it is not remembered. */
const float *bg_seen_find(const bg_seen *seen, size_t place, const bg_board *board, int turn);
/* Takes the memory the first time; without memory nothing is remembered. */
void bg_seen_put(bg_seen *seen, size_t place, const bg_board *board, int turn, const float *chance);

#endif
