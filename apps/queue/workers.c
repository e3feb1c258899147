/* Takes units, does them, hands out more where none are left, and keeps leases. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "workers.h"

enum { SUPPLY = 16 /* units that are handed out at a time, and two more a thread */ };
#define SHORTEST 0.02 /* seconds between two looks for work */
#define LONGEST 0.5

typedef struct workers workers;

typedef struct worker {
    workers *all;
    hra_job *job;
    int slot;
} worker;

struct workers {
    workers_setup setup;
    pthread_mutex_t lock; /* of the queue, the kind and all below */
    pthread_cond_t ended; /* a unit was, in this process */
    hra_err failed;
    hra_error why;
    uint64_t done;
    worker worker[];
};

/* Waits so long, or until another thread has ended a unit, behind which there may be more. The lock is held,
 * and given in the meantime. */
static void wait_for_work(workers *all, double seconds) {
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    double end = (double)until.tv_nsec / 1e9 + seconds;
    until.tv_sec += (time_t)end;
    until.tv_nsec = (long)((end - (double)(time_t)end) * 1e9);
    (void)pthread_cond_timedwait(&all->ended, &all->lock, &until);
}

static bool has_more(const workers_setup *s) {
    char text[QUEUE_TEXT];
    bool more = s->kind->next(s->self, text);
    if (more)
        s->kind->undo(s->self, text);
    return more;
}

/* A unit to be done; number 0: none now. Those that are of no use any more are ended on the way. */
static hra_err find(const workers_setup *s, int slot, queue_unit *unit, bool *over, hra_error *why) {
    static const hra_text nothing;
    bool handed = false;
    for (;;) {
        hra_err err = queue_news(s->queue, s->kind, s->self, why);
        unit->number = 0;
        *over = !err && s->kind->over(s->self);
        if (err || *over)
            return err;
        err = queue_claim(s->queue, slot, unit, why);
        if (!err && unit->number && !s->kind->wants(s->self, unit->text))
            err = queue_finish(s->queue, unit, &nothing, NULL, 0, why);
        else if (!err && !unit->number && !handed && has_more(s)) {
            err = queue_hand_out(s->queue, s->kind, s->self, SUPPLY + 2 * s->threads, why);
            handed = true;
        } else
            return err;
        if (err)
            return err;
    }
}

/* The lock is held, and given while the unit is done. */
static hra_err perform(workers *all, const queue_unit *unit, hra_error *why) {
    const workers_setup *s = &all->setup;
    hra_text result, records;
    hra_text_init(&result);
    hra_text_init(&records);
    hra_err err = s->kind->prepare ? s->kind->prepare(s->self, unit->text, why) : HRA_OK, second;
    pthread_mutex_unlock(&all->lock);
    double began = hra_clock();
    hra_progress quiet = {.stop = s->progress->stop, .deadline = s->progress->deadline};
    if (!err)
        err = s->kind->perform(s->self, unit->text, &quiet, &result, &records, why);
    double seconds = hra_clock() - began;
    pthread_mutex_lock(&all->lock);
    if (!err)
        err = queue_finish(s->queue, unit, &result, records.length ? &records : NULL, seconds, why);
    else if ((second = queue_give_back(s->queue, unit, &(hra_error){0})) != 0 && err == HRA_ESTOPPED)
        err = second;
    all->done += !err;
    if (!err && s->kind->took)
        s->kind->took(s->self, unit->text, seconds);
    hra_text_release(&result);
    hra_text_release(&records);
    return err;
}

static hra_err work(void *self) {
    worker *w = self;
    workers *all = w->all;
    double pause = SHORTEST;
    bool over = false;
    if (all->setup.pin)
        (void)hra_pin_thread(w->slot);
    pthread_mutex_lock(&all->lock);
    while (!over && !all->failed && !hra_progress_stopped(all->setup.progress)) {
        queue_unit unit;
        hra_error why = {0};
        hra_err err = find(&all->setup, w->slot, &unit, &over, &why);
        bool idle = !err && !over && !unit.number;
        if (!err && unit.number)
            err = perform(all, &unit, &why);
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
    pthread_mutex_unlock(&all->lock);
    return HRA_OK;
}

/* Waits for all threads, and renews leases in the meantime. */
static void wait_for_all(workers *all, int count) {
    double lease = queue_lease(all->setup.queue), due = hra_clock() + lease / 3;
    for (int i = 0; i < count; i++) {
        while (!hra_job_wait(all->worker[i].job, lease / 6)) {
            if (hra_clock() < due)
                continue;
            pthread_mutex_lock(&all->lock);
            hra_error why;
            hra_err err = queue_renew(all->setup.queue, &why);
            if (err && !all->failed) {
                all->failed = err;
                all->why = why;
            }
            pthread_mutex_unlock(&all->lock);
            due = hra_clock() + lease / 3;
        }
        (void)hra_job_join(all->worker[i].job);
    }
}

/* The lock and what is waited for; false: no memory. */
static bool begin(workers *all) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool good = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                pthread_cond_init(&all->ended, &attributes) == 0;
    (void)pthread_condattr_destroy(&attributes);
    if (good && pthread_mutex_init(&all->lock, NULL) != 0) {
        (void)pthread_cond_destroy(&all->ended);
        good = false;
    }
    return good;
}

hra_err workers_run(const workers_setup *setup, hra_error *why) {
    workers *all = calloc(1, sizeof *all + (size_t)setup->threads * sizeof *all->worker);
    int started = 0;
    hra_err err = HRA_OK;
    if (!all)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    all->setup = *setup;
    if (!begin(all)) {
        free(all);
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    }
    for (; started < setup->threads; started++) {
        worker *w = &all->worker[started];
        *w = (worker){.all = all, .slot = started};
        if ((err = hra_job_start(&w->job, work, w)) != 0)
            break;
    }
    err = started == 0 ? hra_fail_code(why, err) : HRA_OK; /* fewer than were asked for will do */
    wait_for_all(all, started);
    if (all->failed && all->failed != HRA_ESTOPPED)
        err = hra_fail(why, all->failed, -1, "%s", all->why.text);
    if (setup->done)
        *setup->done = all->done;
    (void)pthread_cond_destroy(&all->ended);
    (void)pthread_mutex_destroy(&all->lock);
    free(all);
    return err;
}
