/* Tables for browsers: sessions, their clients, and the stream of each browser. serve_owner gets requests,
 * a pool of the library runs tasks; docs/serve.md describes requests and answers. */
#ifndef HRA_SERVE_SERVE_H
#define HRA_SERVE_SERVE_H

#include "http.h"
#include "page_files.h"
#include "sha256.h"

#include <hra/rules.h>
#include <hra/session.h>

enum {
    SERVE_TABLES = 4096,
    SERVE_BUCKETS = 1024,
    SERVE_BROWSERS = 256,
    SERVE_GRACE = 60,     /* seconds that a browser without a stream, and a table without clients, are kept */
    SERVE_INVITED = 900,  /* the same of a table to which somebody is invited */
    SERVE_BEAT = 15,      /* seconds between signs of life on a stream */
    SERVE_BODY = 1 << 16, /* bytes of a line, */
    SERVE_RECORD = HRA_SESSION_LINE,   /* and of one that brings a file or a record */
    SERVE_TOKEN = 64,                  /* digits of a token */
    SERVE_ID = 16,                     /* digits of a table */
    SERVE_PUT = 64 << 20,              /* bytes that are put at one table */
    SERVE_KEY = 32,                    /* digits of the key of an invitation: 128 bits */
    SERVE_INVITES = HRA_MAX_SEATS + 1, /* invitations of a table: one for each seat, the last to watch */
    SERVE_WATCHING = HRA_MAX_SEATS,    /* in place of a seat */
    SERVE_GUEST_LOOKERS = 8,           /* of one invitation to a seat; to watch: */
    SERVE_WATCH_LOOKERS = 40,
    SERVE_GUEST_STREAMS = 8, /* of one invitation to a seat */
    SERVE_RESERVED = 16,     /* browsers for which guests leave room */
};

/* Limits of an address, on a server with a public URL: */
enum {
    SERVE_ADDRESSES = 512,      /* that are remembered */
    SERVE_ADDRESS_TABLES = 50,  /* that are open, */
    SERVE_ADDRESS_STREAMS = 32, /* and streams, */
    SERVE_ADDRESS_TASKS = 16,   /* and tasks that run or wait */
    SERVE_REQUESTS = 600,       /* at once; a tenth of it comes back each second */
    SERVE_WRONG = 30,           /* wrong keys at once; all come back in a minute */
    SERVE_BYTES = 32 << 20,     /* of bodies at once; the same */
    SERVE_THOUGHT = 20,         /* times --max-think at once */
    SERVE_GUEST_REQUESTS = 120, /* of an invitation, on any server; a sixth comes back each second */
    SERVE_RUNNING = 8,          /* tasks of a table that are counted */
};
#define SERVE_THOUGHT_BACK 0.5 /* seconds of thought that come back each second */

typedef struct serve_budget {
    double left, since;
} serve_budget;

typedef struct serve_address {
    char name[REQUEST_ADDRESS];
    double seen;
    serve_budget requests, bytes, wrong, thought;
} serve_address;

/* A task that a thread runs, or will. */
typedef struct serve_running {
    uint64_t id; /* 0: none */
    double began;
} serve_running;

/* What lets somebody in who has no token, at one table; serve_guests.c. */
typedef struct serve_invite {
    uint64_t number;                  /* from 1, never given again; 0: there is none */
    unsigned char hash[SHA256_BYTES]; /* of its key, which is not kept */
    serve_budget requests;
} serve_invite;

/* One browser: all its tabs share a stream. */
typedef struct serve_browser {
    char name[REQUEST_WORD];    /* "": free */
    uint64_t invite;            /* of the guest whose browser it is; 0: it has the token */
    http_call *stream;          /* NULL: lost, or not yet there; */
    char from[REQUEST_ADDRESS]; /* and the address whose it is, "": it does not matter */
    double lost;                /* since when */
    double beat;                /* when something was sent last */
} serve_browser;

/* A client of a table. */
typedef struct serve_client {
    serve_browser *browser; /* NULL: the place is free */
    uint64_t invite;        /* of a guest; 0: it has the token */
    unsigned wanted;        /* seats that it asked for, */
    unsigned seats, may;    /* and what it has, as of hra_session_admit */
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
    serve_invite invites[SERVE_INVITES];
    unsigned rematch;           /* seats that ask for another game */
    bool stirred;               /* a stream was lost; announce it later */
    uint64_t came;              /* the last number that a client got as its `came` */
    double left;                /* when the last client left */
    bool refused;               /* a result that was brought to the session made no sense */
    hra_error reason;           /* why */
    char from[REQUEST_ADDRESS]; /* the address that opened it; "": it does not matter */
    serve_running running[SERVE_RUNNING];
    uint64_t refused_tasks[SERVE_RUNNING]; /* that were not begun, and have to fail */
    int refusals;
    hra_stop woken; /* set by any thread: the session has to look what threads have found */
} serve_table;

/* Long work that is shown, and in which this process may take part. Both are called by the thread that serves, and
 * return at once; their error is the answer. */
typedef struct serve_work_calls {
    void *self;
    hra_err (*json)(void *self, hra_text *out, hra_error *why); /* its last report; NULL: no work */
    /* Begins to take part, or stops. HRA_ESTATE: it is stopping; HRA_ENOMEM; HRA_ETHREAD. */
    hra_err (*take_part)(void *self, bool yes, hra_error *why);
} serve_work_calls;

