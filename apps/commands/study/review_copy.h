/* A game that was reviewed as an annotated game of its own, to which a writer adds notes. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_COPY_H
#define HRA_COMMANDS_STUDY_REVIEW_COPY_H

#include "review_game.h"

#include "hra/annotated.h"

/* Returns the format of a game's files with this suffix that can be written; NULL: there is none. */
const hra_format *review_copy_format(const hra_game *game, const char *suffix);

/* What an earlier review wrote, so that it is left out. */
typedef struct review_copy_earlier {
    bool (*reviewed)(const hra_annotated *a, int node); /* whether it wrote about this node; NULL: perhaps */
    bool (*is_own)(const hra_note *note);               /* of such a node */
} review_copy_earlier;

/* Fills `to`, which is empty, with the game, and the tags and notes of its file. Errors as those of hra_annotated_begin and
 * hra_annotated_note. */
hra_err review_copy_game(hra_annotated *to, const review_game *g, const review_copy_earlier *earlier);

#endif
