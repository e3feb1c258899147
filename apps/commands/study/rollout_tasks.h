/* A rollout whose spans of trials are units in a queue. */
#ifndef HRA_COMMANDS_STUDY_ROLLOUT_TASKS_H
#define HRA_COMMANDS_STUDY_ROLLOUT_TASKS_H

#include "queue/queue.h"

typedef struct rollout_work_setup {
    hra_rollout_setup how; /* with these the rollout was opened that is filled */
    const void *state;
    const hra_move *moves;
    int count;
    uint64_t trials;
    uint64_t
        errors; /* it ends behind the first turn with which the best is ahead by so many; 0: it does not */
    int threads;
    const hra_progress *progress;
} rollout_work_setup;

/* Fills `into`, which is fresh, with what there is; with `plays` rolls out with whoever else does until it is
 * over or a stop was seen. It has whole turns then, or all trials. *done: units by this process.
 * HRA_EDAMAGED, HRA_EIO, HRA_ENOMEM; what the player says. */
hra_err rollout_work_run(queue *q, const rollout_work_setup *setup, hra_rollout *into, bool plays, bool *over,
                         uint64_t *done, hra_error *why);

#endif
