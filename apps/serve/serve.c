/* Tables for browsers. */
#include "serve.h"

#include <hra/version.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- browsers -------------------------------------------------------------------------------*/

hra_err serve_find_browser(serve *s, const char *name, uint64_t invite, int most, serve_browser **out) {
    serve_browser *free = NULL;
    int others = 0, places = 0; /* of the same guest; that are free */
    for (int i = 0; i < SERVE_BROWSERS; i++) {
        serve_browser *b = &s->browsers[i];
        if (strcmp(b->name, name) == 0) {
            *out = b;
            return b->invite == invite ? HRA_OK : HRA_EDENIED;
        }
        others += invite && b->name[0] && b->invite == invite;
        places += !b->name[0];
        if (!b->name[0] && !free)
            free = b;
    }
    if (!free || (invite && (others >= most || places <= SERVE_RESERVED)))
        return HRA_ELIMIT;
    *free = (serve_browser){.invite = invite, .lost = hra_clock()};
    hra_snprintf(free->name, sizeof free->name, "%s", name);
    *out = free;
    return HRA_OK;
}

void serve_send(serve_browser *b, const hra_text *line) {
    if (b->stream && !line->err && http_send(b->stream, line->data, line->length))
        b->beat = hra_clock();
}

/* {"server":{...}}: what the server itself has to say. */
static void send_notice(serve *s, serve_browser *b, bool bye) {
    hra_text_clear(&s->text);
    hra_json json = hra_json_begin(&s->text);
    hra_json_object(&json, NULL);
    hra_json_object(&json, "server");
    if (bye) {
        hra_json_bool(&json, "bye", true);
    } else {
        hra_json_text(&json, "version", hra_version());
        hra_json_text(&json, "page", page_version);
    }
    hra_json_end(&json);
    hra_json_end(&json);
    hra_text_add_char(&s->text, '\n');
    serve_send(b, &s->text);
}

static void announce_stirred(serve_table *t, void *to) {
    (void)to;
    if (t->stirred)
        serve_announce(t);
}

/* A stream may be lost while the session of a table sends an event: it is announced later. */
static void stir_browser(serve_table *t, void *browser) {
    for (int k = 1; k < HRA_SESSION_CLIENTS; k++)
        t->stirred = t->stirred || t->clients[k].browser == browser;
}

/* Somebody at the table has come. */
static void announce_browser(serve_table *t, void *browser) {
    for (int k = 1; k < HRA_SESSION_CLIENTS; k++)
        if (t->clients[k].browser == browser) {
            serve_announce(t);
            return;
        }
}

void serve_open_stream(serve *s, serve_browser *b, http_call *call) {
    if (b->stream)
        http_end(b->stream);
    b->stream = call;
    send_notice(s, b, false);
    serve_each_table(s, announce_browser, b);
}

void serve_lose_stream(serve *s, const http_call *stream) {
    for (int i = 0; i < SERVE_BROWSERS; i++)
        if (s->browsers[i].stream == stream) {
            s->browsers[i].stream = NULL;
            s->browsers[i].lost = hra_clock();
            serve_each_table(s, stir_browser, &s->browsers[i]);
        }
}

/* ---- events ---------------------------------------------------------------------------------*/

/* To the server itself come work, and answers to the results that it brought. */
static void hear(serve_table *t, const hra_session_event *event) {
    if (event->kind == HRA_SESSION_ERROR && event->reply_to) {
        t->refused = true;
        t->reason = *event->why;
    }
    if (event->kind == HRA_SESSION_TASK && !event->text) {
        hra_worker_pool_cancel(t->serve->pool, t->id, event->task_id);
        serve_end_task(t, event->task_id);
    } else if (event->kind == HRA_SESSION_TASK && serve_begin_task(t, event->task_id)) {
        /* without memory it is waited for until `stop` or `close` */
        (void)hra_worker_pool_add(t->serve->pool, t->id, event->task_id, event->text);
    }
}

