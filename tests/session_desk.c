/* The owner of a session. */
#include "session_desk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the schema -----------------------------------------------------------------------------*/

static const char *const known_words[] = {"type",  "const",      "enum",     "oneOf",
                                          "$ref",  "properties", "required", "additionalProperties",
                                          "items", "minimum",    "maximum",  NULL};

static bool is_type(const json_t *value, const char *type) {
    if (strcmp(type, "integer") == 0)
        return json_is_integer(value) ||
               (json_is_real(value) && floor(json_real_value(value)) == json_real_value(value));
    return (strcmp(type, "string") == 0 && json_is_string(value)) ||
           (strcmp(type, "boolean") == 0 && json_is_boolean(value)) ||
           (strcmp(type, "number") == 0 && json_is_number(value)) ||
           (strcmp(type, "object") == 0 && json_is_object(value)) ||
           (strcmp(type, "array") == 0 && json_is_array(value)) ||
           (strcmp(type, "null") == 0 && json_is_null(value));
}

static bool has_type(const json_t *value, const json_t *types) {
    if (json_is_string(types))
        return is_type(value, json_string_value(types));
    bool found = false;
    for (size_t i = 0; i < json_array_size(types); i++)
        found = found || is_type(value, json_string_value(json_array_get(types, i)));
    return found;
}

static bool conforms(const json_t *root, const json_t *schema, json_t *value);

static bool has_one_of(const json_t *root, const json_t *list, json_t *value) {
    int count = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        count += conforms(root, json_array_get(list, i), value);
    return count == 1;
}

static bool is_listed(const json_t *list, const json_t *value) {
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_equal(json_array_get(list, i), value))
            return true;
    return false;
}

static bool fits_object(const json_t *root, const json_t *schema, json_t *value) {
    const json_t *properties = json_object_get(schema, "properties"),
                 *required = json_object_get(schema, "required");
    const char *key;
    json_t *member;
    for (size_t i = 0; i < json_array_size(required); i++)
        if (!json_object_get(value, json_string_value(json_array_get(required, i))))
            return false;
    json_object_foreach(value, key, member) {
        const json_t *own = json_object_get(properties, key);
        if (own ? !conforms(root, own, member)
                : json_is_false(json_object_get(schema, "additionalProperties")))
            return false;
    }
    return true;
}

static bool fits_number(const json_t *schema, const json_t *value) {
    const json_t *least = json_object_get(schema, "minimum"), *most = json_object_get(schema, "maximum");
    double x = json_number_value(value);
    return (!least || x >= json_number_value(least)) && (!most || x <= json_number_value(most));
}

/* As much of JSON Schema as docs/session.schema.json uses. */
static bool conforms(const json_t *root, const json_t *schema, json_t *value) {
    const char *ref = json_string_value(json_object_get(schema, "$ref"));
    const json_t *type = json_object_get(schema, "type"), *wanted = json_object_get(schema, "const"),
                 *list = json_object_get(schema, "enum"), *one = json_object_get(schema, "oneOf"),
                 *items = json_object_get(schema, "items");
    if (ref) {
        assert_true(strncmp(ref, "#/$defs/", 8) == 0);
        const json_t *def = json_object_get(json_object_get(root, "$defs"), ref + 8);
        assert_non_null(def);
        return conforms(root, def, value);
    }
    if ((type && !has_type(value, type)) || (wanted && !json_equal(wanted, value)) ||
        (list && !is_listed(list, value)) || (one && !has_one_of(root, one, value)) ||
        (json_is_number(value) && !fits_number(schema, value)))
        return false;
    for (size_t i = 0; items && i < json_array_size(value); i++)
        if (!conforms(root, items, json_array_get(value, i)))
            return false;
    return !json_is_object(value) || fits_object(root, schema, value);
}

/* A keyword that is not checked here would promise what nobody verifies. */
static void expect_known_words(const json_t *schema) {
    const char *key;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)schema, key, member) {
        const char *const *word = known_words;
        while (*word && strcmp(*word, key) != 0)
            word++;
        if (!*word)
            fail_msg("the schema uses '%s', which this test does not know", key);
        if (strcmp(key, "properties") == 0) {
            const char *name;
            json_t *property;
            json_object_foreach(member, name, property) expect_known_words(property);
        } else if (strcmp(key, "items") == 0) {
            expect_known_words(member);
        }
    }
}

static void read_schema(desk *d) {
    json_error_t why;
    const char *name;
    json_t *def;
    d->schema = json_load_file(HRA_ROOT "/docs/session.schema.json", JSON_DECODE_INT_AS_REAL, &why);
    if (!d->schema)
        fail_msg("docs/session.schema.json:%d: %s", why.line, why.text);
    json_object_foreach(json_object_get(d->schema, "$defs"), name, def) expect_known_words(def);
}

/* ---- what is told ---------------------------------------------------------------------------*/

/* The ID of the line that it answers, in either version; "": it answers none. */
static const char *answered(const json_t *json) {
    return desk_text(json, json_object_get(json, "reply_to") ? "reply_to" : "re");
}

