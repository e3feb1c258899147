/* Workers, locks and jobs by POSIX threads, or without any. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "thread.h"

#ifndef HRA_NO_THREADS
#include <signal.h>
#endif

/* ---- blocks ---------------------------------------------------------------------------------*/

uint64_t hra_share_of(uint64_t all, int worker, int threads) {
    return all / (uint64_t)threads + ((uint64_t)worker < all % (uint64_t)threads);
}

void hra_task_ranges_init(hra_task_ranges *blocks, uint64_t count, uint64_t size) {
    hra_task_ranges_guide(blocks, count, size, 1);
}

void hra_task_ranges_guide(hra_task_ranges *blocks, uint64_t count, uint64_t size, uint64_t share) {
    *blocks = (hra_task_ranges){0, count, size < 1 ? 1 : size, share < 1 ? 1 : share};
}

bool hra_task_ranges_take(hra_task_ranges *blocks, uint64_t *from, uint64_t *to) {
    return hra_task_ranges_take_some(blocks, blocks->size, from, to);
}

bool hra_task_ranges_take_some(hra_task_ranges *blocks, uint64_t most, uint64_t *from, uint64_t *to) {
    uint64_t first = __atomic_load_n(&blocks->next, __ATOMIC_RELAXED), last;
    do {
        if (first >= blocks->end)
            return false;
        uint64_t size = (blocks->end - first) / blocks->share;
        size = size > blocks->size ? blocks->size : size;
        size = size > most ? most : size;
        last = first + (size < 1 ? 1 : size);
    } while (
        !__atomic_compare_exchange_n(&blocks->next, &first, last, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    *from = first;
    *to = last;
    return true;
}

void hra_task_ranges_close(hra_task_ranges *blocks) {
    __atomic_store_n(&blocks->next, blocks->end, __ATOMIC_RELAXED);
}

#ifdef HRA_NO_THREADS

struct hra_crew {
    int threads;
};

hra_err hra_crew_open(hra_crew **out, int threads) {
    hra_crew *crew = malloc(sizeof *crew);
    if (crew == NULL)
        return HRA_ENOMEM;
    crew->threads = threads;
    *out = crew;
    return HRA_OK;
}

void hra_crew_close(hra_crew *crew) {
    free(crew);
}

hra_err hra_crew_run(hra_crew *crew, hra_err (*work)(void *self, int worker), void *self) {
    hra_err first = work(self, 0);
    for (int w = 1; w < crew->threads; w++) {
        hra_err err = work(self, w);
        first = first != 0 ? first : err;
    }
    return first;
}

hra_err hra_lock_init(hra_lock *lock) {
    lock->unused = 0;
    return 0;
}

void hra_lock_release(hra_lock *lock) {
    (void)lock;
}

void hra_lock_take(hra_lock *lock) {
    (void)lock;
}

void hra_lock_give(hra_lock *lock) {
    (void)lock;
}

struct hra_job {
    hra_err result;
};

hra_err hra_job_start(hra_job **out, hra_err (*work)(void *self), void *self) {
    hra_job *job = malloc(sizeof *job);
    if (job == NULL)
        return HRA_ENOMEM;
    job->result = work(self);
    *out = job;
    return 0;
}

bool hra_job_wait(hra_job *job, double seconds) {
    (void)job;
    (void)seconds;
    return true;
}

hra_err hra_job_join(hra_job *job) {
    hra_err result = job->result;
    free(job);
    return result;
}

hra_err hra_bell_init(hra_bell *bell) {
    bell->rung = false;
    return HRA_OK;
}

void hra_bell_release(hra_bell *bell) {
    (void)bell;
}

void hra_bell_ring(hra_bell *bell) {
    bell->rung = true;
}

bool hra_bell_wait(hra_bell *bell, double seconds) {
    (void)seconds;
    bool rung = bell->rung;
    bell->rung = false;
    return rung;
}

#else

/* A new thread inherits the mask of its maker: all signals are held off while it is made. */
static int start_thread(pthread_t *thread, void *(*run)(void *), void *self) {
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    int failed = pthread_create(thread, NULL, run, self);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return failed;
}

/* ---- workers --------------------------------------------------------------------------------*/

struct hra_crew {
    int threads;
    int helpers; /* threads beside the caller's */
    pthread_t *thread;
    hra_lock lock;
    pthread_cond_t called, ended;
    /* the run */
    hra_err (*work)(void *self, int worker);
    void *self;
    int next;    /* the worker that begins next */
    int running; /* workers that have begun, worker 0 not counted */
    int failed;  /* the lowest worker that failed, and its error */
    hra_err result;
    bool closing;
};

static void note_end(hra_crew *crew, int worker, hra_err err) {
    if (err && worker < crew->failed) {
        crew->failed = worker;
        crew->result = err;
    }
}

/* Runs workers, under the lock, as long as some have not begun. So nothing waits for a thread that wakes late. */
static void run_workers(hra_crew *crew) {
    while (crew->next < crew->threads) {
        int worker = crew->next++;
        crew->running++;
        hra_lock_give(&crew->lock);
        hra_err err = crew->work(crew->self, worker);
        hra_lock_take(&crew->lock);
        crew->running--;
        note_end(crew, worker, err);
    }
}

static void *help(void *self) {
    hra_crew *crew = self;
    hra_lock_take(&crew->lock);
    while (!crew->closing) {
        run_workers(crew);
        if (crew->running == 0)
            pthread_cond_signal(&crew->ended);
        while (!crew->closing && crew->next >= crew->threads)
            pthread_cond_wait(&crew->called, &crew->lock.mutex);
    }
    hra_lock_give(&crew->lock);
    return NULL;
}

static hra_err open_parts(hra_crew *crew) {
    if (hra_lock_init(&crew->lock) != HRA_OK)
        return HRA_ENOMEM;
    if (pthread_cond_init(&crew->called, NULL) != 0) {
        hra_lock_release(&crew->lock);
        return HRA_ENOMEM;
    }
    if (pthread_cond_init(&crew->ended, NULL) != 0) {
        pthread_cond_destroy(&crew->called);
        hra_lock_release(&crew->lock);
        return HRA_ENOMEM;
    }
    return HRA_OK;
}

hra_err hra_crew_open(hra_crew **out, int threads) {
    threads = threads < 1 ? 1 : threads;
    hra_crew *crew = calloc(1, sizeof *crew);
    pthread_t *thread = calloc((size_t)threads, sizeof *thread);
    if (crew == NULL || thread == NULL || open_parts(crew) != HRA_OK) {
        free(crew);
        free(thread);
        return HRA_ENOMEM;
    }
    crew->threads = crew->next = threads;
    crew->thread = thread;
    while (crew->helpers < threads - 1 && start_thread(&thread[crew->helpers], help, crew) == 0)
        crew->helpers++;
    *out = crew;
    return HRA_OK;
}

void hra_crew_close(hra_crew *crew) {
    if (crew == NULL)
        return;
    hra_lock_take(&crew->lock);
    crew->closing = true;
    pthread_cond_broadcast(&crew->called);
    hra_lock_give(&crew->lock);
    for (int i = 0; i < crew->helpers; i++)
        pthread_join(crew->thread[i], NULL);
    pthread_cond_destroy(&crew->called);
    pthread_cond_destroy(&crew->ended);
    hra_lock_release(&crew->lock);
    free(crew->thread);
    free(crew);
}

hra_err hra_crew_run(hra_crew *crew, hra_err (*work)(void *self, int worker), void *self) {
    hra_lock_take(&crew->lock);
    crew->work = work;
    crew->self = self;
    crew->next = 1;
    crew->failed = crew->threads;
    crew->result = HRA_OK;
    pthread_cond_broadcast(&crew->called);
    hra_lock_give(&crew->lock);
    hra_err err = work(self, 0);
    hra_lock_take(&crew->lock);
    note_end(crew, 0, err);
    run_workers(crew);
    while (crew->running > 0)
        pthread_cond_wait(&crew->ended, &crew->lock.mutex);
    err = crew->result;
    hra_lock_give(&crew->lock);
    return err;
}

/* ---- lock -----------------------------------------------------------------------------------*/

hra_err hra_lock_init(hra_lock *lock) {
    return pthread_mutex_init(&lock->mutex, NULL) == 0 ? 0 : HRA_ENOMEM;
}

void hra_lock_release(hra_lock *lock) {
    int failed = pthread_mutex_destroy(&lock->mutex);
    assert(failed == 0);
    (void)failed;
}

void hra_lock_take(hra_lock *lock) {
    int failed = pthread_mutex_lock(&lock->mutex);
    assert(failed == 0);
    (void)failed;
}

void hra_lock_give(hra_lock *lock) {
    int failed = pthread_mutex_unlock(&lock->mutex);
    assert(failed == 0);
    (void)failed;
}

/* ---- job ------------------------------------------------------------------------------------*/

struct hra_job {
    hra_err (*work)(void *self);
    void *self;
    pthread_t thread;
    hra_lock lock;
    pthread_cond_t finished;
    bool done;
    hra_err result;
};

static void *run_job(void *self) {
    hra_job *job = self;
    hra_err result = job->work(job->self);
    hra_lock_take(&job->lock);
    job->result = result;
    job->done = true;
    pthread_cond_broadcast(&job->finished);
    hra_lock_give(&job->lock);
    return NULL;
}

/* Timeouts use the monotonic clock, which cannot be set. */
static int init_condition(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return -1;
    int failed = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) != 0 ||
                 pthread_cond_init(condition, &attributes) != 0;
    pthread_condattr_destroy(&attributes);
    return failed;
}

hra_err hra_job_start(hra_job **out, hra_err (*work)(void *self), void *self) {
    hra_job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return HRA_ENOMEM;
    hra_err err = HRA_ENOMEM;
    job->work = work;
    job->self = self;
    if (hra_lock_init(&job->lock) != 0)
        goto no_lock;
    if (init_condition(&job->finished) != 0)
        goto no_condition;
    if (start_thread(&job->thread, run_job, job) == 0) {
        *out = job;
        return 0;
    }
    err = HRA_ETHREAD;
    pthread_cond_destroy(&job->finished);
no_condition:
    hra_lock_release(&job->lock);
no_lock:
    free(job);
    return err;
}

/* Waits under the lock until the flag is set, at most `seconds` (negative: for ever). */
static bool wait_for(const bool *flag, pthread_cond_t *condition, hra_lock *lock, double seconds) {
    struct timespec until = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &until);
    bool forever = !(seconds >= 0 && seconds < 1e9);
    if (!forever) {
        double whole = floor(seconds);
        until.tv_sec += (time_t)whole;
        until.tv_nsec += (long)((seconds - whole) * 1e9);
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
    }
    int failed = 0;
    while (!*flag && failed == 0) {
        failed = forever ? pthread_cond_wait(condition, &lock->mutex)
                         : pthread_cond_timedwait(condition, &lock->mutex, &until);
    }
    return *flag;
}

