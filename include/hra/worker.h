/* hra/worker.h: a pool of threads for the tasks of sessions and of work, and workers that run one task.
 *
 * A session that hands its tasks out (hra/session.h) writes each as text; a worker runs it anywhere and answers with
 * one line. A pool runs many of them for many sessions:
 *
 *     hra_worker_pool_open(&pool, &setup, &why);
 *     hra_worker_pool_add(pool, table, event->work, event->text);     for each event HRA_SESSION_TASK
 *     while ((message = hra_worker_pool_take(pool)) != NULL) {         when setup.wake was called
 *         hra_session_line(session of message->owner, 0, message->line...);
 *         hra_worker_message_free(message);
 *     }
 *
 * A pool is fair between owners, such as tables. Each of them gets the same time. If a task runs for longer than a slice
 * while others wait, it is paused and goes on later where it was: a pause changes no result, but a limit of time goes
 * on meanwhile. So two analyses without an end on two threads do not keep a third table from its move. A task that
 * cannot be paused runs on beside the others (docs/decisions/056-a-pool-that-is-fair.md).
 *
 * Sessions without hand_out, and works with `pool` in their setup, use the threads of a pool too.
 *
 * Thread-safety: any number of threads may use a pool, except to open and close it. One thread at a time for a worker. */
#ifndef HRA_WORKER_H
#define HRA_WORKER_H

#include "hra/host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a pool ---------------------------------------------------------------------------------*/

typedef struct hra_worker_pool hra_worker_pool;

typedef struct hra_worker_pool_setup {
    size_t size;          /* sizeof(hra_worker_pool_setup) where it was compiled */
    const hra_host *host; /* as of hra_session_setup; outlives the pool. NULL: what is built in */
    const char *data;     /* folder of tables, which outlives the pool; NULL: none */
    int threads;          /* number of tasks that run at the same time; 0: hra_processors() */
    /* Number of agents that remember the play about which they thought last. Each play is thought about as if it had
     * workers of its own, as long as there are no more plays than that; beyond them an agent begins anew. A task takes
     * two at most, so half as many tasks may be running or paused. 0: 32, or twice the threads if that is more. */
    int agents;
    double
        most; /* seconds after which a task is stopped, and each ply of a review; 0: none. Tasks that open players or
                    play games of a match are not stopped */
    void (*wake)(void *self); /* there is a message; from any thread. NULL: nobody is told */
    void *self;
} hra_worker_pool_setup;

/* Opens a pool; it makes no thread before it has a task. HRA_EINPUT: numbers of threads or agents that make no sense;
 * HRA_EVERSION: a setup or host of a newer library; HRA_ENOMEM. */
HRA_API hra_err hra_worker_pool_open(hra_worker_pool **out, const hra_worker_pool_setup *setup,
                                     hra_error *why);
/* Stops all tasks, and waits at most so many seconds (negative: for ever) until they end. False: some did not, so that
 * neither the pool nor anything that its setup points to may be closed. Close its workers first. NULL is allowed. */
HRA_API bool hra_worker_pool_close(hra_worker_pool *pool, double seconds);

/* Adds a task, the text of which is copied. HRA_ENOMEM, HRA_ETHREAD. */
HRA_API hra_err hra_worker_pool_add(hra_worker_pool *pool, uint64_t owner, uint64_t id, const char *text);
/* Stops a task, for which there will be no more messages. If there is none, nothing happens. */
HRA_API void hra_worker_pool_cancel(hra_worker_pool *pool, uint64_t owner, uint64_t id);

/* What a task has to say to the session of its owner. */
typedef struct hra_worker_message {
    uint64_t owner, id;
    bool last;        /* the task has ended */
    bool late;        /* it was stopped after setup.most */
    const char *line; /* "task-result ID RESULT" or "task-progress ID JSON", of version 2 of sessions */
    size_t length;    /* of the line */
} hra_worker_message;

/* The oldest message, the caller's to free; NULL: there is none. */
HRA_API hra_worker_message *hra_worker_pool_take(hra_worker_pool *pool);
HRA_API void hra_worker_message_free(hra_worker_message *message); /* NULL is allowed */

/* ---- workers --------------------------------------------------------------------------------*/

typedef struct hra_worker hra_worker;

/* Opens a worker, with games, players and agents of its own that the next task finds. `host` and `data` as of a pool.
 * HRA_EVERSION: a host of a newer library; HRA_ENOMEM. */
HRA_API hra_err hra_worker_open(hra_worker **out, const hra_host *host, const char *data, hra_error *why);
/* Opens a worker that shares games, players and agents with others of the pool, but runs in the caller's thread.
 * HRA_ENOMEM. */
HRA_API hra_err hra_worker_open_in(hra_worker **out, hra_worker_pool *pool, hra_error *why);
HRA_API void hra_worker_close(hra_worker *worker); /* NULL is allowed */
/* From now on `found` receives what an analysis or a tree has found so far, and each ply of a review, as one line,
 * in the thread of hra_worker_run; the owner brings it to the session by a line `task-progress ID LINE`. NULL: nobody does. */
HRA_API void hra_worker_on_progress(hra_worker *worker, void (*found)(void *self, const char *json),
                                    void *self);
/* Runs a task, and appends its result, which is one line. Whatever the text is, the result says what was wrong with it;
 * only HRA_ENOMEM is returned. `stop` may be NULL. */
HRA_API hra_err hra_worker_run(hra_worker *worker, const char *text, const hra_stop *stop, hra_text *out);

#ifdef __cplusplus
}
#endif
#endif