static void close_line(desk *d, const json_t *json) {
    const char *re = answered(json), *kind = desk_text(json, "event");
    int line = 0;
    if (re[0] != 'L' || (strcmp(kind, "ok") != 0 && strcmp(kind, "error") != 0))
        return;
    for (const char *digit = re + 1; *digit; digit++)
        line = 10 * line + (*digit - '0');
    assert_true(line >= 1 && line <= d->lines);
    if (++d->closed[line] > 1)
        fail_msg("line %d is closed twice", line);
}

static void take_work(desk *d, json_t *json) {
    int64_t id = (int64_t)json_number_value(json_object_get(json, "id"));
    for (int i = 0; i < d->work_count; i++)
        if ((int64_t)json_number_value(json_object_get(d->work[i], "id")) == id) {
            d->work_count--;
            memmove(d->work + i, d->work + i + 1, (size_t)(d->work_count - i) * sizeof *d->work);
            break;
        }
    if (json_object_get(json, "text")) {
        assert_true(d->work_count < DESK_WORK);
        d->work[d->work_count++] = json;
    }
}

static int event_version(const json_t *json) {
    return json_object_get(json, "seq") ? 2 : 1;
}

static void write_down(void *self, const hra_session_event *event) {
    desk *d = self;
    json_error_t why;
    assert_true(event->client >= 0 && event->client < HRA_SESSION_CLIENTS);
    assert_non_null(event->json);
    assert_null(strchr(event->json, '\n'));
    json_t *json = json_loads(event->json, JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, &why);
    if (!json)
        fail_msg("no JSON: %s: %s", why.text, event->json);
    if (!conforms(d->schema, d->schema, json))
        fail_msg("the schema knows no such event: %s", event->json);
    uint64_t n = (uint64_t)json_number_value(json_object_get(json, event_version(json) == 2 ? "seq" : "n"));
    assert_int_equal(n, event->seq);
    if (event->again)
        assert_true(n <= d->n[event->client]);
    else if (n != ++d->n[event->client])
        fail_msg("after event %d comes: %s", (int)d->n[event->client] - 1, event->json);
    if (d->count == d->capacity) {
        d->capacity = d->capacity ? 2 * d->capacity : 256;
        d->events = realloc(d->events, d->capacity * sizeof *d->events);
        assert_non_null(d->events);
    }
    size_t length = strlen(event->json) + 1;
    d->events[d->count] = (desk_event){event->client, event->again, json, malloc(length)};
    assert_non_null(d->events[d->count].line);
    memcpy(d->events[d->count++].line, event->json, length);
    if (event->kind == HRA_SESSION_BYE) {
        d->here[event->client] = false;
        d->n[event->client] = 0;
    }
    if (event->again)
        return;
    close_line(d, json);
    if (event->kind == HRA_SESSION_TASK)
        take_work(d, json);
}

/* ---- opening and closing --------------------------------------------------------------------*/

static hra_err read_source(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    char path[1024];
    hra_snprintf(path, sizeof path, "%s/%s", HRA_ROOT, name);
    return hra_host_read_file(NULL, path, most, out, why);
}

void desk_open(desk *d) {
    hra_error why = {0};
    const hra_store_memory memory = {.size = sizeof memory};
    read_schema(d);
    if (!d->store)
        assert_int_equal(hra_store_open_memory(&d->store, &memory, NULL), 0);
    d->host.size = sizeof d->host;
    d->host.read = read_source;
    d->setup.size = sizeof d->setup;
    d->setup.host = &d->host;
    d->setup.store = d->store;
    d->setup.event = write_down;
    d->setup.self = d;
    d->closed = calloc(1, sizeof *d->closed);
    if (hra_session_open(&d->session, &d->setup, &why) != 0)
        fail_msg("no session: %s", why.text);
}

void desk_open_plain(desk *d) {
    *d = (desk){0};
    desk_open(d);
    assert_int_equal(desk_attach(d, HRA_VIEW_TABLE), 0);
}

void desk_close(desk *d) {
    hra_session_close(d->session);
    for (int i = 0; i < HRA_SESSION_CLIENTS; i++)
        assert_false(d->here[i]); /* everybody was told bye */
    for (int i = 1; i <= d->lines; i++)
        if (d->closed[i] != 1)
            fail_msg("line %d was not closed", i);
    for (size_t i = 0; i < d->count; i++) {
        json_decref(d->events[i].json);
        free(d->events[i].line);
    }
    json_decref(d->schema);
    hra_worker_close(d->worker);
    hra_store_close(d->store);
    free(d->events);
    free(d->closed);
    *d = (desk){0};
}

/* The client that joined after this number of events. */
static int greet(desk *d, int client, size_t before) {
    if (client < 0)
        return client;
    d->here[client] = true;
    const json_t *hello = before < d->count ? d->events[before].json : NULL;
    assert_string_equal(desk_text(hello, "event"), "hello");
    return client;
}

int desk_attach(desk *d, int seat) {
    size_t before = d->count;
    return greet(d, hra_session_attach(d->session, seat), before);
}

int desk_admit(desk *d, unsigned seats, unsigned may) {
    size_t before = d->count;
    return greet(d, hra_session_admit(d->session, seats, may), before);
}

