/* Threads that take turns. One lock guards everything; nothing is called under it but `watch`. */
#include "work/scheduler.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/thread.h"

#define SLICE 0.1
#define PATIENCE 0.1
#define BACKGROUND 10 /* times as long does its time count */
#define POKE 0.02     /* seconds between looks of a waiting thread at its stop */

#ifdef HRA_NO_THREADS
static const bool has_threads = false;
#else
static const bool has_threads = true;
#endif

typedef struct hra_pool_owner {
    struct hra_pool_owner *next;
    uint64_t name;
    int tasks;
    double used;
} owner;

typedef struct hra_pool_thread {
    struct hra_pool_thread *next;
    hra_scheduler *scheduler;
    int number; /* from 0, in the order in which they were made */
    hra_job *job;
    hra_bell bell;
    hra_scheduled *task; /* NULL: none */
    bool ending;         /* `ended` is being called, */
    uint64_t owner;      /* of a task of this one */
} thread;

struct hra_scheduler {
    hra_scheduler_setup setup;
    hra_lock lock;
    hra_scheduled *tasks; /* in the order in which they came */
    owner *owners;        /* that have tasks */
    thread *threads;
    hra_job *keeper; /* looks at the clock; NULL: not needed yet */
    hra_bell wakes;  /* the keeper */
    hra_bell left;   /* rung when a task has ended */
    bool closing;
};

static void tell(const hra_scheduler *s, const hra_scheduled *t, hra_schedule_event event) {
    if (s->setup.watch)
        s->setup.watch(s->setup.watch_self, t, event);
}

/* ---- who is next ----------------------------------------------------------------------------*/

/* Counts the time of those that run, until now. */
static void count_time(hra_scheduler *s, double now) {
    for (hra_scheduled *t = s->tasks; t; t = t->next) {
        if (t->state != HRA_SCHEDULE_RUNNING)
            continue;
        double more = fmax(now - t->since, 0);
        t->used += more;
        t->share->used += t->urgency == HRA_URGENCY_BACKGROUND ? BACKGROUND * more : more;
        t->since = now;
    }
}

static bool comes_before(const hra_scheduled *a, const hra_scheduled *b) {
    if (a->share->used != b->share->used)
        return a->share->used < b->share->used;
    if (a->urgency != b->urgency)
        return a->urgency < b->urgency;
    return a->used < b->used;
}

static bool waits(const hra_scheduled *t) {
    return t->state == HRA_SCHEDULE_WAITING || t->state == HRA_SCHEDULE_PAUSED;
}

/* NULL: no waiting task may run. */
static hra_scheduled *find_next(const hra_scheduler *s) {
    int begun = 0;
    hra_scheduled *best = NULL;
    for (const hra_scheduled *t = s->tasks; t; t = t->next)
        begun += t->state != HRA_SCHEDULE_WAITING;
    bool full = s->setup.most > 0 && begun >= s->setup.most;
    for (hra_scheduled *t = s->tasks; t; t = t->next)
        if (waits(t) && !(full && t->state == HRA_SCHEDULE_WAITING) && (!best || comes_before(t, best)))
            best = t;
    return best;
}

static int count_running(const hra_scheduler *s) {
    int running = 0;
    for (const hra_scheduled *t = s->tasks; t; t = t->next)
        running += t->state == HRA_SCHEDULE_RUNNING && !t->apart;
    return running;
}

/* ---- owners ---------------------------------------------------------------------------------*/

/* A new owner starts with the time of the other owner that has run least. */
static owner *find_owner(hra_scheduler *s, uint64_t name) {
    double least = DBL_MAX;
    for (owner *o = s->owners; o; o = o->next) {
        if (o->name == name)
            return o;
        least = fmin(least, o->used);
    }
    owner *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    *o = (owner){.next = s->owners, .name = name, .used = s->owners ? least : 0};
    s->owners = o;
    return o;
}

static void leave_owner(hra_scheduler *s, owner *o) {
    owner **at = &s->owners;
    if (o->tasks > 0)
        return;
    while (*at != o)
        at = &(*at)->next;
    *at = o->next;
    free(o);
}

/* A task that comes has run as long as the one of its owner that has run least. */
static double least_used(const hra_scheduler *s, const owner *o) {
    double least = DBL_MAX;
    for (const hra_scheduled *t = s->tasks; t; t = t->next)
        if (t->share == o)
            least = fmin(least, t->used);
    return least < DBL_MAX ? least : 0;
}

static void unlink_task(hra_scheduler *s, hra_scheduled *task) {
    hra_scheduled **at = &s->tasks;
    while (*at != task)
        at = &(*at)->next;
    *at = task->next;
    task->share->tasks--;
    leave_owner(s, task->share);
    task->state = HRA_SCHEDULE_NONE;
}

