/* What the files of tic-tac-toe share. */
#ifndef HRA_TICTACTOE_H
#define HRA_TICTACTOE_H

#include "hra/bench.h"
#include "hra/scene.h"
#include "hra/term.h"

/* Bit i of a mask is cell i, row by row from the top left; a move is a cell. X is seat 0. What
 * everybody asks for is kept rather than worked out: who is to move, and who has won. */
typedef struct ttt_board {
    uint16_t mask[2]; /* X, O */
    int16_t turn;     /* 0, 1 or HRA_OVER */
    int16_t lead;     /* 1: X has three in a row, -1: O has */
} ttt_board;

static const uint16_t ttt_lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

/* Bit m: the mask m holds one of the lines. */
static const uint32_t ttt_wins[16] = {0x80808080, 0xff808080, 0xfaf0aa80, 0xfff0aa80, 0xcccc8080, 0xffcc8080,
                                      0xfefcaa80, 0xfffcaa80, 0xaaaa8080, 0xfffaf0f0, 0xfafaaa80, 0xfffafaf0,
                                      0xeeee8080, 0xfffef0f0, 0xffffffff, 0xffffffff};

static inline bool ttt_won(unsigned mask) {
    return ttt_wins[mask >> 5] >> (mask & 31) & 1;
}

void ttt_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out);
hra_err ttt_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why);
void ttt_order(const hra_game *game, const void *s, const hra_move *moves, int n, int *score);
extern const hra_evaluation ttt_evaluations[];
extern const hra_benchmark ttt_benchmarks[];
extern const struct hra_fast ttt_fast;
extern const hra_levels ttt_levels;
extern const hra_rules_scene ttt_scene;      /* scene.c */
extern const hra_scene_editor ttt_editor;    /* editor.c */
extern const hra_term ttt_terms[];           /* formula_terms.c */
extern const hra_rules_encoding ttt_numbers; /* numbers.c */

#endif
