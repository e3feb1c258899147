/* hra/term.h: the terms of a game, named numbers of a position. Formulas are made of them: eval=expr(10*men + 15*kings).
 *
 * Thread-safety: tables of terms are constant; any thread may call their functions. */
#ifndef HRA_TERM_H
#define HRA_TERM_H

#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A number of a whole state. A table of them, `terms` of hra_rules_catalogue, ends with a NULL name. */
typedef struct hra_term {
    const char *name;   /* small letters, digits and _: "home_points" */
    const char *help;   /* what it counts, for one seat */
    double least, most; /* its range, with any options */
    bool shared;        /* of the state, not of a seat, such as the cards left */
    /* Returns the number for a seat; shared: for seat 0. s is any state, chance and over included. */
    double (*value)(const hra_game *, const void *s, int seat);
} hra_term;

#ifdef __cplusplus
}
#endif
#endif
