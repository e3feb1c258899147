/* The library inside a page: the same file of WebAssembly is a table's engine in one worker, and thinks for
 * tables in others. What a page calls is marked `export`, what it gives is marked `import`;
 * page/src/backend/engine/module.ts is the other side. Texts are UTF-8, as bytes and a length; a page writes
 * what it hands over into hra_engine_room. */
#include <stdlib.h>
#include <string.h>

#include "hra/hra.h"
#include "hra/session.h"

#define export(name) __attribute__((export_name(name)))
#define import(name) __attribute__((import_module("hra"), import_name(name)))

enum {
    TABLES = 64,
    STORE = 64 << 20 /* bytes of plays and files at most */,
    MEMORY = 512 << 20 /* a spec may ask for */
};

/* An event for a client of a table; a line of JSON. */
import("event") void page_event(int table, int client, const char *json, size_t length);
/* The store has changed: the first `at` bytes of an entry stay, these come behind them; bytes 0: it goes. */
import("changed") void page_changed(const char *name, size_t at, const char *bytes, size_t length);
/* Of hra_engine_think: what was found so far, and at the end the result. */
import("found") void page_found(const char *json, size_t length);
import("done") void page_done(const char *result, size_t length);

typedef struct table {
    hra_session *session;
    int number;
} table;

static struct engine {
    hra_store *store;
    hra_host host; /* caps that fit a browser; specs of work name files of the store, as a session's do */
    hra_worker *worker;
    table tables[TABLES];
    char *input;
} engine; /* a module has one, as a program has one main */

export("hra_engine_room") char *hra_engine_room(size_t size) {
    free(engine.input);
    engine.input = malloc(size ? size : 1);
    return engine.input;
}

/* ---- what is kept ---------------------------------------------------------------------------*/

static hra_err tell_change(void *self, const char *name, size_t at, const char *bytes, size_t length,
                           hra_error *why) {
    (void)self;
    (void)why;
    page_changed(name, at, bytes, length);
    return HRA_OK;
}

static hra_err open_store(hra_error *why) {
    if (engine.store)
        return HRA_OK;
    hra_store_memory setup = {.size = sizeof setup, .most = STORE, .change = tell_change};
    hra_err err = hra_store_open_memory(&engine.store, &setup, why);
    engine.host = (hra_host){.size = sizeof engine.host,
                             .read = hra_store_read_file,
                             .self = engine.store,
                             .caps = {.threads = 1, .memory = MEMORY}};
    return err;
}

/* Takes out the entry whose name and a zero lie in the room, which another page deleted; a play that is open
 * here stays. */
export("hra_engine_drop") void hra_engine_drop(size_t size) {
    if (memchr(engine.input, 0, size) && engine.store)
        hra_store_remove(engine.store, engine.input, NULL);
}

/* Puts in what the page kept: room holds the name, a zero and the bytes. 0, or why not. */
export("hra_engine_fill") int hra_engine_fill(size_t size, double changed) {
    hra_error why;
    const char *name = engine.input, *end = memchr(engine.input, 0, size);
    if (!end || open_store(&why))
        return HRA_EINPUT;
    size_t from = (size_t)(end - name) + 1;
    hra_store_entry entry = {.name = name, .length = size - from, .changed = changed};
    return hra_store_fill(engine.store, &entry, end + 1, &why);
}

/* ---- language -------------------------------------------------------------------------------*/

/* Speaks from now on as the catalogue (the bytes of a .mo file) that lies in the room, which it keeps; size
 * 0: English. For every worker before anything else is asked. 0, or why not. */
export("hra_engine_language") int hra_engine_language(size_t size) {
    static char *catalogue;
    hra_err err = hra_language_load(size ? engine.input : NULL, size);
    char *old = catalogue;
    catalogue = err || !size ? NULL : engine.input;
    engine.input = catalogue ? NULL : engine.input;
    free(old);
    return err;
}

/* ---- tables ---------------------------------------------------------------------------------*/

static void tell_event(void *self, const hra_session_event *event) {
    const table *t = self;
    page_event(t->number, event->client, event->json, strlen(event->json));
}

static hra_session *session_of(int number) {
    return number >= 0 && number < TABLES ? engine.tables[number].session : NULL;
}

export("hra_engine_close") void hra_engine_close(int number) {
    if (!session_of(number))
        return;
    hra_session_close(engine.tables[number].session);
    engine.tables[number].session = NULL;
}

/* Opens a table whose thinking is handed to client 0, who watches. Its number, or a negative hra_err. */
export("hra_engine_open") int hra_engine_open(void) {
    hra_error why;
    int free_one = 0;
    while (free_one < TABLES && engine.tables[free_one].session)
        free_one++;
    if (free_one == TABLES)
        return HRA_ELIMIT;
    hra_err err = open_store(&why);
    if (err)
        return err;
    table *t = &engine.tables[free_one];
    t->number = free_one;
    hra_session_setup setup = {.size = sizeof setup,
                               .host = &engine.host,
                               .store = engine.store,
                               .event = tell_event,
                               .self = t,
                               .hand_out = true,
                               .version = HRA_SESSION_VERSION,
                               .threads = 1};
    err = hra_session_open(&t->session, &setup, &why);
    int worker = err ? err : hra_session_attach(t->session, HRA_VIEW_WATCH);
    if (worker < 0)
        hra_engine_close(free_one);
    return worker < 0 ? worker : free_one;
}

/* As hra_session_attach. */
export("hra_engine_attach") int hra_engine_attach(int number, int look) {
    return session_of(number) ? hra_session_attach(session_of(number), look) : HRA_ESTATE;
}

export("hra_engine_detach") void hra_engine_detach(int number, int client) {
    if (session_of(number))
        hra_session_detach(session_of(number), client);
}

/* A line, which lies in the room, from a client. */
export("hra_engine_line") void hra_engine_line(int number, int client, size_t length) {
    if (session_of(number))
        hra_session_line(session_of(number), client, engine.input, length);
}

/* True: there is more to step for. */
export("hra_engine_step") bool hra_engine_step(int number) {
    return session_of(number) && hra_session_step(session_of(number));
}

/* ---- thinking -------------------------------------------------------------------------------*/

static void tell_found(void *self, const char *json) {
    (void)self;
    page_found(json, strlen(json));
}

/* Does the work whose text lies in the room; 0, or HRA_ENOMEM. */
export("hra_engine_think") int hra_engine_think(size_t length) {
    hra_error why;
    hra_text text, result;
    hra_err err = open_store(&why);
    if (!err && !engine.worker)
        err = hra_worker_open(&engine.worker, &engine.host, NULL, &why);
    if (err)
        return err;
    hra_worker_on_progress(engine.worker, tell_found, NULL);
    hra_text_init(&text);
    hra_text_init(&result);
    hra_text_add_bytes(&text, engine.input, length);
    err = text.err ? text.err : hra_worker_run(engine.worker, hra_text_string(&text), NULL, &result);
    if (!err && !result.err)
        page_done(hra_text_string(&result), result.length);
    hra_text_release(&text);
    hra_text_release(&result);
    return err;
}
