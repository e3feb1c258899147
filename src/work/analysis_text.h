/* What a player found, and what a move costs, as text: results of tasks (think_text.c). */
#ifndef HRA_WORK_ANALYSIS_TEXT_H
#define HRA_WORK_ANALYSIS_TEXT_H

#include "hra/review.h"

/* Of each line of moves as much is written as can be read again: up to where chance moves. HRA_EFIT: a number that must
 * exist does not; HRA_ENOMEM. */
hra_err hra_analysis_write(const hra_game *game, const void *state, const hra_analysis *a, hra_text *out);
hra_err hra_move_loss_write(const hra_game *game, const void *state, const hra_move_loss *loss,
                            hra_text *out);

/* Reads them into *out; `a` was initialized. *words: where names of columns are, which the caller frees after the analysis; NULL:
 * there are none. HRA_EINPUT, HRA_ENOMEM. */
hra_err hra_analysis_read(const hra_game *game, const void *state, const char *text, hra_analysis *a,
                          char **words, hra_error *why);
hra_err hra_move_loss_read(const hra_game *game, const void *state, const char *text, hra_move_loss *out,
                           hra_error *why);

#endif