/* ---- turns ----------------------------------------------------------------------------------*/

static hra_err run_thread(void *self);
static hra_err keep_time(void *self);

/* A thread without a task, made where there is none. */
static hra_err find_thread(hra_scheduler *s, thread **out) {
    for (thread *p = s->threads; p; p = p->next)
        if (!p->task && !p->ending) {
            *out = p;
            return HRA_OK;
        }
    thread *p = calloc(1, sizeof *p);
    if (!p || hra_bell_init(&p->bell) != 0) {
        free(p);
        return HRA_ENOMEM;
    }
    p->scheduler = s;
    p->number = s->threads ? s->threads->number + 1 : 0;
    hra_err err = hra_job_start(&p->job, run_thread, p); /* it waits for the lock */
    if (err) {
        hra_bell_release(&p->bell);
        free(p);
        return err;
    }
    p->next = s->threads;
    s->threads = p;
    *out = p;
    return HRA_OK;
}

/* A task begins, or goes on. */
static hra_err give_turn(hra_scheduler *s, hra_scheduled *t, double now) {
    bool begins = t->state == HRA_SCHEDULE_WAITING;
    hra_err err = begins ? find_thread(s, &t->thread) : HRA_OK;
    if (err)
        return err;
    t->state = HRA_SCHEDULE_RUNNING;
    t->since = t->turn = now;
    t->asked = 0;
    t->apart = false;
    if (begins) {
        t->began = now;
        t->thread->task = t;
    }
    hra_pause_end(&t->pause);
    tell(s, t, begins ? HRA_SCHEDULE_BEGINS : HRA_SCHEDULE_GOES_ON);
    hra_bell_ring(&t->thread->bell);
    return HRA_OK;
}

/* Where there are threads again for those that run apart, they are as all others. */
static void take_in(hra_scheduler *s) {
    int idle = s->setup.threads - count_running(s);
    for (hra_scheduled *t = s->tasks; t && idle > 0; t = t->next) {
        if (!t->apart || hra_pause_is_stopped(&t->pause))
            continue;
        t->apart = false;
        t->asked = 0;
        hra_pause_end(&t->pause);
        idle--;
    }
}

/* Whether somebody has to look at the clock. */
static bool needs_keeper(const hra_scheduler *s) {
    bool needed = false;
    for (const hra_scheduled *t = s->tasks; t && !needed; t = t->next)
        needed = waits(t) || (t->most > 0 && !t->late);
    return needed;
}

/* Gives turns while there are threads for it. Returns an error if no task runs whose end would try again. */
static hra_err give_turns(hra_scheduler *s) {
    hra_err err = HRA_OK;
    double now = hra_clock();
    hra_scheduled *t;
    if (s->closing)
        return HRA_OK;
    count_time(s, now);
    while (!err && count_running(s) < s->setup.threads && (t = find_next(s)) != NULL)
        err = give_turn(s, t, now);
    take_in(s);
    if (needs_keeper(s)) {
        if (!s->keeper && hra_job_start(&s->keeper, keep_time, s) != 0)
            s->keeper = NULL; /* the next turn tries again */
        hra_bell_ring(&s->wakes);
    }
    return count_running(s) ? HRA_OK : err;
}

/* The task has been asked to wait for its turn. */
static void wait_for_turn(hra_pause *pause) {
    hra_scheduled *t = (hra_scheduled *)pause; /* its first member */
    hra_scheduler *s = t->scheduler;
    hra_lock_take(&s->lock);
    if (t->state == HRA_SCHEDULE_RUNNING && t->asked > 0) {
        count_time(s, hra_clock());
        t->state = HRA_SCHEDULE_PAUSED;
        t->asked = 0;
        tell(s, t, HRA_SCHEDULE_PAUSES);
        (void)give_turns(s);
    }
    while (t->state == HRA_SCHEDULE_PAUSED && !hra_pause_is_stopped(pause)) {
        hra_lock_give(&s->lock);
        (void)hra_bell_wait(&t->thread->bell, POKE);
        hra_lock_take(&s->lock);
    }
    if (t->state == HRA_SCHEDULE_PAUSED) { /* stopped: it ends beside the others */
        t->state = HRA_SCHEDULE_RUNNING;
        t->since = t->turn = hra_clock();
        t->apart = true;
    }
    if (t->asked == 0)
        hra_pause_end(pause);
    hra_lock_give(&s->lock);
}

/* ---- the clock ------------------------------------------------------------------------------*/

/* The task that has had a slice, and more than the one that waits, and the most of all such; NULL: there is
 * none. */
