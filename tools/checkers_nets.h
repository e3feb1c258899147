/* The nets that the tools of checkers are told to judge by. */
#ifndef CHECKERS_NETS_H
#define CHECKERS_NETS_H

#include <stdio.h>
#include <string.h>

#include "games/checkers/play/weights.h"

/* "learnt" is what is compiled in, anything else the name of a file of tools/train_checkers.c. HRA_EIO,
 * HRA_EDAMAGED. */
static inline hra_err ck_nets_named(const char *name, ck_weights *out) {
    static unsigned char bytes[CK_WEIGHTS_BYTES + 1];
    if (strcmp(name, "learnt") == 0)
        return ck_weights_read(ck_learnt, ck_learnt_length, out);
    FILE *file = fopen(name, "rb");
    if (!file)
        return HRA_EIO;
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return ck_weights_read(bytes, length, out);
}

#endif
