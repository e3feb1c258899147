/* All of a work in one process: by the calling thread, or by those of a pool. */
#include <stdlib.h>

#include "core/messages.h"
#include "core/thread.h"
#include "work/work.h"
#include "work/worker_pool.h"

#define LOOK 0.02 /* seconds after which the calling thread looks whether it is to stop */

typedef struct running running;

/* What a task came to, until it is handed in. */
typedef struct outcome {
    struct outcome *next;
    uint64_t number; /* of the task, among those that were given here */
    char task[HRA_WORK_TASK];
    hra_text result, records;
} outcome;

/* Runs a task after the other, in a pool. */
typedef struct helper {
    hra_scheduled turn;
    running *r;
    bool busy; /* it has a task; guarded by the lock of the running */
    uint64_t number;
    double due; /* of its reports */
    char task[HRA_WORK_TASK];
} helper;

struct running {
    hra_work *work;
    const hra_progress *progress;
    helper *helpers;
    int count;
    uint64_t given; /* tasks so far */
    hra_lock lock;
    hra_bell bell;  /* rung when a helper has no task any more */
    hra_err failed; /* guarded by the lock of the work, as what follows is */
    hra_error why;
    hra_lock order;   /* guards what follows */
    uint64_t handed;  /* number of the task that is handed in next, where they are handed in by number */
    outcome *waiting; /* by number */
};

static void report(const running *r) {
    hra_work_status now = {.of = 1};
    hra_work *w = r->work;
    w->kind->look(w->self, &now.done, &now.of, &now.finished);
    hra_progress_report(r->progress, w->kind->doing, now.of ? (double)now.done / (double)now.of : 1);
}

/* A task goes on. */
static void tick(void *self, const char *what, double done) {
    const running *r = self;
    hra_work_hold(r->work);
    report(r);
    hra_work_loose(r->work);
}

static hra_progress task_progress(running *r, const hra_stop *stop, double *due) {
    return (hra_progress){.report = r->progress && r->progress->report ? tick : NULL,
                          .self = r,
                          .stop = stop,
                          .due = r->progress && r->progress->due ? due : NULL};
}

static bool has_failed(const running *r) {
    hra_work_hold(r->work);
    bool failed = r->failed != HRA_OK;
    hra_work_loose(r->work);
    return failed;
}

static void note_end(running *r, hra_err err, const hra_error *why) {
    hra_work_hold(r->work);
    if (!err)
        report(r);
    if (err && err != HRA_ESTOPPED && !r->failed) {
        r->failed = err;
        r->why = *why;
    }
    hra_work_loose(r->work);
}

/* ---- handing in -----------------------------------------------------------------------------*/

