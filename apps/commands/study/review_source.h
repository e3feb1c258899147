/* Where the records of a review are from. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_SOURCE_H
#define HRA_COMMANDS_STUDY_REVIEW_SOURCE_H

#include "commands/records.h"
#include "term/term_review.h"

typedef struct review_source {
    const char *file;
    int number;
    const char *encoding;      /* of the file, if it was guessed; else NULL */
    char *faults;              /* a list in JSON, its own; NULL: none */
    char *about;               /* what the file says of the game, a line, its own; NULL: nothing */
    term_review_place *places; /* of each ply, its own; NULL: the file has no numbers of moves */
} review_source;

typedef struct review_sources {
    review_source *list;
    size_t count;
} review_sources;

/* False: there is no memory. `file` is the caller's. */
bool review_source_of(const char *file, const record_found *found, review_source *out);
void review_source_release(review_source *s);
bool review_sources_add(review_sources *s, const char *file, const record_found *found);
/* Removes all; the list keeps its memory until it is released. */
void review_sources_clear(review_sources *s);
void review_sources_release(review_sources *s);

#endif
