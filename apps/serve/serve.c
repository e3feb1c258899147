/* Tables for browsers. */
#include "serve.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- browsers -------------------------------------------------------------------------------*/

serve_browser *serve_find_browser(serve *s, const char *name) {
    serve_browser *free = NULL;
    for (int i = 0; i < SERVE_BROWSERS; i++) {
        serve_browser *b = &s->browsers[i];
        if (strcmp(b->name, name) == 0)
            return b;
        if (!b->name[0] && !free)
            free = b;
    }
    if (free) {
        *free = (serve_browser){.lost = hra_clock()};
        hra_snprintf(free->name, sizeof free->name, "%s", name);
    }
    return free;
}

static void send_line(serve_browser *b, const hra_text *line) {
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
        hra_json_text(&json, "version", HRA_VERSION);
        hra_json_text(&json, "page", page_version);
    }
    hra_json_end(&json);
    hra_json_end(&json);
    hra_text_add_char(&s->text, '\n');
    send_line(b, &s->text);
}

void serve_open_stream(serve *s, serve_browser *b, http_call *call) {
    if (b->stream)
        http_end(b->stream);
    b->stream = call;
    send_notice(s, b, false);
}

void serve_lose_stream(serve *s, const http_call *stream) {
    for (int i = 0; i < SERVE_BROWSERS; i++)
        if (s->browsers[i].stream == stream) {
            s->browsers[i].stream = NULL;
            s->browsers[i].lost = hra_clock();
        }
}

/* ---- events ---------------------------------------------------------------------------------*/

/* To the server itself come work, and answers to the results that it brought. */
static void hear(serve_table *t, const hra_session_event *event) {
    uint64_t id;
    if (event->kind == HRA_SESSION_ERROR && event->re) {
        t->refused = true;
        t->reason = *event->why;
    }
    if (event->kind != HRA_SESSION_WORK)
        return;
    id = event->work;
    if (!event->text)
        pool_end(t->serve->pool, t->key, id);
    else if (pool_add(t->serve->pool, t->key, id, event->text) != 0)
        return; /* no memory: it is waited for until somebody says `stop` or `leave` */
}

static void on_event(void *self, const hra_session_event *event) {
    serve_table *t = self;
    hra_text *text = &t->serve->text;
    int k = event->looker;
    if (k == 0) {
        hear(t, event);
        return;
    }
    if (!t->lookers[k]) {
        t->lookers[k] = t->comes;
        t->count++;
    }
    hra_text_clear(text);
    hra_text_addf(text, "{\"table\":\"%s\",\"looker\":%d,\"event\":", t->id, k);
    hra_text_add(text, event->json);
    hra_text_add(text, "}\n");
    send_line(t->lookers[k], text);
    if (event->kind == HRA_SESSION_BYE) {
        t->lookers[k] = NULL;
        if (--t->count == 0)
            t->left = hra_clock();
    }
}

/* ---- tables ---------------------------------------------------------------------------------*/

static void close_table(serve_table *t) {
    t->serve->tables[t->key % SERVE_TABLES] = NULL;
    t->serve->count--;
    hra_session_close(t->session);
    free(t);
}

hra_err serve_open_table(serve *s, serve_table **out, hra_error *why) {
    uint64_t place = 0;
    while (place < SERVE_TABLES && s->tables[place])
        place++;
    if (place == SERVE_TABLES)
        return hra_fail(why, HRA_ELIMIT, -1, "there are %d tables already", SERVE_TABLES);
    serve_table *t = calloc(1, sizeof *t);
    if (!t)
        return hra_no_memory(why);
    t->serve = s;
    t->left = hra_clock();
    t->key = (hra_rng_entropy() << 32 | hra_rng_entropy()) / SERVE_TABLES * SERVE_TABLES + place;
    hra_snprintf(t->id, sizeof t->id, "%016" PRIx64, t->key);
    hra_session_setup setup = s->sessions;
    setup.event = on_event;
    setup.self = t;
    setup.hand_out = true;
    hra_err err = hra_session_open(&t->session, &setup, why);
    if (!err && hra_session_attach(t->session, HRA_LOOK_WATCH) != 0)
        err = hra_no_memory(why);
    if (err) {
        free(t);
        return err;
    }
    s->tables[place] = t;
    s->count++;
    *out = t;
    return HRA_OK;
}

serve_table *serve_find_table(serve *s, const char *id) {
    char *end;
    uint64_t key = strtoull(id, &end, 16);
    serve_table *t = s->tables[key % SERVE_TABLES];
    return t && strcmp(t->id, id) == 0 ? t : NULL;
}

int serve_join(serve_table *t, serve_browser *b, int look) {
    t->comes = b;
    int k = hra_session_attach(t->session, look);
    t->comes = NULL;
    return k;
}

void serve_leave(serve_table *t, int looker) {
    if (looker > 0 && looker < HRA_SESSION_LOOKERS && t->lookers[looker])
        hra_session_detach(t->session, looker);
}

void serve_line(serve_table *t, int looker, const char *line, size_t length) {
    hra_session_line(t->session, looker, line, length);
}

/* ---- what was thought -----------------------------------------------------------------------*/

/* A result that makes no sense to the session ends its work all the same. */
static void bring(serve_table *t, const pool_news *news) {
    hra_text line;
    t->refused = false;
    hra_session_line(t->session, 0, hra_text_string(&news->line), news->line.length);
    if (!t->refused || !news->last)
        return;
    hra_text_init(&line);
    hra_text_addf(&line, "@w done %" PRIu64 " error input %s", news->id, t->reason.text);
    hra_session_line(t->session, 0, hra_text_string(&line), line.length);
    hra_text_release(&line);
}

void serve_take_news(serve *s) {
    for (pool_news *news; (news = pool_take(s->pool)) != NULL; pool_free(news)) {
        serve_table *t = s->tables[news->table % SERVE_TABLES];
        if (t && t->key == news->table)
            bring(t, news);
    }
}

/* ---- time -----------------------------------------------------------------------------------*/

/* Whoever looked on there has been away for too long. */
static void give_up_browser(serve *s, serve_browser *b) {
    for (int i = 0; i < SERVE_TABLES; i++)
        for (int k = 1; s->tables[i] && k < HRA_SESSION_LOOKERS; k++)
            if (s->tables[i]->lookers[k] == b)
                serve_leave(s->tables[i], k);
    *b = (serve_browser){0};
}

void serve_tick(serve *s, double now) {
    char line[] = "\n";
    const hra_text beat = {.data = line, .length = 1};
    for (int i = 0; i < SERVE_BROWSERS; i++) {
        serve_browser *b = &s->browsers[i];
        if (b->name[0] && !b->stream && now > b->lost + SERVE_GRACE)
            give_up_browser(s, b);
        else if (b->stream && now > b->beat + SERVE_BEAT)
            send_line(b, &beat);
    }
    for (int i = 0; i < SERVE_TABLES; i++) {
        serve_table *t = s->tables[i];
        if (t && t->count == 0 && now > t->left + SERVE_GRACE)
            close_table(t);
    }
}

void serve_end(serve *s) {
    for (int i = 0; i < SERVE_TABLES; i++)
        if (s->tables[i])
            close_table(s->tables[i]);
    for (int i = 0; i < SERVE_BROWSERS; i++)
        if (s->browsers[i].stream)
            send_notice(s, &s->browsers[i], true);
    hra_text_release(&s->text);
}
