/* hra/worker.h: a pool of threads for tasks of sessions and works, and workers that run one task at a time.
 *
 * A session with hand_out (hra/session.h) writes each task as text. A worker runs it anywhere, and its result is one
 * line. A pool runs many tasks of many sessions:
 *
 *     hra_worker_pool_open(&pool, &setup, &why);
 *     hra_worker_pool_add(pool, table, event->task_id, event->text);     for each event HRA_SESSION_TASK
 *     while ((message = hra_worker_pool_take(pool)) != NULL) {         when setup.wake was called
 *         hra_session_line(session of message->owner, 0, message->line...);
 *         hra_worker_message_free(message);
 *     }
 *
 * A pool gives each owner, such as a session, the same time. A task that runs longer than a time slice while others
 * wait is paused and continued later. A pause does not change results, but a limit of time runs on. So two endless
 * analyses on two threads do not block the move of a third session. A task that cannot be paused runs on, in addition
 * to the others (docs/decisions/056-a-pool-that-is-fair.md).
 *
 * Sessions without hand_out, and works with `pool` in their setup, use the threads of a pool too.
 *
 * Thread-safety: any number of threads may use a pool, except to open and close it. One thread at a time for a
 * worker. */
#ifndef HRA_WORKER_H
#define HRA_WORKER_H

#include "hra/host.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a pool ---------------------------------------------------------------------------------*/

typedef struct hra_worker_pool hra_worker_pool;

typedef struct hra_worker_pool_setup {
    size_t size; /* sizeof(hra_worker_pool_setup) of the caller */
    const hra_host
        *host;        /* as in hra_session_setup; must outlive the pool. NULL: built-in games and players */
    const char *data; /* data directory; must outlive the pool; NULL: none */
    int threads;      /* number of tasks that run at the same time; 0: hra_processors() */
    /* Number of agents in memory, each with its memory of the last game. With at most that many games, each game has
     * agents of its own; with more games, agents lose their memory; while fewer than one in nine finds it again, only two for
     * each thread, and four at least, stay open. A task uses one or two agents; so up to half this number
     * of tasks may be running or paused. 0: 32, or twice the threads if that is more. */
    int agents;
    /* Seconds after which a task, or a ply of a review, is stopped; 0: never. Tasks that open players or play games of
     * a match are not stopped. */
    double most;
    void (*wake)(void *self); /* called if there is a message, from any thread. NULL: not called */
    void *self;               /* passed to wake */
} hra_worker_pool_setup;

/* Opens a pool, which starts its threads when it has tasks. Returns
 *   HRA_EINPUT    if a number of threads or agents is out of range
 *   HRA_EVERSION  if the setup or the host is of a newer library
 *   HRA_ENOMEM. */
HRA_API hra_err hra_worker_pool_open(hra_worker_pool **out, const hra_worker_pool_setup *setup,
                                     hra_error *why);
/* Stops all tasks, waits until they end, at most `seconds` (negative: without limit), and closes the pool. Close its
 * workers before. Returns false if a task did not end: then the pool stays open, and nothing that its setup points to
 * may be closed. NULL is allowed. */
HRA_API bool hra_worker_pool_close(hra_worker_pool *pool, double seconds);

/* Adds a task; the text is copied. Returns
 *   HRA_ENOMEM
 *   HRA_ETHREAD  if no thread could be started. */
HRA_API hra_err hra_worker_pool_add(hra_worker_pool *pool, uint64_t owner, uint64_t id, const char *text);
/* Cancels a task, which then sends no more messages. If there is no such task, nothing happens. */
HRA_API void hra_worker_pool_cancel(hra_worker_pool *pool, uint64_t owner, uint64_t id);

/* A line of a task for the session of its owner. */
typedef struct hra_worker_message {
    uint64_t owner, id;
    bool last;        /* the task has ended */
    bool late;        /* the task was stopped after setup.most */
    const char *line; /* "task-result ID RESULT" or "task-progress ID JSON", of version 2 of sessions */
    size_t length;    /* of the line */
} hra_worker_message;

/* Returns the oldest message, which the caller frees; NULL: there is none. */
HRA_API hra_worker_message *hra_worker_pool_take(hra_worker_pool *pool);
HRA_API void hra_worker_message_free(hra_worker_message *message); /* NULL is allowed */

/* ---- workers --------------------------------------------------------------------------------*/

typedef struct hra_worker hra_worker;

/* Opens a worker, which the caller closes. It keeps the games, players and agents of its tasks for the next ones.
 * `host` and `data` as in a pool. Returns
 *   HRA_EVERSION  if the host is of a newer library
 *   HRA_ENOMEM. */
HRA_API hra_err hra_worker_open(hra_worker **out, const hra_host *host, const char *data, hra_error *why);
/* Opens a worker that shares games, players and agents with those of a pool, but runs in the caller's thread. The
 * caller closes it before the pool. HRA_ENOMEM. */
HRA_API hra_err hra_worker_open_in(hra_worker **out, hra_worker_pool *pool, hra_error *why);
HRA_API void hra_worker_close(hra_worker *worker); /* NULL is allowed */
/* Sets the callback for progress: what an analysis or a tree has found so far, and each ply of a review, as one line of
 * JSON. The owner passes it to the session in a line `task-progress ID LINE`. Called in the thread of hra_worker_run.
 * NULL: none. */
HRA_API void hra_worker_on_progress(hra_worker *worker, void (*found)(void *self, const char *json),
                                    void *self);
/* Runs a task, and appends its result, one line. If the text is wrong, the result describes the error. `stop` may be
 * NULL. HRA_ENOMEM. */
HRA_API hra_err hra_worker_run(hra_worker *worker, const char *text, const hra_stop *stop, hra_text *out);

#ifdef __cplusplus
}
#endif
#endif
