/* Clocks of people. No test asks how long something took: either an hour is left, or the test waits for the end. */
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

static void open_desk(desk *d) {
    *d = (desk){.setup = {.version = 2}};
    desk_open(d);
    desk_attach(d, HRA_VIEW_TABLE);
}

/* Seconds that the last event gives a seat. */
static double left(const desk *d, int seat) {
    const json_t *all = json_object_get(desk_last(d, 0, "clock"), "left");
    return json_number_value(json_array_get(all, (size_t)seat));
}

/* The seat whose clock runs; -1: none. */
static int running(const desk *d, int client) {
    const json_t *seat = json_object_get(desk_last(d, client, "clock"), "running");
    return json_is_null(seat) ? -1 : (int)json_number_value(seat);
}

/* Waits until the clock that runs has run out. */
static void wait_out(desk *d) {
    while (!desk_find(d, 0, 0, "result")) {
        (void)hra_session_wait(d->session, 0.001);
        (void)hra_session_step(d->session);
    }
}

static void first_decisions_take_no_time(void **state) {
    desk d;
    open_desk(&d);
    desk_ok(&d, 0, "new tictactoe human human seed=1 save=no clock=1h+1m");
    const json_t *clock = json_object_get(desk_last(&d, 0, "hello"), "clock");
    assert_true(json_number_value(json_object_get(clock, "time")) == 3600);
    assert_true(json_number_value(json_object_get(clock, "increment")) == 60);
    assert_int_equal(running(&d, 0), -1);
    assert_true(hra_session_snapshot(d.session)->clock_left < 0);
    desk_ok(&d, 0, "move a1");
    assert_int_equal(running(&d, 0), -1);
    desk_ok(&d, 0, "move b1");
    assert_int_equal(running(&d, 0), 0);
    assert_true(left(&d, 0) <= 3600 && left(&d, 1) == 3600);
    assert_true(hra_session_snapshot(d.session)->clock_left > 0);
    desk_ok(&d, 0, "move a2");
    assert_int_equal(running(&d, 0), 1);
    assert_true(left(&d, 0) > 3600 && left(&d, 0) <= 3660); /* with the increment */
    desk_ok(&d, 0, "clock");
    assert_int_equal(running(&d, 0), 1);
    desk_close(&d);
}

static void who_has_no_time_left_has_lost(void **state) {
    desk d;
    open_desk(&d);
    desk_ok(&d, 0, "new tictactoe human human seed=1 save=plays/x clock=1ms");
    desk_ok(&d, 0, "move a1");
    desk_ok(&d, 0, "move b1");
    wait_out(&d);
    const json_t *result = desk_last(&d, 0, "result");
    assert_string_equal(desk_text(result, "reason"), "time");
    assert_int_equal(desk_int(result, "resigned"), 0);
    assert_int_equal((int)json_number_value(json_array_get(json_object_get(result, "winners"), 0)), 1);
    assert_int_equal(running(&d, 0), -1);
    assert_true(left(&d, 0) == 0 && left(&d, 1) == 0.001);
    desk_error(&d, 0, "the game is over", "move a2");
    desk_error(&d, 0, "no move can be taken back", "undo");
    char *record = desk_record(&d, "plays/x");
    assert_non_null(strstr(record,
                           "# clock: 0.001+0 0.000 0.001\nversion 2\nresign 0\n# seat 0: out of time\n"
                           "result -1 1\n"));
    free(record);
    desk_ok(&d, 0, "watch plays/x"); /* the record knows why */
    assert_true(left(&d, 0) == 0);
    desk_close(&d);
}

/* A session without a timer finds it out by any line. */
static void a_line_comes_too_late(void **state) {
    desk d;
    open_desk(&d);
    desk_ok(&d, 0, "new tictactoe human human seed=1 save=no clock=1ms");
    desk_ok(&d, 0, "move a1");
    desk_ok(&d, 0, "move b1");
    while (hra_session_snapshot(d.session)->clock_left > 0)
        continue;
    desk_error(&d, 0, "the game is over", "move a2");
    assert_string_equal(desk_text(desk_last(&d, 0, "result"), "reason"), "time");
    desk_close(&d);
}

