/* What the files of tic-tac-toe share. */
#ifndef HRA_TICTACTOE_H
#define HRA_TICTACTOE_H

#include "hra/game.h"

/* Bit i of a mask is cell i, row by row from the top left; a move is a cell. X is seat 0. */
typedef struct ttt_board {
    uint16_t mask[2]; /* X, O */
} ttt_board;

static const uint16_t ttt_lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

void ttt_show(const hra_game *game, const void *s, const hra_look *look, hra_text *out);
extern const hra_evaluation ttt_evaluations[];

#endif
