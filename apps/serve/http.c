/* The server: connections, their time and their room. */
#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Seconds: for a head and its body to come, for an answer to be fetched, between requests, for a refused body
 * to be thrown away. */
enum { COME = 10, FETCH = 60, IDLE = 60, LINGER = 2, STALL = 3 };

typedef enum stage {
    STAGE_HEAD,
    STAGE_BODY,
    STAGE_ANSWER, /* what was answered is being sent */
    STAGE_STREAM,
    STAGE_LINGER, /* sent; what the other side still sends is thrown away, so that it gets to read the answer
                   */
    STAGE_DEAD    /* freed as soon as nobody stands in its functions */
} stage;

struct http_call {
    http *server;
    http_call *before, *after;
    struct bufferevent *wire;
    stage stage;
    bool closes; /* after this answer */
    double deadline;
    char *head;
    request request;
    uint64_t added,
        taken;    /* bytes of a stream: those that were sent, those that had been fetched at the last tick, */
    double since; /* and when some were fetched last */
};

struct http {
    http_owner owner;
    struct event_base *base;
    struct evconnlistener *listener;
    struct event *woken, *tick, *ends[2];
    int bell[2]; /* a pipe: http_wake writes */
    http_call *calls;
    int count, port, signal;
    bool finishing, deaths; /* some calls are dead */
    char name[80], local[80];
};

/* ---- connections ----------------------------------------------------------------------------*/

static void forget_request(http_call *c) {
    free(c->head);
    c->head = NULL;
}

static void bury(http_call *c) {
    if (c->before)
        c->before->after = c->after;
    else
        c->server->calls = c->after;
    if (c->after)
        c->after->before = c->before;
    c->server->count--;
    forget_request(c);
    bufferevent_free(c->wire);
    free(c);
}

/* Whoever stands in a function of this connection may go on with it; it is freed later. */
static void end_call(http_call *c, bool told) {
    bool stream = c->stage == STAGE_STREAM;
    if (c->stage == STAGE_DEAD)
        return;
    c->stage = STAGE_DEAD;
    c->server->deaths = true;
    bufferevent_disable(c->wire, EV_READ | EV_WRITE);
    event_active(c->server->woken, EV_TIMEOUT, 1);
    if (stream && told)
        c->server->owner.gone(c->server->owner.self, c);
}

static void bury_all(http *h) {
    h->deaths = false;
    for (http_call *c = h->calls, *after; c; c = after) {
        after = c->after;
        if (c->stage == STAGE_DEAD)
            bury(c);
    }
}

/* ---- answers --------------------------------------------------------------------------------*/

static const char *reason(int status) {
    static const struct {
        int status;
        const char *reason;
    } known[] = {
        {200, "OK"                             },
        {201, "Created"                        },
        {202, "Accepted"                       },
        {204, "No Content"                     },
        {304, "Not Modified"                   },
        {400, "Bad Request"                    },
        {401, "Unauthorized"                   },
        {403, "Forbidden"                      },
        {404, "Not Found"                      },
        {405, "Method Not Allowed"             },
        {409, "Conflict"                       },
        {411, "Length Required"                },
        {413, "Content Too Large"              },
        {417, "Expectation Failed"             },
        {421, "Misdirected Request"            },
        {429, "Too Many Requests"              },
        {431, "Request Header Fields Too Large"},
        {501, "Not Implemented"                },
        {503, "Service Unavailable"            },
        {505, "HTTP Version Not Supported"     },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].status == status)
            return known[i].reason;
    return "Error";
}