/* What the page has to know of the games before it has a session. */
typedef struct serve_home {
    hra_text text;         /* "": not asked for yet */
    unsigned char *packed; /* by gzip; NULL: this build has no zlib */
    size_t packed_length;
    char tag[24];
} serve_home;

typedef struct serve {
    http *http;
    hra_worker_pool *pool;
    bool page; /* is shown */
    serve_work_calls work;
    void (*log)(int severity, const char *line); /* of http_owner */
    char token[SERVE_TOKEN + 1];
    char url[600];                      /* of the page behind a proxy, with a '/' at its end; "": http_name */
    hra_session_setup sessions;         /* of every table, but for its own members */
    serve_table *tables[SERVE_BUCKETS]; /* by their id */
    int count;
    uint64_t invited; /* the last number of an invitation */
    serve_browser browsers[SERVE_BROWSERS];
    serve_address addresses[SERVE_ADDRESSES];
    hra_text text;       /* what is being written */
    serve_home homes[2]; /* without pictures, and with them */
} serve;

/* ---- serve.c: tables and browsers -----------------------------------------------------------*/

/* The browser of this name, made where there is none; of one invitation at most `most`. HRA_ELIMIT: there are too many;
 * HRA_EDENIED: it is another's. */
hra_err serve_find_browser(serve *s, const char *name, uint64_t invite, int most, serve_browser **out);
/* One line of JSON, for its stream. */
void serve_send(serve_browser *b, const hra_text *line);
void serve_open_stream(serve *s, serve_browser *b, http_call *call);
void serve_lose_stream(serve *s, const http_call *stream);

/* HRA_ELIMIT, HRA_ENOMEM, and what hra_session_open returns. */
hra_err serve_open_table(serve *s, uint64_t id, serve_table **out, hra_error *why);
serve_table *serve_find_table(const serve *s, uint64_t id); /* NULL: there is none */
/* Ends a table: its clients leave, and its game is saved. */
void serve_close_table(serve_table *t);
/* Calls each for all tables; it may close the one that it is given. */
void serve_each_table(serve *s, void (*each)(serve_table *t, void *to), void *to);
/* Somebody comes to look from these seats; who has them, and the table, is settled. The number of the client,
 * or HRA_ELIMIT. The browser says of which invitation. */
int serve_join(serve_table *t, serve_browser *b, unsigned seats);
/* Seats and permissions of all clients, after something that they depend on has changed. */
void serve_settle(serve_table *t);
/* From now on this client has its seats, and the table, even if another client had them before. */
void serve_put_first(serve_table *t, int client);
void serve_leave(serve_table *t, int client);
void serve_line(serve_table *t, int client, const char *line, size_t length);
void serve_take_messages(serve *s);
void serve_tick(serve *s, double now);
/* Ends all tables and streams. Games are saved; making them safe from a power cut takes time. If that is
 * more than `seconds`, returns false: the process has to end with the tables that are left. */
bool serve_end(serve *s, double seconds);

/* ---- serve_guests.c: invitations ------------------------------------------------------------*/

/* Who asks, by the key of a request. */
typedef struct serve_caller {
    hra_session_role role;
    serve_table *table; /* of a guest, */
    int place;          /* and the seat, or SERVE_WATCHING, */
    uint64_t invite;    /* and the number of the invitation; 0: no guest */
} serve_caller;

serve_caller serve_find_caller(serve *s, const char *key);
/* Makes an invitation to a seat or SERVE_WATCHING in place of an earlier one, which ends. HRA_EIO: random bytes are not
 * available. */
hra_err serve_invite_to(serve_table *t, int place, char key[SERVE_KEY + 1], hra_error *why);
/* Ends an invitation, and lets its guests go. False: there is no such invitation. */
bool serve_revoke(serve_table *t, uint64_t number);
void serve_revoke_all(serve_table *t);
bool serve_is_invited(const serve_table *t); /* at least one invitation is open */
/* The seats of what a client wants that no invitation has given away. */
unsigned serve_seats_left(const serve_table *t, unsigned wanted);
/* A seat asks for another game. */
void serve_ask_rematch(serve_table *t, int client);
/* Sends all at the table who is there, if anybody was invited. */
void serve_announce(serve_table *t);

/* ---- serve_limits.c -------------------------------------------------------------------------*/

/* What is known of an address; NULL: this server has no limits for addresses. */
serve_address *serve_find_address(serve *s, const char *address);
/* Counts a request with a body of `bytes`, by somebody with a wrong key or none (`stranger`). 0, or the status of the
 * refusal with its sentence. */
int serve_admit_address(serve_address *a, uint64_t bytes, bool stranger, const char **why);
bool serve_may_open(serve *s, const serve_address *a);         /* another table, */
bool serve_may_stream(const serve *s, const serve_address *a); /* another stream */
bool serve_spend_guest(serve_budget *b);                       /* a request of an invitation */
/* False: the address of the table has used up what it may think; the task has to fail (refused_tasks). */
bool serve_begin_task(serve_table *t, uint64_t id);
void serve_end_task(serve_table *t, uint64_t id); /* also one that was not begun */

/* ---- serve_home.c ---------------------------------------------------------------------------*/

/* *out: {"page":V,"language":L,"games":EVENT,"methods":EVENT}, the games with a picture each if `pictures`; it stays the
 * server's. HRA_ENOMEM, and what hra_session_open returns. */
hra_err serve_take_home(serve *s, bool pictures, const serve_home **out, hra_error *why);
void serve_release_homes(serve *s);

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