static void programs_have_no_clock(void **state) {
    desk d;
    open_desk(&d);
    desk_ok(&d, 0, "new tictactoe human random seed=1 save=no clock=1h");
    desk_ok(&d, 0, "move a1");
    desk_settle(&d);
    const json_t *all = json_object_get(desk_last(&d, 0, "clock"), "left");
    assert_true(json_is_null(json_array_get(all, 1)));
    assert_int_equal(running(&d, 0), 0);
    desk_ok(&d, 0, "undo"); /* before the first decision again, which takes no time */
    assert_int_equal(running(&d, 0), -1);
    desk_close(&d);
}

static void a_pause_stops_it(void **state) {
    desk d;
    open_desk(&d);
    desk_ok(&d, 0, "new tictactoe human human seed=1 save=no clock=1h");
    desk_ok(&d, 0, "move a1");
    desk_ok(&d, 0, "move b1");
    desk_ok(&d, 0, "pause");
    assert_int_equal(running(&d, 0), -1);
    assert_true(json_is_true(json_object_get(desk_last(&d, 0, "clock"), "stopped")));
    double before = left(&d, 0);
    desk_ok(&d, 0, "move a2"); /* takes no time, and gets none */
    assert_true(left(&d, 0) == before && left(&d, 1) == 3600);
    assert_int_equal(running(&d, 0), -1);
    desk_ok(&d, 0, "continue");
    assert_int_equal(running(&d, 0), 1);
    desk_close(&d);
}

static void it_is_saved_and_resumed(void **state) {
    desk d;
    open_desk(&d);
    desk_ok(&d, 0, "new tictactoe human human seed=1 save=plays/x clock=1h+1m");
    desk_ok(&d, 0, "move a1");
    desk_ok(&d, 0, "move b1");
    desk_ok(&d, 0, "move a2");
    double before = left(&d, 0);
    desk_ok(&d, 0, "close");
    desk_error(&d, 0, "the record has them", "resume plays/x clock=1h");
    desk_ok(&d, 0, "resume plays/x");
    assert_true(left(&d, 0) == before);
    assert_true(left(&d, 1) <= 3600);
    assert_int_equal(running(&d, 0), 1);
    int guest = desk_attach(&d, 1); /* a snapshot says how they stand */
    assert_int_equal(running(&d, guest), 1);
    desk_ok(&d, 0, "new tictactoe human human seed=1 save=no");
    desk_error(&d, 0, "this game has no clock", "clock");
    desk_close(&d);
}

static void not_every_table_has_one(void **state) {
    static const struct {
        const char *table, *why;
    } cases[] = {
        {"yahtzee:seats=2 human human clock=5m", "clock=: a clock needs a zero-sum game of two seats"},
        {"tictactoe random random clock=5m", "only a game that a person plays has a clock"},
        {"tictactoe human human study clock=5m", "only a game that a person plays has a clock"},
        {"tictactoe human human tutor clock=5m", "a game with a clock has no tutor"},
        {"tictactoe human human clock=soon", "clock=soon: expected TIME or TIME+INCREMENT, such as 5m+3s"},
        {"tictactoe human human clock=0", "clock=0: expected TIME"},
    };
    desk d;
    open_desk(&d);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        desk_error(&d, 0, cases[i].why, "new %s", cases[i].table);
    desk_ok(&d, 0, "new tictactoe human human save=no clock=5m+3s");
    desk_error(&d, 0, "tutor: a game with a clock has no tutor", "tutor on");
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_decisions_take_no_time),
        cmocka_unit_test(who_has_no_time_left_has_lost),
        cmocka_unit_test(a_line_comes_too_late),
        cmocka_unit_test(programs_have_no_clock),
        cmocka_unit_test(a_pause_stops_it),
        cmocka_unit_test(it_is_saved_and_resumed),
        cmocka_unit_test(not_every_table_has_one),
    };
    return cmocka_run_group_tests_name("clocks", tests, NULL, NULL);
}
