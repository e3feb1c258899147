/* Long work in a store, as `hra serve --work STORE` shows it: a thread reads on while others compute, and on request
 * threads of this process take part. */
#ifndef HRA_COMMANDS_PLAY_SERVE_WORK_H
#define HRA_COMMANDS_PLAY_SERVE_WORK_H

#include "commands/args.h"
#include "serve/serve.h"

typedef struct serve_work serve_work;

/* Opens the store, which is only read until somebody takes part; returns when its first report is there. Reports what is wrong. Exit
 * status; `a`, with the options files and data, outlives it. With `threads` it takes part, when told to, in those
 * of the pool, which outlives it. */
int serve_work_open(serve_work **out, const args *a, const char *store, hra_worker_pool *pool, int threads);
/* For serve.work; the owner is *out. */
serve_work_calls serve_work_for_serve(serve_work *w);
/* Stops taking part and reading. False if it has not ended after `seconds`; then it still uses what it has, and nothing of
 * that may be closed. NULL is allowed. */
bool serve_work_close(serve_work *w, double seconds);

#endif
