/* What the files of Connect Four share. */
#ifndef HRA_CONNECT4_H
#define HRA_CONNECT4_H

#include "hra/bench.h"
#include "hra/scene.h"
#include "hra/term.h"

enum {
    C4_LEAST = 3,     /* columns, rows, discs in a line */
    C4_MOST = 10,     /* columns or rows */
    C4_WIN = 1000,    /* in the evaluation: more than it gives for any lines */
    C4_LINES = 4 * 60 /* at least as many as boards of 64 bits have */
};

/* The options. Bit (height + 1) * column + row is a cell, rows from the bottom; the bit above each column stays 0, so
 * that no line goes on in the next column. */
typedef struct c4_board {
    int width, height, length;
    uint64_t cells, bottom, top;
    int way[4]; /* from a cell to the next one of a line: up, right, down and right, up and right */
    int lines;
    uint64_t line[C4_LINES];
} c4_board;

/* A move is a column, 0 at the left. Red is seat 0. */
typedef struct c4_state {
    uint64_t disc[2];
    int32_t turn; /* 0, 1 or HRA_OVER */
    int32_t lead; /* 1: Red has a line, -1: Yellow has */
} c4_state;

static inline const c4_board *c4_board_of(const hra_game *game) {
    return game->data;
}

static inline int c4_bit(const c4_board *b, int column, int row) {
    return (b->height + 1) * column + row;
}

static inline bool c4_has_line(const c4_board *b, uint64_t discs) {
    for (int i = 0; i < 4; i++) {
        uint64_t run = discs;
        for (int k = 1; k < b->length; k++)
            run &= discs >> k * b->way[i];
        if (run)
            return true;
    }
    return false;
}

/* The cells of a column. */
static inline uint64_t c4_column(const c4_board *b, int column) {
    return (((uint64_t)1 << b->height) - 1) << c4_bit(b, column, 0);
}

/* The lowest free cell of a column; 0: it is full. */
static inline uint64_t c4_drop(const c4_board *b, uint64_t taken, int column) {
    return (taken + ((uint64_t)1 << c4_bit(b, column, 0))) & c4_column(b, column);
}

/* The free cells in which a disc of that seat makes a line, whether or not it can be put there now. */
uint64_t c4_threats(const c4_board *b, const c4_state *s, int seat);
/* Counts the lines without a disc of the other seat that have `discs` or more of its own. */
int c4_open_lines(const c4_board *b, const c4_state *s, int seat, int discs);
/* The seat that moves next, or would if the game were not over. */
int c4_next(const c4_state *s);
/* Sets whose turn it is, `next` unless the game is over, and who has a line. */
void c4_settle(const c4_board *b, c4_state *s, int next);

extern const hra_levels c4_levels;            /* levels.c */
extern const hra_evaluation c4_evaluations[]; /* lines.c */
extern const hra_benchmark c4_benchmarks[];   /* bench.c */
extern const hra_term c4_terms[];             /* formula_terms.c */
extern const hra_rules_text c4_text;          /* text.c */
extern const hra_rules_scene c4_scene;        /* scene.c */
extern const struct hra_solver c4_solver;     /* solver.c */
extern const hra_scene_editor c4_editor;      /* editor.c */
extern const hra_rules_encoding c4_numbers;   /* numbers.c */

void c4_order(const hra_game *game, const void *s, const hra_move *moves, int n, int *score);

#endif
