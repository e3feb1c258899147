/* A match or a rollout as the tasks of a session run it: a work (hra/work.h) that the first task opens and all others share. */
#ifndef HRA_WORK_MATCH_RUNNER_H
#define HRA_WORK_MATCH_RUNNER_H

#include "hra/work.h"

typedef struct match_runner {
    int users; /* who hold it, in the thread of the session or worker */
    hra_game *game;
    char *spec;     /* of the work */
    char *players;  /* their specs, with a blank between them */
    hra_work *work; /* NULL: not opened yet */
    bool ready;     /* it is opened; set between tasks */
} match_runner;

/* Takes the game, if only to close it. `spec`: of a work of either kind in this game. HRA_ENOMEM. */
hra_err hra_match_runner_open(match_runner **out, hra_game *game, const char *spec);
match_runner *hra_match_runner_hold(match_runner *r);
void hra_match_runner_release(match_runner *r); /* the last holder closes it; NULL is allowed */
/* Appends the bytes of a result that `run` appended; false: it is none. */
bool hra_match_runner_read(const match_runner *r, const hra_text *result, hra_text *out);
/* Opens the work, if it is not: no other task may run then. Runs the task in this thread, and appends its result.
 * HRA_ESTOPPED; errors of hra_work_open and hra_work_run_task. */
hra_err hra_match_runner_run(match_runner *r, const char *data, const char *task, const hra_stop *stop,
                             hra_text *result, hra_error *why);

#endif
