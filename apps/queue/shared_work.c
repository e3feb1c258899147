/* Threads of this process that take tasks from a queue, run them, assign more if all are taken, and renew
 * leases. */
#include "shared_work.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NEAR_SECONDS 0.25 /* that a task takes, much longer than the transactions that it costs */
#define FAR_SECONDS 1     /* the same where the queue is on another machine */

enum { SUPPLY = 16 /* tasks that are assigned at a time, and two more a thread */ };
#define SHORTEST 0.02 /* seconds between two looks for work */
#define LONGEST 0.5

/* ---- the work -------------------------------------------------------------------------------*/

/* A result that was emptied was needed by tasks that somebody else has done by now. */
static hra_err fetch(void *self, const char *task, uint64_t number, hra_text *out, hra_error *why) {
    shared_work *s = self;
    const size_t before = out->length;
    pthread_mutex_lock(&s->lock);
    hra_err err = queue_result(s->queue, (int64_t)number, out, why);
    if (!err && out->length == before)
        err = queue_news(s->queue, s->work, why);
    pthread_mutex_unlock(&s->lock);
    return err;
}

static hra_err forget(void *self, uint64_t from, uint64_t to, hra_error *why) {
    shared_work *s = self;
    pthread_mutex_lock(&s->lock);
    hra_err err = queue_forget(s->queue, (int64_t)from, (int64_t)to, why);
    pthread_mutex_unlock(&s->lock);
    return err;
}

hra_err shared_work_open(shared_work *s, const char *spec, hra_work_setup *how, hra_error *why) {
    if (pthread_mutex_init(&s->lock, NULL) != 0)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    how->pool = s->pool;
    if (s->queue) {
        how->task_seconds = strstr(queue_name(s->queue), "://") ? FAR_SECONDS : NEAR_SECONDS;
        how->fetch = fetch;
        how->forget = forget;
        how->fetch_self = s;
    }
    hra_err err = hra_work_open(&s->work, NULL, spec, how, why);
    if (err)
        (void)pthread_mutex_destroy(&s->lock);
    return err;
}

void shared_work_close(shared_work *s) {
    if (s->work)
        (void)pthread_mutex_destroy(&s->lock);
    hra_work_close(s->work);
    s->work = NULL;
}

hra_err shared_work_news(shared_work *s, hra_error *why) {
    pthread_mutex_lock(&s->lock);
    hra_err err = queue_news(s->queue, s->work, why);
    pthread_mutex_unlock(&s->lock);
    return err;
}

