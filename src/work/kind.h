/* The interface of a kind of work: a table of functions, listed in src/builtin/works.def. A kind says which
 * lines its spec has and which words its tasks have, cuts the work into tasks in an order of its own, runs
 * a task, and counts results in any order. It knows nothing of threads, processes, files or databases:
 * work.c knows which tasks are assigned, which of them have a result, and whether a task can exist. */
#ifndef HRA_WORK_KIND_H
#define HRA_WORK_KIND_H

#include "hra/work.h"
#include "work/keyed_lines.h"

/* ---- tasks ----------------------------------------------------------------------------------*/

enum { HRA_TASK_NUMBERS = 3, HRA_TASK_NAMED = -1 };

/* A task as numbers: those after its word, by which tasks are sorted, and their records joined. */
typedef struct hra_task {
    int form; /* index in the forms of its kind */
    uint64_t number[HRA_TASK_NUMBERS];
} hra_task;

/* How a task is written: "games 0 64" is the word "games" and two numbers, "slice m0k1" a word and a name. */
typedef struct hra_task_form {
    const char *word;
    int numbers; /* HRA_TASK_NAMED: one, which is written as name_of of the kind says */
} hra_task_form;

/* False: it is no task that this kind can have. Which numbers fit together is the kind's to know. */
bool hra_task_read(const hra_work *work, const char *text, hra_task *out);
void hra_task_write(const hra_work *work, const hra_task *task, char out[HRA_WORK_TASK]);

/* ---- kinds ----------------------------------------------------------------------------------*/

typedef struct hra_work_kind {
    const char *name;           /* "match" */
    const char *word;           /* the same in the line "work" of a spec, as stores have it */
    const char *pieces;         /* what tasks are made of, N_() */
    const char *doing;          /* what a report of progress says, N_() */
    const hra_line_rule *lines; /* of the spec, beside "hra", "work" and "game" */
    const hra_task_form *forms;
    /* How many players the spec names, if each has a seat, so that a game of any number of seats has as many. NULL: the
     * spec says nothing of seats. */
    int (*named)(const hra_keyed *spec);

    /* `self` holds all that a kind opens; it has self_size bytes and is zero before; the work outlives it.
     * The functions below ask the work for its setup and spec. `close` is called after an error of `open`
     * too. */
    size_t self_size;
    hra_err (*open)(void *self, hra_work *work, hra_error *why);
    void (*close)(void *self);

    /* Whether the numbers of a task fit each other; the other functions get only tasks that do. The last
     * two numbers of a form that has two or more are FROM and TO, of pieces, and FROM is less. */
    bool (*fits)(const void *self, const hra_task *task);
    /* The name of a number that has one, and the number of a name. NULL where no form is named. */
    const char *(*name_of)(const void *self,
                           uint64_t number); /* of a task that fits; without blanks, 100 bytes at most */
    bool (*find)(const void *self, const char *name, uint64_t *number);

    /* Calls of these come one at a time. */
    /* For tasks "WORD FROM TO" that are assigned in order: returns the end of the one that begins at `from`, of at most
     * `most` pieces (1 or more). 0: there is none now. NULL: the next three functions decide instead. */
    uint64_t (*cut)(void *self, uint64_t from, uint64_t most);
    /* The next task, of at most `most` pieces (1 or more), which then counts as assigned. False: there is none
     * now. */
    bool (*next)(void *self, uint64_t most, hra_task *out);
    /* Whether this task can be the next one, and then as if it were assigned. */
    bool (*assigned)(void *self, const hra_task *task);
    void (*undo)(void *self, const hra_task *task);   /* the last one that was assigned never was */
    bool (*needed)(void *self, const hra_task *task); /* NULL: all are */
    /* Whether everything was added that a task needs to be run. NULL: nothing is needed. */
    bool (*ready)(void *self, const hra_task *task);
    /* Counts the result of an assigned task, once; a zero follows its last byte; it has length 0 only if
     * the task is not needed. HRA_EDAMAGED with the reason (hra_work_damaged), HRA_ENOMEM; nothing was
     * counted then. */
    hra_err (*add)(void *self, const hra_task *task, const char *bytes, size_t length, hra_error *why);
    bool texts; /* results have no zeros */
    /* Tasks need results of others, which they get by hra_work_fetch. If the setup has `fetch`, `add` gets
     * NULL instead of bytes; if it has none and the kind `holds`, the work holds results until
     * hra_work_forget. */
    bool fetches, holds;
    void (*look)(void *self, uint64_t *done, uint64_t *of, bool *finished); /* pieces */
    /* `seconds`: time of the tasks of this work, as far as it is known. */
    hra_err (*report)(void *self, double seconds, hra_json *json, const char *key, hra_error *why);

    /* Does a task that next or assigned could have: any number of threads may, beside the calls above. If the task has got
     * a result meanwhile, an error counts for nothing. */
    hra_err (*run)(void *self, const hra_task *task, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why);
} hra_work_kind;

