/* Endings of few pieces as retrograde analysis wants to see them: slices, and moves between numbers. */
#ifndef HRA_CHESS_SOLVER_ENDINGS_H
#define HRA_CHESS_SOLVER_ENDINGS_H

#include "chess.h"
#include "exact/retrograde.h"

enum { CH_ENDING_TABLES = 64 };

typedef struct ch_endings {
    const ch_game *g;
    ch_ending table[CH_ENDING_TABLES]; /* each behind those to which its captures and promotions lead */
    int tables;
} ch_endings;

/* Lists an ending and those that it needs. */
void ch_endings_of(const ch_game *g, const ch_ending *ending, ch_endings *out);
/* The tables, two slices each: White to move, Black to move. */
hra_retro_game ch_endings_game(const ch_endings *self);
/* The place of a position: a slice and a number, or an end of the game. False: no table has it. */
bool ch_endings_find(const ch_endings *self, const ch_state *s, hra_retro_place *out);
/* Whether a number is a position that the rules allow, and the first one of those that are the same position. */
bool ch_endings_counts(const ch_endings *self, int slice, uint64_t index);

#endif
