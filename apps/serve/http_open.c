/* The server: who comes, what happens each second, signals, opening and closing. */
#include "http_inside.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/buffer.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- who comes ------------------------------------------------------------------------------*/

/* How much would be lost with it: 0, it asks for nothing; -1: it stays. */
static int busy(const http_call *c) {
    bool asks = evbuffer_get_length(bufferevent_get_input(c->wire)) > 0;
    switch (c->stage) {
    case STAGE_HEAD:
        return asks ? 2 : 0;
    case STAGE_BODY:
        return 2;
    case STAGE_ANSWER:
        return 3;
    case STAGE_LINGER:
        return 1; /* its answer was sent */
    default:
        return -1;
    }
}

/* The least busy one, and among those the one whose time is up first. */
static http_call *find_idle(const http *h) {
    http_call *idle = NULL;
    int least = 0;
    for (http_call *c = h->calls; c; c = c->after) {
        int own = busy(c);
        if (own < 0 || (idle && (own > least || (own == least && c->deadline >= idle->deadline))))
            continue;
        idle = c;
        least = own;
    }
    return idle;
}

static void on_come(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from, int length,
                    void *self) {
    (void)listener, (void)length;
    http *h = self;
    http_call *idle = h->count >= HTTP_CONNECTIONS ? find_idle(h) : NULL;
    if (idle)
        http_bury(idle);
    if (h->count >= HTTP_CONNECTIONS || h->finishing || !http_take(h, fd, from))
        evutil_closesocket(fd);
}

/* The table of descriptors is full: an idle connection is closed. If all are busy, new connections wait for
 * the next tick. */
static void on_full(struct evconnlistener *listener, void *self) {
    http *h = self;
    http_call *idle = find_idle(h);
    if (idle) {
        http_bury(idle);
        return;
    }
    h->full = true;
    evconnlistener_disable(listener);
}

/* One who does not read has lost his stream, and asks again. */
static void judge_stream(http_call *c, double now) {
    size_t held = evbuffer_get_length(bufferevent_get_output(c->wire));
    uint64_t taken = c->added - held; /* less the head of the answer, which is the same each time */
    if (held <= HTTP_UNREAD || taken != c->taken)
        c->since = now;
    c->taken = taken;
    if (now - c->since > STALL) {
        http_drop(c, true);
    } else if (c->probes > 0) {
        c->probes--;
        (void)http_send(c, "\n", 1);
    }
}

static void on_tick(evutil_socket_t fd, short what, void *self) {
    (void)fd, (void)what;
    http *h = self;
    double now = hra_clock();
    for (http_call *c = h->calls; c; c = c->after)
        if (c->stage == STAGE_STREAM)
            judge_stream(c, now);
        else if (c->stage != STAGE_DEAD && now > c->deadline)
            http_drop(c, true);
    if (h->full && !h->finishing)
        h->full = evconnlistener_enable(h->listener) != 0;
    h->owner.tick(h->owner.self, now);
}

static void on_woken(evutil_socket_t fd, short what, void *self) {
    char bytes[256];
    http *h = self;
    (void)what;
    while (recv(fd, bytes, sizeof bytes, 0) > 0)
        continue;
    h->owner.woken(h->owner.self);
    if (h->deaths)
        http_bury_dead(h);
}

static void on_end(evutil_socket_t number, short what, void *self) {
    (void)what;
    http *h = self;
    h->signal = (int)number;
    event_base_loopbreak(h->base);
}

void http_wake(http *h) {
    (void)!send(h->bell[1], "", 1, 0); /* a full socket wakes as well */
}

/* ---- opening --------------------------------------------------------------------------------*/

typedef union socket_address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} socket_address;

static bool read_address(const char *text, int port, socket_address *out, socklen_t *length) {
    *out = (socket_address){0};
    *length = sizeof out->four;
    if (inet_pton(AF_INET, text, &out->four.sin_addr) == 1) {
        out->four.sin_family = AF_INET;
        out->four.sin_port = htons((uint16_t)port);
        return out->four.sin_addr.s_addr != htonl(INADDR_ANY);
    }
    *length = sizeof out->six;
    out->six.sin6_family = AF_INET6;
    out->six.sin6_port = htons((uint16_t)port);
    return inet_pton(AF_INET6, text, &out->six.sin6_addr) == 1 &&
           !IN6_IS_ADDR_UNSPECIFIED(&out->six.sin6_addr);
}

/* Disabled at first: libevent does not report that it has no memory to enable it, and then no connection
 * would be accepted. */
static bool open_listener(http *h, const socket_address *where, socklen_t length) {
    h->listener = evconnlistener_new_bind(h->base, on_come, h,
                                          LEV_OPT_CLOSE_ON_FREE | LEV_OPT_REUSEABLE | LEV_OPT_CLOSE_ON_EXEC |
                                              LEV_OPT_DISABLED,
                                          128, &where->any, (int)length);
    return h->listener && evconnlistener_enable(h->listener) == 0;
}

const char *http_library(void) {
    return event_get_version();
}

