/* Work that is cut, done in any order, stopped, kept and put together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/work.h"
#include "played.h"

static const char spec[] = "hra 0.1\n"
                           "work match\n"
                           "game tictactoe\n"
                           "player random\n"
                           "player greedy\n"
                           "games 67\n"
                           "rotate yes\n"
                           "seed 5\n";

enum { TASKS = 67 };

static hra_work *open_with(const char *text, const hra_work_setup *setup) {
    hra_work *work;
    hra_error why = {0};
    if (hra_work_open(&work, NULL, text, setup, &why) != 0)
        fail_msg("%s", why.text);
    return work;
}

/* All that is reported of a work, except the seconds. */
static void describe(hra_work *work, hra_text *out) {
    hra_error why = {0};
    hra_match_result result = {.size = sizeof result};
    assert_int_equal(hra_work_match(work, &result, &why), 0);
    result.seconds = 0;
    hra_json json = hra_json_begin(out);
    hra_json_match(&json, NULL, hra_work_info_of(work)->game, &result);
    hra_match_write(&result, out);
    hra_match_release(&result);
}

static void same(hra_work *work, const hra_text *expected) {
    hra_text found;
    hra_text_init(&found);
    describe(work, &found);
    assert_string_equal(hra_text_string(&found), hra_text_string(expected));
    hra_text_release(&found);
}

/* What the same match comes to that is played at once. */
static void play_at_once(hra_text *out) {
    hra_work *work = open_with(spec, NULL);
    hra_error why = {0};
    hra_player *player[2];
    const hra_game *game = hra_work_info_of(work)->game;
    assert_int_equal(hra_player_open(&player[0], game, "random", NULL, NULL, &why), 0);
    assert_int_equal(hra_player_open(&player[1], game, "greedy", NULL, NULL, &why), 0);
    played_setup setup = {.game = game,
                          .players = (const hra_player *const *)player,
                          .count = 2,
                          .games = 67,
                          .seed = 5,
                          .threads = 1,
                          .rotate = true};
    hra_match_result result = {.size = sizeof result};
    assert_int_equal(played_match(&setup, &result, &why), 0);
    result.seconds = 0;
    hra_json json = hra_json_begin(out);
    hra_json_match(&json, NULL, game, &result);
    hra_match_write(&result, out);
    hra_match_release(&result);
    hra_player_close(player[0]);
    hra_player_close(player[1]);
    hra_work_close(work);
}

static void do_task(hra_work *worker, const char *task, hra_text *result) {
    hra_error why = {0};
    hra_text_clear(result);
    if (hra_work_run_task(worker, task, NULL, result, NULL, &why) != 0)
        fail_msg("%s: %s", task, why.text);
}

/* ---- the same to the last bit ---------------------------------------------------------------*/

static void work_of_any_threads_is_the_match_played_at_once(void **state) {
    hra_text expected;
    hra_error why = {0};
    hra_text_init(&expected);
    play_at_once(&expected);
    for (int threads = 1; threads <= 3; threads++) {
        hra_work *work =
            open_with(spec, &(hra_work_setup){.size = sizeof(hra_work_setup), .task_seconds = 1e-4});
        assert_false(hra_work_is_finished(work));
        assert_int_equal(hra_work_run(work, threads, NULL, &why), 0);
        assert_true(hra_work_is_finished(work));
        same(work, &expected);
        hra_work_close(work);
    }
    hra_text_release(&expected);
}

