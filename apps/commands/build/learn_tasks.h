/* Learning whose games are units in a queue. */
#ifndef HRA_COMMANDS_BUILD_LEARN_TASKS_H
#define HRA_COMMANDS_BUILD_LEARN_TASKS_H

#include "queue/queue.h"

typedef struct learn_work_setup {
    const hra_learn_setup *how; /* threads are those of this process */
    uint64_t round;             /* games, as hra_learner_round tells; not 0 */
    uint64_t games;             /* at least so many: the last round is played to its end */
    const hra_progress *progress;
} learn_work_setup;

/* Takes in what there is; with `plays` plays and learns with whoever else does until it is over or a stop was
 * seen. *learnt: games that were learnt from; `file`: what hra_learner_write wrote behind the last of them,
 * empty where there are none, NULL: it is not asked for. *done: units by this process.
 * HRA_EDAMAGED, HRA_EIO, HRA_ENOMEM; errors of learners. */
hra_err learn_work_run(queue *q, const learn_work_setup *setup, bool plays, uint64_t *learnt, bool *over,
                       hra_text *file, uint64_t *done, hra_error *why);

#endif