static void on_event(void *self, const hra_session_event *event) {
    serve_table *t = self;
    hra_text *text = &t->serve->text;
    int k = event->client;
    if (k == 0) {
        hear(t, event);
        return;
    }
    if (!t->clients[k].browser) {
        t->clients[k] = t->comes;
        t->count++;
    }
    hra_text_clear(text);
    hra_text_addf(text, "{\"table\":\"%016" PRIx64 "\",\"looker\":%d,\"event\":", t->id, k);
    hra_text_add(text, event->json);
    hra_text_add(text, "}\n");
    serve_send(t->clients[k].browser, text);
    if (event->kind == HRA_SESSION_BYE) {
        t->clients[k] = (serve_client){0};
        if (--t->count == 0)
            t->left = hra_clock();
    }
}

/* ---- tables ---------------------------------------------------------------------------------*/

static serve_table **bucket_of(serve *s, uint64_t id) {
    return &s->tables[id % SERVE_BUCKETS];
}

serve_table *serve_find_table(const serve *s, uint64_t id) {
    serve_table *t = s->tables[id % SERVE_BUCKETS];
    while (t && t->id != id)
        t = t->next;
    return t;
}

void serve_each_table(serve *s, void (*each)(serve_table *t, void *to), void *to) {
    for (int i = 0; i < SERVE_BUCKETS; i++)
        for (serve_table *t = s->tables[i], *next; t; t = next) {
            next = t->next;
            each(t, to);
        }
}

static void close_table(serve_table *t, void *to) {
    (void)to;
    serve_revoke_all(t);
    serve_table **at = bucket_of(t->serve, t->id);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    t->serve->count--;
    hra_session_close(t->session);
    free(t);
}

void serve_close_table(serve_table *t) {
    close_table(t, NULL);
}

/* In any thread. */
static void wake_table(void *self) {
    serve_table *t = self;
    hra_stop_set(&t->woken);
    http_wake(t->serve->http);
}

hra_err serve_open_table(serve *s, uint64_t id, serve_table **out, hra_error *why) {
    if (s->count == SERVE_TABLES)
        return hra_fail(why, HRA_ELIMIT, -1, "too many sessions: %d are open", SERVE_TABLES);
    serve_table *t = calloc(1, sizeof *t), **at = bucket_of(s, id);
    if (!t)
        return hra_no_memory(why);
    *t = (serve_table){.serve = s, .left = hra_clock(), .id = id, .next = *at};
    hra_session_setup setup = s->sessions;
    setup.event = on_event;
    setup.self = t;
    setup.hand_out = setup.silent = true;
    setup.pool = s->pool; /* its threads ask the collection */
    setup.wake = wake_table;
    setup.plays = id;
    setup.write_bytes = SERVE_PUT;
    hra_err err = hra_session_open(&t->session, &setup, why);
    static const char version[] = "session 2"; /* as results are written */
    if (!err && hra_session_attach(t->session, HRA_VIEW_WATCH) == 0) {
        hra_session_line(t->session, 0, version, sizeof version - 1);
    } else if (!err) {
        hra_session_close(t->session);
        err = hra_no_memory(why);
    }
    if (err) {
        free(t);
        return err;
    }
    *at = t;
    s->count++;
    *out = t;
    return HRA_OK;
}

/* ---- tasks that fail ------------------------------------------------------------------------*/

static void fail_task(serve_table *t, uint64_t id, const char *kind, const char *text) {
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "@w task-result %" PRIu64 " error %s %s", id, kind, text);
    hra_session_line(t->session, 0, hra_text_string(&line), line.length);
    hra_text_release(&line);
}

/* Tasks for which the address of the table has no share of the threads left. */
static void fail_refused(serve_table *t) {
    while (t->refusals > 0)
        fail_task(t, t->refused_tasks[--t->refusals], "limit",
                  _("too much thinking for this address; try again in a minute"));
}

static void fail_late(serve_table *t, uint64_t id) {
    hra_text text;
    hra_text_init(&text);
    hra_text_addf(&text, _("no answer within %G s, the limit of this server (--max-think)"),
                  t->serve->sessions.caps.seconds);
    fail_task(t, id, "limit", hra_text_string(&text));
    hra_text_release(&text);
}

