/* Tuning whose steps are units in a queue. */
#ifndef HRA_COMMANDS_MEASURE_TUNE_TASKS_H
#define HRA_COMMANDS_MEASURE_TUNE_TASKS_H

#include "queue/queue.h"

/* Takes in what there is; with `plays` plays with whoever else does until all steps are over or a stop was
 * seen. `t` is fresh, of this setup, whose threads and progress count; *done: units by this process.
 * HRA_EDAMAGED, HRA_EIO, HRA_ENOMEM. */
hra_err tune_work_run(queue *q, hra_tune *t, const hra_tune_setup *setup, bool plays, uint64_t *done,
                      hra_error *why);

#endif
