/* Tables for browsers: sessions, their clients, and the stream of each browser. serve_owner gets requests,
 * a pool of the library runs tasks; docs/serve.md describes requests and answers. */
#ifndef HRA_SERVE_SERVE_H
#define HRA_SERVE_SERVE_H

#include "http.h"
#include "page_files.h"

#include <hra/session.h>

enum {
    SERVE_TABLES = 4096,
    SERVE_BUCKETS = 1024,
    SERVE_BROWSERS = 256,
    SERVE_GRACE = 60,     /* seconds that a browser without a stream, and a table without clients, are kept */
    SERVE_BEAT = 15,      /* seconds between signs of life on a stream */
    SERVE_BODY = 1 << 16, /* bytes of a line, */
    SERVE_RECORD = HRA_SESSION_LINE, /* and of one that brings a file or a record */
    SERVE_TOKEN = 64,                /* digits of a token */
    SERVE_PUT = 64 << 20,            /* bytes that are put at one table */
};

/* One browser: all its tabs share a stream. */
typedef struct serve_browser {
    char name[REQUEST_WORD]; /* "": free */
    http_call *stream;       /* NULL: lost, or not yet there */
    double lost;             /* since when */
    double beat;             /* when something was sent last */
} serve_browser;

/* A client of a table. */
typedef struct serve_client {
    serve_browser *browser; /* NULL: the place is free */
    unsigned seats, may;    /* as of hra_session_admit */
    uint64_t came;          /* who came first has what two want */
} serve_client;

typedef struct serve_table {
    struct serve_table *next; /* in its bucket */
    uint64_t id;              /* made by the browser that opened it, by chance */
    struct serve *serve;
    hra_session *session;
    serve_client clients[HRA_SESSION_CLIENTS]; /* 0 is the server itself */
    serve_client comes;                        /* who is being let in */
    int count;
    uint64_t came;    /* the last number that a client got as its `came` */
    double left;      /* when the last client left */
    bool refused;     /* a result that was brought to the session made no sense */
    hra_error reason; /* why */
} serve_table;

/* Long work that is shown, and in which this process may take part. Both are called by the thread that serves, and
 * return at once; their error is the answer. */
typedef struct serve_work_calls {
    void *self;
    hra_err (*json)(void *self, hra_text *out, hra_error *why); /* its last report; NULL: no work */
    /* Begins to take part, or stops. HRA_ESTATE: it is stopping; HRA_ENOMEM; HRA_ETHREAD. */
    hra_err (*take_part)(void *self, bool yes, hra_error *why);
} serve_work_calls;

typedef struct serve {
    http *http;
    hra_worker_pool *pool;
    bool page; /* is shown */
    serve_work_calls work;
    void (*log)(int severity, const char *line); /* of http_owner */
    char token[SERVE_TOKEN + 1];
    hra_session_setup sessions;         /* of every table, but for its own members */
    serve_table *tables[SERVE_BUCKETS]; /* by their id */
    int count;
    serve_browser browsers[SERVE_BROWSERS];
    hra_text text; /* what is being written */
} serve;

/* ---- serve.c: tables and browsers -----------------------------------------------------------*/

/* The browser of this name, made where there is none; NULL: there are too many. */
serve_browser *serve_find_browser(serve *s, const char *name);
void serve_open_stream(serve *s, serve_browser *b, http_call *call);
void serve_lose_stream(serve *s, const http_call *stream);

/* HRA_ELIMIT, HRA_ENOMEM, and what hra_session_open returns. */
hra_err serve_open_table(serve *s, uint64_t id, serve_table **out, hra_error *why);
serve_table *serve_find_table(const serve *s, uint64_t id); /* NULL: there is none */
/* Calls each for all tables; it may close the one that it is given. */
void serve_each_table(serve *s, void (*each)(serve_table *t, void *to), void *to);
/* Somebody comes to look from these seats; who has them, and the table, is settled. The number of the client,
 * or HRA_ELIMIT. */
int serve_join(serve_table *t, serve_browser *b, unsigned seats);
/* From now on this client has its seats, and the table, even if another client had them before. */
void serve_put_first(serve_table *t, int client);
void serve_leave(serve_table *t, int client);
void serve_line(serve_table *t, int client, const char *line, size_t length);
void serve_take_messages(serve *s);
void serve_tick(serve *s, double now);
/* Ends all tables and streams. Games are saved; making them safe from a power cut takes time. If that is
 * more than `seconds`, returns false: the process has to end with the tables that are left. */
bool serve_end(serve *s, double seconds);

/* ---- serve_api.c: requests ------------------------------------------------------------------*/

/* For http_open; self is a serve. */
http_owner serve_owner(serve *s);

/* ---- serve_token.c --------------------------------------------------------------------------*/

/* Reads the token in this folder ("": none), or makes a new one that other users cannot read. HRA_EIO:
 * random bytes are not available. */
hra_err serve_take_token(const char *folder, char out[SERVE_TOKEN + 1], hra_error *why);
/* Writes a page that only its owner can read and that leads to the address, so that no list of processes
 * shows the key: in this folder or, if that is "" or cannot be written, in the system's folder for
 * temporary files. Returns the file's name in `path`; the caller removes it when it is no longer needed.
 * HRA_EIO, HRA_ENOMEM. */
hra_err serve_write_way(const char *folder, const char *address, char *path, size_t capacity, hra_error *why);
/* Takes the same time for any `given`. */
bool serve_same_token(const char *token, const char *given);

#endif
