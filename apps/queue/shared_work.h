/* Work of the library whose tasks are units in a queue: whoever has opened the same spec takes part. */
#ifndef HRA_QUEUE_SHARED_WORK_H
#define HRA_QUEUE_SHARED_WORK_H

#include "queue.h"

typedef struct shared_work {
    queue *queue;
    hra_work *work; /* of the queue's spec; it keeps nothing itself */
    int threads;
    bool pin;                     /* each stays on a processor */
    const hra_progress *progress; /* is told how far the work is; a stop gives back what was begun */
} shared_work;

/* How long a task should take: units then last much longer than the transactions that they cost. */
double shared_work_seconds(const queue *q);
/* Takes in what there is. HRA_EDAMAGED, HRA_EIO, HRA_ENOMEM, HRA_ESTOPPED. */
hra_err shared_work_news(const shared_work *s, hra_error *why);
/* The same, and does tasks with whoever else does, until it is finished or a stop was seen (HRA_OK too); *done:
 * tasks by this process. Errors of tasks too. */
hra_err shared_work_run(const shared_work *s, uint64_t *done, hra_error *why);
/* Hands out the records that were kept, in the order of tasks. */
hra_err shared_work_records(const shared_work *s, hra_record_sink sink, void *self, hra_error *why);

#endif
