/* Sums of reviews over many games: for each player of a game and each month, and from these over years or all time. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_TOTALS_H
#define HRA_COMMANDS_STUDY_REVIEW_TOTALS_H

#include "review_figures.h"

/* What one period is: letters of a date "2026.11.22". */
typedef enum review_period {
    REVIEW_EVER = 0,
    REVIEW_YEAR = 4,
    REVIEW_MONTH = 7,
} review_period;

typedef struct review_type_sums {
    int decisions;
    double loss, scaled;
} review_type_sums;

typedef struct review_row {
    const hra_rules *rules;        /* of the game */
    char *player;                  /* a name, else a spec */
    char period[REVIEW_MONTH + 1]; /* "2026-11", "2026", "????-??" if it is not known; "" of all time */
    review_scale scale;
    int all_games; /* of this player in this game, over all periods; of review_totals_view */
    int games, decisions, mistakes, graded[HRA_GRADES];
    double loss, scaled, luck;
    double accuracy; /* sum over accurate games */
    int accurate;    /* games that have an accuracy */
    review_type_sums types[HRA_MAX_DECISION_TYPES];
} review_row;

typedef struct review_totals {
    review_row *rows;
    size_t count, capacity;
    size_t *table; /* indices + 1 of rows by the hash of their names; 0: free */
    size_t places;
} review_totals;

void review_totals_release(review_totals *t);
/* Adds a review that is done; players: one per seat. `only`: the seat, from 1, that counts; 0: all do. `date`: "2026.11.22" with ? for what is not known, or "".
 * HRA_ENOMEM. */
hra_err review_totals_add(review_totals *t, const hra_review *review, const char *const *players, int only,
                          const char *date);
/* Fills `out` with the rows of these periods: by game, then by player, those with most games first, then by period.
 * Their texts are those of `t`. The caller frees out->rows. HRA_ENOMEM. */
hra_err review_totals_view(const review_totals *t, review_period period, review_totals *out);
/* Returns how many rows from `first` on are of the same player and game. */
size_t review_totals_run(const review_totals *view, size_t first);
/* Whether more than one period is known, so that there is a trend. */
bool review_totals_trend(const review_totals *t, review_period period);

/* The names of a game's types of decisions, ended by NULL; NULL: it has none. */
const char *const *review_row_types(const review_row *row);
bool review_row_is_dated(const review_row *row); /* its period is known */

#endif
