/* A pool of threads for tasks that come as text, and messages about them. */
#include "work/worker_pool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "core/thread.h"
#include "rules/rules_complete.h"

enum { AGENTS = 32, FEW = 4, MOST_THREADS = 1024, MOST_AGENTS = 1 << 20 };

typedef struct pool_task {
    struct pool_task *next;
    hra_worker_pool *pool;
    hra_scheduled turn; /* turn.owner */
    uint64_t id;
    bool review;
    bool cancelled; /* its result is not wanted */
    char text[];
} pool_task;

typedef struct message {
    hra_worker_message public; /* first, so that it leads back here */
    struct message *next;
    hra_text line;
} message;

/* One that waits for the next task. */
typedef struct idle_worker {
    struct idle_worker *next;
    hra_worker *worker;
} idle_worker;

struct hra_worker_pool {
    hra_worker_pool_setup setup;
    hra_agents *agents;
    hra_scheduler *scheduler;
    hra_lock lock; /* of what follows; taken before that of the scheduler */
    pool_task *tasks;
    idle_worker *idle;
    message *first, **last;
};

hra_scheduler *hra_worker_pool_scheduler(hra_worker_pool *pool) {
    return pool->scheduler;
}

int hra_worker_pool_threads(const hra_worker_pool *pool) {
    return pool->setup.threads;
}

hra_agents *hra_worker_pool_agents(hra_worker_pool *pool) {
    return pool->agents;
}

/* ---- messages -------------------------------------------------------------------------------*/

void hra_worker_message_free(hra_worker_message *public) {
    message *m = (message *)public;
    if (m)
        hra_text_release(&m->line);
    free(m);
}

/* Without memory a session waits for ever, which `leave` ends. */
static void tell(const pool_task *t, bool last, bool late, const char *text) {
    hra_worker_pool *pool = t->pool;
    message *m = calloc(1, sizeof *m);
    if (!m)
        return;
    hra_text_init(&m->line);
    hra_text_addf(&m->line, "%s %" PRIu64 " %s", last ? "task-result" : "task-progress", t->id, text);
    m->public = (hra_worker_message){.owner = t->turn.owner,
                                     .id = t->id,
                                     .last = last,
                                     .late = late,
                                     .line = hra_text_string(&m->line),
                                     .length = m->line.length};
    hra_lock_take(&pool->lock);
    bool wanted = !t->cancelled;
    if (wanted) {
        *pool->last = m;
        pool->last = &m->next;
    }
    hra_lock_give(&pool->lock);
    if (!wanted)
        hra_worker_message_free(&m->public);
    else if (pool->setup.wake)
        pool->setup.wake(pool->setup.self);
}

hra_worker_message *hra_worker_pool_take(hra_worker_pool *pool) {
    hra_lock_take(&pool->lock);
    message *m = pool->first;
    if (m)
        pool->first = m->next;
    if (!pool->first)
        pool->last = &pool->first;
    hra_lock_give(&pool->lock);
    return m ? &m->public : NULL;
}

/* ---- tasks ----------------------------------------------------------------------------------*/

/* Each ply of a review may last. */
static void tell_found(void *self, const char *json) {
    pool_task *t = self;
    if (t->review)
        hra_scheduler_extend(&t->turn);
    tell(t, false, false, json);
}

/* One that is free, or a new one; NULL: no memory. */
static idle_worker *take_worker(hra_worker_pool *pool) {
    hra_lock_take(&pool->lock);
    idle_worker *w = pool->idle;
    if (w)
        pool->idle = w->next;
    hra_lock_give(&pool->lock);
    if (w)
        return w;
    w = calloc(1, sizeof *w);
    if (w && hra_worker_open_in(&w->worker, pool, NULL) != 0) {
        free(w);
        w = NULL;
    }
    return w;
}

static void return_worker(hra_worker_pool *pool, idle_worker *w) {
    hra_lock_take(&pool->lock);
    w->next = pool->idle;
    pool->idle = w;
    hra_lock_give(&pool->lock);
}

static void run_task(void *self) {
    static const char stopped[] = "error stopped";
    pool_task *t = self;
    hra_text result;
    hra_text_init(&result);
    idle_worker *w = take_worker(t->pool);
    hra_err err = HRA_ENOMEM;
    if (w) {
        hra_worker_on_progress(w->worker, tell_found, t);
        err = hra_worker_run(w->worker, t->text, &t->turn.pause.stop, &result);
        return_worker(t->pool, w);
    }
    if (err) {
        hra_text_clear(&result);
        hra_text_addf(&result, "error memory %s", _("there is not enough memory for it"));
    }
    const char *text = hra_text_string(&result);
    bool late = hra_scheduler_is_late(&t->turn);
    tell(t, true, late && strncmp(text, stopped, strlen(stopped)) == 0, text);
    hra_text_release(&result);
}

