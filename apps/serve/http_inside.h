/* What http.c (requests and answers) and http_open.c (who comes, time, signals) share. They alone know
 * libevent. */
#ifndef HRA_SERVE_HTTP_INSIDE_H
#define HRA_SERVE_HTTP_INSIDE_H

#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>

#include "http.h"

/* Seconds: for a head and its body to come, for an answer to be fetched, between requests, for a refused body
 * to be thrown away. */
enum { COME = 10, FETCH = 60, IDLE = 60, LINGER = 2, STALL = 3 };

enum { ENDS = 3 /* signals that end it */, PROBES = 3 };

typedef enum stage {
    STAGE_HEAD,
    STAGE_BODY,
    STAGE_ANSWER, /* what was answered is being sent */
    STAGE_STREAM,
    STAGE_LINGER, /* sent; what the other side still sends is thrown away, so that it gets to read the answer
                   */
    STAGE_DEAD    /* freed when none of its functions is running */
} stage;

struct http_call {
    http *server;
    http_call *before, *after;
    struct bufferevent *wire;
    stage stage;
    bool closes; /* after this answer */
    bool cut;    /* there was no memory for all that was to be sent */
    int probes; /* signs of life that a stream still gets, since nothing can come from its other side any more
                 */
    double deadline;
    char *head;
    request request;
    char peer[REQUEST_ADDRESS]; /* the other end; and who asks through it: */
    char address[REQUEST_ADDRESS];
    uint64_t added,
        taken;    /* bytes of a stream: those that were sent, those that had been fetched at the last tick, */
    double since; /* and when some were fetched last */
};

struct http {
    http_owner owner;
    struct event_base *base;
    struct evconnlistener *listener;
    struct event *woken, *tick, *ends[ENDS];
    evutil_socket_t bell[2]; /* two ends of a socket: http_wake writes */
    http_call *calls;
    int count, port, signal;
    bool finishing, deaths; /* some calls are dead */
    bool full;              /* no connection is accepted until the next tick */
    char name[80], local[80];
    http_public public;
};

/* Lets a connection in; false: there is no memory. */
bool http_take(http *h, evutil_socket_t fd, const struct sockaddr *from);
/* http_public.c: an address in digits, */
void http_write_address(const struct sockaddr *from, char out[REQUEST_ADDRESS]);
/* whether the trusted proxy forwards a request to this public host, */
bool http_is_public(const http_call *c, const char *host);
/* and its path without the prefix, and who asks. */
void http_take_public(http_call *c);
/* Frees it; none of its functions may be running. */
void http_bury(http_call *c);
void http_bury_dead(http *h);
/* Ends a connection. A function of it that is running may still use it; it is freed later. `told`: the
 * owner of a stream knows. */
void http_drop(http_call *c, bool told);

#endif
