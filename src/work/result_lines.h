/* Lines of results: numbers, and moves that can be read again. Results may come from anybody: a move that is read is legal, and a
 * number is a number. */
#ifndef HRA_WORK_RESULT_LINES_H
#define HRA_WORK_RESULT_LINES_H

#include "core/lines.h"
#include "hra/game.h"

/* ---- writing --------------------------------------------------------------------------------*/

/* Appends "KEY 0.5 -"; a dash is a number that does not exist. False: one does not, and `lack` does not allow it. */
bool hra_result_add_numbers(const char *key, const double *numbers, int count, bool lack, hra_text *out);
/* Appends "KEY MOVE" for a move of `state`. */
void hra_result_add_move(const hra_game *game, const char *key, const void *state, hra_move move,
                         hra_text *out);
/* Appends such a line for each of the moves that follow each other from `state` on, up to where chance moves. HRA_ENOMEM. */
hra_err hra_result_add_line(const hra_game *game, const char *key, const void *state, const hra_move *moves,
                            int length, hra_text *out);

/* ---- reading; errors are those of the cursor ------------------------------------------------*/

/* Goes to the next line, which must have this key. */
bool hra_result_expect(hra_lines *l, const char *key);
/* Whether the next line has this key; if not, it is left to be read as another one. */
bool hra_result_comes(hra_lines *l, const char *key);
/* Reads the numbers of a line whose key was read; `lack`: some may not exist, and are NAN. */
void hra_result_read_numbers(hra_lines *l, double *out, int count, bool lack);
/* The same of at most `most` numbers; returns how many there are. */
int hra_result_read_some(hra_lines *l, double *out, int most, bool lack);
/* Reads the rest of a line as a move of `state`. */
bool hra_result_read_move(hra_lines *l, const hra_game *game, const void *state, hra_move *out);
/* Reads the lines with this key as moves that follow each other, at most `most`, and makes them in `state`. Returns how many. */
int hra_result_read_line(hra_lines *l, const hra_game *game, const char *key, void *state, hra_move *out,
                         int most);

#endif
