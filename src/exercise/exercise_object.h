/* An exercise, for the sources that make it up. Its kinds are a table: each reads and writes its own lines, and judges. */
#ifndef HRA_EXERCISE_OBJECT_H
#define HRA_EXERCISE_OBJECT_H

#include "core/lines.h"
#include "hra/exercise.h"

typedef struct exercise_kind {
    const char *name;
    bool needs_process;
    size_t self_size; /* of what the exercise has of this kind, zero at first */
    /* Reads a line; false: this kind has no such line. An error is in `l`. */
    bool (*read_line)(hra_exercise *x, hra_lines *l);
    /* All lines are read, or what was made is there: checks it, and fills in `items` and `hints`. */
    hra_err (*finish)(hra_exercise *x, const hra_host *host, hra_error *why);
    void (*close)(void *self);
    /* Appends its lines. */
    void (*write)(const hra_exercise *x, hra_text *out);
    /* Appends what makes two exercises the same to solve, for the id. */
    void (*identify)(const hra_exercise *x, hra_text *out);
    /* NULL: it needs a process. */
    hra_err (*judge)(const hra_exercise *x, const char *attempt, hra_exercise_verdict *out, hra_error *why);
    void (*hint)(const hra_exercise *x, int number, hra_text *out);
    hra_err (*answer)(const hra_exercise *x, const char *attempt, hra_text *out);
    void (*ask_json)(const hra_exercise *x, hra_json *json); /* members of what is asked */
    void (*answer_json)(const hra_exercise *x, hra_json *json);
} exercise_kind;

struct hra_exercise {
    hra_exercise_info info; /* its strings are the exercise's own */
    const exercise_kind *kind;
    void *self; /* of its kind */
    hra_unit unit;
    int difficulty; /* of a random tree to make; 0: none */
};

extern const exercise_kind hra_exercise_move, hra_exercise_fill, hra_exercise_agent, hra_exercise_uct;
extern const exercise_kind *const hra_exercise_kinds[]; /* all, ended by NULL */

/* Makes an empty exercise of a kind; NULL: no memory. */
hra_exercise *hra_exercise_new(const exercise_kind *kind);
/* Copies what a maker says into it. HRA_EINPUT if it limits the time; HRA_ENOMEM. */
hra_err hra_exercise_take_setup(hra_exercise *x, const hra_exercise_setup *setup, hra_error *why);
/* Sets one of the strings of the info. HRA_ENOMEM. */
hra_err hra_exercise_set(const char **at, const char *text);
/* Reads all lines, but checks nothing. The caller closes *out. */
hra_err hra_exercise_read(hra_exercise **out, const char *text, size_t length, hra_error *why);
/* Ends making or reading: `finish` of its kind, and the id. */
hra_err hra_exercise_complete(hra_exercise *x, const hra_host *host, hra_error *why);
/* The rest of a line without what could control a terminal, allocated; NULL: an error is in `l`. */
char *hra_exercise_line_text(hra_lines *l);
/* Appends the spec of the game with its options in the order of the game, without those that have their default. */
void hra_exercise_game_name(const hra_game *game, hra_text *out);

/* Adds an item to a verdict; `why` is a sentence, which the verdict takes; NULL: no memory. */
hra_err hra_verdict_add(hra_exercise_verdict *verdict, const char *name, bool right, const char *reason,
                        hra_text *why);
/* Counts its points: the fraction of items that are right. */
void hra_verdict_count(hra_exercise_verdict *verdict);

#endif
