/* Two strangers at one session: one plays, one watches. */
#include <hra/session.h>
#include <stdio.h>

static void hear(void *self, const hra_session_event *event) {
    if (event->kind == HRA_SESSION_ERROR)
        printf("client %d: %s\n", event->client, event->why->text);
}

int main(void) {
    hra_session *session;
    unsigned seats;
    const hra_session_setup setup = {.size = sizeof setup, .event = hear};
    if (hra_session_open(&session, &setup, NULL) != 0)
        return 1;
    const int owner = hra_session_attach(session, HRA_VIEW_TABLE);
    hra_session_line(session, owner, "new tictactoe human human", 25);
    if (hra_seats_read("0", 2, &seats, NULL) != 0)
        return 1;
    const int player = hra_session_admit(session, seats, hra_session_role_permissions(HRA_ROLE_SEAT));
    const int watcher = hra_session_admit(session, 0, hra_session_role_permissions(HRA_ROLE_WATCHER));
    hra_session_line(session, watcher, "move b2", 7);
    hra_session_line(session, player, "move b2", 7);
    printf("%d move made\n", hra_play_plies(hra_session_play(session)));
    hra_session_detach(session, watcher);
    hra_session_close(session);
    return 0;
}

/* It prints:

client 2: move: this client may not say this; 'help' lists its commands
1 move made
*/
