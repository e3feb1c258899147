/* What an analyst said of some plies, as text: the result of a task of a review. */
#ifndef HRA_WORK_REVIEW_TEXT_H
#define HRA_WORK_REVIEW_TEXT_H

#include "review/review_object.h"

/* Plies from..from+count-1, as they are before they are counted. */
typedef struct hra_review_part {
    int from, count;
    uint64_t before; /* plies of earlier records: plies are numbered through all of them in the text */
    hra_unit unit;
    double start[HRA_MAX_SEATS]; /* what the state before the first one is worth */
    hra_review_move *plies;
} hra_review_part;

hra_err hra_review_part_init(hra_review_part *part, int from, int count); /* HRA_ENOMEM */
void hra_review_part_release(hra_review_part *part);
/* Of a line of moves as much is written as can be read again: up to where chance moves. HRA_EFIT: a number that is
 * none; HRA_ENOMEM. */
hra_err hra_review_part_write(const hra_review *r, const hra_review_part *part, hra_text *out);
/* The same of plies from..to-1 that a review has counted. */
hra_err hra_review_write_plies(const hra_review *r, int from, int to, hra_text *out);
/* The part was made for the plies that will be read. The text is not trusted: checks that moves are legal
 * and numbers are numbers. HRA_EINPUT, HRA_ENOMEM. */
hra_err hra_review_part_read(const hra_review *r, const char *text, size_t length, hra_review_part *part,
                             hra_error *why);

/* Counts those of the first `plies` plies of the part that the review has not counted; those before it are counted. Their lines are the review's then. */
void hra_review_count_part(hra_review *r, hra_review_part *part, int plies);

#endif
