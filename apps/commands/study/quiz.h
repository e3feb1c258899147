/* Exercises in the terminal: what is asked, and what becomes of the answers. */
#ifndef HRA_COMMANDS_QUIZ_H
#define HRA_COMMANDS_QUIZ_H

#include <hra/work.h>

#include "speech/input.h"

typedef enum quiz_outcome {
    QUIZ_RIGHT,   /* at the first try */
    QUIZ_HINTED,  /* at the first try after a hint */
    QUIZ_WRONG,   /* at a later try, or the answer was shown */
    QUIZ_SKIPPED, /* not answered */
    QUIZ_NEVER,   /* it is not to come again */
    QUIZ_FAILED   /* an error was printed */
} quiz_outcome;

/* Prints the title of an exercise, and which of how many it is unless `of` is 0. */
void quiz_print_heading(size_t number, size_t of, const hra_exercise *x);
/* Asks for a move until it is right, given up or skipped; *ended: there is no more input. `again`: it comes again another
 * day, unless the person does not want that. */
quiz_outcome quiz_move(input *in, const hra_exercise *x, bool again, bool *ended);
/* Asks for the items of a tree one by one, and prints what was right, *points of 1. *ended: there is no more input. Exit
 * status. */
int quiz_tree(input *in, const hra_exercise *x, bool unicode, double *points, bool *ended);
/* Asks for a player, whose games are played in `threads` threads, and prints *points of 1. `how` is as in hra_work_open.
 * *ended: there is no more input. Exit status. */
int quiz_player(input *in, const hra_exercise *x, const hra_work_setup *how, int threads, double *points,
                bool *ended);

/* Exercises that are asked one after another. */
typedef struct quiz {
    hra_exercise **exercises;
    size_t count;
} quiz;

/* Takes an exercise; closes it after an error. HRA_ENOMEM. */
hra_err quiz_add(quiz *q, hra_exercise *x);
bool quiz_is_person(const hra_play_info *info, int seat);
bool quiz_has_person(const hra_play_info *info); /* a person sat in a seat */
/* Adds the mistakes of a review, those of persons, or of everybody if there is no person: the analyst is asked about each.
 * `players`: what each seat is called; `only`: the seat from 1 whose mistakes count, 0: as said. Exit status. */
int quiz_add_review(quiz *q, const hra_review *review, const hra_record *record, hra_agent *analyst,
                    const hra_limits *limits, const char *const *players, int only);
/* Asks all of them, and prints how many were found. Exit status. */
int quiz_run(const quiz *q);
void quiz_release(quiz *q);

#endif