/* One assigns tasks; two others, which get only their text, run them; results come last first. */
static void results_come_in_any_order_from_anybody(void **state) {
    static char task[TASKS][HRA_WORK_TASK];
    hra_text expected, result[TASKS];
    hra_error why = {0};
    hra_work *dealer = open_with(spec, NULL), *worker[] = {open_with(spec, NULL), open_with(spec, NULL)};
    int count = 0;
    hra_text_init(&expected);
    play_at_once(&expected);
    while (hra_work_next_task(dealer, task[count])) {
        hra_text_init(&result[count]);
        do_task(worker[count % 2], task[count], &result[count]);
        hra_work_note_time(dealer, task[count], count % 3 ? 0.1 : 3.0);
        count++;
    }
    assert_in_range(count, 5, TASKS);
    for (int i = count - 1; i >= 0; i--) {
        assert_false(hra_work_is_finished(dealer));
        for (int twice = 0; twice < 2; twice++)
            assert_int_equal(
                hra_work_add_result(dealer, task[i], hra_text_string(&result[i]), result[i].length, &why), 0);
        hra_text_release(&result[i]);
    }
    assert_true(hra_work_is_finished(dealer));
    same(dealer, &expected);
    hra_work_close(dealer);
    hra_work_close(worker[0]);
    hra_work_close(worker[1]);
    hra_text_release(&expected);
}

/* ---- tasks ----------------------------------------------------------------------------------*/

static void task_that_is_returned_is_assigned_anew(void **state) {
    char first[HRA_WORK_TASK], second[HRA_WORK_TASK], third[HRA_WORK_TASK];
    hra_work *work = open_with(spec, NULL);
    assert_true(hra_work_next_task(work, first));
    assert_true(hra_work_next_task(work, second));
    assert_string_equal(first, "games 0 1");
    assert_string_equal(second, "games 1 2");
    hra_work_return_task(work, first); /* stands before the last one, so it waits */
    assert_true(hra_work_next_task(work, third));
    assert_string_equal(third, first);
    hra_work_return_task(work, second); /* the last one never was */
    hra_work_return_task(work, first);
    hra_work_status now;
    hra_work_snapshot(work, &now);
    assert_int_equal(now.tasks, 0);
    hra_work_note_time(work, first, 0.125);
    assert_true(hra_work_next_task(work, third));
    assert_string_equal(third, "games 0 2");
    hra_work_close(work);
}

static void tasks_of_others_are_followed_in_their_order(void **state) {
    hra_work *work = open_with(spec, NULL);
    hra_error why = {0};
    char task[HRA_WORK_TASK];
    assert_int_equal(hra_work_mark_assigned(work, "games 0 5", &why), 0);
    assert_int_equal(hra_work_mark_assigned(work, "games 0 5", &why), HRA_EDAMAGED);
    assert_int_equal(hra_work_mark_assigned(work, "games 6 7", &why), HRA_EDAMAGED);
    assert_non_null(strstr(why.text, "'games 6 7'"));
    static const char *const wrong[] = {"",           "games",      "games 5",     "games 5 5",
                                        "games 5 68", "games 5 6 ", "games 5 6 7", "game 5 6",
                                        "games -5 6", "games 5  6", "games 05 x",  "games 5 6\n"};
    hra_text result;
    hra_text_init(&result);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(hra_work_mark_assigned(work, wrong[i], &why), HRA_EDAMAGED);
        assert_int_equal(hra_work_run_task(work, wrong[i], NULL, &result, NULL, &why), HRA_EINPUT);
        assert_false(hra_work_is_needed(work, wrong[i]));
    }
    assert_int_equal(result.length, 0);
    assert_true(hra_work_is_needed(work, "games 0 5"));
    assert_true(hra_work_next_task(work, task));
    assert_string_equal(task, "games 5 6");
    hra_text_release(&result);
    hra_work_close(work);
}

static void result_of_another_task_is_refused(void **state) {
    hra_work *work = open_with(spec, NULL);
    hra_error why = {0};
    hra_text result;
    hra_text_init(&result);
    assert_int_equal(hra_work_mark_assigned(work, "games 0 2", &why), 0);
    do_task(work, "games 2 4", &result);
    const char *text = hra_text_string(&result);
    assert_int_equal(hra_work_add_result(work, "games 0 2", text, result.length, &why), HRA_EDAMAGED);
    assert_int_equal(hra_work_add_result(work, "games 2 4", text, result.length, &why), HRA_EDAMAGED);
    assert_int_equal(hra_work_add_result(work, "games 0 2", "", 0, &why), HRA_EDAMAGED);
    do_task(work, "games 0 2", &result);
    assert_int_equal(
        hra_work_add_result(work, "games 0 2", hra_text_string(&result), result.length - 1, &why),
        HRA_EDAMAGED);
    assert_int_equal(hra_work_add_result(work, "games 0 2", hra_text_string(&result), result.length, &why),
                     0);
    hra_text_release(&result);
    hra_work_close(work);
}