hra_err shared_work_records(shared_work *s, hra_record_sink sink, void *self, hra_error *why) {
    char task[HRA_WORK_TASK];
    uint64_t number;
    bool ended;
    hra_err err = HRA_OK;
    hra_text records;
    hra_text_init(&records);
    for (uint64_t i = 0; !err && hra_work_task_at(s->work, i, task, &number, &ended); i++) {
        hra_text_clear(&records);
        if (ended)
            err = queue_records(s->queue, (int64_t)number, &records, why);
        if (!err && records.length && (err = sink(self, records.data, records.length)) != 0)
            hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    hra_text_release(&records);
    return err;
}

/* ---- threads --------------------------------------------------------------------------------*/

typedef struct workers workers;

typedef struct worker {
    workers *all;
    hra_job *job;
    int slot;
} worker;

struct workers {
    shared_work *share;
    pthread_cond_t
        ended; /* a task was, in this process; of the lock of `share`, which guards all below too */
    hra_err failed;
    hra_error why;
    uint64_t done;
    worker worker[];
};

/* Waits for SECONDS, or until another thread has ended a task, after which there may be more. The lock is held,
 * and given in the meantime. */
static void wait_for_work(workers *all, double seconds) {
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    double end = (double)until.tv_nsec / 1e9 + seconds;
    until.tv_sec += (time_t)end;
    until.tv_nsec = (long)((end - (double)(time_t)end) * 1e9);
    (void)pthread_cond_timedwait(&all->ended, &all->share->lock, &until);
}

static bool has_more(const shared_work *s) {
    char task[HRA_WORK_TASK];
    bool more = hra_work_next_task(s->work, task);
    if (more)
        hra_work_return_task(s->work, task);
    return more;
}

/* A task to be run; number 0: none now. Those that are of no use any more are ended on the way. */
static hra_err find(const shared_work *s, int slot, queue_task *task, bool *over, hra_error *why) {
    static const hra_text nothing;
    bool assigned = false;
    for (;;) {
        hra_err err = queue_news(s->queue, s->work, why);
        task->number = 0;
        *over = !err && hra_work_is_finished(s->work);
        if (err || *over)
            return err;
        err = queue_claim(s->queue, slot, task, why);
        if (!err && task->number && !hra_work_is_needed(s->work, task->text))
            err = queue_finish(s->queue, task, &nothing, NULL, 0, why);
        else if (!err && !task->number && !assigned && has_more(s)) {
            err = queue_assign(s->queue, s->work, SUPPLY + 2 * s->threads, why);
            assigned = true;
        } else
            return err;
        if (err)
            return err;
    }
}

/* The caller holds the lock, which is released while the task runs. The task may have been taken before
 * results that it needs were read. */
static hra_err run_task(workers *all, const queue_task *task, hra_error *why) {
    const shared_work *s = all->share;
    hra_text result, records;
    hra_text_init(&result);
    hra_text_init(&records);
    hra_err err = hra_work_is_ready(s->work, task->text) ? HRA_OK : queue_news(s->queue, s->work, why),
            second;
    pthread_mutex_unlock(&all->share->lock);
    double began = hra_clock();
    hra_progress quiet = {.stop = s->progress->stop, .deadline = s->progress->deadline};
    if (!err)
        err = hra_work_run_task(s->work, task->text, &quiet, &result, &records, why);
    double seconds = hra_clock() - began;
    pthread_mutex_lock(&all->share->lock);
    if (!err)
        err = queue_finish(s->queue, task, &result, records.length ? &records : NULL, seconds, why);
    else if ((second = queue_give_back(s->queue, task, &(hra_error){0})) != 0 && err == HRA_ESTOPPED)
        err = second;
    all->done += !err;
    if (!err)
        hra_work_note_time(s->work, task->text, seconds);
    hra_text_release(&result);
    hra_text_release(&records);
    return err;
}

static hra_err work(void *self) {
    worker *w = self;
    workers *all = w->all;
    double pause = SHORTEST;
    bool over = false;
    if (all->share->pin)
        (void)hra_pin_thread(w->slot);
    pthread_mutex_lock(&all->share->lock);
    while (!over && !all->failed && !hra_progress_stopped(all->share->progress)) {
        queue_task task;
        hra_error why = {0};
        hra_err err = find(all->share, w->slot, &task, &over, &why);
        bool idle = !err && !over && !task.number;
        if (!err && task.number)
            err = run_task(all, &task, &why);
        if (err && !all->failed) {
            all->failed = err;
            all->why = why;
        }
        if (idle)
            wait_for_work(all, pause);
        else
            (void)pthread_cond_broadcast(&all->ended);
        pause = !idle ? SHORTEST : pause < LONGEST ? 2 * pause : pause;
    }
    pthread_mutex_unlock(&all->share->lock);
    return HRA_OK;
}

static void renew(workers *all) {
    hra_error why;
    pthread_mutex_lock(&all->share->lock);
    hra_err err = queue_renew(all->share->queue, &why);
    if (err && !all->failed) {
        all->failed = err;
        all->why = why;
    }
    pthread_mutex_unlock(&all->share->lock);
}

/* Waits for all threads, and renews leases in the meantime. */
static void wait_for_all(workers *all, int count) {
    double lease = queue_lease(all->share->queue), due = hra_clock() + lease / 3;
    for (int i = 0; i < count; i++) {
        while (!hra_job_wait(all->worker[i].job, lease / 6)) {
            if (hra_clock() < due)
                continue;
            renew(all);
            due = hra_clock() + lease / 3;
        }
        (void)hra_job_join(all->worker[i].job);
    }
}

/* What is waited for; false: no memory. */
static bool begin(workers *all) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool good = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                pthread_cond_init(&all->ended, &attributes) == 0;
    (void)pthread_condattr_destroy(&attributes);
    return good;
}

static hra_err run_threads(workers *all, hra_error *why) {
    int started = 0;
    hra_err err = HRA_OK;
    for (; started < all->share->threads; started++) {
        worker *w = &all->worker[started];
        *w = (worker){.all = all, .slot = started};
        if ((err = hra_job_start(&w->job, work, w)) != 0)
            break;
    }
    err = started == 0 ? hra_fail_code(why, err) : HRA_OK; /* fewer than were asked for will do */
    wait_for_all(all, started);
    if (all->failed && all->failed != HRA_ESTOPPED)
        err = hra_fail(why, all->failed, -1, "%s", all->why.text);
    return err;
}

hra_err shared_work_run(shared_work *s, uint64_t *done, hra_error *why) {
    workers *all = calloc(1, sizeof *all + (size_t)s->threads * sizeof *all->worker);
    if (all)
        all->share = s;
    if (!all || !begin(all)) {
        free(all);
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    }
    hra_err err = run_threads(all, why);
    *done = all->done;
    (void)pthread_cond_destroy(&all->ended);
    free(all);
    return err;
}
