/* Threads of this process that take units from a queue until nothing is left to do. */
#ifndef HRA_QUEUE_WORKERS_H
#define HRA_QUEUE_WORKERS_H

#include "queue.h"

typedef struct workers_setup {
    queue *queue;
    const queue_kind *kind;
    void *self; /* of the kind */
    int threads;
    bool pin;                     /* each stays on a processor */
    const hra_progress *progress; /* a stop gives back what was begun */
    uint64_t *done;               /* units done by this process; NULL: nobody asks */
} workers_setup;

/* Returns when all is over, whoever did it, or a stop was seen (HRA_OK too). Errors of the queue and of the
 * kind. */
hra_err workers_run(const workers_setup *setup, hra_error *why);

#endif
