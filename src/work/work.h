/* What the files of this room share of a work. */
#ifndef HRA_WORK_WORK_H
#define HRA_WORK_WORK_H

#include "core/thread.h"
#include "work/kind.h"

/* A task that was assigned. */
typedef struct hra_assigned {
    hra_task task;
    bool ended;     /* it has a result */
    bool returned;  /* a worker has returned it */
    hra_text *held; /* its result, where others need it; NULL: it is not held */
} hra_assigned;

struct hra_work {
    const hra_work_kind *kind;
    hra_work_info info;
    void *self;
    char *text; /* the spec */
    hra_keyed *keyed;
    hra_work_setup setup;
    hra_game *own_game; /* NULL: the caller's */
    const hra_game *game;
    hra_player **players; /* the work's own */
    int player_count;
    hra_openings *openings; /* NULL: none were asked for */

    hra_lock tasks_lock; /* of what tasks share */
    hra_lock lock;       /* guards everything below, and what the kind counts */
    hra_assigned *tasks; /* in the order in which they were assigned */
    size_t count, capacity;
    size_t *slots; /* where a task stands, by its hash: an index + 1; twice as many as there is room */
    size_t *order; /* the tasks by their numbers; sorted of them are */
    size_t sorted;
    size_t results, returned;
    uint64_t reached; /* where the next task begins, where the kind cuts them in order */
    double most;      /* pieces of the next task */
    double seconds;   /* that tasks took */
    bool told_spec;   /* to `save` */
    hra_err failed;   /* of `save`, if there was no call that could return it */
};

/* hra_work_run_task with all of `progress`: what it reports says only that a task goes on. */
hra_err hra_work_do_task(hra_work *work, const char *task, const hra_progress *progress, hra_text *result,
                         hra_text *records, hra_error *why);
/* The same in a thread of the pool of the setup; the calling thread waits. */
hra_err hra_work_do_task_in(hra_work *work, const char *task, const hra_progress *progress, hra_text *result,
                            hra_text *records, hra_error *why);
void hra_work_release_held(hra_work *work); /* results that others needed */

#endif
