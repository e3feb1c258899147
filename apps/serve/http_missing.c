/* Replaces http.c if there is no libevent: opening returns an error that says so. */
#include "http.h"

hra_err http_open(http **out, const http_owner *owner, const char *address, int port, hra_error *why) {
    (void)out, (void)owner, (void)address, (void)port;
    return hra_fail(why, HRA_EIO, -1,
                    "this hra was built without libevent, so it cannot serve; install libevent-dev (Debian's "
                    "name) and build again, or run 'make page'");
}

const char *http_library(void) {
    return NULL;
}

hra_err http_check_address(const char *text, hra_error *why) {
    (void)text, (void)why;
    return HRA_OK;
}

hra_err http_read_public(http_public *out, const char *url, const char *proxy, hra_error *why) {
    (void)out, (void)url, (void)proxy, (void)why;
    return HRA_OK;
}

void http_set_public(http *h, const http_public *public) {
    (void)h, (void)public;
}

void http_close(http *h) {
    (void)h;
}

const char *http_name(const http *h) {
    (void)h;
    return "";
}

int http_run(http *h) {
    (void)h;
    return 0;
}

void http_finish(http *h, double seconds) {
    (void)h, (void)seconds;
}

void http_wake(http *h) {
    (void)h;
}

void http_reply(http_call *call, const http_answer *answer) {
    (void)call, (void)answer;
}

void http_refuse(http_call *call, int status, const char *text) {
    (void)call, (void)status, (void)text;
}

void http_begin(http_call *call) {
    (void)call;
}

bool http_send(http_call *stream, const char *bytes, size_t length) {
    (void)stream, (void)bytes, (void)length;
    return false;
}

void http_end(http_call *stream) {
    (void)stream;
}
