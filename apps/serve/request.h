/* The head of an HTTP/1.1 request, read strictly: what is not exactly as the standard (RFC 9112) writes it is
 * refused, and so is what a page on a person's own machine has no use for. Knows no socket; fuzzed. */
#ifndef HRA_SERVE_REQUEST_H
#define HRA_SERVE_REQUEST_H

#include <hra/base.h>
#include <hra/language.h>

#define _(english) hra_translate(english) /* why something is refused, which the page shows */

enum {
    REQUEST_HEAD = 16384, /* bytes of a head at most, with the empty line that ends it */
    REQUEST_LINES = 100,  /* header lines at most */
    REQUEST_WORD = 256,   /* room for a value of the query, with its zero */
    REQUEST_ADDRESS = 48, /* room for an IPv4 or IPv6 address in digits, with its zero */
};

typedef enum request_method { REQUEST_GET, REQUEST_HEAD_ONLY, REQUEST_POST, REQUEST_DELETE } request_method;

/* All texts lie in the head that was given, which was cut into them. */
typedef struct request {
    request_method method;
    const char *path;  /* begins with '/'; nothing in it is decoded */
    const char *query; /* behind the '?', "" where there is none */
    const char *host;
    const char *origin; /* these four: NULL where they are not there */
    const char *authorization;
    const char *encodings; /* that are accepted */
    const char *known;     /* If-None-Match */
    const char *address;   /* of the client, in digits; set by http.c */
    const char *forwarded; /* the last X-Forwarded-For, as some proxy writes it; NULL: none */
    uint64_t length;       /* of the body */
    bool closes;           /* the connection is not used again */
    bool expects;          /* waits to be told that the body may come */
} request;

/* Reads head[0..length-1], which ends with its empty line. 0, or the status of the answer with a sentence
 * that says why; static; `host` is set then too, where it is known. Two headers of which there is one are
 * refused, and so is a body of unsaid length. */
int request_read(char *head, size_t length, request *out, const char **why);

/* The value of `key` in the query as it stands there; false: it is missing, too long, or holds something
 * other than letters, digits, '-', '_' and '.'. */
bool request_value(const request *r, const char *key, char out[REQUEST_WORD]);

#endif
