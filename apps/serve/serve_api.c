/* What is asked, and who does it. */
#include "serve.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *rest_of(const char *path, const char *start) {
    size_t n = strlen(start);
    return strncmp(path, start, n) == 0 ? path + n : NULL;
}

/* ---- who may ask what -----------------------------------------------------------------------*/

static bool ends_with(const char *path, const char *end) {
    size_t n = strlen(path), m = strlen(end);
    return n >= m && strcmp(path + n - m, end) == 0;
}

/* The page itself is public; all else needs the token. */
static int admit(void *self, const request *r, size_t *most, const char **why) {
    static const char scheme[] = "Bearer ";
    const serve *s = self;
    if (!rest_of(r->path, "/api/")) {
        *why = _("unsupported method; the page allows GET and HEAD");
        return r->method == REQUEST_GET || r->method == REQUEST_HEAD_ONLY ? 0 : 405;
    }
    *why = _("missing or wrong token; open the address that 'hra serve' prints");
    const char *given = r->authorization ? rest_of(r->authorization, scheme) : NULL;
    if (!given || !serve_same_token(s->token, given))
        return 401;
    *most = ends_with(r->path, "/records") ? SERVE_RECORD : ends_with(r->path, "/lines") ? SERVE_BODY : 0;
    return 0;
}

/* ---- the page -------------------------------------------------------------------------------*/

/* A page is fetched once, and then only asked after. */
static void send_file(http_call *call, const request *r, const page_file *f) {
    char extra[200];
    bool packed = f->packed && r->encodings && strstr(r->encodings, "gzip");
    hra_snprintf(extra, sizeof extra, "Cache-Control: no-cache\r\nETag: %s\r\nVary: Accept-Encoding\r\n%s",
                 f->tag, packed ? "Content-Encoding: gzip\r\n" : "");
    http_answer a = {.status = 200,
                     .type = f->type,
                     .extra = extra,
                     .bytes = packed ? f->packed : f->bytes,
                     .length = packed ? f->packed_length : f->length};
    if (r->known && strstr(r->known, f->tag))
        a = (http_answer){.status = 304, .extra = extra};
    http_reply(call, &a);
}

static void answer_page(const serve *s, http_call *call, const request *r) {
    const char *path = strcmp(r->path, "/") == 0 ? "/index.html" : r->path;
    for (int i = 0; i < page_file_count && s->page; i++)
        if (strcmp(page_files[i].path, path) == 0) {
            send_file(call, r, &page_files[i]);
            return;
        }
    http_refuse(call, 404, _("unknown address"));
}

/* ---- tables ---------------------------------------------------------------------------------*/

/* The browser that the query names; NULL: the request was refused. */
static serve_browser *find_browser(serve *s, http_call *call, const request *r) {
    char name[REQUEST_WORD];
    if (!request_value(r, "stream", name)) {
        http_refuse(call, 400, _("missing stream=NAME in the query, of letters, digits, '-', '_' and '.'"));
        return NULL;
    }
    serve_browser *b = serve_find_browser(s, name);
    if (!b)
        http_refuse(call, 429, _("too many streams"));
    return b;
}

static void reply_json(http_call *call, int status, hra_text *body) {
    const http_answer a = {
        .status = status, .type = "application/json", .bytes = hra_text_string(body), .length = body->length};
    http_reply(call, &a);
    hra_text_release(body);
}

/* Lets somebody in, at a table that is made where there is none of this id. */
static void join(serve *s, uint64_t id, http_call *call, const request *r) {
    char word[REQUEST_WORD] = "table";
    unsigned seats;
    hra_error why = {0};
    serve_table *t = serve_find_table(s, id);
    bool fresh = !t;
    (void)request_value(r, "look", word);
    if (hra_seats_read(word, HRA_MAX_SEATS, &seats, &why) != 0) {
        http_refuse(call, 400, why.text);
        return;
    }
    serve_browser *b = find_browser(s, call, r);
    if (!b)
        return;
    if (fresh && serve_open_table(s, id, &t, &why) != 0) {
        http_refuse(call, why.code == HRA_ELIMIT ? 429 : 503, why.text);
        return;
    }
    int k = serve_join(t, b, seats);
    if (k < 0) {
        http_refuse(call, 429, _("too many clients in this session"));
        return;
    }
    hra_text body;
    hra_text_init(&body);
    hra_json json = hra_json_begin(&body);
    hra_json_object(&json, NULL);
    hra_json_integer(&json, "looker", k);
    hra_json_bool(&json, "new", fresh);
    hra_json_end(&json);
    reply_json(call, 201, &body);
}

static void list_table(serve_table *t, void *to) {
    char id[17];
    hra_json *json = to;
    if (!hra_session_play(t->session))
        return;
    hra_snprintf(id, sizeof id, "%016" PRIx64, t->id);
    hra_json_object(json, NULL);
    hra_json_text(json, "table", id);
    hra_json_text(json, "kept", hra_session_snapshot(t->session)->saved);
    hra_json_integer(json, "lookers", t->count);
    hra_json_end(json);
}

static void answer_list(serve *s, http_call *call) {
    hra_text body;
    hra_text_init(&body);
    hra_json json = hra_json_begin(&body);
    hra_json_object(&json, NULL);
    hra_json_list(&json, "tables");
    serve_each_table(s, list_table, &json);
    hra_json_end(&json);
    hra_json_end(&json);
    reply_json(call, 200, &body);
}

/* The client of a number; 0: refused. */
static int find_client(const serve_table *t, http_call *call, const char *text) {
    char *end;
    long k = strtol(text, &end, 10);
    if (end != text && !*end && k > 0 && k < HRA_SESSION_CLIENTS && t->clients[k].browser)
        return (int)k;
    http_refuse(call, 404, _("unknown client of this session"));
    return 0;
}

