/* hra grade --store: submissions and players of hra in a tournament that goes on with each new version. */
#ifndef HRA_COMMANDS_GRADE_LADDER_H
#define HRA_COMMANDS_GRADE_LADDER_H

#include <hra/work.h>

#include "grade.h"

enum { LADDER_NAME = 10, LADDER_SPEC = 96 };

/* A player of the ladder. Its spec is "submission:name=k7q2-f9xh.2,code=...": the student's pseudonym, the version, and a
 * code of the file; nothing of it leads back to the student without the secret. */
typedef struct ladder_player {
    char spec[LADDER_SPEC];
    char student[LADDER_NAME]; /* pseudonym; "": a player of hra */
    int version;
    const submission *file; /* that was handed in now; NULL: an earlier version, or a player of hra */
} ladder_player;

typedef struct ladder_pair {
    int a, b;      /* players, a < b */
    uint64_t done; /* groups */
} ladder_pair;

/* Who is in the ladder and who meets whom. Both lists only grow. */
typedef struct ladder_plan {
    const hra_grade_task *task;
    ladder_player players[HRA_TOURNAMENT_PLAYERS];
    int count;
    ladder_pair *pairs;
    int pair_count;
    uint64_t seed;
} ladder_plan;

/* Begins with the players of hra. */
void ladder_plan_init(ladder_plan *p, const hra_grade_task *task, uint64_t seed);
void ladder_plan_release(ladder_plan *p);
/* Reads the plan of a store. HRA_ESTATE: it is not the ladder of this task. HRA_ENOMEM. */
hra_err ladder_plan_read(ladder_plan *p, const char *spec, hra_error *why);
/* Takes note of a task of the store that has a result. */
void ladder_plan_note(ladder_plan *p, const char *task);
/* Enters a submission: the same file of the same student is the same player. HRA_ELIMIT: there are too many players. */
hra_err ladder_plan_enter(ladder_plan *p, const submission *s, const hra_text *secret, hra_error *why);
/* All pairs of those that can play now. HRA_ELIMIT, HRA_ENOMEM. */
hra_err ladder_plan_pair(ladder_plan *p, hra_error *why);
/* Groups of games that have no result yet. */
uint64_t ladder_plan_open_groups(const ladder_plan *p);
/* Appends the spec of the tournament. */
void ladder_plan_write(const ladder_plan *p, hra_text *out);

/* Whether the store can be played in; says why not, before anything is graded. Exit status. */
int ladder_check(const grading *g);
/* Plays what is open in the store and prints the standings. Exit status. */
int ladder_play(grading *g, const submissions *all);
/* Prints the standings; `names`: with those of the students whose files are here. */
int ladder_print(const ladder_plan *p, hra_tournament *t, bool names);

#endif
