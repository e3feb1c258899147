/* Threads, for the library itself. The only place that knows POSIX threads; compiled with
 * HRA_NO_THREADS everything runs on the calling thread, one thing after the other, and the
 * results are the same. New threads take no signals, so those reach the program's own threads. */
#ifndef HRA_CORE_THREAD_H
#define HRA_CORE_THREAD_H

#include "hra/base.h"

#ifndef HRA_NO_THREADS
#include <pthread.h>
#endif

/* ---- many workers ---------------------------------------------------------------------------*/

/* Threads that stay for many runs: to wake one costs less than to start one. One run at a time. */
typedef struct hra_crew hra_crew;

/* Opens a crew of `threads` workers, the caller's thread among them; threads < 1 counts as 1. Where fewer threads can
 * be had, each does more. HRA_ENOMEM. */
hra_err hra_crew_open(hra_crew **out, int threads);
void hra_crew_close(hra_crew *crew); /* NULL is allowed */
/* Calls work(self, w) once for every w in 0..threads-1, at the same time as far as threads are free (worker 0 on
 * the calling thread), and returns when all have returned: the error of the lowest w that failed, or 0. Workers must
 * not wait for each other: one may run only after another has returned. */
hra_err hra_crew_run(hra_crew *crew, hra_err (*work)(void *self, int worker), void *self);

/* The same for one run. HRA_ENOMEM. */
hra_err hra_workers_run(int threads, hra_err (*work)(void *self, int worker), void *self);

/* The part of `all` that one of `threads` workers gets: parts differ by one at most, and the first ones are
 * larger. */
uint64_t hra_share_of(uint64_t all, int worker, int threads);

/* Hands out 0..count-1 in blocks of `size` (at least 1) to whichever worker asks. */
typedef struct hra_task_ranges {
    uint64_t next, end, size, share;
} hra_task_ranges;

void hra_task_ranges_init(hra_task_ranges *blocks, uint64_t count, uint64_t size);
/* The same, but no block is more than a `share`-th of what is left (nor less than one), so that they become
 * smaller towards the end. */
void hra_task_ranges_guide(hra_task_ranges *blocks, uint64_t count, uint64_t size, uint64_t share);
/* The next block is *from..*to-1; false when there is none left. Any thread. */
bool hra_task_ranges_take(hra_task_ranges *blocks, uint64_t *from, uint64_t *to);
/* The same, of at most `most` (at least 1). */
bool hra_task_ranges_take_some(hra_task_ranges *blocks, uint64_t most, uint64_t *from, uint64_t *to);
/* Ends the blocks for all workers: after an error or a stop. Any thread. */
void hra_task_ranges_close(hra_task_ranges *blocks);

/* ---- a lock ---------------------------------------------------------------------------------*/

typedef struct hra_lock {
#ifdef HRA_NO_THREADS
    char unused;
#else
    pthread_mutex_t mutex;
#endif
} hra_lock;

hra_err hra_lock_init(hra_lock *lock); /* HRA_ENOMEM */
void hra_lock_release(hra_lock *lock);
void hra_lock_take(hra_lock *lock);
void hra_lock_give(hra_lock *lock);

/* ---- a bell ---------------------------------------------------------------------------------
 * Rung by any thread, waited for by one. If no thread waits when it rings, the next wait returns at once. */

typedef struct hra_bell {
    hra_lock lock;
    bool rung;
#ifndef HRA_NO_THREADS
    pthread_cond_t heard;
#endif
} hra_bell;

hra_err hra_bell_init(hra_bell *bell); /* HRA_ENOMEM */
void hra_bell_release(hra_bell *bell);
void hra_bell_ring(hra_bell *bell);
/* Waits until it rings, at most `seconds` (negative: for ever); true: it did. Without threads no other
 * thread can ring it, so the call returns at once. */
bool hra_bell_wait(hra_bell *bell, double seconds);

#endif
