/* What the first screen has to know of the games, for a page that draws it before it has a session. */
#include "serve.h"

#include <hra/language.h>
#include <stdlib.h>
#include <string.h>

#ifdef HRA_ZLIB
#define ZLIB_CONST
#include <zlib.h>

enum { AS_GZIP = 16 + MAX_WBITS, MEMORY = 8 /* as usual */ };

/* Leaves it out where there is no memory: it is sent as it is then. */
static void pack(serve_home *home) {
    z_stream z = {.next_in = (const unsigned char *)home->text.data, .avail_in = (uInt)home->text.length};
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, AS_GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    const uLong most = deflateBound(&z, z.avail_in);
    home->packed = malloc(most);
    z.next_out = home->packed;
    z.avail_out = (uInt)most;
    if (home->packed && deflate(&z, Z_FINISH) == Z_STREAM_END) {
        home->packed_length = z.total_out;
    } else {
        free(home->packed);
        home->packed = NULL;
    }
    (void)deflateEnd(&z);
}
#else
static void pack(serve_home *home) {
    (void)home;
}
#endif

static void collect(void *self, const hra_session_event *event) {
    const char *key = event->kind == HRA_SESSION_GAMES     ? "games"
                      : event->kind == HRA_SESSION_METHODS ? "methods"
                                                           : NULL;
    if (key && event->client > 0)
        hra_json_raw(self, key, event->json);
}

/* The answers to the lines of the page (state/catalogue.ts), which are the same for all while no game is open. */
static hra_err write_home(const serve *s, bool pictures, hra_text *out, hra_error *why) {
    const char *const lines[] = {pictures ? "games pictures" : "games", "methods"};
    hra_session_setup setup = s->sessions;
    hra_session *session;
    hra_json json = hra_json_begin(out);
    setup.event = collect;
    setup.self = &json;
    setup.version = 2;
    setup.hand_out = setup.silent = true;
    setup.store = NULL;
    setup.collection = NULL;
    hra_json_object(&json, NULL);
    hra_json_text(&json, "page", page_version);
    hra_json_text(&json, "language", hra_language());
    hra_err err = hra_session_open(&session, &setup, why);
    if (err)
        return err;
    (void)hra_session_attach(session, HRA_VIEW_WATCH); /* the owner */
    const int client = hra_session_admit(session, 0, 0);
    for (size_t i = 0; i < sizeof lines / sizeof *lines && client > 0; i++)
        hra_session_line(session, client, lines[i], strlen(lines[i]));
    hra_session_close(session);
    hra_json_end(&json);
    return client < 0 || out->err ? hra_no_memory(why) : HRA_OK;
}

hra_err serve_take_home(serve *s, bool pictures, const serve_home **out, hra_error *why) {
    unsigned char sum[SHA256_BYTES];
    serve_home *home = &s->homes[pictures];
    *out = home;
    if (home->text.length > 0)
        return HRA_OK;
    hra_err err = write_home(s, pictures, &home->text, why);
    if (err) {
        hra_text_clear(&home->text);
        return err;
    }
    sha256(home->text.data, home->text.length, sum);
    hra_snprintf(home->tag, sizeof home->tag, "\"%02x%02x%02x%02x%02x%02x%02x%02x\"", sum[0], sum[1], sum[2],
                 sum[3], sum[4], sum[5], sum[6], sum[7]);
    pack(home);
    return HRA_OK;
}

void serve_release_homes(serve *s) {
    for (size_t i = 0; i < sizeof s->homes / sizeof *s->homes; i++) {
        hra_text_release(&s->homes[i].text);
        free(s->homes[i].packed);
    }
}
