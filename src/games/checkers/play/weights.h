/* The file of what was learnt for checkers. */
#ifndef CK_WEIGHTS_H
#define CK_WEIGHTS_H

#include "net.h"

enum {
    CK_NET_BYTES = 2 * (CK_ROWS * CK_HIDDEN + CK_HIDDEN + CK_HIDDEN * CK_SECOND) + 4 * (2 * CK_SECOND + 1),
    CK_WEIGHTS_BYTES = 16 + CK_PHASES * CK_NET_BYTES,
};

extern const unsigned char ck_learnt[]; /* checkers.learnt, written by tools/train_checkers.c */
extern const size_t ck_learnt_length;

/* What such a file means. HRA_EDAMAGED: another file, or not as it was written. */
hra_err ck_weights_read(const unsigned char *bytes, size_t length, ck_weights *out);
/* What the program has learnt. */
hra_err ck_weights_learnt(ck_weights *out, hra_error *why);
void ck_weights_write(const ck_weights *weights, unsigned char out[CK_WEIGHTS_BYTES]);

#endif
