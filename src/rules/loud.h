/* Moves that a search follows past its depth, by a name: the option `loud` of alpha-beta; and what a selective search
 * asks about moves. */
#ifndef HRA_RULES_LOUD_H
#define HRA_RULES_LOUD_H

#include "hra/rules.h"

enum {
    HRA_LOUD_RANK = 1 << 20, /* a rank as far as this from 0 is a loud move's */
    HRA_LOUD_SORTS = 512,
};

/* What the option `selective` needs. The game is one of two in turns. */
typedef struct hra_selection {
    double unit; /* of the evaluation: what a pawn is worth */
    /* Whether the side to move has to answer a threat, such as a check, so that s cannot be judged as it is. */
    bool (*forced)(const hra_game *, const void *s);
    /* Whether a pass, if it is no check, says that a move would do at least as well (no zugzwang). */
    bool (*passable)(const hra_game *, const void *s);
    /* As score_moves of the hints; loud moves that gain are HRA_LOUD_RANK or more, loud ones that lose -HRA_LOUD_RANK or
     * less, and the others lie between. */
    void (*rank)(const hra_game *, const void *s, const hra_move *moves, int n, int *rank);
    /* Writes loud moves of s, which is not forced, that lose nothing and may gain `least` or more; and their ranks.
     * Returns their number. */
    int (*gains)(const hra_game *, const void *s, double least, hra_move *out, int *rank);
    /* Whether m makes the state after it forced; false if that is hard to see. */
    bool (*forces)(const hra_game *, const void *s, hra_move m);
    /* What m comes to, in units of the evaluation, if both sides go on taking on its square. */
    double (*exchange)(const hra_game *, const void *s, hra_move m);
    /* A number below HRA_LOUD_SORTS - 1 that moves share which are alike, such as one piece to one square. */
    int (*sort)(const hra_game *, const void *s, hra_move m);
} hra_selection;

/* A table of them ends with a NULL name. */
typedef struct hra_loud {
    const char *name, *help;
    /* As quiescence_moves of the hints, for the last state of the path. */
    int (*moves)(const hra_path *, hra_move *out, bool *forced);
    const hra_selection *selection; /* NULL: none */
} hra_loud;

#endif