/* ---- lines ----------------------------------------------------------------------------------*/

static void send(desk *d, int client, const char *format, va_list list) {
    hra_text line;
    hra_text_init(&line);
    if (d->here[client]) { /* a client that has left gets no answer */
        d->lines++;
        d->closed = realloc(d->closed, (size_t)(d->lines + 1) * sizeof *d->closed);
        assert_non_null(d->closed);
        d->closed[d->lines] = 0;
    }
    hra_snprintf(d->id, sizeof d->id, "L%d", d->lines);
    hra_text_addf(&line, "@%s ", d->id);
    hra_text_addv(&line, format, list);
    hra_snprintf(d->line, sizeof d->line, "%s", hra_text_string(&line));
    hra_session_line(d->session, client, line.data, line.length);
    hra_text_release(&line);
}

void desk_send(desk *d, int client, const char *format, ...) {
    va_list list;
    va_start(list, format);
    send(d, client, format, list);
    va_end(list);
}

/* What the worker has found of a review so far. An analysis finds as much as there is time for. */
static void pass_on(void *self, const char *json) {
    desk *d = self;
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "%s %d %s", event_version(d->work[0]) == 2 ? "task-progress" : "found",
                  desk_int(d->work[0], "id"), json);
    if (strstr(desk_text(d->work[0], "text"), "\ntask review\n"))
        hra_session_line(d->session, 0, line.data, line.length);
    hra_text_release(&line);
}

void desk_work_once(desk *d) {
    hra_text line;
    const json_t *work = d->work[0];
    assert_true(d->work_count > 0);
    hra_text_init(&line);
    if (!d->overheard)
        hra_worker_on_progress(d->worker, pass_on, d);
    hra_text_addf(&line, "%s %d ", event_version(work) == 2 ? "task-result" : "done", desk_int(work, "id"));
    assert_int_equal(hra_worker_run(d->worker, desk_text(work, "text"), NULL, &line), 0);
    d->work_count--;
    memmove(d->work, d->work + 1, (size_t)d->work_count * sizeof *d->work);
    hra_session_line(d->session, 0, line.data, line.length);
    hra_text_release(&line);
}

void desk_settle(desk *d) {
    if (!d->setup.hand_out) {
        while (hra_session_step(d->session))
            (void)hra_session_wait(d->session, -1);
        return;
    }
    while (d->work_count && d->worker)
        desk_work_once(d);
}

/* The closing event of the last line. */
static const json_t *closing(const desk *d) {
    for (size_t i = d->count; i-- > 0;) {
        const char *kind = desk_text(d->events[i].json, "event");
        if (strcmp(answered(d->events[i].json), d->id) == 0 && !d->events[i].again &&
            (strcmp(kind, "ok") == 0 || strcmp(kind, "error") == 0))
            return d->events[i].json;
    }
    fail_msg("nothing closes '%s'", d->line);
    return NULL;
}

void desk_ok(desk *d, int client, const char *format, ...) {
    va_list list;
    va_start(list, format);
    send(d, client, format, list);
    va_end(list);
    desk_settle(d);
    const json_t *end = closing(d);
    if (strcmp(desk_text(end, "event"), "ok") != 0)
        fail_msg("'%s': %s", d->line, desk_text(end, "text"));
}

void desk_error(desk *d, int client, const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    send(d, client, format, list);
    va_end(list);
    desk_settle(d);
    const json_t *end = closing(d);
    if (strcmp(desk_text(end, "event"), "error") != 0)
        fail_msg("'%s' is no error", d->line);
    if (!strstr(desk_text(end, "text"), text))
        fail_msg("'%s': not '%s', but '%s'", d->line, text, desk_text(end, "text"));
}

/* ---- looking --------------------------------------------------------------------------------*/

json_t *desk_find(const desk *d, size_t from, int client, const char *kind) {
    for (size_t i = d->count; i-- > from;)
        if (d->events[i].client == client && strcmp(desk_text(d->events[i].json, "event"), kind) == 0)
            return d->events[i].json;
    return NULL;
}

json_t *desk_last(const desk *d, int client, const char *kind) {
    json_t *found = desk_find(d, 0, client, kind);
    if (!found)
        fail_msg("client %d was told no %s", client, kind);
    return found;
}

int desk_tell_count(const desk *d, size_t from, int client, const char *kind) {
    int count = 0;
    for (size_t i = from; i < d->count; i++)
        count += d->events[i].client == client && strcmp(desk_text(d->events[i].json, "event"), kind) == 0;
    return count;
}

const char *desk_text(const json_t *event, const char *key) {
    const char *text = json_string_value(json_object_get(event, key));
    return text ? text : "";
}

int desk_int(const json_t *event, const char *key) {
    const json_t *value = json_object_get(event, key);
    return json_is_number(value) ? (int)json_number_value(value) : -99;
}

char *desk_record(const desk *d, const char *name) {
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(hra_store_read(d->store, name, 1 << 24, &text, NULL), 0);
    char *copy = malloc(text.length + 1);
    assert_non_null(copy);
    memcpy(copy, hra_text_string(&text), text.length + 1);
    hra_text_release(&text);
    return copy;
}
