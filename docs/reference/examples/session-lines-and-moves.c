/* A program is to move: the session thinks in threads, and the owner waits for it. */
#include <hra/session.h>
#include <stdio.h>
#include <string.h>

static void hear(void *self, const hra_session_event *event) {
    if (event->kind == HRA_SESSION_MOVE)
        printf("seat %d has moved\n", event->seat);
    if (event->kind == HRA_SESSION_ASK)
        *(bool *)self = true;
}

int main(void) {
    static const char line[] = "new tictactoe minimax human";
    hra_session *session;
    bool asked = false;
    const hra_session_setup setup = {.size = sizeof setup, .event = hear, .self = &asked};
    if (hra_session_open(&session, &setup, NULL) != 0)
        return 1;
    const int client = hra_session_attach(session, HRA_VIEW_TABLE);
    hra_session_line(session, client, line, strlen(line));
    while (!asked && hra_session_wait(session, -1))
        hra_session_step(session);
    hra_session_close(session);
    return 0;
}

/* It prints:

seat 0 has moved
*/
