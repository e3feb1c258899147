/* A run of hra learn. */
#ifndef HRA_COMMANDS_BUILD_LEARNING_H
#define HRA_COMMANDS_BUILD_LEARNING_H

#include "commands/stored_work.h"
#include "hra/learn.h"
#include "pictures/chart/curve_text.h"

typedef struct learning {
    setup *s;
    const args *a;
    hra_learner *learner;
    char method[HRA_SPEC_LENGTH];
    const char *file;
    char own_name[HRA_SPEC_LENGTH]; /* of a file that was not named */
    char name[HRA_SPEC_LENGTH];     /* of the file of a further run */
    uint64_t runs, games, measure, points, threads;
    uint64_t before;    /* games that were learnt from when this run began */
    double time, spent; /* seconds in all, 0: not limited; of learning so far */
    const char *const *against;
    const char *usual[1];
    int opponents;
    curve curve;
    bool quiet;
    hra_text row;
    stored_work stored;
    bool keeps;  /* it is stored */
    bool plays;  /* else what was kept is shown */
    bool status; /* in a few lines */
    bool there;  /* the file, before this run began */
} learning;

/* Whether games are only won, lost or drawn, so that the fraction of points is printed; if not, the mean
 * return is. */
bool learning_is_contest(const hra_game *game);
/* Plays the model against each opponent and prints a row of the curve; exit status. */
int learning_measure(learning *l);
/* Adds the games of the files behind the game's name, which the method wants or not, and chooses by them how long it learns where
 * that was not typed; exit status. */
int learning_add_records(learning *l);
int learning_tell_head(const learning *l);           /* exit status */
int learning_tell_end(const learning *l, bool done); /* done: else it was stopped; exit status */
int learning_tell_json(const learning *l);           /* exit status */
/* Draws the curve so far in place, on a terminal that can. */
void learning_draw_live(const learning *l);
/* The curve as the files that options name; exit status. */
int learning_write_curve(const learning *l);

#endif
