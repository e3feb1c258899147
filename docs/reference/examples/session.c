/* A session: lines go in, events come out. */
#include <hra/session.h>
#include <stdio.h>
#include <string.h>

static void told(void *self, const hra_session_event *event) {
    if (event->kind == HRA_SESSION_MOVE)
        printf("seat %d has moved\n", event->seat);
    if (event->kind == HRA_SESSION_ERROR)
        printf("error: %s\n", event->why->text);
}

int main(void) {
    hra_session *session;
    hra_error why;
    const hra_session_setup setup = {.size = sizeof setup, .event = told};
    if (hra_session_open(&session, &setup, &why) != 0)
        return 1;
    const int client = hra_session_attach(session, HRA_VIEW_TABLE);
    static const char *const lines[] = {"new tictactoe human human", "move b2", "move b2", "move a1"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        hra_session_line(session, client, lines[i], strlen(lines[i]));
    hra_session_close(session);
    return 0;
}

/* It prints:

seat 0 has moved
error: illegal move 'b2': the cell is taken; legal moves: a1, b1, c1, a2, c2, a3, b3, c3
seat 1 has moved
*/