/* Lines that several kinds have, with the functions that read them. */
#define HRA_LINE_SEED                                                                                        \
    { .name = "seed", .type = HRA_LINE_NUMBER, .high = UINT64_MAX }
/* Results list each game with its facts (src/match/game_row.h). */
#define HRA_LINE_FACTS                                                                                       \
    { .name = "facts", .type = HRA_LINE_YES }
#define HRA_LINE_RECORDS                                                                                     \
    { .name = "records", .type = HRA_LINE_YES }
#define HRA_LINES_LIMITS                                                                                     \
    {.name = "depth", .type = HRA_LINE_NUMBER, .low = 1, .high = HRA_TO_THE_END},                            \
        {.name = "nodes", .type = HRA_LINE_NUMBER, .low = 1, .high = UINT64_MAX},                            \
        {.name = "playouts", .type = HRA_LINE_NUMBER, .low = 1, .high = UINT64_MAX}, {                       \
        .name = "time", .type = HRA_LINE_SECONDS                                                             \
    }
#define HRA_LINES_ADJUDICATION                                                                               \
    {.name = "draw", .type = HRA_LINE_TEXT}, {.name = "resign", .type = HRA_LINE_TEXT},                      \
        {.name = "length", .type = HRA_LINE_NUMBER, .low = 1, .high = 1000000}, {                            \
        .name = "tables", .type = HRA_LINE_YES                                                               \
    }
#define HRA_LINE_OPENINGS                                                                                    \
    { .name = "opening", .type = HRA_LINE_TEXT, .many = true }

/* All kinds, ended by NULL: src/builtin/works.c. */
extern const hra_work_kind *const hra_builtin_works[];

/* ---- what a kind asks of its work -----------------------------------------------------------*/

const hra_game *hra_work_game(const hra_work *work);
const hra_keyed *hra_work_keyed(const hra_work *work);
const hra_work_setup *hra_work_brought(const hra_work *work); /* never NULL */
uint64_t hra_work_seed(const hra_work *work);                 /* of the spec */
hra_limits hra_work_limits(const hra_work *work);
bool hra_work_has_records(const hra_work *work);
/* The openings of the spec, the work's own; NULL: it names none. */
hra_err hra_work_openings(hra_work *work, const hra_openings **out, hra_error *why);
/* The rules of the spec by which games end early, in *own, and the tables that they ask, which the caller closes; *out is
 * NULL if it has none. Errors of hra_adjudicator_read and hra_solution_open. */
hra_err hra_work_adjudicator(hra_work *work, hra_adjudicator *own, hra_solution **tables,
                             const hra_adjudicator **out, hra_error *why);
/* Of a kind with `cut`: the first task begins at this piece; before anything is assigned. */
void hra_work_begin_at(hra_work *work, uint64_t piece);
/* Opens a player of the game, or finds the one already opened with this spec; the work's own. */
hra_err hra_work_player(hra_work *work, const char *spec, const hra_player **out, hra_error *why);
/* The tasks that are assigned, in that order, 0 and up; the work is held (below). */
size_t hra_work_assigned(const hra_work *work);
const hra_task *hra_work_assigned_at(const hra_work *work, size_t index);
/* Appends the result of a task; nothing: it was forgotten. The work is not held, nor any lock that `add` or those above
 * it take, since the caller may be asked, who may add results meanwhile. HRA_EMISSING: it has none yet; HRA_ENOMEM;
 * errors of `fetch`. */
hra_err hra_work_fetch(hra_work *work, const hra_task *task, hra_text *out, hra_error *why);
/* No task needs the results of the tasks with indices from..to-1 any more. The same holds. */
hra_err hra_work_forget(hra_work *work, size_t from, size_t to, hra_error *why);
/* What its kind opened; NULL: it is of another kind. For the functions of a kind that the header has. */
void *hra_work_self(const hra_work *work, const hra_work_kind *kind);
void hra_work_hold(hra_work *work);  /* so that no other call comes in between; */
void hra_work_loose(hra_work *work); /* until this */
/* A second lock, of what tasks share while they run, such as files that they need; taken before that of hra_work_hold. */
void hra_work_enter(hra_work *work);
void hra_work_leave(hra_work *work);
hra_err hra_work_damaged(hra_error *why); /* HRA_EDAMAGED: a result is not what was written */

#endif
