/* The value of positions of Connect Four by plain alpha-beta on the board of characters, with moves in the order of the
 * columns from the middle and a table of whole boards: for tests. Of the search of the game it shares nothing. */
#ifndef HRA_CONNECT4_REFERENCE_SEARCH_H
#define HRA_CONNECT4_REFERENCE_SEARCH_H

#include <string.h>

#include "reference_rules.h"

enum { TWIN_SLOTS = 1 << 20 };

/* A board that was searched: Red as 1 and Yellow as 2, 2 bits a cell, and in the last word, which is 0 of no board, the
 * seat to move. `low` and `high` bound its score. */
typedef struct twin_slot {
    uint64_t board[3];
    int8_t low, high;
} twin_slot;

typedef struct twin_searcher {
    twin_slot *slots; /* TWIN_SLOTS of them, all bytes 0 at first */
    uint64_t nodes;
} twin_searcher;

static inline bool twin_completes(const twin *t, int column, int row) {
    static const int way[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++)
        if (twin_run(t, column, row, way[i][0], way[i][1]) +
                twin_run(t, column, row, -way[i][0], -way[i][1]) - 1 >=
            t->length)
            return true;
    return false;
}

static inline int twin_height(const twin *t, int column) {
    int row = 0;
    while (row < t->height && t->cell[column][row])
        row++;
    return row;
}

static inline void twin_pack(const twin *t, uint64_t *out) {
    memset(out, 0, 3 * sizeof *out);
    for (int column = 0, i = 0; column < t->width; column++)
        for (int row = 0; row < t->height; row++, i++)
            if (t->cell[column][row])
                out[i / 32] |= (uint64_t)(t->cell[column][row] == 'R' ? 1 : 2) << 2 * (i % 32);
    out[2] = 1 + (uint64_t)t->next;
}

static inline twin_slot *twin_slot_of(const twin_searcher *s, const uint64_t *board) {
    uint64_t h = board[0] * 0x9E3779B97F4A7C15U ^ board[1] * 0xC2B2AE3D27D4EB4FU ^ board[2];
    h ^= h >> 29;
    return &s->slots[h * 0xBF58476D1CE4E5B9U >> 44];
}

/* 100 less the discs at the end of the game if the seat to move wins, -100 plus them if it loses, 0: a draw; below `low` or
 * above `high` a bound. */
static int twin_search(twin_searcher *s, twin *t, int discs, int low, int high) {
    uint64_t board[3];
    int best = discs == t->width * t->height ? 0 : -100;
    s->nodes++;
    twin_pack(t, board);
    twin_slot *slot = twin_slot_of(s, board);
    if (memcmp(slot->board, board, sizeof board) == 0) {
        low = low > slot->low ? low : slot->low;
        high = high < slot->high ? high : slot->high;
        if (low >= high)
            return low;
    }
    for (int pass = 0; pass < 2; pass++) /* first the discs that win at once */
        for (int k = 0; k < t->width && best < high; k++) {
            const int column = t->width / 2 + (k % 2 ? -(k + 1) / 2 : k / 2), row = twin_height(t, column);
            if (row == t->height)
                continue;
            t->cell[column][row] = "RY"[t->next];
            t->next = !t->next;
            int score = -100;
            if (twin_completes(t, column, row))
                score = 100 - (discs + 1);
            else if (pass == 1)
                score = -twin_search(s, t, discs + 1, -high, -(best > low ? best : low));
            t->next = !t->next;
            t->cell[column][row] = 0;
            best = best > score ? best : score;
        }
    memcpy(slot->board, board, sizeof board);
    slot->low = (int8_t)(best > low ? best : -100);
    slot->high = (int8_t)(best < high ? best : 100);
    return best;
}

#endif