static void many_tasks_are_found_and_listed_by_their_numbers(void **state) {
    enum { MANY = 1000 };
    hra_work *work = open_with("work match\ngame nim\nplayer random\ngames 1000\n", NULL);
    char task[HRA_WORK_TASK], expected[HRA_WORK_TASK];
    hra_error why = {0};
    hra_text result;
    uint64_t number;
    bool ended;
    hra_text_init(&result);
    for (int i = 0; i < MANY; i++)
        assert_true(hra_work_next_task(work, task));
    assert_false(hra_work_next_task(work, task));
    do_task(work, "games 700 701", &result);
    assert_int_equal(hra_work_add_result(work, "games 700 701", result.data, result.length, &why), 0);
    for (uint64_t i = 0; i < MANY; i++) {
        assert_true(hra_work_task_at(work, i, task, &number, &ended));
        hra_snprintf(expected, sizeof expected, "games %d %d", (int)i, (int)i + 1);
        assert_string_equal(task, expected);
        assert_int_equal(number, i + 1);
        assert_int_equal(ended, i == 700);
    }
    assert_false(hra_work_task_at(work, MANY, task, &number, &ended));
    hra_text_release(&result);
    hra_work_close(work);
}

/* ---- what is saved --------------------------------------------------------------------------*/

static hra_err keep(void *self, const char *bytes, size_t length) {
    hra_text_add_bytes(self, bytes, length);
    return ((hra_text *)self)->err;
}

/* Stops the run after some reports. */
typedef struct stopper {
    hra_stop stop;
    int left;
} stopper;

static void count_down(void *self, const char *what, double done) {
    stopper *s = self;
    assert_string_equal(what, "games");
    if (--s->left == 0)
        hra_stop_set(&s->stop);
}

/* Stopped again and again, each time in a process that knows no more than what was kept. */
static void work_goes_on_from_what_was_kept(void **state) {
    hra_text expected, kept;
    hra_error why = {0};
    bool finished = false;
    int runs = 0;
    hra_text_init(&expected);
    hra_text_init(&kept);
    play_at_once(&expected);
    for (; !finished && runs < 2 * TASKS; runs++) {
        stopper s = {.left = 3};
        size_t used = 0;
        hra_progress progress = {.report = count_down, .self = &s, .stop = &s.stop};
        hra_work *work = open_with(spec, &(hra_work_setup){.size = sizeof(hra_work_setup),
                                                           .task_seconds = 1e-9,
                                                           .save = keep,
                                                           .save_self = &kept});
        assert_int_equal(hra_work_restore(work, hra_text_string(&kept), kept.length, &used, &why), 0);
        assert_int_equal(used, kept.length);
        hra_work_return_task(work, NULL);
        assert_int_equal(hra_work_run(work, 2, &progress, &why), 0);
        finished = hra_work_is_finished(work);
        if (finished)
            same(work, &expected);
        hra_work_close(work);
    }
    assert_true(finished);
    assert_in_range(runs, 3, 2 * TASKS - 1);
    hra_text_release(&expected);
    hra_text_release(&kept);
}