static hra_scheduled *find_longest(const hra_scheduler *s, const hra_scheduled *next, double now) {
    hra_scheduled *longest = NULL;
    for (hra_scheduled *t = s->tasks; t; t = t->next) {
        bool had = t->state == HRA_SCHEDULE_RUNNING && !t->apart && t->asked == 0 &&
                   now - t->turn >= s->setup.slice && t->share->used >= next->share->used;
        if (had && (!longest || !comes_before(t, longest)))
            longest = t;
    }
    return longest;
}

/* Asks running tasks to wait, one for each that waits for a thread; a task that does not do so goes on. */
static void make_room(hra_scheduler *s, const hra_scheduled *next, double now) {
    int wanted = 0;
    bool freed = false;
    for (hra_scheduled *t = s->tasks; t; t = t->next) {
        wanted += waits(t);
        if (t->state != HRA_SCHEDULE_RUNNING || t->asked == 0 || t->apart)
            continue;
        wanted--;
        if (now - t->asked < s->setup.patience)
            continue;
        t->apart = freed = true;
        tell(s, t, HRA_SCHEDULE_LEFT_ALONE);
    }
    for (hra_scheduled *t; wanted > 0 && (t = find_longest(s, next, now)) != NULL; wanted--) {
        t->asked = now;
        tell(s, t, HRA_SCHEDULE_ASKED);
        hra_pause_ask(&t->pause);
    }
    if (freed)
        (void)give_turns(s);
}

/* Stops those that take too long. Seconds until the next one does; negative: none will. */
static double stop_late(hra_scheduler *s, double now) {
    double next = -1;
    for (hra_scheduled *t = s->tasks; t; t = t->next) {
        if (t->state == HRA_SCHEDULE_WAITING || !(t->most > 0) || t->late)
            continue;
        double left = t->began + t->most - now;
        t->late = left <= 0;
        if (t->late)
            hra_stop_set(&t->pause.stop);
        else
            next = next < 0 ? left : fmin(next, left);
    }
    return next;
}

static hra_err keep_time(void *self) {
    hra_scheduler *s = self;
    hra_lock_take(&s->lock);
    while (!s->closing) {
        double now = hra_clock(), wait = stop_late(s, now);
        const hra_scheduled *next = find_next(s);
        count_time(s, now);
        if (next) {
            make_room(s, next, now);
            wait = wait < 0 ? s->setup.slice / 2 : fmin(wait, s->setup.slice / 2);
        }
        hra_lock_give(&s->lock);
        (void)hra_bell_wait(&s->wakes, wait);
        hra_lock_take(&s->lock);
    }
    hra_lock_give(&s->lock);
    return HRA_OK;
}

/* ---- threads --------------------------------------------------------------------------------*/

/* With the lock, which is given back for as long as the task runs. */
static void run_task(hra_scheduler *s, thread *p) {
    hra_scheduled *t = p->task;
    void (*ended)(void *self, bool ran) = t->ended;
    void *ended_self = t->self;
    hra_lock_give(&s->lock);
    t->run(t->self);
    hra_lock_take(&s->lock);
    count_time(s, hra_clock());
    tell(s, t, HRA_SCHEDULE_ENDS);
    p->owner = t->owner;
    p->ending = true;
    unlink_task(s, t);
    p->task = NULL;
    hra_lock_give(&s->lock);
    ended(ended_self, true);
    hra_lock_take(&s->lock);
    p->ending = false;
    (void)give_turns(s);
    hra_bell_ring(&s->left);
}

static hra_err run_thread(void *self) {
    thread *p = self;
    hra_scheduler *s = p->scheduler;
    if (s->setup.pin)
        (void)hra_pin_thread(p->number);
    hra_lock_take(&s->lock);
    while (p->task || !s->closing) {
        if (p->task) {
            run_task(s, p);
            continue;
        }
        hra_lock_give(&s->lock);
        (void)hra_bell_wait(&p->bell, -1);
        hra_lock_take(&s->lock);
    }
    hra_lock_give(&s->lock);
    return HRA_OK;
}

/* ---- tasks ----------------------------------------------------------------------------------*/

/* Without threads. */
static hra_err run_now(hra_scheduler *s, hra_scheduled *t) {
    t->state = HRA_SCHEDULE_RUNNING;
    tell(s, t, HRA_SCHEDULE_BEGINS);
    t->run(t->self);
    tell(s, t, HRA_SCHEDULE_ENDS);
    t->state = HRA_SCHEDULE_NONE;
    t->ended(t->self, true);
    return HRA_OK;
}

static hra_err begin(hra_scheduler *s, hra_scheduled *t) {
    hra_scheduled **at = &s->tasks;
    t->share = find_owner(s, t->owner);
    if (!t->share)
        return HRA_ENOMEM;
    t->used = least_used(s, t->share);
    t->share->tasks++;
    t->state = HRA_SCHEDULE_WAITING;
    while (*at)
        at = &(*at)->next;
    *at = t;
    hra_err err = give_turns(s);
    if (err)
        unlink_task(s, t);
    return err;
}

