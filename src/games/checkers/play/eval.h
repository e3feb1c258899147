/* The engine's evaluation for every search: the chance to win that its nets tell, as a result of a play. */
#ifndef CK_JUDGE_H
#define CK_JUDGE_H

#include "hra/game.h"

hra_err ck_eval_open(const hra_game *game, const hra_options *options, void **self, hra_error *why);
void ck_eval_close(void *self);
void ck_eval_value(const hra_game *game, const void *self, void *scratch, const void *state, double *out);

#endif
