/* Events that are sent once more: the current state, and events that a client has missed. */
#include <string.h>

#include "session/session_people.h"

/* The event as it was, for the transport alone: C has seen it. */
static void resend(hra_session *s, int client, const char *line, size_t length, uint64_t n) {
    hra_text_clear(&s->text);
    hra_text_add_bytes(&s->text, line, length);
    hra_session_event e = {
        .kind = HRA_SESSION_OK, .client = client, .seq = n, .again = true, .json = hra_text_string(&s->text)};
    s->setup.event(s->setup.self, &e);
}

/* A snapshot shows the exercise that the client is at, whether a game is open or not. */
static void emit_exercise(hra_session *s, const requester *to) {
    if (s->exercises.exercise && s->exercises.client == to->client)
        (void)hra_emit_exercise(s, to, NULL);
}

void hra_emit_snapshot(hra_session *s, const requester *to) {
    hra_emit_hello(s, to, false);
    emit_exercise(s, to);
    if (!s->table.play)
        return;
    hra_emit_position(s, to, false, false);
    hra_session_emit_study(s, to, false);
    if (s->table.asked == hra_play_plies(s->table.play) || s->table.over)
        hra_emit_waiting(s, to, false);
    if (hra_session_has_clock(&s->table) && !s->table.opening)
        hra_emit_clock(s, to);
    for (const think_task *task = s->agents.tasks; task; task = task->next)
        if (!task->dropped && !(task->quiet && task->slot == SLOT_WIN) &&
            (task->requester.client == to->client || task->requester.client < 0))
            hra_emit_thinking(s, to, false, task);
    hra_session_emit_tentative(s, to);
    for (const think_task *task = s->agents.tasks; task && s->setup.hand_out && to->client == 0;
         task = task->next)
        if (task->running)
            hra_emit_work(s, task, false);
}

void hra_emit_again(hra_session *s, const requester *to, uint64_t n) {
    session_client *c = &s->clients[to->client];
    uint64_t last = c->n;
    bool dropped = n + 1 < c->log_n && c->log_n > c->begin_n;
    if (n > last || (n < last && (dropped || c->log.length == 0))) {
        hra_emit_snapshot(s, to);
        return;
    }
    const char *line = hra_text_string(&c->log);
    for (uint64_t at = c->log_n; at <= last && *line; at++) {
        size_t length = strcspn(line, "\n");
        if (at > n)
            resend(s, to->client, line, length, at);
        line += length + (line[length] == '\n');
    }
    if (s->table.play && hra_session_time_left(s) >= 0) /* the last event says what was left long ago */
        hra_emit_clock(s, to);
}
