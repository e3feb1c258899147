/* What reviews of many records come to, player by player. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_SUMMARY_H
#define HRA_COMMANDS_STUDY_REVIEW_SUMMARY_H

#include "hra/review.h"

enum { REVIEW_SUM_PLAYERS = 64 };

typedef struct review_sum_player {
    char name[HRA_SPEC_LENGTH];
    int records;
    double result, result_squares;   /* sums; of what each play ended with, or was worth when it was left */
    double without, without_squares; /* the same without luck */
    double loss, scaled;             /* of the decisions; and as fractions of the stakes */
    int decisions;
} review_sum_player;

typedef struct review_sum {
    char game[HRA_SPEC_LENGTH];
    int records, count;
    bool thousandths; /* PR has a meaning */
    hra_unit unit;
    int decimals;
    review_sum_player players[REVIEW_SUM_PLAYERS];
} review_sum;

/* Adds a review that is done, of a record with these players and of the same game as those before. `only`: the seat, from 1,
 * that counts; 0: all do. HRA_ELIMIT: too many players. */
hra_err review_sum_add(review_sum *sum, const hra_review *review, const char *const *players, int only);
void review_sum_text(const review_sum *sum, hra_text *out);
void review_sum_json(const review_sum *sum, hra_text *out); /* a line */

#endif
