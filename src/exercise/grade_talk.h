/* The dialogue with an agent that is graded: the states that it asked for, and the lines. */
#ifndef HRA_EXERCISE_GRADE_TALK_H
#define HRA_EXERCISE_GRADE_TALK_H

#include "hra/grade.h"
#include "hra/rules.h"

/* A state that the agent knows, by its number; 0: the root. */
typedef struct grade_node {
    int parent, first, last, next; /* numbers, -1: none; children in the order in which they were asked for */
    hra_move move;                 /* to this state */
} grade_node;

typedef struct grade_talk {
    const hra_grade_test *test;
    hra_grade_link *link;
    hra_game *game;
    hra_eval eval; /* kind NULL: the game has none */
    hra_evaluator evaluator;
    size_t stride;
    unsigned char *states;
    grade_node *nodes;
    int count, capacity;
    hra_move *moves; /* working memory */
    double *probability;
    hra_text line, out;
    hra_grade_result *result;
} grade_talk;

/* Opens the game and says which test begins. After an error release it, too. */
hra_err hra_talk_open(grade_talk *t, const hra_grade_test *test, hra_grade_link *link,
                      hra_grade_result *result, hra_error *why);
void hra_talk_release(grade_talk *t);

/* Where there is a position, it is the line `index` of the test's, counted round; else the start of the game. */
hra_err hra_talk_start(const grade_talk *t, int index, void *state, hra_error *why);

/* Forgets all states and begins with this one, which becomes number 0. HRA_ENOMEM. */
hra_err hra_talk_root(grade_talk *t, const void *state, hra_error *why);
const void *hra_talk_state(const grade_talk *t, int number);
/* The number of the state after a move, which is made if it was not asked for before; HRA_ELIMIT: too many. */
hra_err hra_talk_after(grade_talk *t, int number, hra_move move, int *after, hra_error *why);
/* The number of a child that was asked for; -1: it was not. */
int hra_talk_child(const grade_talk *t, int number, hra_move move);

/* Asks for a move in the root, and answers the agent's questions until it names one. False in *made: it broke off;
 * the result says how. Errors of the link. */
hra_err hra_talk_choose(grade_talk *t, hra_move *move, bool *made, hra_error *why);
/* Asks for the value of a state for a seat. */
hra_err hra_talk_evaluate(grade_talk *t, int number, int seat, double *value, bool *made, hra_error *why);

/* Decides a move in the root as the kind of the task has it: the agent chooses it, or values the leaves of a search. As
 * hra_talk_choose. */
hra_err hra_talk_decide(grade_talk *t, hra_grade_kind kind, hra_move *move, bool *made, hra_error *why);

/* Appends a move as text, for people. */
void hra_talk_add_move(const grade_talk *t, const void *state, hra_move move, hra_text *out);
/* Marks the result as broken, with a sentence. */
void hra_grade_break(hra_grade_result *result, const char *format, ...) HRA_PRINTF(2, 3);

/* ---- kinds of tests -------------------------------------------------------------------------*/

hra_err hra_grade_search(grade_talk *t, hra_error *why);
hra_err hra_grade_games(grade_talk *t, hra_grade_kind kind, const uint64_t *seeds, size_t count,
                        hra_error *why);

#endif