hra_err hra_scheduler_add(hra_scheduler *s, hra_scheduled *t) {
    t->pause.wait = wait_for_turn;
    t->scheduler = s;
    t->next = NULL;
    t->thread = NULL;
    t->apart = t->late = false;
    t->asked = 0;
    if (!has_threads)
        return run_now(s, t);
    hra_lock_take(&s->lock);
    hra_err err = s->closing ? HRA_ESTOPPED : begin(s, t);
    hra_lock_give(&s->lock);
    return err;
}

bool hra_scheduler_take_back(hra_scheduler *s, hra_scheduled *t) {
    hra_lock_take(&s->lock);
    bool waited = t->state == HRA_SCHEDULE_WAITING;
    if (waited)
        unlink_task(s, t);
    hra_lock_give(&s->lock);
    return waited;
}

void hra_scheduler_extend(hra_scheduled *t) {
    hra_lock_take(&t->scheduler->lock);
    t->began = hra_clock();
    hra_lock_give(&t->scheduler->lock);
}

bool hra_scheduler_is_late(hra_scheduled *t) {
    hra_lock_take(&t->scheduler->lock);
    bool late = t->late;
    hra_lock_give(&t->scheduler->lock);
    return late;
}

/* With the lock. */
static bool is_busy_for(const hra_scheduler *s, uint64_t name) {
    bool busy = false;
    for (const hra_scheduled *t = s->tasks; t && !busy; t = t->next)
        busy = t->owner == name;
    for (const thread *p = s->threads; p && !busy; p = p->next)
        busy = p->ending && p->owner == name;
    return busy;
}

void hra_scheduler_drain(hra_scheduler *s, uint64_t name) {
    hra_lock_take(&s->lock);
    while (is_busy_for(s, name)) {
        hra_lock_give(&s->lock);
        (void)hra_bell_wait(&s->left, POKE); /* it wakes one, and there may be others */
        hra_lock_take(&s->lock);
    }
    hra_lock_give(&s->lock);
}

/* ---- opening and closing --------------------------------------------------------------------*/

hra_err hra_scheduler_open(hra_scheduler **out, const hra_scheduler_setup *setup) {
    hra_scheduler *s = calloc(1, sizeof *s);
    if (!s)
        return HRA_ENOMEM;
    s->setup = *setup;
    s->setup.slice = setup->slice > 0 ? setup->slice : SLICE;
    s->setup.patience = setup->patience > 0 ? setup->patience : PATIENCE;
    if (hra_lock_init(&s->lock) != 0)
        goto no_lock;
    if (hra_bell_init(&s->wakes) != 0)
        goto no_wakes;
    if (hra_bell_init(&s->left) != 0)
        goto no_left;
    *out = s;
    return HRA_OK;
no_left:
    hra_bell_release(&s->wakes);
no_wakes:
    hra_lock_release(&s->lock);
no_lock:
    free(s);
    return HRA_ENOMEM;
}

/* Those that have not begun never will; the others are to end. With the lock. */
static hra_scheduled *end_tasks(hra_scheduler *s) {
    hra_scheduled *never = NULL;
    for (hra_scheduled *t = s->tasks, *next; t; t = next) {
        next = t->next;
        hra_stop_set(&t->pause.stop);
        if (t->state != HRA_SCHEDULE_WAITING)
            continue;
        unlink_task(s, t);
        t->next = never;
        never = t;
    }
    return never;
}

static bool wait_for(hra_job *job, double end) {
    return hra_job_wait(job, end < INFINITY ? fmax(end - hra_clock(), 0) : -1);
}

bool hra_scheduler_close(hra_scheduler *s, double seconds) {
    double end = seconds < 0 ? (double)INFINITY : hra_clock() + seconds;
    if (!s)
        return true;
    hra_lock_take(&s->lock);
    s->closing = true;
    hra_scheduled *never = end_tasks(s);
    for (thread *p = s->threads; p; p = p->next)
        hra_bell_ring(&p->bell);
    hra_bell_ring(&s->wakes);
    hra_lock_give(&s->lock);
    for (hra_scheduled *t; (t = never) != NULL;) {
        never = t->next;
        t->ended(t->self, false);
    }
    for (thread *p = s->threads; p; p = p->next)
        if (!wait_for(p->job, end))
            return false;
    for (thread *p; (p = s->threads) != NULL; free(p)) {
        s->threads = p->next;
        (void)hra_job_join(p->job);
        hra_bell_release(&p->bell);
    }
    if (s->keeper)
        (void)hra_job_join(s->keeper);
    hra_bell_release(&s->left);
    hra_bell_release(&s->wakes);
    hra_lock_release(&s->lock);
    free(s);
    return true;
}
