/* Reviews that are cut into tasks: to the byte what a judge says that goes through the record by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/work.h"
#include "played.h"

static hra_err add_record(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return ((hra_text *)self)->err;
}

/* The record of a game that was played by random players, as `hra match --record` writes it. */
static void play(const char *spec, uint64_t seed, hra_text *record) {
    const hra_player *players[HRA_MAX_SEATS];
    hra_game *game;
    hra_player *player;
    hra_error why = {0};
    hra_match_result result = {.size = sizeof result};
    assert_int_equal(hra_game_open(&game, NULL, spec, &why), 0);
    assert_int_equal(hra_player_open(&player, game, "random", NULL, NULL, &why), 0);
    for (int seat = 0; seat < game->seats; seat++)
        players[seat] = player;
    const played_setup setup = {.game = game,
                                .players = players,
                                .count = game->seats,
                                .games = 1,
                                .seed = seed,
                                .threads = 1,
                                .sink = add_record,
                                .sink_self = record};
    assert_int_equal(played_match(&setup, &result, &why), 0);
    hra_match_release(&result);
    hra_player_close(player);
    hra_game_close(game);
}

/* The same review, by one judge from the first ply to the last. */
static void review_at_once(const char *text, const char *judge, hra_text *out) {
    hra_record *record;
    hra_player *player;
    hra_agent *agent;
    hra_review *review;
    hra_error why = {0};
    size_t used;
    assert_int_equal(hra_record_parse(&record, NULL, text, strlen(text), &used, 1, &why), 0);
    assert_int_equal(hra_player_open(&player, hra_record_info(record)->game, judge, NULL, NULL, &why), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    assert_int_equal(hra_review_open(&review, agent, record, &why), 0);
    do
        assert_int_equal(hra_review_step(review, NULL), 0);
    while (hra_review_snapshot(review)->done < hra_review_snapshot(review)->plies);
    hra_json json = hra_json_begin(out);
    hra_json_review(&json, NULL, review);
    hra_review_close(review);
    hra_agent_close(agent);
    hra_player_close(player);
    hra_record_close(record);
}

static void write_spec(const char *game, const char *judge, const char *record, hra_text *out) {
    hra_text_addf(out, "work review\ngame %s\nplayer %s\n", game, judge);
    for (const char *at = record; *at;) {
        size_t length = strcspn(at, "\n");
        hra_text_addf(out, "record %.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
}

static hra_work *open_spec(const char *spec, double task_seconds) {
    hra_work *work;
    hra_error why = {0};
    const hra_work_setup setup = {.size = sizeof setup, .task_seconds = task_seconds};
    if (hra_work_open(&work, NULL, spec, &setup, &why) != 0)
        fail_msg("%s", why.text);
    return work;
}

static void same_report(hra_work *work, const char *expected) {
    hra_text out;
    hra_error why = {0};
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    assert_true(hra_work_is_finished(work));
    assert_int_equal(hra_work_report(work, &json, NULL, &why), 0);
    assert_string_equal(hra_text_string(&out), expected);
    hra_text_release(&out);
}

enum { MANY = 4096 };

/* All tasks by another process, their results the last one first, and one of them twice. */
static int share(hra_work *work, hra_work *theirs) {
    static char tasks[MANY][HRA_WORK_TASK];
    int count = 0;
    hra_error why = {0};
    while (hra_work_next_task(work, tasks[count]))
        assert_true(++count < MANY);
    for (int i = count; i-- > 0;) {
        hra_text result;
        hra_text_init(&result);
        if (hra_work_run_task(theirs, tasks[i], NULL, &result, NULL, &why) != 0)
            fail_msg("%s: %s", tasks[i], why.text);
        if (hra_work_add_result(work, tasks[i], result.data, result.length, &why) != 0)
            fail_msg("%s: %s\n%s", tasks[i], why.text, hra_text_string(&result));
        assert_int_equal(hra_work_add_result(work, tasks[i], result.data, result.length, &why), 0);
        hra_text_release(&result);
    }
    return count;
}

static const struct {
    const char *game, *judge;
    uint64_t seed;
    bool whole; /* the judge remembers */
} cases[] = {
    {"tictactoe", "exact", 3, false},
    {"tictactoe", "minimax:depth=2", 4, false},
    {"nim", "exact", 1, false},
    {"race", "montecarlo:playouts=3", 2, false},
    {"race", "expectiminimax:depth=2", 2, true},
    {"checkers", "minimax:depth=2", 6, false},
    {"pacman", "expectimax:depth=1", 7, true},
    {"backgammon:cube=yes", "expert:plies=0", 9, false}, /* choices about stakes */
    {"tictactoe", "mcts:playouts=50", 8, true},
};

static void a_review_in_tasks_is_the_review_by_one_judge(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text record, spec, expected;
        hra_text_init(&record);
        hra_text_init(&spec);
        hra_text_init(&expected);
        play(cases[i].game, cases[i].seed, &record);
        write_spec(cases[i].game, cases[i].judge, hra_text_string(&record), &spec);
        review_at_once(hra_text_string(&record), cases[i].judge, &expected);
        hra_work *work = open_spec(hra_text_string(&spec), 1e-9),
                 *theirs = open_spec(hra_text_string(&spec), 0);
        int tasks = share(work, theirs);
        if ((tasks == 1) != cases[i].whole)
            fail_msg("%s at %s: %d tasks", cases[i].judge, cases[i].game, tasks);
        same_report(work, hra_text_string(&expected));
        hra_work_close(work);
        hra_work_close(theirs);
        for (int threads = 1; threads <= 3; threads += 2) {
            hra_error why = {0};
            work = open_spec(hra_text_string(&spec), 1e-4);
            assert_int_equal(hra_work_run(work, threads, NULL, &why), 0);
            same_report(work, hra_text_string(&expected));
            const hra_review_info *info = hra_review_snapshot(hra_work_review(work, 0));
            assert_int_equal(info->done, info->plies);
            hra_work_close(work);
        }
        hra_text_release(&record);
        hra_text_release(&spec);
        hra_text_release(&expected);
    }
}

/* Records of one spec, one after the other, with the tasks of both in any order. */
static void several_records_have_a_review_each(void **state) {
    (void)state;
    static const char *const judges[] = {"minimax:depth=2", "mcts:playouts=20"};
    for (size_t k = 0; k < sizeof judges / sizeof *judges; k++) {
        hra_text records, spec, expected[3];
        hra_text_init(&records);
        hra_text_init(&spec);
        for (int i = 0; i < 3; i++) {
            hra_text record;
            hra_text_init(&record);
            hra_text_init(&expected[i]);
            play("tictactoe", 20 + (uint64_t)i, &record);
            hra_text_add(&records, hra_text_string(&record));
            review_at_once(hra_text_string(&record), judges[k], &expected[i]);
            hra_text_release(&record);
        }
        write_spec("tictactoe", judges[k], hra_text_string(&records), &spec);
        hra_work *work = open_spec(hra_text_string(&spec), 1e-9);
        int tasks = share(work, work);
        assert_true(k == 0 ? tasks > 3 : tasks == 3);
        for (int i = 0; i < 3; i++) {
            hra_text out;
            hra_text_init(&out);
            hra_json json = hra_json_begin(&out);
            hra_json_review(&json, NULL, hra_work_review(work, i));
            assert_string_equal(hra_text_string(&out), hra_text_string(&expected[i]));
            assert_int_equal(hra_record_info(hra_work_record(work, i))->seed, 20 + i);
            hra_text_release(&out);
            hra_text_release(&expected[i]);
        }
        assert_null(hra_work_review(work, 3));
        assert_null(hra_work_record(work, -1));
        hra_work_close(work);
        hra_text_release(&records);
        hra_text_release(&spec);
    }
}

/* A task must not cross from one record into the next. */
static void a_task_is_of_one_record(void **state) {
    (void)state;
    hra_text records, spec;
    hra_error why = {0};
    char task[HRA_WORK_TASK];
    hra_text_init(&records);
    hra_text_init(&spec);
    play("tictactoe", 4, &records);
    play("tictactoe", 5, &records);
    write_spec("tictactoe", "minimax:depth=2", hra_text_string(&records), &spec);
    hra_work *work = open_spec(hra_text_string(&spec), 0);
    const int plies = hra_record_info(hra_work_record(work, 0))->plies;
    hra_text result;
    hra_text_init(&result);
    snprintf(task, sizeof task, "plies %d %d", plies - 1, plies + 1);
    assert_int_equal(hra_work_run_task(work, task, NULL, &result, NULL, &why), HRA_EINPUT);
    snprintf(task, sizeof task, "plies %d %d", plies - 1, plies);
    assert_int_equal(hra_work_run_task(work, task, NULL, &result, NULL, &why), 0);
    hra_text_release(&result);
    hra_work_close(work);
    hra_text_release(&records);
    hra_text_release(&spec);
}

/* Results are not trusted: a text that does not fit the task is refused, and no part of it counted. */
static void what_is_no_result_is_refused(void **state) {
    (void)state;
    hra_text record, spec, result;
    hra_error why = {0};
    char task[HRA_WORK_TASK];
    hra_text_init(&record);
    hra_text_init(&spec);
    hra_text_init(&result);
    play("tictactoe", 4, &record);
    write_spec("tictactoe", "minimax:depth=2", hra_text_string(&record), &spec);
    hra_work *work = open_spec(hra_text_string(&spec), 0);
    assert_true(hra_work_next_task(work, task));
    assert_string_equal(task, "plies 0 1");
    assert_int_equal(hra_work_run_task(work, task, NULL, &result, NULL, &why), 0);
    for (size_t length = 0; length + 1 < result.length; length++)
        assert_int_equal(hra_work_add_result(work, task, result.data, length, &why), HRA_EDAMAGED);
    static const char *const wrong[] = {
        "",
        "plies 1 1 points\n",
        "plies 0 1 points\nstart 0 0\n",
        "plies 0 1 points\nstart 0 0\nply 0 0 1 0 0\nworth 0 0\ngain 0 0\nloss 0\nbest zz\n",
        "plies 0 1 points\nstart 0 0\nply 0 0 1 0 0\nworth 0 0\ngain 0 0\nloss 0\nbest a1\nthen b1\n",
        ("plies 0 1 points\nstart 0 0\nply 0 0 1 0 0\nworth 0 0\ngain 0 0\nloss 0\nbest a1\n"
         "then a1\nthen a1\n"),
        "plies 0 1 points\nstart 0 0\nply 0 0 0 0 3\nworth 0 0\ngain 0 0\nloss 0\n",
        "plies 0 1 points\nstart 0 nan\nply 0 0 0 0 0\nworth 0 0\ngain 0 0\nloss 0\n",
        "plies 0 1 points\nstart 0 0\nply 0 0 0 0 0\nworth 0 0\ngain 0 0\nloss 0\nmore\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(hra_work_add_result(work, task, wrong[i], strlen(wrong[i]), &why), HRA_EDAMAGED);
    assert_int_equal(hra_review_snapshot(hra_work_review(work, 0))->done, 0);
    assert_int_equal(hra_work_add_result(work, task, result.data, result.length, &why), 0);
    assert_int_equal(hra_review_snapshot(hra_work_review(work, 0))->done, 1);
    hra_work_close(work);
    hra_text_release(&record);
    hra_text_release(&spec);
    hra_text_release(&result);
}

static void specs_that_make_no_sense_are_refused(void **state) {
    (void)state;
    static const char *const specs[] = {
        "work review\ngame nim\nplayer exact\n",
        "work review\ngame nim\nplayer exact\nrecord x\n",
        "work review\ngame nim\nrecord hra-record 1\n",
        "work review\ngame nim\nplayer human\nrecord hra-record 1\n",
    };
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_work *work = NULL;
        hra_error why = {0};
        assert_int_equal(hra_work_open(&work, NULL, specs[i], NULL, &why), HRA_EINPUT);
        assert_true(why.text[0] != '\0');
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_review_in_tasks_is_the_review_by_one_judge),
        cmocka_unit_test(several_records_have_a_review_each),
        cmocka_unit_test(a_task_is_of_one_record),
        cmocka_unit_test(what_is_no_result_is_refused),
        cmocka_unit_test(specs_that_make_no_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
