/* Tuning as tasks: for the kind of work that it is (src/work/tune.c).
 *
 * A task is some steps of one batch; tasks of a batch are assigned when all results of those before it count, since its
 * numbers come of them. */
#ifndef HRA_TOURNAMENT_TUNE_TASKS_H
#define HRA_TOURNAMENT_TUNE_TASKS_H

#include "hra/tune.h"

typedef struct hra_tune hra_tune;

/* Steps from..to-1. */
typedef struct hra_tune_task {
    uint64_t from, to;
} hra_tune_task;

/* Where the batch of a task stands. */
typedef enum hra_tune_place { HRA_TUNE_PAST, HRA_TUNE_NOW, HRA_TUNE_LATER } hra_tune_place;

/* `setup` need not outlive the call, what it points to must. `stepped` is called in hra_tune_add_result. HRA_EINPUT: a parameter
 * that the spec does not name, one in the spec that is none, limits or a step that make no sense, a game of more than two
 * seats, a human; what hra_player_open says of the spec; HRA_EVERSION, HRA_ENOMEM. */
hra_err hra_tune_open(hra_tune **out, const hra_tune_setup *setup, hra_error *why);
void hra_tune_close(hra_tune *t); /* NULL is allowed */
/* Assigns the next task, of `most` steps at most. False: there is none now. */
bool hra_tune_next_task(hra_tune *t, uint64_t most, hra_tune_task *out);
/* Undoes the last assignment of all that are not undone. HRA_EINPUT: that was another. */
hra_err hra_tune_return_task(hra_tune *t, const hra_tune_task *task);
/* Takes note that another process assigned this task, in the order of steps. HRA_EDAMAGED: it cannot be. */
hra_err hra_tune_mark_assigned(hra_tune *t, const hra_tune_task *task, hra_error *why);
hra_tune_place hra_tune_place_of(hra_tune *t, const hra_tune_task *task);
/* Plays a task of the batch that is now, in the calling thread, and counts nothing; any number of threads
 * may. Appends its result, a text. Errors of a match and of hra_player_open; HRA_ESTOPPED: not all was
 * played; HRA_EINPUT: it is no task of this batch; HRA_ENOMEM. */
hra_err hra_tune_run_task(hra_tune *t, const hra_tune_task *task, const hra_progress *progress,
                          hra_text *result, hra_error *why);
/* Counts the result of a task that was assigned, once, the tasks of a batch in any order. HRA_EDAMAGED: it
 * is not the result of this task. */
hra_err hra_tune_add_result(hra_tune *t, const hra_tune_task *task, const char *result, hra_error *why);
bool hra_tune_is_finished(hra_tune *t);
/* Fills `values` with the numbers after all steps that were counted without a gap; returns how many. */
uint64_t hra_tune_snapshot(hra_tune *t, double *values);

/* Writes {"game","template","seed","steps","values":{a number of each name},"player"}. Errors of hra_tune_spec. */
hra_err hra_json_tune(hra_json *json, const char *key, const hra_tune_setup *setup, uint64_t steps,
                      const double *values, hra_error *why);

#endif