/* ---- clients --------------------------------------------------------------------------------*/

/* What somebody may do beside those who came before him: a seat belongs to one, and so does the table. */
static unsigned rights_of(const serve_table *t, const serve_client *l) {
    unsigned taken = 0;
    unsigned may = hra_session_role_permissions(!l->invite  ? HRA_ROLE_OWNER
                                                : l->wanted ? HRA_ROLE_SEAT
                                                            : HRA_ROLE_WATCHER);
    bool first = true;
    for (int k = 1; k < HRA_SESSION_CLIENTS; k++) {
        const serve_client *other = &t->clients[k];
        if (!other->browser || other == l || other->came > l->came)
            continue;
        first = first && other->invite;
        taken |= other->seats;
    }
    if (!first)
        may &= ~(unsigned)(HRA_PERMIT_TABLE | HRA_PERMIT_WRITE);
    return l->seats & taken ? may & ~(unsigned)(HRA_PERMIT_PLAY | HRA_PERMIT_UNDO) : may;
}

static unsigned seats_of(const serve_table *t, const serve_client *l) {
    return l->invite ? l->wanted : serve_seats_left(t, l->wanted);
}

/* Seats first, since permissions depend on those of others. */
void serve_settle(serve_table *t) {
    bool moved[HRA_SESSION_CLIENTS] = {false};
    for (int k = 1; k < HRA_SESSION_CLIENTS; k++) {
        serve_client *l = &t->clients[k];
        unsigned seats = l->browser ? seats_of(t, l) : 0;
        moved[k] = l->browser && seats != l->seats;
        l->seats = seats;
    }
    for (int k = 1; k < HRA_SESSION_CLIENTS; k++) {
        serve_client *l = &t->clients[k];
        unsigned may = l->browser ? rights_of(t, l) : 0;
        if (!l->browser || (may == l->may && !moved[k]))
            continue;
        l->may = may;
        (void)hra_session_reseat(t->session, k, l->seats, may);
    }
    serve_announce(t);
}

int serve_join(serve_table *t, serve_browser *b, unsigned seats) {
    int others = 0;
    for (int k = 1; k < HRA_SESSION_CLIENTS; k++)
        others += t->clients[k].browser && b->invite && t->clients[k].invite == b->invite;
    if (others >= (seats ? SERVE_GUEST_LOOKERS : SERVE_WATCH_LOOKERS))
        return HRA_ELIMIT;
    t->comes = (serve_client){.browser = b, .invite = b->invite, .wanted = seats, .came = ++t->came};
    t->comes.seats = seats_of(t, &t->comes);
    t->comes.may = rights_of(t, &t->comes);
    int k = hra_session_admit(t->session, t->comes.seats, t->comes.may);
    if (k > 0)
        serve_announce(t);
    return k;
}

void serve_put_first(serve_table *t, int client) {
    for (int k = 1; k < HRA_SESSION_CLIENTS; k++)
        t->clients[k].came++;
    t->came++;
    t->clients[client].came = 0;
    serve_settle(t);
}

void serve_leave(serve_table *t, int client) {
    if (client <= 0 || client >= HRA_SESSION_CLIENTS || !t->clients[client].browser)
        return;
    hra_session_detach(t->session, client);
    serve_settle(t);
}

/* Closes a table that all clients have left if a new line may take its game. */
static void give_play(serve_table *t, void *wanted) {
    const char *kept = t->count == 0 ? hra_session_snapshot(t->session)->saved : NULL;
    if (kept && (!strstr(wanted, "plays/") || strstr(wanted, kept)))
        close_table(t, NULL);
}

/* Whether a line takes a kept play: its beginning is copied to `out`. */
static bool wants_play(const char *line, size_t length, char out[2 * HRA_STORE_NAME]) {
    size_t n = length < 2 * HRA_STORE_NAME ? length : 2 * HRA_STORE_NAME - 1;
    memcpy(out, line, n);
    out[n] = '\0';
    const char *word = out + strspn(out, " \t");
    word += *word == '@' ? strcspn(word, " \t") : 0;
    word += strspn(word, " \t");
    return strncmp(word, "resume", strlen("resume")) == 0 || strncmp(word, "delete", strlen("delete")) == 0;
}

