/* hra tree --working of MCTS: its simulations one at a time. */
#ifndef HRA_COMMANDS_STUDY_TREE_SIMULATIONS_H
#define HRA_COMMANDS_STUDY_TREE_SIMULATIONS_H

#include "commands/output.h"
#include "pictures/tree/tree_picture.h"

typedef struct tree_simulations {
    tree_picture picture; /* what is searched, and how it looks; its result is filled in */
    hra_agent *agent;
    const hra_question *question;
    int most;                  /* simulations */
    const char *file, *ending; /* NULL: standard output; the ending of pictures, NULL: that of the file */
    bool frames;               /* pictures of the steps, not words */
    bool json, boards;         /* JSON, with boards; not words */
    int width;                 /* of a picture, 0: as it is */
} tree_simulations;

/* Whether a player has simulations to show. */
bool tree_simulations_fit(const hra_agent *agent);
/* Runs the search, and writes its simulations. *none: the player has none to show, and nothing was written. Returns an exit
 * status; prints errors. */
int tree_simulations_write(tree_simulations *t, bool *none);

#endif
