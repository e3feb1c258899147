/* What is asked, and who does it. */
#include "serve.h"

#include <hra/play.h>
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

/* Whether a path fits a pattern, in which '*' stands for one part. */
static bool fits(const char *path, const char *pattern) {
    for (; *pattern; pattern++)
        if (*pattern == '*') {
            size_t n = strcspn(path, "/");
            if (n == 0)
                return false;
            path += n;
        } else if (*path++ != *pattern) {
            return false;
        }
    return !*path;
}

/* What a role may ask; of the owner an unknown address is refused later. */
static bool may_ask(const request *r, hra_session_role role) {
    static const struct {
        request_method method;
        const char *path;
        bool roles[HRA_ROLES];
    } rows[] = {
#define SERVE_REQUEST(METHOD, PATH, OWNER, SEAT, WATCHER, STRANGER)                                          \
    {REQUEST_##METHOD, PATH, {OWNER, SEAT, WATCHER, STRANGER}},
#include "serve_requests.def"
#undef SERVE_REQUEST
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (r->method == rows[i].method && fits(r->path, rows[i].path))
            return rows[i].roles[role];
    return role == HRA_ROLE_OWNER;
}

static serve_caller caller_of(serve *s, const request *r) {
    static const char scheme[] = "Bearer ";
    const char *given = r->authorization ? rest_of(r->authorization, scheme) : NULL;
    return given ? serve_find_caller(s, given) : (serve_caller){.role = HRA_ROLE_STRANGER};
}

/* The page itself is public; all else needs the token, or the key of an invitation. */
static int admit(void *self, const request *r, size_t *most, const char **why) {
    serve *s = self;
    if (!rest_of(r->path, "/api/")) {
        *why = _("unsupported method; the page allows GET and HEAD");
        return r->method == REQUEST_GET || r->method == REQUEST_HEAD_ONLY ? 0 : 405;
    }
    const serve_caller who = caller_of(s, r);
    int limit =
        serve_admit_address(serve_find_address(s, r->address), r->length, who.role == HRA_ROLE_STRANGER, why);
    if (limit)
        return limit;
    *why = _("missing or wrong token; open the address that 'hra serve' prints");
    if (who.role == HRA_ROLE_STRANGER)
        return 401;
    *why = _("too many requests of this invitation; try again in a minute");
    if (who.invite && !serve_spend_guest(&who.table->invites[who.place].requests))
        return 429;
    *why = who.invite ? _("an invitation does not allow this") : _("unknown address");
    if (!may_ask(r, who.role))
        return who.invite ? 403 : 404;
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

/* The page's own addresses are relative to its folder: without the '/' at its end they would miss it. */
static bool redirect(const serve *s, http_call *call, const request *r) {
    const char *end = s->url[0] ? strstr(s->url, "://") : NULL, *prefix = end ? strchr(end + 3, '/') : NULL;
    char extra[700];
    if (!prefix || strlen(prefix) < 2 || strlen(r->path) != strlen(prefix) - 1 ||
        strncmp(r->path, prefix, strlen(r->path)) != 0)
        return false;
    hra_snprintf(extra, sizeof extra, "Cache-Control: no-store\r\nLocation: %s\r\n", s->url);
    const http_answer a = {.status = 308, .extra = extra};
    http_reply(call, &a);
    return true;
}

static void send_home(serve *s, http_call *call, const request *r, bool pictures) {
    const serve_home *home;
    hra_error why;
    if (serve_take_home(s, pictures, &home, &why) != 0) {
        http_refuse(call, 503, why.text);
        return;
    }
    const page_file f = {.type = "application/json",
                         .tag = home->tag,
                         .bytes = (const unsigned char *)home->text.data,
                         .length = home->text.length,
                         .packed = home->packed,
                         .packed_length = home->packed_length};
    send_file(call, r, &f);
}

static void answer_page(serve *s, http_call *call, const request *r) {
    if (redirect(s, call, r))
        return;
    const char *path = strcmp(r->path, "/") == 0 ? "/index.html" : r->path;
    const bool pictures = strcmp(path, "/home.json") == 0;
    if (s->page && (pictures || strcmp(path, "/games.json") == 0)) {
        send_home(s, call, r, pictures);
        return;
    }
    for (int i = 0; i < page_file_count && s->page; i++)
        if (strcmp(page_files[i].path, path) == 0) {
            send_file(call, r, &page_files[i]);
            return;
        }
    http_refuse(call, 404, _("unknown address"));
}

/* ---- tables ---------------------------------------------------------------------------------*/

/* The browser that the query names; NULL: the request was refused. */
static serve_browser *find_browser(serve *s, http_call *call, const request *r, const serve_caller *who) {
    int most = who->place == SERVE_WATCHING ? SERVE_WATCH_LOOKERS : SERVE_GUEST_STREAMS;
    char name[REQUEST_WORD];
    serve_browser *b = NULL;
    if (!request_value(r, "stream", name)) {
        http_refuse(call, 400, _("missing stream=NAME in the query, of letters, digits, '-', '_' and '.'"));
        return NULL;
    }
    hra_err err = serve_find_browser(s, name, who->invite, most, &b);
    if (err == HRA_EDENIED)
        http_refuse(call, 403, _("this stream belongs to another client"));
    else if (err)
        http_refuse(call, 429, _("too many streams"));
    return err ? NULL : b;
}

static void reply_json(http_call *call, int status, hra_text *body) {
    const http_answer a = {
        .status = status, .type = "application/json", .bytes = hra_text_string(body), .length = body->length};
    http_reply(call, &a);
    hra_text_release(body);
}

/* Lets somebody in, at a table that is made where there is none of this id; a guest at the place of the invitation. */
static void join(serve *s, uint64_t id, http_call *call, const request *r, const serve_caller *who) {
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
    if (who->invite)
        seats = who->place == SERVE_WATCHING ? 0 : 1u << who->place;
    serve_browser *b = find_browser(s, call, r, who);
    if (!b)
        return;
    const serve_address *from = serve_find_address(s, r->address);
    if (fresh && !serve_may_open(s, from)) {
        http_refuse(call, 429, _("too many tables of this address"));
        return;
    }
    if (fresh && serve_open_table(s, id, &t, &why) != 0) {
        http_refuse(call, why.code == HRA_ELIMIT ? 429 : 503, why.text);
        return;
    }
    if (fresh && from)
        hra_snprintf(t->from, sizeof t->from, "%s", from->name);
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

/* A line for hra serve --list. */
static void write_table(serve_table *t, void *to) {
    const hra_play *play = hra_session_play(t->session);
    const char *kept = hra_session_snapshot(t->session)->saved;
    hra_text_addf(to, "%016" PRIx64 "  %2d  %-16s %s%s%s\n", t->id, t->count, t->from[0] ? t->from : "-",
                  play ? hra_play_snapshot(play)->game->spec : "-", kept ? "  " : "", kept ? kept : "");
}

static void answer_list(serve *s, http_call *call, const request *r) {
    char as[REQUEST_WORD] = "";
    hra_text body;
    hra_text_init(&body);
    if (request_value(r, "as", as) && strcmp(as, "text") == 0) {
        serve_each_table(s, write_table, &body);
        const http_answer a = {.status = 200,
                               .type = "text/plain; charset=utf-8",
                               .bytes = hra_text_string(&body),
                               .length = body.length};
        http_reply(call, &a);
        hra_text_release(&body);
        return;
    }
    hra_json json = hra_json_begin(&body);
    hra_json_object(&json, NULL);
    hra_json_list(&json, "tables");
    serve_each_table(s, list_table, &json);
    hra_json_end(&json);
    hra_json_end(&json);
    reply_json(call, 200, &body);
}

/* The client of a number, if it came with the key of this request; 0: refused. */
static int find_client(const serve_table *t, http_call *call, const char *text, const serve_caller *who) {
    char *end;
    long k = strtol(text, &end, 10);
    if (end != text && !*end && k > 0 && k < HRA_SESSION_CLIENTS && t->clients[k].browser &&
        t->clients[k].invite == who->invite)
        return (int)k;
    http_refuse(call, 404, _("unknown client of this session"));
    return 0;
}

static void answer_line(serve_table *t, http_call *call, const request *r, const serve_caller *who,
                        const char *body, size_t length) {
    char word[REQUEST_WORD];
    if (!request_value(r, "looker", word)) {
        http_refuse(call, 400, _("missing looker=NUMBER in the query"));
        return;
    }
    int k = find_client(t, call, word, who);
    if (!k)
        return;
    const http_answer a = {.status = 202, .type = "application/json", .bytes = "{}\n", .length = 3};
    serve_line(t, k, body, length);
    http_reply(call, &a);
}

/* .../lookers/K, .../lookers/K/first and .../lookers/K/rematch */
static void answer_client(serve_table *t, http_call *call, const request *r, const serve_caller *who,
                          const char *rest) {
    static const http_answer done = {.status = 204};
    static const char first[] = "/first", rematch[] = "/rematch";
    char number[8] = "";
    const char *slash = strchr(rest, '/');
    size_t length = slash ? (size_t)(slash - rest) : strlen(rest);
    memcpy(number, rest, length < sizeof number ? length : 0);
    int k = find_client(t, call, number, who);
    if (!k)
        return;
    if (r->method == REQUEST_DELETE && !slash) {
        serve_leave(t, k);
    } else if (r->method == REQUEST_POST && slash && strcmp(slash, first) == 0) {
        serve_put_first(t, k);
    } else if (r->method == REQUEST_POST && slash && strcmp(slash, rematch) == 0) {
        serve_ask_rematch(t, k);
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
    *out = 0;
    for (int i = 0; i < SERVE_ID; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit)
            return false;
        *out = *out << 4 | (uint64_t)(digit - digits);
    }
    return !text[SERVE_ID] || text[SERVE_ID] == '/';
}

/* ---- invitations ----------------------------------------------------------------------------*/

static void write_place(hra_json *json, int place) {
    if (place == SERVE_WATCHING)
        hra_json_text(json, "seat", "watch");
    else
        hra_json_integer(json, "seat", place);
}

/* To whom the query wants an invitation. */
static void invite(serve_table *t, http_call *call, const request *r) {
    char word[REQUEST_WORD] = "", key[SERVE_KEY + 1];
    unsigned seats = HRA_SEATS_ALL;
    int place = 0;
    hra_error why = {0};
    hra_text body;
    (void)request_value(r, "seat", word);
    if (hra_seats_read(word, HRA_MAX_SEATS, &seats, &why) != 0 || seats == HRA_SEATS_ALL) {
        http_refuse(call, 400, _("expected seat=NUMBER or seat=watch in the query"));
        return;
    }
    while (place < SERVE_WATCHING && !(seats >> place & 1))
        place++;
    if (serve_invite_to(t, place, key, &why) != 0) {
        http_refuse(call, 503, why.text);
        return;
    }
    hra_text_init(&body);
    hra_json json = hra_json_begin(&body);
    hra_json_object(&json, NULL);
    hra_json_count(&json, "invitation", t->invites[place].number);
    write_place(&json, place);
    hra_json_text(&json, "key", key);
    if (t->serve->url[0])
        hra_json_text(&json, "url", t->serve->url);
    hra_json_end(&json);
    reply_json(call, 201, &body);
}

static void list_invitations(const serve_table *t, http_call *call) {
    hra_text body;
    hra_text_init(&body);
    hra_json json = hra_json_begin(&body);
    hra_json_object(&json, NULL);
    hra_json_list(&json, "invitations");
    for (int place = 0; place < SERVE_INVITES; place++) {
        if (!t->invites[place].number)
            continue;
        hra_json_object(&json, NULL);
        hra_json_count(&json, "invitation", t->invites[place].number);
        write_place(&json, place);
        hra_json_end(&json);
    }
    hra_json_end(&json);
    hra_json_end(&json);
    reply_json(call, 200, &body);
}

/* .../invitations and .../invitations/N */
static void answer_invitations(serve_table *t, http_call *call, const request *r, const char *rest) {
    static const http_answer done = {.status = 204};
    char *end;
    if (!*rest && r->method == REQUEST_POST) {
        invite(t, call, r);
    } else if (!*rest && r->method == REQUEST_GET) {
        list_invitations(t, call);
    } else if (*rest == '/' && r->method == REQUEST_DELETE) {
        uint64_t number = strtoull(rest + 1, &end, 10);
        if (*end || !serve_revoke(t, number))
            http_refuse(call, 404, _("unknown invitation"));
        else
            http_reply(call, &done);
    } else {
        http_refuse(call, 404, _("invitations are made (POST), listed (GET) and ended (DELETE .../N)"));
    }
}

/* To what a guest is invited. */
static void answer_guest(http_call *call, const serve_caller *who) {
    char id[20];
    hra_text body;
    hra_text_init(&body);
    hra_json json = hra_json_begin(&body);
    hra_json_object(&json, NULL);
    hra_snprintf(id, sizeof id, "%016" PRIx64, who->table->id);
    hra_json_text(&json, "table", id);
    write_place(&json, who->place);
    hra_json_end(&json);
    reply_json(call, 200, &body);
}

static void end_table(serve *s, http_call *call, const request *r, uint64_t id) {
    static const http_answer done = {.status = 204};
    serve_table *t = serve_find_table(s, id);
    if (r->method != REQUEST_DELETE || !t) {
        http_refuse(call, 404,
                    t ? _("a table is ended with DELETE") : _("unknown session; it may have been closed"));
        return;
    }
    serve_close_table(t);
    http_reply(call, &done);
}

/* ---- one table ------------------------------------------------------------------------------*/

/* /api/tables/ID/... */
static void answer_table(serve *s, http_call *call, const request *r, const serve_caller *who,
                         const char *rest, const char *body, size_t length) {
    uint64_t id;
    if (!read_id(rest, &id)) {
        http_refuse(call, 404, _("wrong session name; expected 16 hexadecimal digits"));
        return;
    }
    if (rest[SERVE_ID] == '\0') {
        end_table(s, call, r, id);
        return;
    }
    const char *what = strchr(rest, '/'), *number = rest_of(what, "/lookers/");
    const char *invitation = rest_of(what, "/invitations");
    bool posts = r->method == REQUEST_POST;
    serve_table *t = serve_find_table(s, id);
    if (who->invite && t != who->table)
        http_refuse(call, 404, _("unknown session; it may have been closed"));
    else if (posts && strcmp(what, "/lookers") == 0)
        join(s, id, call, r, who);
    else if (!t)
        http_refuse(call, 404, _("unknown session; it may have been closed"));
    else if (posts && (strcmp(what, "/lines") == 0 || strcmp(what, "/records") == 0))
        answer_line(t, call, r, who, body, length);
    else if (number)
        answer_client(t, call, r, who, number);
    else if (invitation && (!*invitation || *invitation == '/'))
        answer_invitations(t, call, r, invitation);
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
    const serve_caller who = caller_of(s, r);
    if (!rest_of(r->path, "/api/")) {
        answer_page(s, call, r);
    } else if (who.role == HRA_ROLE_STRANGER || !may_ask(r, who.role)) { /* its invitation has just ended */
        http_refuse(call, 401, _("missing or wrong token; open the address that 'hra serve' prints"));
    } else if (table) {
        answer_table(s, call, r, &who, table, body, length);
    } else if (strcmp(r->path, "/api/invitation") == 0 && who.invite) {
        answer_guest(call, &who);
    } else if (strcmp(r->path, "/api/tables") == 0 && r->method == REQUEST_GET) {
        answer_list(s, call, r);
    } else if (work && (!*work || *work == '/')) {
        answer_work(s, call, r, work);
    } else if (strcmp(r->path, "/api/events") == 0 && r->method == REQUEST_GET) {
        serve_browser *b = find_browser(s, call, r, &who);
        const serve_address *from = serve_find_address(s, r->address);
        if (b && !b->stream && !serve_may_stream(s, from)) {
            http_refuse(call, 429, _("too many streams"));
        } else if (b) {
            hra_snprintf(b->from, sizeof b->from, "%s", from ? from->name : "");
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
