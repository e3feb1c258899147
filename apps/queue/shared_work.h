/* Work of the library whose tasks are in a queue: any process that has opened the same spec takes part. */
#ifndef HRA_QUEUE_SHARED_WORK_H
#define HRA_QUEUE_SHARED_WORK_H

#include <pthread.h>

#include "queue.h"

typedef struct shared_work {
    queue *queue;   /* NULL: the work is of this process alone */
    hra_work *work; /* NULL: not open */
    int threads;
    hra_worker_pool *pool;        /* in whose threads tasks run, beside others; NULL: in these */
    bool pin;                     /* each stays on a processor */
    const hra_progress *progress; /* a stop gives back what was begun */
    pthread_mutex_t lock;         /* of the queue, while the work is open */
} shared_work;

/* Opens the work of a spec, which saves nothing itself and fetches results from the queue. Of `how` the members for
 * that and task_seconds are filled here. Errors of hra_work_open; closed with shared_work_close in any case. */
hra_err shared_work_open(shared_work *s, const char *spec, hra_work_setup *how, hra_error *why);
void shared_work_close(shared_work *s); /* the work alone */

/* Of a work with a queue. Adds what is new in it. HRA_EDAMAGED, HRA_EIO, HRA_ENOMEM, HRA_ESTOPPED. */
hra_err shared_work_news(shared_work *s, hra_error *why);
/* The same, and runs tasks in threads, beside other processes, until the work is finished or a stop is seen
 * (HRA_OK too); *done: tasks of this process. Returns errors of tasks too. */
hra_err shared_work_run(shared_work *s, uint64_t *done, hra_error *why);
/* Hands out the records that were kept, in the order of tasks. */
hra_err shared_work_records(shared_work *s, hra_record_sink sink, void *self, hra_error *why);

#endif
