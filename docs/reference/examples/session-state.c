/* What a session says of itself, and the play in it. */
#include <hra/session.h>
#include <stdio.h>
#include <string.h>

static void hear(void *self, const hra_session_event *event) {}

int main(void) {
    static const char line[] = "new nim:rows=1-2 human human";
    hra_session *session;
    const hra_session_setup setup = {.size = sizeof setup, .event = hear};
    if (hra_session_open(&session, &setup, NULL) != 0)
        return 1;
    const int client = hra_session_attach(session, HRA_VIEW_TABLE);
    printf("a play is open: %d\n", hra_session_play(session) != NULL);
    hra_session_line(session, client, line, strlen(line));
    const hra_session_info *info = hra_session_snapshot(session);
    printf("%s, %s, advice at each move: %d\n", hra_play_snapshot(hra_session_play(session))->game->spec,
           info->saved ? "saved" : "not saved", info->advises);
    hra_session_close(session);
    return 0;
}

/* It prints:

a play is open: 0
nim:rows=1-2, not saved, advice at each move: 0
*/