bool hra_job_wait(hra_job *job, double seconds) {
    hra_lock_take(&job->lock);
    bool done = wait_for(&job->done, &job->finished, &job->lock, seconds);
    hra_lock_give(&job->lock);
    return done;
}

hra_err hra_job_join(hra_job *job) {
    pthread_join(job->thread, NULL);
    hra_err result = job->result;
    pthread_cond_destroy(&job->finished);
    hra_lock_release(&job->lock);
    free(job);
    return result;
}

/* ---- bell -----------------------------------------------------------------------------------*/

hra_err hra_bell_init(hra_bell *bell) {
    bell->rung = false;
    if (hra_lock_init(&bell->lock) != 0)
        return HRA_ENOMEM;
    if (init_condition(&bell->heard) == 0)
        return HRA_OK;
    hra_lock_release(&bell->lock);
    return HRA_ENOMEM;
}

void hra_bell_release(hra_bell *bell) {
    pthread_cond_destroy(&bell->heard);
    hra_lock_release(&bell->lock);
}

void hra_bell_ring(hra_bell *bell) {
    hra_lock_take(&bell->lock);
    bell->rung = true;
    pthread_cond_broadcast(&bell->heard);
    hra_lock_give(&bell->lock);
}

bool hra_bell_wait(hra_bell *bell, double seconds) {
    hra_lock_take(&bell->lock);
    bool rung = wait_for(&bell->rung, &bell->heard, &bell->lock, seconds);
    bell->rung = false;
    hra_lock_give(&bell->lock);
    return rung;
}

#endif

hra_err hra_workers_run(int threads, hra_err (*work)(void *self, int worker), void *self) {
    if (threads <= 1)
        return work(self, 0);
    hra_crew *crew;
    hra_err err = hra_crew_open(&crew, threads);
    if (err)
        return err;
    err = hra_crew_run(crew, work, self);
    hra_crew_close(crew);
    return err;
}
