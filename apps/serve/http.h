/* An HTTP/1.1 server for one address, as much of it as a page on a person's own machine needs: whole answers,
 * and streams that stay open. What is asked and answered is the owner's; what a request may look like, how
 * large it may be, how long it may take and how many there may be is settled here. http.c and http_open.c alone
 * know libevent.
 *
 * One thread, but for http_wake. */
#ifndef HRA_SERVE_HTTP_H
#define HRA_SERVE_HTTP_H

#include "request.h"

enum {
    HTTP_CONNECTIONS =
        1024, /* at a time; beyond them the one that has been idle longest goes, a stream never */
    HTTP_UNREAD = 1 << 20,      /* bytes that a stream may hold back from one who has stopped to read, */
    HTTP_UNREAD_MOST = 1 << 23, /* and from one who reads too slowly */
};

typedef struct http http;

/* How a server is reached from elsewhere, through a proxy that speaks TLS. */
typedef struct http_public {
    char host[256];              /* "club.example", with a port that is not the usual one; "": it is not */
    char origin[280];            /* "https://club.example" */
    char prefix[256];            /* of every path, "/hra"; "": none */
    char proxy[REQUEST_ADDRESS]; /* its address: others are not believed */
} http_public;

/* Reads the arguments of --public-url and --trusted-proxy. HRA_EINPUT: a wrong one. */
hra_err http_read_public(http_public *out, const char *url, const char *proxy, hra_error *why);
/* A connection with a request to be answered, or with a stream. */
typedef struct http_call http_call;

typedef struct http_answer {
    int status;
    const char *type;  /* of the body; NULL: there is none */
    const char *extra; /* more header lines, each with its CR LF; NULL: none */
    const void *bytes;
    size_t length;
} http_answer;

typedef struct http_owner {
    void *self;
    /* The head of a request was read, and its Host and Origin are right. 0, with the bytes that its body may
     * have; or the status of the refusal, and a sentence that outlives the call. */
    int (*admit)(void *self, const request *r, size_t *most, const char **why);
    /* Answers by one http_reply or http_begin, before it returns. */
    void (*answer)(void *self, http_call *call, const request *r, const char *body, size_t length);
    /* A stream is over: its client has gone, or does not read. Not called for streams that the owner ended. */
    void (*gone)(void *self, http_call *stream);
    void (*woken)(void *self);            /* some time after http_wake */
    void (*tick)(void *self, double now); /* about each second of hra_clock */
    /* Whatever libevent has to say, from any of its functions; `severity` as its event_log_cb has it: 2 and
     * more are warnings and errors. */
    void (*log)(int severity, const char *line);
} http_owner;

/* The version of libevent; NULL: this hra was built without it. */
const char *http_library(void);

/* HRA_EINPUT: it is no IPv4 or IPv6 address in digits, or one that stands for all. */
hra_err http_check_address(const char *text, hra_error *why);

/* Binds `port` (0: any free one) of `address`, an IPv4 or IPv6 address in digits, and listens. What the owner
 * points to outlives the server. HRA_EINPUT: no such address, or one that stands for all; HRA_ESTATE: the
 * port is taken; HRA_EIO, also where this program was built without libevent; HRA_ENOMEM. */
hra_err http_open(http **out, const http_owner *owner, const char *address, int port, hra_error *why);
/* Also answers what this proxy forwards. Before http_run. */
void http_set_public(http *h, const http_public *public);
void http_close(http *h); /* NULL is allowed */
/* "127.0.0.1:8470": how the server is addressed. */
const char *http_name(const http *h);

/* Serves until SIGINT, SIGTERM or, where that is not ignored, SIGHUP, which it returns. */
int http_run(http *h);
/* Ends all streams, and sends what is left, for at most `seconds`. */
void http_finish(http *h, double seconds);
/* From any thread: the loop will call `woken`. */
void http_wake(http *h);

void http_reply(http_call *call, const http_answer *answer);
/* A whole answer of {"error":TEXT}. */
void http_refuse(http_call *call, int status, const char *text);
/* Answers with a stream of lines of JSON, which the owner may write to until `gone` or http_end. A client
 * that closes its sending side still receives it. */
void http_begin(http_call *call);
/* False: it is over, which `gone` will tell too. */
bool http_send(http_call *stream, const char *bytes, size_t length);
void http_end(http_call *stream);

#endif
