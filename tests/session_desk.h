/* session_desk.h: the owner of a session, for tests. All events are written down and held to what is promised
 * of every event: the schema in docs/session.schema.json, rising numbers, and one closing event for each
 * line. */
#ifndef HRA_TESTS_SESSION_DESK_H
#define HRA_TESTS_SESSION_DESK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "hra/session.h"

enum { DESK_WORK = 64 };

typedef struct desk_event {
    int client;
    bool again;
    json_t *json;
    char *line; /* as it was told */
} desk_event;

typedef struct desk {
    hra_session *session;
    hra_store *store;
    hra_session_setup setup;
    hra_host host;
    desk_event *events;
    size_t count, capacity;
    uint64_t n[HRA_SESSION_CLIENTS]; /* of the last event of each client */
    bool here[HRA_SESSION_CLIENTS];
    int lines;               /* sent with an ID of their own */
    int *closed;             /* how often each was closed */
    char id[48], line[256];  /* of the last line, and how it begins */
    json_t *work[DESK_WORK]; /* handed out, and not done yet */
    int work_count;
    hra_worker *worker; /* NULL: nobody does it */
    bool overheard;     /* the test itself listens to it */
    json_t *schema;
} desk;

/* Opens a session with the members of d->setup that are set, and with d->store (NULL: a new one in memory).
 */
void desk_open(desk *d);
/* A desk of zeros with a store in memory and a host that reads the files of the sources. */
void desk_open_plain(desk *d);
void desk_close(desk *d); /* and checks that every line was closed exactly once */

int desk_attach(desk *d, int seat);
int desk_admit(desk *d, unsigned seats, unsigned may); /* to a settled place */
/* Sends a line with an ID of its own. */
void desk_send(desk *d, int client, const char *format, ...) HRA_PRINTF(3, 4);
/* Waits until nobody thinks any more; work that was handed out is done by the worker. */
void desk_settle(desk *d);
void desk_work_once(desk *d); /* the worker does the first piece of work */
/* Sends a line and waits. The closing event is the one named, of an error with this text in it. */
void desk_ok(desk *d, int client, const char *format, ...) HRA_PRINTF(3, 4);
void desk_error(desk *d, int client, const char *text, const char *format, ...) HRA_PRINTF(4, 5);

/* Of the events since `from` (a count of events): the last of a kind to a client; NULL: none. */
json_t *desk_find(const desk *d, size_t from, int client, const char *kind);
json_t *desk_last(const desk *d, int client, const char *kind); /* fails where there is none */
int desk_tell_count(const desk *d, size_t from, int client, const char *kind);
const char *desk_text(const json_t *event, const char *key); /* "": it is not there */
int desk_int(const json_t *event, const char *key);          /* -99: it is not there */
/* The record that the play at the table has now. */
char *desk_record(const desk *d, const char *name);

#endif
