/* The evaluation `chances`, in its parts: a table of evaluations holds them itself. */
#ifndef BG_JUDGE_H
#define BG_JUDGE_H

#include "backgammon.h"

extern const hra_option bg_judge_options[];
hra_err bg_judge_open(const hra_game *game, const hra_options *given, void **self, hra_error *why);
void bg_judge_close(void *self);
hra_err bg_judge_begin(const hra_game *game, const void *self, void **scratch);
void bg_judge_end(void *scratch);
/* How likely each end of the game is, with `scratch` that bg_judge_begin made. */
void bg_judge_chances(const void *self, void *scratch, const bg_state *s, bg_chances *out);
void bg_judge_value(const hra_game *game, const void *self, void *scratch, const void *state, double *out);

#endif
