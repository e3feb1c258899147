/* The weights of the evaluation `fitted`, and their file: what `hra learn chess --method expert` writes. */
#ifndef CH_WEIGHTS_H
#define CH_WEIGHTS_H

#include "evaluation.h"

enum { CH_WEIGHTS_BYTES = 16 + 2 * 2 * CH_TERMS };

/* Before anything was learnt: the pieces and their places, as the evaluation `pieces` has them. */
void ch_weights_begin(const ch_game *g, ch_weights *out);
void ch_weights_write(const ch_weights *weights, hra_text *out);
/* HRA_EDAMAGED: other bytes, or not as they were written. */
hra_err ch_weights_read(const char *bytes, size_t length, ch_weights *out);
/* Those of a file that an option names; NULL: those of the program, which for Los Alamos chess are those that
 * nothing was learnt from. HRA_EDAMAGED: it has none; errors of
 * hra_game_read_file and hra_learnt_find_own. */
hra_err ch_weights_open(const hra_game *game, const char *file, ch_weights *out, hra_error *why);

/* Members of the evaluation. */
extern const hra_option ch_fitted_options[];
hra_err ch_fitted_open(const hra_game *game, const hra_options *options, void **self, hra_error *why);
void ch_fitted_close(void *self);
void ch_fitted_value(const hra_game *game, const void *self, void *scratch, const void *state, double *out);

#endif
