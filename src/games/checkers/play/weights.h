/* The file of what was learnt for checkers. */
#ifndef CK_WEIGHTS_H
#define CK_WEIGHTS_H

#include "core/built_in.h"
#include "hra/game.h"
#include "net.h"

enum {
    CK_NET_BYTES = 2 * (CK_ROWS * CK_HIDDEN + CK_HIDDEN + CK_HIDDEN * CK_SECOND) + 4 * (2 * CK_SECOND + 1),
    CK_WEIGHTS_BYTES = 16 + CK_PHASES * CK_NET_BYTES,
};

extern const hra_built_in ck_learnt; /* checkers.learnt, as `hra learn` makes it */

/* What such a file means, or such bytes within a file of `hra learn`. HRA_EDAMAGED: another file, or not as it was
 * written. */
hra_err ck_weights_read(const unsigned char *bytes, size_t length, ck_weights *out);
/* The same of a file that an option names. *known: it holds nets; false: nothing was learnt yet when it was
 * written, which means to judge by material. Also errors of hra_game_read_file. */
hra_err ck_weights_open(const hra_game *game, const char *file, ck_weights *out, bool *known, hra_error *why);
/* Reads a file of `hra learn` into the text, and finds what is checkers' own in it: nets, or a book. Errors of
 * hra_game_read_file and hra_learnt_find_own. */
hra_err ck_weights_read_own(const hra_game *game, const char *file, hra_text *text, size_t *first,
                            size_t *length, hra_error *why);
/* What the program has learnt. HRA_EIO: its file could not be fetched. */
hra_err ck_weights_learnt(ck_weights *out, hra_error *why);
void ck_weights_write(const ck_weights *weights, unsigned char out[CK_WEIGHTS_BYTES]);

#endif
