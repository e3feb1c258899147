/* hra/grade.h: agents that students write are graded: the built-in courses, and the judge of one test.
 *
 * The judge runs no program. It talks with an agent in lines, by two functions of the caller; docs/grading.md lists the
 * lines. The agent asks about states and names a move or a number, so it needs no rules of the game, and its points depend
 * on its moves and on the states that it asked for, never on time.
 *
 *     hra_grade_run(test, &link, seeds, count, &result, &why);
 *     printf("%g of %g\n", result.points * test->points, test->points);
 *
 * Thread-safety: courses are constant; one thread at a time runs a test over one link. */
#ifndef HRA_GRADE_H
#define HRA_GRADE_H

#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_GRADE_GOALS = 6,      /* the most thresholds of a test */
    HRA_GRADE_LEVELS = 5,     /* the most players of hra in a ladder, and one */
    HRA_GRADE_STATES = 200000 /* the most states that an agent may ask for while it decides one move */
};

/* What a task asks for. */
typedef enum hra_grade_kind {
    HRA_GRADE_SEARCH,    /* a best move; the states that it asks for are those of a method */
    HRA_GRADE_PLAY,      /* a high mean of games */
    HRA_GRADE_EVALUATION /* an evaluation: the judge searches, and the moves reach a high mean of games */
} hra_grade_kind;

/* What a mean result is worth. */
typedef struct hra_grade_goal {
    double mean, points; /* points 0..1 */
} hra_grade_goal;

/* One test. Text members are static; NULL where they do not apply. */
typedef struct hra_grade_test {
    const char *title;    /* in English, for hra_translate */
    double points;        /* the most that it gives */
    const char *game;     /* spec */
    const char *position; /* NULL: the start; of games several, one a line */
    int depth;            /* SEARCH: rounds, 0: to the end; EVALUATION: plies that the judge searches */
    double seconds;       /* of a processor, for all of the test */
    const char *method;   /* SEARCH: the player whose values are right */
    const char *visits;   /* SEARCH: the player whose states the agent must ask for; NULL: any are right */
    const char *eval;     /* what an agent gets as the value of a state; NULL: the game's default */
    const char *against;  /* games: spec of all other seats */
    int games, plies;     /* games: their number, and the most plies of each; 0: no limit */
    bool
        sides; /* games: of two equal sides, which take turns; in the judge's search they play against each other. Else
                   the agent has seat 0, and all others move at random */
    hra_grade_goal goals[HRA_GRADE_GOALS]; /* games: thresholds of the mean, ended by points 0 */
} hra_grade_test;

/* Games in which the submissions of a task meet each other and players of hra. */
typedef struct hra_grade_ladder {
    const char *players[HRA_GRADE_LEVELS]; /* specs of the players of hra, weakest first, ended by NULL */
    const char *openings;                  /* positions, one a line; NULL: the start */
    int groups; /* of games, for each pairing; with openings one for each of them */
    int plies;  /* after which a game is drawn; 0: no limit */
    int among;  /* groups of a pairing of two submissions, of which a class has many; 0: `groups` */
} hra_grade_ladder;

typedef struct hra_grade_task {
    const char *name;  /* "q2" */
    const char *title; /* in English, for hra_translate */
    hra_grade_kind kind;
    const char *entry;    /* of a submission in Python: a class, or the function that evaluates */
    const char *function; /* of a submission in C */
    const char
        *reference; /* spec of a player, or of an evaluation, for hra_grade_answer: it gets all points */
    const hra_grade_test
        *tests; /* ended by a NULL title; the ladder has the game and the depth of the first */
    const hra_grade_ladder *ladder; /* NULL: the task has none */
} hra_grade_task;

typedef struct hra_grade_course {
    const char *name;            /* "pacman" */
    const char *title;           /* in English, for hra_translate */
    const hra_grade_task *tasks; /* ended by a NULL name */
} hra_grade_course;

/* Returns a built-in course: index 0 and up, NULL past the last. Static. */
HRA_API const hra_grade_course *hra_grade_course_at(int index);
/* Returns the course of this name, or NULL. */
HRA_API const hra_grade_course *hra_grade_course_find(const char *name);
/* Returns the task of this name, or NULL. */
HRA_API const hra_grade_task *hra_grade_task_find(const hra_grade_course *course, const char *name);

