/* A game that was reviewed, for all that is written about it. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_GAME_H
#define HRA_COMMANDS_STUDY_REVIEW_GAME_H

#include <hra/hra.h>

typedef struct review_game {
    const hra_review *review;
    const hra_record *record;
    const char *const *players; /* of each seat: a name, else a spec */
    const char *analyst;        /* its spec */
    const char *file;           /* where the record is from; "": not known */
    int number;                 /* of the record in the file, or of all if that is not known; from 1 */
    const char *encoding;       /* of the file, if it was guessed; else NULL */
    const char *faults;         /* of its text, as a list in JSON; NULL: none */
    int index;                  /* among all games of the output, from 0 */
} review_game;

#endif
