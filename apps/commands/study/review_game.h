/* A game that was reviewed, for all that is written about it. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_GAME_H
#define HRA_COMMANDS_STUDY_REVIEW_GAME_H

#include "term/term_review.h"

typedef struct review_game {
    const hra_review *review;
    const hra_record *record;
    const char *const *players;      /* of each seat: a name, else a spec */
    const char *analyst;             /* its spec */
    const char *file;                /* where the record is from; "": not known */
    int number;                      /* of the game in the file, or of all if that is not known; from 1 */
    const char *encoding;            /* of the file, if it was guessed; else NULL */
    const char *faults;              /* of its text, as a list in JSON; NULL: none */
    const char *about;               /* what the file says of the game; NULL: nothing */
    const term_review_place *places; /* of each ply; NULL: turns are counted */
    int only, mine;                  /* seats from 1, as in term_review */
    int index;                       /* among all games of the output, from 0 */
} review_game;

#endif