static void end_task(void *self, bool ran) {
    pool_task *t = self, **at = &t->pool->tasks;
    hra_lock *lock = &t->pool->lock;
    hra_lock_take(lock);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    hra_lock_give(lock);
    free(t);
}

static bool is_task(const char *text, const char *task) {
    const char *line = strstr(text, "\ntask ");
    size_t n = strlen(task);
    return line && strncmp(line + 6, task, n) == 0 && line[6 + n] == '\n';
}

hra_err hra_worker_pool_add(hra_worker_pool *pool, uint64_t owner, uint64_t id, const char *text) {
    size_t size = strlen(text) + 1;
    pool_task *t = calloc(1, sizeof *t + size);
    if (!t)
        return HRA_ENOMEM;
    bool match = is_task(text, "match");
    memcpy(t->text, text, size);
    t->pool = pool;
    t->id = id;
    t->review = is_task(text, "review");
    t->turn.owner = owner;
    t->turn.urgency = match || is_task(text, "choose") ? HRA_URGENCY_PROGRAM : HRA_URGENCY_PERSON;
    t->turn.most = match || is_task(text, "open") ? 0 : pool->setup.most;
    t->turn.run = run_task;
    t->turn.ended = end_task;
    t->turn.self = t;
    hra_lock_take(&pool->lock);
    t->next = pool->tasks;
    pool->tasks = t;
    hra_lock_give(&pool->lock);
    hra_err err = hra_scheduler_add(pool->scheduler, &t->turn);
    if (err)
        end_task(t, false);
    return err;
}

void hra_worker_pool_cancel(hra_worker_pool *pool, uint64_t owner, uint64_t id) {
    hra_lock_take(&pool->lock);
    for (pool_task **at = &pool->tasks, *t; (t = *at) != NULL;) {
        bool meant = t->turn.owner == owner && t->id == id;
        if (meant && hra_scheduler_take_back(pool->scheduler, &t->turn)) {
            *at = t->next;
            free(t);
            continue;
        }
        if (meant) {
            t->cancelled = true;
            hra_stop_set(&t->turn.pause.stop);
        }
        at = &t->next;
    }
    hra_lock_give(&pool->lock);
}

/* ---- opening and closing --------------------------------------------------------------------*/

static hra_err take_setup(hra_worker_pool_setup *own, const hra_worker_pool_setup *given, hra_error *why) {
    hra_err err = hra_take_struct(own, sizeof *own, given, _("the setup of a pool"), why);
    if (err)
        return err;
    if (own->threads < 0 || own->threads > MOST_THREADS || own->agents < 0 || own->agents > MOST_AGENTS)
        return hra_fail(why, HRA_EINPUT, -1, "a pool has 1 to %d threads, and 1 to %d agents", MOST_THREADS,
                        MOST_AGENTS);
    if (own->threads == 0)
        own->threads = hra_processors();
    if (own->agents == 0)
        own->agents = 2 * own->threads > AGENTS ? 2 * own->threads : AGENTS;
    return HRA_OK;
}

hra_err hra_worker_pool_open(hra_worker_pool **out, const hra_worker_pool_setup *setup, hra_error *why) {
    hra_worker_pool_setup own;
    hra_err err = take_setup(&own, setup, why);
    if (err)
        return err;
    hra_worker_pool *pool = calloc(1, sizeof *pool);
    if (!pool || hra_lock_init(&pool->lock) != 0) {
        free(pool);
        return hra_no_memory(why);
    }
    pool->setup = own;
    pool->last = &pool->first;
    int half = own.agents / 2;
    const hra_scheduler_setup turns = {.threads = own.threads,
                                       .most = half > own.threads ? half : own.threads};
    err = hra_agents_open(&pool->agents, own.host, own.data, own.agents,
                          2 * own.threads > FEW ? 2 * own.threads : FEW, why);
    if (!err && hra_scheduler_open(&pool->scheduler, &turns) != 0)
        err = hra_no_memory(why);
    if (err)
        (void)hra_worker_pool_close(pool, -1);
    else
        *out = pool;
    return err;
}

bool hra_worker_pool_close(hra_worker_pool *pool, double seconds) {
    if (!pool)
        return true;
    hra_lock_take(&pool->lock);
    for (pool_task *t = pool->tasks; t; t = t->next)
        t->cancelled = true;
    hra_lock_give(&pool->lock);
    if (!hra_scheduler_close(pool->scheduler, seconds))
        return false;
    for (idle_worker *w; (w = pool->idle) != NULL; free(w)) {
        pool->idle = w->next;
        hra_worker_close(w->worker);
    }
    hra_agents_close(pool->agents);
    for (hra_worker_message *m; (m = hra_worker_pool_take(pool)) != NULL;)
        hra_worker_message_free(m);
    hra_lock_release(&pool->lock);
    free(pool);
    return true;
}
