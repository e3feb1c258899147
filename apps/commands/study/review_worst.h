/* The costliest decisions of reviewed games, each with its position. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_WORST_H
#define HRA_COMMANDS_STUDY_REVIEW_WORST_H

#include "review_figures.h"
#include "review_game.h"

enum { REVIEW_WORST = 1000 }; /* at most */

typedef struct review_costly {
    double cost, loss; /* in the unit of the grade, and of the game's result */
    hra_grade grade;
    bool mine; /* of the only person in the record */
    char *player, *seat, *move, *best, *said, *said_best, *position, *file, *place; /* said: for people */
    int number, ply; /* of the game in the file, as in review_game */
} review_costly;

/* Decisions are compared within games of the same unit. */
typedef struct review_worst_list {
    char *game; /* the spec of the first one */
    const hra_rules *rules;
    review_scale scale;
    review_costly *rows;
    int count;
} review_worst_list;

typedef struct review_worst {
    int most; /* of each list; set by the caller */
    review_worst_list *lists;
    size_t count;
} review_worst;

void review_worst_release(review_worst *worst);
hra_err review_worst_add(review_worst *worst, const review_game *game); /* HRA_ENOMEM */
void review_worst_text(const review_worst *worst, hra_text *out);
void review_worst_json(const review_worst *worst, hra_text *out); /* a line */

#endif