/* Wherever it is cut off, what is there as a whole is taken, and the rest is played. */
static void what_was_cut_off_is_played_again(void **state) {
    hra_text expected, kept;
    hra_error why = {0};
    hra_text_init(&expected);
    hra_text_init(&kept);
    play_at_once(&expected);
    hra_work_setup setup = {.size = sizeof setup, .save = keep, .save_self = &kept};
    hra_work *work = open_with(spec, &setup);
    assert_int_equal(hra_work_run(work, 1, NULL, &why), 0);
    hra_work_close(work);
    for (size_t length = 0; length <= kept.length; length += 1 + kept.length / 97) {
        size_t used;
        work = open_with(spec, NULL);
        assert_int_equal(hra_work_restore(work, kept.data, length, &used, &why), 0);
        assert_in_range(used, 0, length);
        hra_work_return_task(work, NULL);
        assert_int_equal(hra_work_run(work, 1, NULL, &why), 0);
        same(work, &expected);
        hra_work_close(work);
    }
    hra_text_release(&expected);
    hra_text_release(&kept);
}

static void what_was_damaged_or_is_of_another_work_is_refused(void **state) {
    hra_text kept;
    hra_error why = {0};
    hra_text_init(&kept);
    hra_work_setup setup = {.size = sizeof setup, .save = keep, .save_self = &kept};
    hra_work *work = open_with(spec, &setup);
    assert_int_equal(hra_work_run(work, 1, NULL, &why), 0);
    hra_work_close(work);
    for (size_t at = 0; at < kept.length; at += 1 + kept.length / 211) {
        work = open_with(spec, NULL);
        kept.data[at] ^= 1;
        size_t used = 0;
        hra_err err = hra_work_restore(work, kept.data, kept.length, &used, &why);
        kept.data[at] ^= 1;
        assert_true(used <= at || err == HRA_EDAMAGED);
        hra_work_close(work);
    }
    work = open_with("work match\ngame tictactoe\nplayer random\nplayer greedy\ngames 67\nseed 6\n", NULL);
    assert_int_equal(hra_work_restore(work, kept.data, kept.length, NULL, &why), HRA_ESTATE);
    hra_work_close(work);
    hra_text_release(&kept);
}

static hra_err refuse(void *self, const char *bytes, size_t length) {
    return --*(int *)self < 0 ? HRA_EIO : HRA_OK;
}

static void run_ends_where_nothing_can_be_kept(void **state) {
    for (int good = 0; good < 6; good++) {
        int left = good;
        hra_error why = {0};
        hra_work_setup setup = {.size = sizeof setup, .save = refuse, .save_self = &left};
        hra_work *work = open_with(spec, &setup);
        assert_int_equal(hra_work_run(work, 1, NULL, &why), HRA_EIO);
        assert_false(hra_work_is_finished(work));
        hra_work_close(work);
    }
}

/* ---- records --------------------------------------------------------------------------------*/

static hra_err add_records(void *self, const char *task, const char *text, size_t length) {
    assert_true(strncmp(task, "games ", 6) == 0);
    hra_text_add_bytes(self, text, length);
    return ((hra_text *)self)->err;
}

static int records_of(const char *text) {
    hra_text records;
    hra_error why = {0};
    int count = 0;
    hra_text_init(&records);
    hra_work_setup setup = {.size = sizeof setup, .records = add_records, .records_self = &records};
    hra_work *work = open_with(text, &setup);
    assert_int_equal(hra_work_run(work, 1, NULL, &why), 0);
    for (const char *at = hra_text_string(&records); (at = strstr(at, "hra-record 1")) != NULL; at++)
        count++;
    hra_work_close(work);
    hra_text_release(&records);
    return count;
}

static void records_are_told_where_the_spec_asks_for_them(void **state) {
    assert_int_equal(records_of("work match\ngame nim\nplayer random\ngames 9\nrecords yes\n"), 9);
    assert_int_equal(records_of("work match\ngame nim\nplayer random\ngames 9\nrecords no\n"), 0);
}

/* ---- specs ----------------------------------------------------------------------------------*/

