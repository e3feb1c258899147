/* A silent owner: the server of many tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/session.h"

typedef struct ear {
    hra_session_kind last; /* of the owner's events, */
    int owner, other;      /* how many there were of each, */
    uint64_t work;         /* and the work that was handed out last, */
    bool play_seven;       /* for play 7 */
} ear;

static void hear(void *self, const hra_session_event *event) {
    ear *e = self;
    if (event->client != 0) {
        assert_non_null(event->json);
        e->other++;
        return;
    }
    assert_null(event->json);
    e->owner++;
    e->last = event->kind;
    if (event->kind == HRA_SESSION_TASK) {
        e->work = event->task_id;
        e->play_seven = event->text && strstr(event->text, "\nplay 7\n");
    }
}

static void say(hra_session *session, int client, const char *line) {
    hra_session_line(session, client, line, strlen(line));
}

/* A silent owner gets tasks and the ends of its own lines; all other events are for clients that watch. */
static void a_silent_owner_is_told_of_work_alone(void **state) {
    (void)state;
    ear e = {0};
    char line[64];
    hra_session *session;
    const hra_session_setup setup = {
        .size = sizeof setup, .event = hear, .self = &e, .hand_out = true, .silent = true, .plays = 6};
    assert_int_equal(hra_session_open(&session, &setup, NULL), 0);
    assert_int_equal(hra_session_attach(session, HRA_VIEW_WATCH), 0);
    int client = hra_session_attach(session, HRA_VIEW_TABLE), before = e.owner;
    say(session, client, "new tictactoe human random seed=1");
    assert_int_equal(e.owner, before + 1);
    assert_true(e.play_seven);
    hra_snprintf(line, sizeof line, "done %d ready", (int)e.work);
    say(session, 0, line);
    assert_int_equal(e.last, HRA_SESSION_OK);
    assert_int_equal(e.owner, before + 2);
    int told = e.other;
    say(session, client, "move b2");
    assert_int_equal(e.last, HRA_SESSION_TASK);
    assert_true(e.play_seven);
    assert_int_equal(e.owner, before + 3);
    assert_true(e.other >= told + 4); /* move, position, ok, thinking */
    say(session, 0, "done 99 move a1");
    assert_int_equal(e.last, HRA_SESSION_ERROR);
    hra_session_close(session);
}

/* A place is written as the line `look` writes it, and not a bit otherwise. */
static void places_are_read_strictly(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "tables", "Table", "-1", "+1", " 1", "1 ", "3", "0x1"};
    unsigned seats = 99;
    hra_error why;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(hra_seats_read(wrong[i], 3, &seats, &why), HRA_EINPUT);
    assert_int_equal(seats, 99);
    assert_int_equal(hra_seats_read("2", 3, &seats, &why), 0);
    assert_int_equal(seats, 1u << 2);
    assert_int_equal(hra_seats_read("watch", 3, &seats, &why), 0);
    assert_int_equal(seats, 0);
    assert_int_equal(hra_seats_read("table", 3, &seats, &why), 0);
    assert_int_equal(seats, HRA_SEATS_ALL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_silent_owner_is_told_of_work_alone),
        cmocka_unit_test(places_are_read_strictly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
