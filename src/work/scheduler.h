/* A fair pool of threads: the task whose owner has run least runs next, and endless work is asked to wait.
 *
 * As many tasks run at a time as there are threads. If others wait, a task that has run for a slice is
 * asked to wait at its next look at its stop (core/pause.h), and later goes on with its state. A task that
 * does not look goes on, and another one runs beside it. Time is counted for each owner, such as a session:
 * a new owner counts as if it had run as long as the one that has run least, so that long
 * work does not delay others, and new work does not stop old work (docs/decisions/056-a-pool-that-is-fair.md). */
#ifndef HRA_WORK_SCHEDULER_H
#define HRA_WORK_SCHEDULER_H

#include "core/pause.h"

typedef struct hra_scheduler hra_scheduler;

/* Who is first among those that have run as long. */
typedef enum hra_urgency {
    HRA_URGENCY_PERSON,    /* a person waits for it */
    HRA_URGENCY_PROGRAM,   /* a program's move */
    HRA_URGENCY_BACKGROUND /* has a tenth of the time of others that are there */
} hra_urgency;

typedef enum hra_schedule_state {
    HRA_SCHEDULE_NONE,
    HRA_SCHEDULE_WAITING, /* not begun */
    HRA_SCHEDULE_RUNNING,
    HRA_SCHEDULE_PAUSED /* has begun, and waits for its turn */
} hra_schedule_state;

/* A task. The memory is the caller's: zeros at first, then left alone until `ended` was called. */
typedef struct hra_scheduled {
    hra_pause pause; /* pause.stop is what the task has to look at, and what ends it */
    uint64_t owner;
    hra_urgency urgency;
    void (*run)(void *self); /* in a thread of the pool */
    /* After it, and the last thing that is done with the task. `ran`: false where the pool was closed before. */
    void (*ended)(void *self, bool ran);
    void *self;
    double
        most; /* seconds after its beginning at which the stop is set; 0: never. hra_scheduler_extend begins anew */
    bool late; /* that was done */
    /* The scheduler's own. */
    struct hra_scheduled *next;
    hra_scheduler *scheduler;
    struct hra_pool_thread *thread;
    struct hra_pool_owner *share;
    hra_schedule_state state;
    bool apart;  /* does not count among those for which there are threads */
    double used; /* seconds that it has run, more than the one of its owner that had run least when it came */
    double since;              /* its time is counted until then; */
    double turn, began, asked; /* when it began its turn, and at all; was asked to wait, 0: it was not */
} hra_scheduled;

/* What a test sees of the order of things; under the lock of the scheduler. */
typedef enum hra_schedule_event {
    HRA_SCHEDULE_BEGINS,
    HRA_SCHEDULE_ASKED,
    HRA_SCHEDULE_PAUSES,
    HRA_SCHEDULE_GOES_ON,
    HRA_SCHEDULE_LEFT_ALONE, /* it did not pause, so another one runs beside it */
    HRA_SCHEDULE_ENDS
} hra_schedule_event;

typedef struct hra_scheduler_setup {
    int threads;     /* tasks that run at a time; at least 1 */
    int most;        /* tasks that have begun and not ended; at least as many as threads. 0: any number */
    double slice;    /* seconds; 0: 0.1 */
    bool pin;        /* bind each thread to a processor when it begins (hra_pin_thread) */
    double patience; /* seconds after which a task that was asked to wait is left alone; 0: 0.1 */
    void (*watch)(void *self, const hra_scheduled *task, hra_schedule_event event); /* may be NULL */
    void *watch_self;
} hra_scheduler_setup;

/* No thread is made before there is something to do. HRA_ENOMEM. */
hra_err hra_scheduler_open(hra_scheduler **out, const hra_scheduler_setup *setup);
/* Stops all tasks, and waits at most `seconds` (negative: for ever) for them. False: some do not end, and
 * the pool is left as it is. NULL is allowed. */
bool hra_scheduler_close(hra_scheduler *s, double seconds);
/* Without threads the task is done when this returns. HRA_ENOMEM, HRA_ETHREAD: nothing was added. */
hra_err hra_scheduler_add(hra_scheduler *s, hra_scheduled *task);
/* Takes a task back that has not begun, so that `ended` is not called. False: it has. */
bool hra_scheduler_take_back(hra_scheduler *s, hra_scheduled *task);
/* From the task itself: its seconds begin anew; whether it was stopped since they were over. */
void hra_scheduler_extend(hra_scheduled *task);
bool hra_scheduler_is_late(hra_scheduled *task);
/* Waits until no task of this owner is left, nor any `ended` of one is being called. */
void hra_scheduler_drain(hra_scheduler *s, uint64_t owner);

#endif
