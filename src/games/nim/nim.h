/* What the files of nim share. */
#ifndef HRA_NIM_H
#define HRA_NIM_H

#include "hra/scene.h"
#include "hra/term.h"

enum { NIM_ROWS = 26, NIM_ROW = 99 }; /* a row has a letter, and fits in a line of the drawing twice */

/* The rows at the beginning; hra_game.data. */
typedef struct nim_level {
    int rows;
    bool last_loses;
    uint8_t row[NIM_ROWS];
} nim_level;

/* A state is 1 + rows bytes: whose turn it is, and what is left in each row.
 * A move is row << 8 | how many are taken. */

extern const hra_evaluation nim_evaluations[];
extern const struct hra_solver nim_solver; /* solver.c */
extern const hra_levels nim_levels;
/* Whether the player to move wins with these rows (Bouton 1901; xor.c). */
bool nim_wins(const nim_level *level, const uint8_t *row);
/* Reads "3-5-7" up to the first byte that no longer fits; returns how many rows it read, or
 * -1 - where the trouble is. */
int nim_read_rows(const char *text, uint8_t row[NIM_ROWS], int *end);
void nim_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out);
void nim_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
void nim_write_position(const hra_game *game, const void *s, hra_text *out);
hra_err nim_read_position(const hra_game *game, const char *text, void *s, hra_error *why);

extern const hra_rules_scene nim_scene;      /* scene.c */
extern const hra_term nim_terms[];           /* formula_terms.c */
extern const hra_rules_encoding nim_numbers; /* numbers.c */

#endif
