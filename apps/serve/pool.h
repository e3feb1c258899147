/* Threads that think for all tables: work in, lines for its session out (`done ID RESULT`, `found ID JSON`).
 * What people asked for comes before what machines do, and among equals whoever came first; so no table waits
 * for more than one piece of work of each other table. */
#ifndef HRA_SERVE_POOL_H
#define HRA_SERVE_POOL_H

#include <hra/session.h>

typedef struct pool pool;

typedef struct pool_setup {
    int threads;
    const hra_host *host; /* of the games and players that are opened, each once for all threads */
    const char *data;
    double most; /* seconds for a piece of thinking, after which it is stopped; 0: no end */
    int minds;   /* plays whose machines remember what they found; beyond them a memory begins anew */
    void (*wake)(void *self); /* there is something to take; from any thread */
    void *self;
} pool_setup;

/* What a thread has to say to the session of a table. */
typedef struct pool_news {
    struct pool_news *next;
    uint64_t table, id;
    bool last; /* the work is done */
    hra_text line;
} pool_news;

/* HRA_ENOMEM, HRA_ETHREAD. What the setup points to outlives the pool. */
hra_err pool_open(pool **out, const pool_setup *setup, hra_error *why);
/* Stops everybody, and waits at most so many seconds (negative: for ever) for them. False: somebody does not
 * end, so that nothing that the setup points to may be closed; the pool is left as it is. NULL is allowed. */
bool pool_close(pool *p, double seconds);
/* The text of a `work` event of a table; copied. HRA_ENOMEM. */
hra_err pool_add(pool *p, uint64_t table, uint64_t id, const char *text);
/* Nobody waits for it any more; nothing will be said of it. */
void pool_end(pool *p, uint64_t table, uint64_t id);
/* Now and then: ends what has lasted too long. Players keep to their limits themselves, but for what they do
 * before they think, such as solving a game. */
void pool_tick(pool *p, double now);
/* The oldest news, the caller's to free by pool_free; NULL: none. */
pool_news *pool_take(pool *p);
void pool_free(pool_news *news);

#endif