/* What every answer says: a page may load from here alone, nobody may frame it or guess types. */
static const char shield[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n";

/* A stream has no length. */
static void send_head(http_call *c, const http_answer *a, bool measured) {
    struct evbuffer *out = bufferevent_get_output(c->wire);
    evbuffer_add_printf(out, "HTTP/1.1 %d %s\r\n%s", a->status, reason(a->status), shield);
    if (a->type)
        evbuffer_add_printf(out, "Content-Type: %s\r\n", a->type);
    if (measured)
        evbuffer_add_printf(out, "Content-Length: %zu\r\n", a->length);
    evbuffer_add_printf(out, "%s%s\r\n", a->extra ? a->extra : "Cache-Control: no-store\r\n",
                        c->closes ? "Connection: close\r\n" : "");
}

void http_reply(http_call *c, const http_answer *a) {
    bool bare = a->status == 204 || a->status == 304;
    c->stage = STAGE_ANSWER;
    c->deadline = hra_clock() + FETCH;
    bufferevent_disable(c->wire, EV_READ);
    send_head(c, a, !bare);
    if (!bare && c->request.method != REQUEST_HEAD_ONLY)
        evbuffer_add(bufferevent_get_output(c->wire), a->bytes, a->length);
}

void http_refuse(http_call *c, int status, const char *text) {
    hra_text body;
    hra_text_init(&body);
    hra_json json = hra_json_begin(&body);
    hra_json_object(&json, NULL);
    hra_json_text(&json, "error", text);
    hra_json_end(&json);
    hra_text_add(&body, "\n");
    const http_answer a = {.status = status,
                           .type = "application/json",
                           .extra = status == 401 ? "Cache-Control: no-store\r\nWWW-Authenticate: Bearer\r\n"
                                                  : NULL,
                           .bytes = hra_text_string(&body),
                           .length = body.length};
    http_reply(c, &a);
    hra_text_release(&body);
}

/* Refused before its body was read: whatever comes behind the head cannot be told from another request. */
static void refuse_head(http_call *c, int status, const char *text) {
    c->closes = true;
    http_refuse(c, status, text);
}

/* ---- streams --------------------------------------------------------------------------------*/

void http_begin(http_call *c) {
    static const http_answer a = {.status = 200, .type = "application/x-ndjson"};
    c->closes = true; /* it lasts as long as the connection */
    send_head(c, &a, false);
    c->stage = STAGE_STREAM;
    c->added = c->taken = 0;
    c->since = hra_clock();
    bufferevent_setwatermark(c->wire, EV_READ, 0, 1);
    bufferevent_enable(c->wire, EV_READ); /* to see that the other side has gone */
}

bool http_send(http_call *c, const char *bytes, size_t length) {
    struct evbuffer *out = bufferevent_get_output(c->wire);
    if (c->stage != STAGE_STREAM)
        return false;
    if (evbuffer_get_length(out) <= HTTP_UNREAD_MOST && evbuffer_add(out, bytes, length) == 0) {
        c->added += length;
        return true;
    }
    end_call(c, true);
    return false;
}

void http_end(http_call *c) {
    if (c->stage != STAGE_STREAM)
        return;
    c->stage = STAGE_ANSWER; /* what is in its buffer is still sent */
    c->deadline = hra_clock() + FETCH;
    if (!evbuffer_get_length(bufferevent_get_output(c->wire)))
        end_call(c, false);
}

/* ---- requests -------------------------------------------------------------------------------*/

static bool is_own_name(const http *h, const char *name) {
    return strcmp(name, h->name) == 0 || (h->local[0] && strcasecmp(name, h->local) == 0);
}

/* Host comes before anything else: a page of a name that was made to point here gets nothing, and neither
 * does a page from elsewhere. */
static int check_names(const http *h, const request *r, const char **why) {
    static const char scheme[] = "http://";
    *why = _("this server is not called that; it is reached by the address that it printed");
    if (!is_own_name(h, r->host))
        return 421;
    *why = _("a page from elsewhere gets nothing here");
    bool own = !r->origin || (strncmp(r->origin, scheme, sizeof scheme - 1) == 0 &&
                              is_own_name(h, r->origin + sizeof scheme - 1));
    return own ? 0 : 403;
}

/* The head is there; false: it was refused. */
static bool admit(http_call *c, size_t length) {
    const char *why = NULL;
    size_t most = 0;
    int status = request_read(c->head, length, &c->request, &why);
    c->closes = c->request.closes || c->server->finishing;
    if (c->request.host) {
        const char *stranger;
        int other = check_names(c->server, &c->request, &stranger);
        why = other ? stranger : why;
        status = other ? other : status;
    }
    if (!status)
        status = c->server->owner.admit(c->server->owner.self, &c->request, &most, &why);
    if (!status && c->request.length > most) {
        status = 413;
        why = _("the body is too large");
    }
    if (status) {
        refuse_head(c, status, why);
        return false;
    }
    c->stage = STAGE_BODY;
    if (c->request.length)
        bufferevent_setwatermark(c->wire, EV_READ, 0, (size_t)c->request.length);
    if (c->request.expects && c->request.length)
        evbuffer_add_printf(bufferevent_get_output(c->wire), "HTTP/1.1 100 Continue\r\n\r\n");
    return true;
}

static bool take_head(http_call *c) {
    struct evbuffer *in = bufferevent_get_input(c->wire);
    struct evbuffer_ptr end = evbuffer_search(in, "\r\n\r\n", 4, NULL);
    size_t length = (size_t)end.pos + 4, waits = evbuffer_get_length(in);
    if (end.pos < 0 ? waits >= REQUEST_HEAD : length > REQUEST_HEAD) {
        refuse_head(c, 431, _("the head of the request is too large"));
        return false;
    }
    if (end.pos < 0) {
        if (waits && c->deadline > hra_clock() + COME)
            c->deadline = hra_clock() + COME;
        return false;
    }
    c->deadline = hra_clock() + COME;
    c->head = malloc(length);
    if (!c->head) {
        end_call(c, false);
        return false;
    }
    (void)evbuffer_remove(in, c->head, length);
    return admit(c, length);
}

static void take_body(http_call *c) {
    struct evbuffer *in = bufferevent_get_input(c->wire);
    size_t length = (size_t)c->request.length;
    if (evbuffer_get_length(in) < length)
        return;
    const unsigned char *body = length ? evbuffer_pullup(in, (ev_ssize_t)length) : (const unsigned char *)"";
    if (!body) {
        end_call(c, false);
        return;
    }
    c->server->owner.answer(c->server->owner.self, c, &c->request, (const char *)body, length);
    if (c->stage != STAGE_DEAD)
        (void)evbuffer_drain(in, length);
}

static void on_read(struct bufferevent *wire, void *self) {
    http_call *c = self;
    struct evbuffer *in = bufferevent_get_input(wire);
    if (c->stage == STAGE_LINGER)
        (void)evbuffer_drain(in, evbuffer_get_length(in));
    else if (c->stage == STAGE_STREAM)
        end_call(c, true); /* nothing is said behind a request for a stream */
    if (c->stage == STAGE_HEAD && !take_head(c))
        return;
    if (c->stage == STAGE_BODY)
        take_body(c);
}

static void begin_request(http_call *c) {
    forget_request(c);
    c->stage = STAGE_HEAD;
    c->deadline = hra_clock() + IDLE;
    bufferevent_setwatermark(c->wire, EV_READ, 0, REQUEST_HEAD);
    bufferevent_enable(c->wire, EV_READ);
}

/* All that was to be sent is sent. */
static void on_sent(struct bufferevent *wire, void *self) {
    http_call *c = self;
    if (c->stage != STAGE_ANSWER)
        return;
    if (!c->closes) {
        begin_request(c);
        on_read(wire, c); /* another request may be waiting */
        return;
    }
    c->stage = STAGE_LINGER;
    c->deadline = hra_clock() + LINGER;
    (void)shutdown(bufferevent_getfd(wire), SHUT_WR);
    bufferevent_setwatermark(wire, EV_READ, 0, REQUEST_HEAD);
    bufferevent_enable(wire, EV_READ);
}

static void on_event(struct bufferevent *wire, short what, void *self) {
    (void)wire;
    if (what & (BEV_EVENT_EOF | BEV_EVENT_ERROR))
        end_call(self, true);
}

/* ---- who comes ------------------------------------------------------------------------------*/

/* The one whose time is up first, of those that nobody waits for. */
static http_call *find_idle(const http *h) {
    http_call *idle = NULL;
    for (http_call *c = h->calls; c; c = c->after)
        if (c->stage != STAGE_STREAM && c->stage != STAGE_DEAD && (!idle || c->deadline < idle->deadline))
            idle = c;
    return idle;
}

static void on_come(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from, int length,
                    void *self) {
    (void)listener, (void)from, (void)length;
    http *h = self;
    const int yes = 1;
    http_call *idle = h->count >= HTTP_CONNECTIONS ? find_idle(h) : NULL;
    if (idle)
        bury(idle);
    http_call *c = h->count < HTTP_CONNECTIONS && !h->finishing ? calloc(1, sizeof *c) : NULL;
    struct bufferevent *wire = c ? bufferevent_socket_new(h->base, fd, BEV_OPT_CLOSE_ON_FREE) : NULL;
    if (!wire) {
        free(c);
        evutil_closesocket(fd);
        return;
    }
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    *c = (http_call){.server = h, .after = h->calls, .wire = wire};
    if (h->calls)
        h->calls->before = c;
    h->calls = c;
    h->count++;
    bufferevent_setcb(wire, on_read, on_sent, on_event, c);
    begin_request(c);
}

/* A full table of descriptors: whoever is idle makes room. */
static void on_full(struct evconnlistener *listener, void *self) {
    (void)listener;
    http_call *idle = find_idle(self);
    if (idle)
        bury(idle);
}

/* One who does not read has lost his stream, and asks again. */
static void judge_stream(http_call *c, double now) {
    size_t held = evbuffer_get_length(bufferevent_get_output(c->wire));
    uint64_t taken = c->added - held; /* less the head of the answer, which is the same each time */
    if (held <= HTTP_UNREAD || taken != c->taken)
        c->since = now;
    c->taken = taken;
    if (now - c->since > STALL)
        end_call(c, true);
}

static void on_tick(evutil_socket_t fd, short what, void *self) {
    (void)fd, (void)what;
    http *h = self;
    double now = hra_clock();
    for (http_call *c = h->calls; c; c = c->after)
        if (c->stage == STAGE_STREAM)
            judge_stream(c, now);
        else if (c->stage != STAGE_DEAD && now > c->deadline)
            end_call(c, true);
    h->owner.tick(h->owner.self, now);
}

static void on_woken(evutil_socket_t fd, short what, void *self) {
    char bytes[256];
    http *h = self;
    (void)what;
    while (read(fd, bytes, sizeof bytes) > 0)
        continue;
    h->owner.woken(h->owner.self);
    if (h->deaths)
        bury_all(h);
}

static void on_end(evutil_socket_t number, short what, void *self) {
    (void)what;
    http *h = self;
    h->signal = (int)number;
    event_base_loopbreak(h->base);
}

void http_wake(http *h) {
    (void)!write(h->bell[1], "", 1); /* a full pipe wakes as well */
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

static hra_err listen_at(http *h, const char *text, int port, hra_error *why) {
    socket_address where;
    socklen_t length;
    if (!read_address(text, port, &where, &length))
        return hra_fail(
            why, HRA_EINPUT, -1,
            "'%.60s' is not one address in digits, such as 127.0.0.1 (an address that stands for all "
            "would answer to any name)",
            text);
    h->listener = evconnlistener_new_bind(h->base, on_come, h,
                                          LEV_OPT_CLOSE_ON_FREE | LEV_OPT_REUSEABLE | LEV_OPT_CLOSE_ON_EXEC,
                                          128, &where.any, (int)length);
    if (!h->listener)
        return hra_fail(why, errno == EADDRINUSE ? HRA_ESTATE : HRA_EIO, -1, "port %d of %s: %s", port, text,
                        strerror(errno));
    evconnlistener_set_error_cb(h->listener, on_full);
    if (getsockname(evconnlistener_get_fd(h->listener), &where.any, &length) != 0)
        return hra_fail(why, HRA_EIO, -1, "port %d of %s: %s", port, text, strerror(errno));
    bool six = where.any.sa_family == AF_INET6;
    h->port = ntohs(six ? where.six.sin6_port : where.four.sin_port);
    hra_snprintf(h->name, sizeof h->name, six ? "[%s]:%d" : "%s:%d", text, h->port);
    if (strcmp(text, "127.0.0.1") == 0 || strcmp(text, "::1") == 0)
        hra_snprintf(h->local, sizeof h->local, "localhost:%d", h->port);
    return HRA_OK;
}

static hra_err set_events(http *h) {
    static const int numbers[] = {SIGINT, SIGTERM};
    static const struct timeval second = {.tv_sec = 1};
    if (pipe(h->bell) != 0)
        return HRA_EIO;
    for (int i = 0; i < 2; i++) {
        (void)fcntl(h->bell[i], F_SETFL, O_NONBLOCK);
        (void)fcntl(h->bell[i], F_SETFD, FD_CLOEXEC);
        h->ends[i] = evsignal_new(h->base, numbers[i], on_end, h);
    }
    h->woken = event_new(h->base, h->bell[0], EV_READ | EV_PERSIST, on_woken, h);
    h->tick = event_new(h->base, -1, EV_PERSIST, on_tick, h);
    if (!h->woken || !h->tick || !h->ends[0] || !h->ends[1])
        return HRA_ENOMEM;
    bool set = event_add(h->woken, NULL) == 0 && event_add(h->tick, &second) == 0 &&
               event_add(h->ends[0], NULL) == 0 && event_add(h->ends[1], NULL) == 0;
    return set ? HRA_OK : HRA_ENOMEM;
}

hra_err http_open(http **out, const http_owner *owner, const char *address, int port, hra_error *why) {
    http *h = calloc(1, sizeof *h);
    if (!h)
        return hra_no_memory(why);
    h->owner = *owner;
    h->bell[0] = h->bell[1] = -1;
    h->base = event_base_new();
    hra_err err = h->base ? set_events(h) : HRA_ENOMEM;
    if (err)
        hra_fail(why, err, -1, "%s", hra_err_text(err));
    else
        err = listen_at(h, address, port, why);
    if (err)
        http_close(h);
    else
        *out = h;
    return err;
}

void http_close(http *h) {
    struct event *events[] = {h ? h->woken : NULL, h ? h->tick : NULL, h ? h->ends[0] : NULL,
                              h ? h->ends[1] : NULL};
    if (!h)
        return;
    while (h->calls)
        bury(h->calls);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (events[i])
            event_free(events[i]);
    if (h->listener)
        evconnlistener_free(h->listener);
    if (h->base)
        event_base_free(h->base);
    for (int i = 0; i < 2; i++)
        if (h->bell[i] >= 0)
            close(h->bell[i]);
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
    double end = hra_clock() + seconds;
    bool waits = true;
    h->finishing = true;
    evconnlistener_disable(h->listener);
    for (http_call *c = h->calls; c; c = c->after) {
        c->closes = true;
        http_end(c);
    }
    while (waits && hra_clock() < end) {
        static const struct timeval moment = {.tv_usec = 20000};
        event_base_loopexit(h->base, &moment);
        event_base_dispatch(h->base);
        waits = false;
        for (const http_call *c = h->calls; c; c = c->after)
            waits = waits || (c->stage == STAGE_ANSWER);
    }
}
