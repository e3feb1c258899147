/* A tournament that a store keeps, read by a thread of its own while others play, for a server to show. */
#ifndef HRA_COMMANDS_PLAY_SERVE_WATCH_H
#define HRA_COMMANDS_PLAY_SERVE_WATCH_H

#include "commands/args.h"

typedef struct serve_watch serve_watch;

/* Begins to look; returns when it is known how it stands. What is wrong is said. Exit status; `a`, with the
 * options files and data, outlives it. */
int serve_watch_open(serve_watch **out, const args *a, const char *store);
/* For serve.tournament: self is a serve_watch. */
hra_err serve_watch_json(void *self, hra_text *out, hra_error *why);
/* False: it has not ended after so many seconds, and goes on using what it has. NULL is allowed. */
bool serve_watch_close(serve_watch *w, double seconds);

#endif
