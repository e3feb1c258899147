/* What the first screen has to know of the games, for a page that draws it before it has a session. */
#include "serve.h"

#include <hra/language.h>
#include <string.h>

static void collect(void *self, const hra_session_event *event) {
    const char *key = event->kind == HRA_SESSION_GAMES     ? "games"
                      : event->kind == HRA_SESSION_METHODS ? "methods"
                                                           : NULL;
    if (key && event->client > 0)
        hra_json_raw(self, key, event->json);
}

/* The answers to the lines of the page (state/catalogue.ts), which are the same for all while no game is open. */
static hra_err write_home(const serve *s, hra_text *out, hra_error *why) {
    static const char *const lines[] = {"games pictures", "methods"};
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

hra_err serve_take_home(serve *s, hra_error *why) {
    unsigned char sum[SHA256_BYTES];
    if (s->home.length > 0)
        return HRA_OK;
    hra_err err = write_home(s, &s->home, why);
    if (err) {
        hra_text_clear(&s->home);
        return err;
    }
    sha256(s->home.data, s->home.length, sum);
    hra_snprintf(s->home_tag, sizeof s->home_tag, "\"%02x%02x%02x%02x%02x%02x%02x%02x\"", sum[0], sum[1],
                 sum[2], sum[3], sum[4], sum[5], sum[6], sum[7]);
    return HRA_OK;
}
