/* The rules of Connect Four a second time, slowly, on a board of characters: for tests. */
#ifndef HRA_CONNECT4_REFERENCE_RULES_H
#define HRA_CONNECT4_REFERENCE_RULES_H

#include "connect4.h"

typedef struct twin {
    int width, height, length, next;
    char cell[C4_MOST][C4_MOST]; /* column, row from the bottom; 0: free */
} twin;

static inline int twin_run(const twin *t, int column, int row, int right, int up) {
    const char disc = t->cell[column][row];
    int n = 0;
    while (column >= 0 && column < t->width && row >= 0 && row < t->height && t->cell[column][row] == disc) {
        n++;
        column += right;
        row += up;
    }
    return n;
}

static inline bool twin_won(const twin *t) {
    for (int column = 0; column < t->width; column++)
        for (int row = 0; row < t->height; row++)
            for (int right = -1; right <= 1; right++)
                for (int up = -1; up <= 1; up++)
                    if (t->cell[column][row] && (right || up) &&
                        twin_run(t, column, row, right, up) >= t->length)
                        return true;
    return false;
}

static inline int twin_moves(const twin *t, hra_move *out) {
    int n = 0;
    for (int column = 0; column < t->width; column++)
        if (!t->cell[column][t->height - 1])
            out[n++] = (hra_move)column;
    return n;
}

static inline void twin_apply(twin *t, hra_move m) {
    int row = 0;
    while (t->cell[m][row])
        row++;
    t->cell[m][row] = "RY"[t->next];
    t->next = !t->next;
}

static inline void twin_write(const twin *t, char *out) {
    for (int row = t->height - 1; row >= 0; row--) {
        for (int column = 0; column < t->width; column++)
            *out++ = t->cell[column][row] ? t->cell[column][row] : '.';
        *out++ = row ? '/' : '\0';
    }
}

#endif