static void wrong_specs_are_refused_with_the_line(void **state) {
    static const struct {
        const char *kind, *spec, *says;
    } wrong[] = {
        {NULL, "", "no line 'work'"},
        {NULL, "game nim\ngames 5\n", "no line 'work'"},
        {NULL, "work dishes\ngame nim\n", "unknown kind of work 'dishes'"},
        {"dishes", "game nim\n", "unknown kind of work 'dishes'"},
        {NULL, "work match\ngames 5\n", "no line 'game'"},
        {NULL, "work match\ngame nim\n", "no line 'games'"},
        {NULL, "work match\ngame nim\ngames 5\n\ngams 6\n",
         "line 5, character 1: this work has no such line"},
        {NULL, "work match\ngame nim\ngames 5\ngames 6\n",
         "line 4, character 7: there is a line 'games' already"},
        {NULL, "work match\ngame nim\ngames 0\n", "line 3, character 7: expected a whole number from 1"},
        {NULL, "work match\ngame nim\ngames 1e3\n", "found '1e3'"},
        {NULL, "work match\ngame nim\ngames 5\nrotate maybe\n", "line 4, character 8: expected yes or no"},
        {NULL, "work match\ngame nim\ngames 5\ntime soon\n", "line 4, character 6: expected a duration"},
        {NULL, "work match\ngame nim\ngames 5\nplayer\n", "line 4, character 7: expected a value"},
        {NULL, "work match\ngame nimm\ngames 5\n", "nim"},
        {NULL, "work match\ngame tictactoe\nplayer nobody\ngames 5\n", "nobody"},
        {NULL, "work match\ngame tictactoe\nplayer human\ngames 5\n", "human"},
        {NULL, "work match\ngame tictactoe\nopening what\ngames 5\n", "line 1"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        hra_work *work;
        hra_error why = {0};
        if (hra_work_open(&work, wrong[i].kind, wrong[i].spec, NULL, &why) == 0)
            fail_msg("%s", wrong[i].spec);
        if (!strstr(why.text, wrong[i].says))
            fail_msg("'%s' does not say '%s'", why.text, wrong[i].says);
    }
}

static void spec_needs_no_kind_where_the_call_names_it(void **state) {
    hra_work *work;
    hra_error why = {0};
    assert_int_equal(hra_work_open(&work, "match", "game nim\r\ngames 3\r\n", NULL, &why), 0);
    assert_int_equal(hra_work_run(work, 1, NULL, &why), 0);
    assert_string_equal(hra_work_info_of(work)->kind, "match");
    assert_string_equal(hra_work_info_of(work)->spec, "game nim\r\ngames 3\r\n");
    hra_work_close(work);
    assert_string_equal(hra_work_kind_of(spec), "match");
    assert_null(hra_work_kind_of("game nim\n"));
}

static void work_without_a_result_is_a_match_of_no_games(void **state) {
    hra_work *work = open_with(spec, NULL);
    hra_error why = {0};
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    assert_int_equal(hra_work_report(work, &json, NULL, &why), 0);
    assert_non_null(strstr(hra_text_string(&out), "\"games\":0,\"games_planned\":67,\"of\":67"));
    assert_int_equal(hra_work_run(work, 0, NULL, &why), HRA_EINPUT);
    hra_text_release(&out);
    hra_work_close(work);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_of_any_threads_is_the_match_played_at_once),
        cmocka_unit_test(results_come_in_any_order_from_anybody),
        cmocka_unit_test(task_that_is_returned_is_assigned_anew),
        cmocka_unit_test(tasks_of_others_are_followed_in_their_order),
        cmocka_unit_test(result_of_another_task_is_refused),
        cmocka_unit_test(many_tasks_are_found_and_listed_by_their_numbers),
        cmocka_unit_test(work_goes_on_from_what_was_kept),
        cmocka_unit_test(what_was_cut_off_is_played_again),
        cmocka_unit_test(what_was_damaged_or_is_of_another_work_is_refused),
        cmocka_unit_test(run_ends_where_nothing_can_be_kept),
        cmocka_unit_test(records_are_told_where_the_spec_asks_for_them),
        cmocka_unit_test(wrong_specs_are_refused_with_the_line),
        cmocka_unit_test(spec_needs_no_kind_where_the_call_names_it),
        cmocka_unit_test(work_without_a_result_is_a_match_of_no_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