/* The way to an agent. Errors of `say` and `hear` end the test, and are returned. */
typedef struct hra_grade_link {
    size_t size; /* sizeof(hra_grade_link) */
    void *self;
    hra_err (*say)(void *self, const char *line, hra_error *why); /* sends a line, without its newline */
    hra_err (*hear)(void *self, hra_text *line,
                    hra_error *why); /* replaces `line` by the agent's next line */
    void (*watch)(void *self, const hra_game *, const void *state); /* a state of a game; NULL: not called */
    bool ugi; /* the agent speaks UGI, and chooses moves in games that offer it */
} hra_grade_link;

/* The result of a test. The caller owns it, and may use it again; it must be zero at first. */
typedef struct hra_grade_result {
    double points;  /* 0..1, of those of the test */
    bool passed;    /* all points */
    bool broken;    /* the agent did not keep to the lines, or reported an error: it cannot go on */
    hra_text why;   /* a sentence, in the language of the process */
    hra_text drawn; /* the tree or the board with the first state that differs; "": nothing to draw */
} hra_grade_result;

HRA_API void hra_grade_result_release(hra_grade_result *result); /* then it is zero */

/* Greets an agent, once before its first test. An agent that reports that it cannot be loaded, by the line "error KIND
 * TEXT", leaves result->broken and result->why. Sets link->ugi if it speaks UGI. Returns errors of the link. */
HRA_API hra_err hra_grade_greet(hra_grade_link *link, hra_grade_result *result, hra_error *why);
/* Runs a test. Game `i` has the seed seeds[i % count]; NULL: those of the course. Returns
 *   HRA_EFIT    if the agent speaks UGI and the test needs more
 *   HRA_ENOMEM
 *   else errors of the link, or of the game and its players. */
HRA_API hra_err hra_grade_run(const hra_grade_task *task, const hra_grade_test *test, hra_grade_link *link,
                              const uint64_t *seeds, size_t count, hra_grade_result *result, hra_error *why);

/* ---- ladders --------------------------------------------------------------------------------*/

/* How the caller runs the submissions of a ladder. Two of them may run at a time; calls never overlap. */
typedef struct hra_grade_runner {
    size_t size; /* sizeof(hra_grade_runner) */
    void *self;
    const hra_grade_task *task;
    /* Starts the submission of this spec, greets it, and fills `link`; result->broken: it cannot be loaded. The text is
     * that of hra_grade_player_open. */
    hra_err (*start)(void *self, const char *spec, hra_grade_link *link, hra_grade_result *result,
                     hra_error *why);
    void (*begin)(void *self, hra_grade_link *link); /* a game begins: its time, too */
    hra_err (*ended)(void *self,
                     const hra_grade_link *link); /* why there is no answer: HRA_EHUNG, HRA_EENDED */
    void (*stop)(void *self, hra_grade_link *link);
} hra_grade_runner;

/* Returns the kind of players "submission:name=NAME,code=CODE". A registry with it (hra_registry_add_player) lets stores
 * with submissions be read; a submission that was opened so cannot be asked for a move (HRA_ESTATE). Static. */
HRA_API const hra_player_kind *hra_grade_player_kind(void);
/* Opens such a player in a process that can run it. `runner` must outlive it. A submission that breaks off, takes too
 * much time or names no legal move loses its game, as an external program does; in a game of one seat, where that has no
 * meaning, the first move is played from then on. Errors of hra_player_open_kind. */
HRA_API hra_err hra_grade_player_open(hra_player **out, const hra_game *game, const char *spec,
                                      const hra_grade_runner *runner, hra_error *why);

/* Is an agent: answers the lines of a judge until "quit", with the moves and the states of a player, or the numbers of an
 * evaluation. For references. Returns
 *   HRA_EINPUT  if the judge sends something else
 *   HRA_ENOMEM
 *   else errors of the link, or of the game and the player. */
HRA_API hra_err hra_grade_answer(const char *spec, hra_grade_link *link, hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
