/* Lines to a session, and what came of them. */
#include <string.h>

#include "session_client.h"
#include "speech/print.h"

static const double LATE = 1; /* seconds */

static void hear(void *self, const hra_session_event *event) {
    sitting *s = self;
    if (event->reply_to && (event->kind == HRA_SESSION_OK || event->kind == HRA_SESSION_ERROR)) {
        s->closed = true;
        s->why = event->why ? *event->why : (hra_error){.at = -1};
        hra_snprintf(s->about, sizeof s->about, "%s", event->about ? event->about : "");
        hra_snprintf(s->said, sizeof s->said, "%s", event->text ? event->text : "");
        return;
    }
    switch (event->kind) {
    case HRA_SESSION_ASK:
    case HRA_SESSION_ROLL:
    case HRA_SESSION_RESULT:
        s->waits = event->kind;
        s->seat = event->seat;
        break;
    case HRA_SESSION_MOVE:
        s->waits = HRA_SESSION_OK;
        break;
    case HRA_SESSION_REVIEW:
        s->waits = event->waits ? event->kind : s->waits;
        s->warned = s->warned || event->waits;
        break;
    case HRA_SESSION_ERROR:
        s->failed = s->failed || event->seat >= 0;
        if (!s->event && !s->unheard.code &&
            event->why->code != HRA_ESTOPPED) /* a stopped task is not an error */
            s->unheard = *event->why;
        break;
    default:
        break;
    }
    if (event->kind != HRA_SESSION_THINKING)
        print_progress_done(); /* the line of progress is wiped before an event is printed */
    if (s->event)
        s->event(s->self, event);
}

hra_err sitting_open(sitting *s, const hra_session_setup *setup, hra_error *why) {
    hra_session_setup own = *setup;
    *s = (sitting){.waits = HRA_SESSION_OK};
    own.event = hear;
    own.self = s;
    own.typed = true;
    own.version = HRA_SESSION_VERSION;
    hra_err err = hra_session_open(&s->session, &own, why);
    if (!err)
        s->client = hra_session_attach(s->session, HRA_VIEW_TABLE);
    return err;
}

void sitting_close(sitting *s) {
    s->event = NULL;
    hra_session_close(s->session);
    s->session = NULL;
}

bool sitting_wait(sitting *s) {
    if (print_interrupted())
        return false;
    const hra_session_info *info = hra_session_snapshot(s->session);
    if (info->preparing)
        hra_progress_report(print_progress(), info->preparing, info->prepared);
    if (hra_session_wait(s->session, 0.05))
        (void)hra_session_step(s->session);
    if (s->late && s->since > 0 && hra_clock() > s->since + LATE) {
        s->since = 0;
        s->late(s->self);
    }
    return !print_interrupted();
}

bool sitting_settle(sitting *s) {
    bool goes_on = true;
    s->since = hra_clock();
    while (goes_on && hra_session_step(s->session))
        goes_on = sitting_wait(s);
    s->since = 0;
    return goes_on;
}

hra_err sitting_tell(sitting *s, const char *line) {
    return sitting_tellf(s, "%s", line);
}

hra_err sitting_tellf(sitting *s, const char *format, ...) {
    hra_text text;
    va_list list;
    s->closed = s->warned = false;
    s->since = hra_clock();
    s->said[0] = '\0';
    s->why = (hra_error){.at = -1};
    hra_text_init(&text);
    hra_text_add(&text, "@t ");
    va_start(list, format);
    hra_text_addv(&text, format, list);
    va_end(list);
    if (text.err)
        hra_no_memory(&s->why);
    else
        hra_session_line(s->session, s->client, text.data, text.length);
    hra_text_release(&text);
    while (!s->closed && !s->warned && !s->why.code)
        if (!sitting_wait(s))
            hra_fail(&s->why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
    s->since = 0;
    print_progress_done();
    return s->why.code;
}

hra_err sitting_move(sitting *s, hra_move move) {
    s->said[0] = '\0';
    s->why = (hra_error){.at = -1};
    return hra_session_move(s->session, s->client, move, &s->why);
}

void sitting_add_word(hra_text *line, const char *word) {
    bool plain = *word != '\0';
    for (const char *at = word; *at; at++)
        plain = plain && *at != ' ' && *at != '\t' && *at != '"' && *at != '\\' && (unsigned char)*at >= 32;
    hra_text_add_char(line, ' ');
    if (!plain)
        hra_text_add_char(line, '"');
    for (const char *at = word; *at; at++) {
        if (*at == '"' || *at == '\\')
            hra_text_add_char(line, '\\');
        hra_text_add_char(line, *at);
    }
    if (!plain)
        hra_text_add_char(line, '"');
}
