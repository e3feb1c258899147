/* The evaluation of the endgame study: two kings against one, by hand-made terms. */
#ifndef CK_CORNER_H
#define CK_CORNER_H

#include "games/checkers/rules/checkers.h"

extern const hra_option ck_corner_options[]; /* a weight each */

hra_err ck_corner_open(const hra_game *game, const hra_options *options, void **self, hra_error *why);
void ck_corner_close(void *self);
#define CK_CORNER_WIN 1e6    /* what a game won at the root would be worth */
#define CK_CORNER_FLAT 99999 /* what every won game is worth, as in the classroom's code */

/* Two kings against one, the corner being that of square 1 for White's kings, of square 32 for
 * Black's; elsewhere material alone. */
void ck_corner_value(const hra_game *game, const void *self, void *scratch, const void *s, double *out);
/* The same, which values finished games too: CK_CORNER_FLAT for a win, its negative for a loss. */
void ck_corner_flat_value(const hra_game *game, const void *self, void *scratch, const void *s, double *out);

/* A king's steps between two squares (0..31) on an empty board of both colours. */
int ck_steps_between(int a, int b);

#endif