void serve_line(serve_table *t, int client, const char *line, size_t length) {
    char beginning[2 * HRA_STORE_NAME];
    int count = t->count;
    if (!t->clients[client].invite && wants_play(line, length, beginning))
        serve_each_table(t->serve, give_play, beginning);
    hra_session_line(t->session, client, line, length);
    fail_refused(t);
    if (t->count != count || serve_is_invited(t)) /* in another game other seats have persons */
        serve_settle(t);
}

/* ---- what was thought -----------------------------------------------------------------------*/

/* A result that makes no sense to the session ends its task all the same. */
static void bring(serve_table *t, const hra_worker_message *message) {
    if (message->last || message->late)
        serve_end_task(t, message->id);
    if (message->late) {
        fail_late(t, message->id);
        return;
    }
    t->refused = false;
    hra_session_line(t->session, 0, message->line, message->length);
    if (t->refused && message->last)
        fail_task(t, message->id, "input", t->reason.text);
    if (message->last && serve_is_invited(t)) /* progress changes no seat */
        serve_settle(t);
}

static void step(serve_table *t, void *to) {
    (void)to;
    if (!hra_stop_is_set(&t->woken))
        return;
    hra_stop_clear(&t->woken);
    (void)hra_session_step(t->session);
    fail_refused(t);
}

void serve_take_messages(serve *s) {
    for (hra_worker_message *m; (m = hra_worker_pool_take(s->pool)) != NULL; hra_worker_message_free(m)) {
        serve_table *t = serve_find_table(s, m->owner);
        if (t) {
            bring(t, m);
            fail_refused(t);
        }
    }
    serve_each_table(s, step, NULL);
}

/* ---- time -----------------------------------------------------------------------------------*/

static void give_up_clients(serve_table *t, void *browser) {
    for (int k = 1; k < HRA_SESSION_CLIENTS; k++)
        if (t->clients[k].browser == browser)
            serve_leave(t, k);
}

/* No client has come back. */
static void close_lonely(serve_table *t, void *now) {
    int grace = serve_is_invited(t) ? SERVE_INVITED : SERVE_GRACE;
    if (t->count == 0 && *(const double *)now > t->left + grace)
        close_table(t, NULL);
}

/* A session has no timer: its time runs out between lines. */
static void watch_clock(serve_table *t, void *to) {
    (void)to;
    if (hra_session_snapshot(t->session)->clock_left < 0)
        return;
    (void)hra_session_step(t->session);
    fail_refused(t);
}

void serve_tick(serve *s, double now) {
    char line[] = "\n";
    const hra_text beat = {.data = line, .length = 1};
    for (int i = 0; i < SERVE_BROWSERS; i++) {
        serve_browser *b = &s->browsers[i];
        if (b->name[0] && !b->stream && now > b->lost + SERVE_GRACE) {
            serve_each_table(s, give_up_clients, b);
            *b = (serve_browser){0};
        } else if (b->stream && now > b->beat + SERVE_BEAT) {
            serve_send(b, &beat);
        }
    }
    serve_each_table(s, watch_clock, NULL);
    serve_each_table(s, close_lonely, &now);
    serve_each_table(s, announce_stirred, NULL);
}

static void close_in_time(serve_table *t, void *end) {
    if (hra_clock() < *(const double *)end)
        close_table(t, NULL);
}

bool serve_end(serve *s, double seconds) {
    double end = hra_clock() + seconds;
    serve_each_table(s, close_in_time, &end);
    for (int i = 0; i < SERVE_BROWSERS; i++)
        if (s->browsers[i].stream)
            send_notice(s, &s->browsers[i], true);
    hra_text_release(&s->text);
    serve_release_homes(s);
    return s->count == 0;
}
