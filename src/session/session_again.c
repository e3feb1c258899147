/* What is told once more: how it stands, and events that somebody has missed. */
#include <string.h>

#include "session/session.h"

/* The event as it was, for the transport alone: C has seen it. */
static void resend(hra_session *s, int looker, const char *line, size_t length, uint64_t n) {
    hra_text_clear(&s->text);
    hra_text_add_bytes(&s->text, line, length);
    hra_session_event e = {
        .kind = HRA_SESSION_OK, .looker = looker, .n = n, .again = true, .json = hra_text_string(&s->text)};
    s->setup.event(s->setup.self, &e);
}

void hra_tell_snapshot(hra_session *s, const asker *to) {
    hra_tell_hello(s, to, false);
    if (!s->table.play)
        return;
    hra_tell_position(s, to, false, false);
    if (s->table.asked == hra_play_plies(s->table.play) || s->table.over)
        hra_tell_waiting(s, to, false);
    for (const unit *u = s->thinkers.units; u; u = u->next)
        if (!u->dropped && (u->asker.looker == to->looker || u->asker.looker < 0))
            hra_tell_thinking(s, to, false, u);
    const unit *warning = s->table.warning;
    if (warning && warning->asker.looker == to->looker)
        hra_tell_cost(s, to, warning, true);
    for (const unit *u = s->thinkers.units; u && s->setup.hand_out && to->looker == 0; u = u->next)
        if (u->running)
            hra_tell_work(s, u, false);
}

void hra_tell_again(hra_session *s, const asker *to, uint64_t n) {
    onlooker *l = &s->lookers[to->looker];
    uint64_t last = l->n;
    if (n > last || (n + 1 < l->log_n && n < last) || (l->log.length == 0 && n < last)) {
        hra_tell_snapshot(s, to);
        return;
    }
    const char *line = hra_text_string(&l->log);
    for (uint64_t at = l->log_n; at <= last && *line; at++) {
        size_t length = strcspn(line, "\n");
        if (at > n)
            resend(s, to->looker, line, length, at);
        line += length + (line[length] == '\n');
    }
}
