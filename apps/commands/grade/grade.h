/* hra grade: the parts of the command. */
#ifndef HRA_COMMANDS_GRADE_H
#define HRA_COMMANDS_GRADE_H

#include "commands/args.h"
#include "submissions.h"

/* What is the same for all submissions. */
typedef struct grading {
    const args *args;
    const hra_grade_course *course;
    const hra_grade_task *only;   /* --task; NULL: all */
    const hra_grade_task *ladder; /* --store: whose games are played; NULL: none */
    bool trusted;                 /* submissions run without bwrap */
    bool watch;
    uint64_t *seeds; /* --seeds; NULL: those of the course */
    size_t seed_count;
    const hra_stop *stop;
    hra_text csv;
} grading;

/* Grades one submission: prints what came of each test, and appends its rows of CSV. Exit status. */
int grade_submission(grading *g, submission *s);

/* Prints the points of all, a line each. */
void grade_print_class(const grading *g, const submissions *all);

/* Prints a board. */
void grade_draw_board(const hra_game *game, const void *state);

/* Prints the courses; the tasks of one. */
void grade_print_courses(void);
void grade_print_course(const hra_grade_course *course);

#endif
