/* The server: requests and answers, their time and their room. */
#include "http_inside.h"

#include <event2/buffer.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

/* ---- connections ----------------------------------------------------------------------------*/

static void forget_request(http_call *c) {
    free(c->head);
    c->head = NULL;
}

void http_bury(http_call *c) {
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

void http_drop(http_call *c, bool told) {
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

void http_bury_dead(http *h) {
    h->deaths = false;
    for (http_call *c = h->calls, *after; c; c = after) {
        after = c->after;
        if (c->stage == STAGE_DEAD)
            http_bury(c);
    }
}

/* ---- answers --------------------------------------------------------------------------------*/

static const char *reason(int status) {
    static const struct {
        int status;
        const char *reason;
    } known[] = {
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {304, "Not Modified"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {417, "Expectation Failed"},
        {421, "Misdirected Request"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].status == status)
            return known[i].reason;
    return "Error";
}

/* Headers of each answer: a page may load from here alone, and no page may frame it or guess types. */
static const char shield[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n";

/* Also asks for the writing: libevent does so by a callback that it installs without looking whether it has
 * memory. */
static bool add_output(http_call *c, const void *bytes, size_t length) {
    return evbuffer_add(bufferevent_get_output(c->wire), bytes, length) == 0 &&
           bufferevent_enable(c->wire, EV_WRITE) == 0;
}

/* Part of an answer; where one is lacking nothing comes behind the gap. */
static void send_part(http_call *c, const void *bytes, size_t length) {
    c->cut = c->cut || !add_output(c, bytes, length);
}

/* A stream has no length. */
static void send_head(http_call *c, const http_answer *a, bool measured) {
    hra_text head;
    hra_text_init(&head);
    hra_text_addf(&head, "HTTP/1.1 %d %s\r\n%s", a->status, reason(a->status), shield);
    if (a->type)
        hra_text_addf(&head, "Content-Type: %s\r\n", a->type);
    if (measured)
        hra_text_addf(&head, "Content-Length: %zu\r\n", a->length);
    hra_text_addf(&head, "%s%s\r\n", a->extra ? a->extra : "Cache-Control: no-store\r\n",
                  c->closes ? "Connection: close\r\n" : "");
    c->cut = head.err != 0;
    send_part(c, hra_text_string(&head), head.length);
    hra_text_release(&head);
}

void http_reply(http_call *c, const http_answer *a) {
    bool bare = a->status == 204 || a->status == 304;
    c->stage = STAGE_ANSWER;
    c->deadline = hra_clock() + FETCH;
    bufferevent_disable(c->wire, EV_READ);
    send_head(c, a, !bare);
    if (!bare && c->request.method != REQUEST_HEAD_ONLY)
        send_part(c, a->bytes, a->length);
    if (c->cut)
        http_drop(c, false);
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
    c->probes = 0;
    c->since = hra_clock();
    if (bufferevent_enable(c->wire, EV_READ) != 0) /* to see that the other side has gone */
        c->cut = true;                             /* which ends it with the first line */
}

bool http_send(http_call *c, const char *bytes, size_t length) {
    struct evbuffer *out = bufferevent_get_output(c->wire);
    if (c->stage != STAGE_STREAM)
        return false;
    if (!c->cut && evbuffer_get_length(out) <= HTTP_UNREAD_MOST && add_output(c, bytes, length)) {
        c->added += length;
        return true;
    }
    http_drop(c, true);
    return false;
}

void http_end(http_call *c) {
    if (c->stage != STAGE_STREAM)
        return;
    c->stage = STAGE_ANSWER; /* what is in its buffer is still sent */
    c->deadline = hra_clock() + FETCH;
    if (!evbuffer_get_length(bufferevent_get_output(c->wire)))
        http_drop(c, false);
}

/* ---- requests -------------------------------------------------------------------------------*/

static bool is_own_name(const http *h, const char *name) {
    return strcmp(name, h->name) == 0 || (h->local[0] && strcasecmp(name, h->local) == 0);
}

/* Host comes before anything else: a page of a name that was made to point here gets nothing, and neither
 * does a page from elsewhere. */
static int check_names(const http_call *c, const request *r, const char **why) {
    static const char scheme[] = "http://";
    const http *h = c->server;
    *why = _("wrong host name; use the address that the server printed");
    if (http_is_public(c, r->host)) {
        *why = _("requests from other sites are refused");
        return !r->origin || strcmp(r->origin, h->public.origin) == 0 ? 0 : 403;
    }
    if (!is_own_name(h, r->host))
        return 421;
    *why = _("requests from other sites are refused");
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
        int other = check_names(c, &c->request, &stranger);
        if (!other)
            http_take_public(c);
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
        http_drop(c, false);
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
        http_drop(c, false);
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
        http_drop(c, true); /* a client may send nothing after a request for a stream */
    if (c->stage == STAGE_HEAD && !take_head(c))
        return;
    if (c->stage == STAGE_BODY)
        take_body(c);
}

/* No watermark bounds what is read, since libevent makes one without looking whether it has memory: a head
 * that is too large is refused, and with an answer nothing is read any more. */
static void begin_request(http_call *c) {
    forget_request(c);
    c->stage = STAGE_HEAD;
    c->deadline = hra_clock() + IDLE;
    if (bufferevent_enable(c->wire, EV_READ) != 0)
        http_drop(c, false); /* nothing would ever be heard of it */
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
    bufferevent_enable(wire, EV_READ);
}

/* The end of input may mean that the connection is closed, or only its sending side; in the second case the
 * stream goes on. The answer to two signs of life tells which. */
static void on_event(struct bufferevent *wire, short what, void *self) {
    http_call *c = self;
    if ((what & BEV_EVENT_EOF) && !(what & BEV_EVENT_ERROR) && c->stage == STAGE_STREAM) {
        bufferevent_disable(wire, EV_READ);
        c->probes = PROBES;
    } else if (what & (BEV_EVENT_EOF | BEV_EVENT_ERROR)) {
        http_drop(c, true);
    }
}

bool http_take(http *h, evutil_socket_t fd, const struct sockaddr *from) {
    const int yes = 1;
    http_call *c = calloc(1, sizeof *c);
    struct bufferevent *wire = c ? bufferevent_socket_new(h->base, fd, BEV_OPT_CLOSE_ON_FREE) : NULL;
    if (!wire) {
        free(c);
        return false;
    }
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    *c = (http_call){.server = h, .after = h->calls, .wire = wire};
    http_write_address(from, c->peer);
    if (h->calls)
        h->calls->before = c;
    h->calls = c;
    h->count++;
    bufferevent_setcb(wire, on_read, on_sent, on_event, c);
    begin_request(c);
    return true;
}
