/* Moves that a search follows past its depth, by a name: the option `loud` of alpha-beta. */
#ifndef HRA_RULES_LOUD_H
#define HRA_RULES_LOUD_H

#include "hra/rules.h"

/* A table of them ends with a NULL name. */
typedef struct hra_loud {
    const char *name, *help;
    /* As quiescence_moves of the hints, for the last state of the path. */
    int (*moves)(const hra_path *, hra_move *out, bool *forced);
} hra_loud;

#endif
