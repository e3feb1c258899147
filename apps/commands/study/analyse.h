/* What 'hra analyse' was asked: a position, and who looks at it. */
#ifndef HRA_COMMANDS_ANALYSE_H
#define HRA_COMMANDS_ANALYSE_H

#include "commands/open_game.h"

typedef struct analysis {
    const args *args;
    setup setup;
    const hra_game *game;
    void *state; /* malloc'ed */
    bool placed; /* the position was named: chance makes no move in it */
    const char *const *players;
    int count;
    hra_question question; /* seed and limits as they were typed */
    bool limited;          /* somebody typed a limit */
    int best_moves;        /* of --multipv; 0: all */
} analysis;

/* Exit statuses; what went wrong was said. */
int analyse_one(analysis *of);     /* by the first player */
int analyse_several(analysis *of); /* side by side, held against a reference */
int analyse_terms(analysis *of);   /* the terms of the position */

#endif