hra_err http_check_address(const char *text, hra_error *why) {
    socket_address where;
    socklen_t length;
    return read_address(text, 0, &where, &length)
               ? HRA_OK
               : hra_fail(
                     why, HRA_EINPUT, -1,
                     "wrong address '%.60s'; --address takes one numeric address, such as 127.0.0.1, not "
                     "that of all interfaces",
                     text);
}

static hra_err listen_at(http *h, const char *text, int port, hra_error *why) {
    socket_address where;
    socklen_t length;
    if (!read_address(text, port, &where, &length))
        return http_check_address(text, why);
    bool hears = open_listener(h, &where, length);
    if (h->listener && !hears)
        return hra_no_memory(why);
    if (!hears)
        return hra_fail(why, EVUTIL_SOCKET_ERROR() == EADDRINUSE ? HRA_ESTATE : HRA_EIO, -1,
                        "port %d of %s: %s", port, text, hra_system_text(errno));
    evconnlistener_set_error_cb(h->listener, on_full);
    if (getsockname(evconnlistener_get_fd(h->listener), &where.any, &length) != 0)
        return hra_fail(why, HRA_EIO, -1, "port %d of %s: %s", port, text, hra_system_text(errno));
    bool six = where.any.sa_family == AF_INET6;
    h->port = ntohs(six ? where.six.sin6_port : where.four.sin_port);
    hra_snprintf(h->name, sizeof h->name, six ? "[%s]:%d" : "%s:%d", text, h->port);
    if (strcmp(text, "127.0.0.1") == 0 || strcmp(text, "::1") == 0)
        hra_snprintf(h->local, sizeof h->local, "localhost:%d", h->port);
    return HRA_OK;
}

/* A hang-up that somebody ignores, as nohup does, stays so. */
static bool set_ends(http *h) {
    static const int numbers[ENDS] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < ENDS; i++) {
        struct sigaction now;
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == SIG_IGN && numbers[i] == SIGHUP)
            continue;
        h->ends[i] = evsignal_new(h->base, numbers[i], on_end, h);
        if (!h->ends[i] || event_add(h->ends[i], NULL) != 0)
            return false;
    }
    return true;
}

static hra_err set_events(http *h) {
    static const struct timeval second = {.tv_sec = 1};
    if (evutil_socketpair(AF_UNIX, SOCK_STREAM, 0, h->bell) != 0)
        return HRA_EIO;
    for (int i = 0; i < 2; i++) {
        (void)evutil_make_socket_nonblocking(h->bell[i]);
        (void)evutil_make_socket_closeonexec(h->bell[i]);
    }
    h->woken = event_new(h->base, h->bell[0], EV_READ | EV_PERSIST, on_woken, h);
    h->tick = event_new(h->base, -1, EV_PERSIST, on_tick, h);
    bool set = h->woken && h->tick && event_add(h->woken, NULL) == 0 && event_add(h->tick, &second) == 0;
    return set && set_ends(h) ? HRA_OK : HRA_ENOMEM;
}

hra_err http_open(http **out, const http_owner *owner, const char *address, int port, hra_error *why) {
    http *h = calloc(1, sizeof *h);
    if (!h)
        return hra_no_memory(why);
    h->owner = *owner;
    h->bell[0] = h->bell[1] = -1;
    event_set_log_callback(h->owner.log);
    h->base = event_base_new();
    hra_err err = h->base ? set_events(h) : HRA_EIO;
    if (err)
        hra_fail(why, err, -1, "cannot serve: %s",
                 h->base ? hra_err_text(err) : _("the system cannot wait for connections"));
    else
        err = listen_at(h, address, port, why);
    if (err)
        http_close(h);
    else
        *out = h;
    return err;
}

void http_close(http *h) {
    if (!h)
        return;
    struct event *events[] = {h->woken, h->tick, h->ends[0], h->ends[1], h->ends[2]};
    while (h->calls)
        http_bury(h->calls);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (events[i])
            event_free(events[i]);
    if (h->listener)
        evconnlistener_free(h->listener);
    if (h->base)
        event_base_free(h->base);
    for (int i = 0; i < 2; i++)
        if (h->bell[i] >= 0)
            evutil_closesocket(h->bell[i]);
    free(h);
}

const char *http_name(const http *h) {
    return h->name;
}

int http_run(http *h) {
    (void)signal(SIGPIPE, SIG_IGN);
    while (!h->signal && event_base_dispatch(h->base) == 0)
        continue;
    return h->signal;
}

void http_finish(http *h, double seconds) {
    static const struct timespec moment = {.tv_nsec = 10000000};
    bool waits = true;
    h->finishing = true;
    evconnlistener_disable(h->listener);
    for (http_call *c = h->calls; c; c = c->after) {
        c->closes = true;
        http_end(c);
    }
    for (double left = seconds; waits && left > 0; left -= 1e-9 * (double)moment.tv_nsec) {
        if (event_base_loop(h->base, EVLOOP_NONBLOCK) < 0)
            return;
        waits = false;
        for (const http_call *c = h->calls; c; c = c->after)
            waits = waits || (c->stage == STAGE_ANSWER);
        if (waits)
            (void)nanosleep(&moment, NULL);
    }
}