static void answer_line(serve_table *t, http_call *call, const request *r, const char *body, size_t length) {
    char word[REQUEST_WORD];
    if (!request_value(r, "looker", word)) {
        http_refuse(call, 400, _("missing looker=NUMBER in the query"));
        return;
    }
    int k = find_client(t, call, word);
    if (!k)
        return;
    const http_answer a = {.status = 202, .type = "application/json", .bytes = "{}\n", .length = 3};
    serve_line(t, k, body, length);
    http_reply(call, &a);
}

/* .../lookers/K, and .../lookers/K/first */
static void answer_client(serve_table *t, http_call *call, const request *r, const char *rest) {
    static const http_answer done = {.status = 204};
    static const char first[] = "/first";
    char number[8] = "";
    const char *slash = strchr(rest, '/');
    size_t length = slash ? (size_t)(slash - rest) : strlen(rest);
    memcpy(number, rest, length < sizeof number ? length : 0);
    int k = find_client(t, call, number);
    if (!k)
        return;
    if (r->method == REQUEST_DELETE && !slash) {
        serve_leave(t, k);
    } else if (r->method == REQUEST_POST && slash && strcmp(slash, first) == 0) {
        serve_put_first(t, k);
    } else {
        http_refuse(
            call, 404,
            _("unsupported method; a client leaves with DELETE or becomes first with POST .../first"));
        return;
    }
    http_reply(call, &done);
}

/* 16 hexadecimal digits, small letters. */
static bool read_id(const char *text, uint64_t *out) {
    enum { DIGITS = 16 };
    *out = 0;
    for (int i = 0; i < DIGITS; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit)
            return false;
        *out = *out << 4 | (uint64_t)(digit - digits);
    }
    return text[DIGITS] == '/';
}

/* /api/tables/ID/... */
static void answer_table(serve *s, http_call *call, const request *r, const char *rest, const char *body,
                         size_t length) {
    uint64_t id;
    if (!read_id(rest, &id)) {
        http_refuse(call, 404, _("wrong session name; expected 16 hexadecimal digits"));
        return;
    }
    const char *what = strchr(rest, '/'), *number = rest_of(what, "/lookers/");
    bool posts = r->method == REQUEST_POST;
    serve_table *t = serve_find_table(s, id);
    if (posts && strcmp(what, "/lookers") == 0)
        join(s, id, call, r);
    else if (!t)
        http_refuse(call, 404, _("unknown session; it may have been closed"));
    else if (posts && (strcmp(what, "/lines") == 0 || strcmp(what, "/records") == 0))
        answer_line(t, call, r, body, length);
    else if (number)
        answer_client(t, call, r, number);
    else
        http_refuse(call, 404, _("unknown part of a session"));
}

/* ---- long work ------------------------------------------------------------------------------*/

/* Answers null if no work is shown. */
static void answer_report(const serve *s, http_call *call) {
    hra_text body;
    hra_error why;
    hra_text_init(&body);
    if (!s->work.json) {
        hra_text_add(&body, "null");
    } else if (s->work.json(s->work.self, &body, &why) != 0) {
        hra_text_release(&body);
        http_refuse(call, 503, why.text);
        return;
    }
    reply_json(call, 200, &body);
}

static void answer_taking_part(const serve *s, http_call *call, bool yes) {
    hra_error why;
    hra_err err = s->work.take_part ? s->work.take_part(s->work.self, yes, &why) : HRA_OK;
    if (!s->work.take_part)
        http_refuse(call, 404, _("this server shows no run; start it with 'hra serve --work STORE'"));
    else if (err)
        http_refuse(call, err == HRA_ESTATE ? 409 : 503, why.text);
    else
        answer_report(s, call);
}

static void answer_work(const serve *s, http_call *call, const request *r, const char *rest) {
    bool posts = r->method == REQUEST_POST;
    if (!*rest && r->method == REQUEST_GET)
        answer_report(s, call);
    else if (posts && (strcmp(rest, "/run") == 0 || strcmp(rest, "/stop") == 0))
        answer_taking_part(s, call, rest[1] == 'r');
    else
        http_refuse(call, 404, _("work is read (GET), run (POST .../run) and stopped (POST .../stop)"));
}

static void answer(void *self, http_call *call, const request *r, const char *body, size_t length) {
    serve *s = self;
    const char *table = rest_of(r->path, "/api/tables/"), *work = rest_of(r->path, "/api/work");
    if (!rest_of(r->path, "/api/")) {
        answer_page(s, call, r);
    } else if (table) {
        answer_table(s, call, r, table, body, length);
    } else if (strcmp(r->path, "/api/tables") == 0 && r->method == REQUEST_GET) {
        answer_list(s, call);
    } else if (work && (!*work || *work == '/')) {
        answer_work(s, call, r, work);
    } else if (strcmp(r->path, "/api/events") == 0 && r->method == REQUEST_GET) {
        serve_browser *b = find_browser(s, call, r);
        if (b) {
            http_begin(call);
            serve_open_stream(s, b, call);
        }
    } else {
        http_refuse(call, 404, _("unknown address"));
    }
}

/* ---- the owner ------------------------------------------------------------------------------*/

static void gone(void *self, http_call *stream) {
    serve_lose_stream(self, stream);
}

static void woken(void *self) {
    serve_take_messages(self);
}

static void tick(void *self, double now) {
    serve_tick(self, now);
}

http_owner serve_owner(serve *s) {
    return (http_owner){.self = s,
                        .admit = admit,
                        .answer = answer,
                        .gone = gone,
                        .woken = woken,
                        .tick = tick,
                        .log = s->log};
}