static hra_err add_outcome(const running *r, const outcome *o, hra_error *why) {
    const hra_work_setup *setup = &r->work->setup;
    hra_err err = HRA_OK;
    if (setup->records && o->records.length) {
        hra_work_hold(r->work);
        err = setup->records(setup->records_self, o->task, o->records.data, o->records.length);
        hra_work_loose(r->work);
        if (err)
            return hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    return hra_work_add_result(r->work, o->task, hra_text_string(&o->result), o->result.length, why);
}

/* The first that waits. Nothing counts after an error. */
static void hand_in(running *r) {
    outcome *o = r->waiting;
    hra_error why = {0};
    r->waiting = o->next;
    r->handed = o->number + 1;
    hra_err err = has_failed(r) ? HRA_ESTOPPED : add_outcome(r, o, &why);
    if (err)
        hra_work_return_task(r->work, o->task);
    note_end(r, err, &why);
    hra_text_release(&o->result);
    hra_text_release(&o->records);
    free(o);
}

/* Whether a result may be reported: in the order of tasks if the caller wants each of them. */
static bool is_due(const running *r) {
    const hra_work_setup *setup = &r->work->setup;
    return (!setup->records && !setup->ended) || r->waiting->number == r->handed;
}

static void put(running *r, outcome *o) {
    outcome **at = &r->waiting;
    hra_lock_take(&r->order);
    while (*at && (*at)->number < o->number)
        at = &(*at)->next;
    o->next = *at;
    *at = o;
    while (r->waiting && is_due(r))
        hand_in(r);
    hra_lock_give(&r->order);
}

/* Runs a task, which is returned if that fails. */
static hra_err do_task(running *r, const char *task, uint64_t number, const hra_progress *progress) {
    hra_error why = {0};
    outcome *o = calloc(1, sizeof *o);
    double began = hra_clock();
    hra_err err = o ? HRA_OK : hra_no_memory(&why);
    if (o) {
        hra_text_init(&o->result);
        hra_text_init(&o->records);
        hra_snprintf(o->task, sizeof o->task, "%s", task);
        o->number = number;
        err = hra_work_do_task(r->work, task, progress, &o->result,
                               r->work->setup.records ? &o->records : NULL, &why);
    }
    if (!err) {
        hra_work_note_time(r->work, task, hra_clock() - began);
        put(r, o);
        return has_failed(r) ? HRA_ESTOPPED : HRA_OK;
    }
    hra_work_return_task(r->work, task);
    note_end(r, err, &why);
    if (o) {
        hra_text_release(&o->result);
        hra_text_release(&o->records);
    }
    free(o);
    return err;
}

/* ---- the calling thread ---------------------------------------------------------------------*/

static void run_here(running *r) {
    double due = 0;
    if (r->work->setup.pin)
        (void)hra_pin_thread(0);
    hra_progress progress = task_progress(r, r->progress ? r->progress->stop : NULL, &due);
    char task[HRA_WORK_TASK];
    progress.deadline = r->progress ? r->progress->deadline : 0;
    while (!hra_progress_stopped(r->progress) && hra_work_next_task(r->work, task))
        if (do_task(r, task, r->given++, &progress) != 0)
            return;
}

/* ---- a pool ---------------------------------------------------------------------------------*/

static void help(void *self) {
    helper *h = self;
    const hra_progress progress = task_progress(h->r, &h->turn.pause.stop, &h->due);
    (void)do_task(h->r, h->task, h->number, &progress);
}

static void end_help(void *self, bool ran) {
    helper *h = self;
    running *r = h->r;
    if (!ran)
        hra_work_return_task(r->work, h->task);
    hra_lock_take(&r->lock);
    h->busy = false;
    hra_lock_give(&r->lock);
    hra_bell_ring(&r->bell);
}

static bool is_busy(running *r, const helper *h) {
    hra_lock_take(&r->lock);
    bool busy = h->busy;
    hra_lock_give(&r->lock);
    return busy;
}

static uint64_t name_of(const running *r) {
    return (uint64_t)(uintptr_t)r->work;
}

/* Gives a task to a helper that has none; false: there is none now. */
static bool give_task(running *r, hra_scheduler *pool, helper *h) {
    *h = (helper){.r = r, .busy = true};
    h->turn.owner = name_of(r);
    h->turn.urgency = HRA_URGENCY_BACKGROUND;
    h->turn.run = help;
    h->turn.ended = end_help;
    h->turn.self = h;
    if (!hra_work_next_task(r->work, h->task)) {
        h->busy = false;
        return false;
    }
    h->number = r->given++;
    hra_err err = hra_scheduler_add(pool, &h->turn);
    if (err) {
        hra_error why = {0};
        (void)hra_fail_code(&why, err);
        note_end(r, err, &why);
        end_help(h, false);
    }
    return !err;
}

/* Returns how many helpers have a task. `ends`: no helper gets another one, and those that run are stopped. */
static int look_after(running *r, hra_scheduler *pool, bool ends) {
    int busy = 0;
    for (int i = 0; i < r->count; i++) {
        helper *h = &r->helpers[i];
        bool has = is_busy(r, h);
        if (has && ends && hra_scheduler_take_back(pool, &h->turn)) {
            end_help(h, false);
            has = false;
        } else if (has && ends) {
            hra_stop_set(&h->turn.pause.stop);
        } else if (!has && !ends) {
            has = give_task(r, pool, h);
        }
        busy += has;
    }
    return busy;
}

static void run_helpers(running *r, hra_scheduler *pool) {
    while (look_after(r, pool, hra_progress_stopped(r->progress) || has_failed(r)) > 0)
        (void)hra_bell_wait(&r->bell, LOOK);
    hra_scheduler_drain(pool, name_of(r));
}

static hra_err run_in(running *r, hra_scheduler *pool) {
    hra_err err = HRA_ENOMEM;
    r->helpers = calloc((size_t)r->count, sizeof *r->helpers);
    if (!r->helpers || hra_lock_init(&r->lock) != 0)
        goto no_lock;
    if (hra_bell_init(&r->bell) != 0)
        goto no_bell;
    run_helpers(r, pool);
    err = HRA_OK;
    hra_bell_release(&r->bell);
no_bell:
    hra_lock_release(&r->lock);
no_lock:
    free(r->helpers);
    return err;
}

/* ---- one task -------------------------------------------------------------------------------*/

typedef struct lone {
    hra_scheduled turn;
    hra_work *work;
    const char *task;
    hra_text *result, *records;
    hra_error *why;
    hra_err err;
    hra_lock lock;
    hra_bell bell;
    bool over; /* guarded by the lock */
} lone;

static void run_lone(void *self) {
    lone *l = self;
    const hra_progress progress = {.stop = &l->turn.pause.stop};
    l->err = hra_work_do_task(l->work, l->task, &progress, l->result, l->records, l->why);
}

/* Rings the bell with the lock held, so that it is not released meanwhile. */
static void end_lone(void *self, bool ran) {
    lone *l = self;
    hra_lock_take(&l->lock);
    l->over = true;
    hra_bell_ring(&l->bell);
    hra_lock_give(&l->lock);
}

static bool is_over(lone *l) {
    hra_lock_take(&l->lock);
    bool over = l->over;
    hra_lock_give(&l->lock);
    return over;
}

static void wait_for_lone(lone *l, hra_scheduler *pool, const hra_progress *progress) {
    while (!is_over(l)) {
        if (hra_progress_stopped(progress)) {
            if (hra_scheduler_take_back(pool, &l->turn))
                return;
            hra_stop_set(&l->turn.pause.stop);
        }
        (void)hra_bell_wait(&l->bell, LOOK);
    }
}

hra_err hra_work_do_task_in(hra_work *w, const char *task, const hra_progress *progress, hra_text *result,
                            hra_text *records, hra_error *why) {
    hra_scheduler *turns = hra_worker_pool_scheduler(w->setup.pool);
    lone l = {.turn = {.owner = (uint64_t)(uintptr_t)w,
                       .urgency = HRA_URGENCY_BACKGROUND,
                       .run = run_lone,
                       .ended = end_lone},
              .work = w,
              .task = task,
              .result = result,
              .records = records,
              .why = why,
              .err = HRA_ESTOPPED};
    l.turn.self = &l;
    if (why)
        hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
    if (hra_lock_init(&l.lock) != 0)
        return hra_no_memory(why);
    if (hra_bell_init(&l.bell) != 0) {
        hra_lock_release(&l.lock);
        return hra_no_memory(why);
    }
    hra_err err = hra_scheduler_add(turns, &l.turn);
    if (err && err != HRA_ESTOPPED)
        l.err = hra_fail_code(why, err);
    else if (!err)
        wait_for_lone(&l, turns, progress);
    hra_bell_release(&l.bell);
    hra_lock_release(&l.lock);
    return l.err;
}

/* ---- all of it ------------------------------------------------------------------------------*/

static hra_err begin(running *r, hra_error *why) {
    hra_err err = hra_lock_init(&r->order);
    if (err)
        return hra_fail(why, err, -1, "%s", hra_err_text(err));
    r->work->failed = HRA_OK;
    tick(r, NULL, 0);
    return HRA_OK;
}

/* What waited for a task that was stopped is handed in all the same. */
static hra_err end(running *r, hra_err err, hra_error *why) {
    const hra_work *w = r->work;
    while (r->waiting)
        hand_in(r);
    hra_lock_release(&r->order);
    if (err)
        return hra_no_memory(why);
    if (!r->failed && w->failed)
        return hra_fail(why, w->failed, -1, "%s", hra_err_text(w->failed));
    return r->failed ? hra_fail_as(why, &r->why) : HRA_OK;
}

static hra_err run_in_pool(hra_work *w, const hra_progress *progress, hra_error *why) {
    running r = {.work = w, .progress = progress, .count = hra_worker_pool_threads(w->setup.pool)};
    hra_err err = begin(&r, why);
    return err ? err : end(&r, run_in(&r, hra_worker_pool_scheduler(w->setup.pool)), why);
}

hra_err hra_work_run(hra_work *w, int threads, const hra_progress *progress, hra_error *why) {
    running r = {.work = w, .progress = progress, .count = threads};
    const hra_scheduler_setup turns = {.threads = threads, .pin = w->setup.pin};
    hra_scheduler *pool;
    if (threads < 1 || threads > HRA_MATCH_THREADS)
        return hra_fail(why, HRA_EINPUT, -1, "work is done by 1 to %d threads, not %d", HRA_MATCH_THREADS,
                        threads);
    if (w->setup.pool)
        return run_in_pool(w, progress, why);
    hra_err err = begin(&r, why);
    if (err)
        return err;
    if (threads == 1) {
        run_here(&r);
    } else if ((err = hra_scheduler_open(&pool, &turns)) == 0) {
        err = run_in(&r, pool);
        (void)hra_scheduler_close(pool, -1);
    }
    return end(&r, err, why);
}
