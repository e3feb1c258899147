/* Tournaments that are cut into tasks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/lab.h"
#include "hra/work.h"
#include "tournament/tournament_tasks.h"

#define SPEC                                                                                                 \
    "work games\ngame tictactoe\nplayer random\nplayer greedy\nplayer mcts:playouts=10\ngroups 9\nseed 3\n"

static hra_work *open_spec(const char *spec, const hra_work_setup *setup) {
    hra_work *work;
    hra_error why = {0};
    if (hra_work_open(&work, NULL, spec, setup, &why) != 0)
        fail_msg("%s", why.text);
    return work;
}

static void describe(hra_tournament *t, hra_text *out) {
    hra_error why = {0};
    hra_json json = hra_json_begin(out);
    assert_int_equal(hra_json_tournament(&json, NULL, t, NULL, &why), 0);
}

/* The same tournament, group by group. */
static void same_as_in_order(hra_work *work) {
    hra_tournament *t;
    hra_text expected, found;
    hra_error why = {0};
    const hra_tournament_setup *how;
    hra_text_init(&expected);
    hra_text_init(&found);
    describe(hra_work_tournament(work, &how), &found);
    hra_tournament_setup own = *how;
    own.counted = NULL;
    assert_int_equal(hra_tournament_open(&t, &own, &why), 0);
    hra_tournament_task task;
    while (hra_tournament_next_task(t, 1, &task)) {
        hra_text result;
        hra_text_init(&result);
        assert_int_equal(hra_tournament_run_task(t, &task, NULL, &result, NULL, NULL), 0);
        assert_int_equal(hra_tournament_add_result(t, &task, hra_text_string(&result), NULL), 0);
        hra_text_release(&result);
    }
    describe(t, &expected);
    assert_string_equal(hra_text_string(&found), hra_text_string(&expected));
    hra_tournament_close(t);
    hra_text_release(&expected);
    hra_text_release(&found);
}

static void note(void *self, const hra_pairing *pairing) {
    *(int *)self += pairing->groups > 0;
}

static void work_of_any_threads_is_the_tournament_played_in_order(void **state) {
    for (int threads = 1; threads <= 3; threads++) {
        int told = 0;
        hra_error why = {0};
        hra_work_status now;
        hra_work *work = open_spec(SPEC, &(hra_work_setup){.size = sizeof(hra_work_setup),
                                                           .task_seconds = 1e-9,
                                                           .counted = note,
                                                           .counted_self = &told});
        assert_int_equal(hra_work_run(work, threads, NULL, &why), 0);
        hra_work_snapshot(work, &now);
        assert_true(now.finished);
        assert_int_equal(now.done, 27);
        assert_int_equal(now.of, 27);
        assert_int_equal(told, 27);
        same_as_in_order(work);
        hra_work_close(work);
    }
}

/* Results of a decided pairing are not needed any more, and come too late. */
static void a_test_ends_with_the_group_that_decides_it(void **state) {
    hra_work *work = open_spec("work games\ngame nim:rows=2-3\nplayer mcts:playouts=40\nplayer "
                               "mcts:playouts=2\ngroups 2000\nseed 7\ntest 0,40\nerrors 0.1,0.1\n",
                               NULL);
    hra_error why = {0};
    hra_pairing pairing;
    char last[HRA_WORK_TASK];
    assert_int_equal(hra_work_mark_assigned(work, "games 0 0 400", &why), 0);
    assert_true(hra_work_next_task(work, last));
    assert_string_equal(last, "games 0 400 401");
    assert_true(hra_work_is_needed(work, last));
    hra_text result;
    hra_text_init(&result);
    assert_int_equal(hra_work_run_task(work, "games 0 0 400", NULL, &result, NULL, &why), 0);
    assert_int_equal(hra_work_add_result(work, "games 0 0 400", result.data, result.length, &why), 0);
    assert_false(hra_work_is_needed(work, last));
    assert_true(hra_work_is_finished(work));
    assert_int_equal(hra_work_add_result(work, last, "", 0, &why), 0);
    hra_tournament_snapshot(hra_work_tournament(work, NULL), 0, &pairing);
    assert_int_equal(pairing.verdict, HRA_ACCEPT_HIGH);
    assert_int_equal(pairing.groups + pairing.uncounted_groups, 400);
    hra_text_release(&result);
    hra_work_close(work);
}

static void rules_and_openings_of_the_spec_count(void **state) {
    hra_work *work =
        open_spec("work tournament\ngame checkers\nplayer random\nplayer greedy\ngroups 2\nschedule "
                  "gauntlet\ndraw after=3,moves=2,score=0.5\nresign moves=2,score=0.8,twosided=yes\n"
                  "length 30\n",
                  NULL);
    const hra_tournament_setup *how;
    hra_error why = {0};
    assert_non_null(hra_work_tournament(work, &how));
    assert_int_equal(how->schedule, HRA_GAUNTLET);
    assert_int_equal(how->adjudicator->draw_after, 3);
    assert_int_equal(how->adjudicator->draw_moves, 2);
    assert_true(how->adjudicator->resign_twosided);
    assert_int_equal(how->adjudicator->max_plies, 30);
    assert_int_equal(hra_work_run(work, 2, NULL, &why), 0);
    same_as_in_order(work);
    hra_work_close(work);
}

#define LISTED                                                                                               \
    "work games\ngame tictactoe\nplayer random\nplayer greedy\nplayer mcts:playouts=10\ngroups 9\nseed 3\n"  \
    "pairing 0,1 9\npairing 1,2 4\n"

static void play_all(hra_work *work) {
    hra_error why = {0};
    if (hra_work_run(work, 1, NULL, &why) != 0)
        fail_msg("%s", why.text);
    assert_true(hra_work_is_finished(work));
}

/* The pairings of a list have the results that they have in a round robin, and a list that goes on keeps them. */
static void listed_pairings_are_those_of_the_round_robin(void **state) {
    hra_work *all = open_spec(SPEC, NULL), *listed = open_spec(LISTED, NULL),
             *longer = open_spec(LISTED "pairing 0,2 9\npairing 1,2 0\n", NULL);
    const struct {
        hra_work *work;
        int pairing, in_all; /* in the order 0,1 0,2 1,2 */
        uint64_t groups;
    } cases[] = {
        {listed, 0, 0, 9}, {listed, 1, 2, 4}, {longer, 0, 0, 9}, {longer, 2, 1, 9}, {longer, 3, 2, 0}};
    hra_work_status now;
    hra_work_snapshot(longer, &now);
    assert_int_equal(now.of, 9 + 4 + 9);
    play_all(all);
    play_all(listed);
    play_all(longer);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_pairing found, expected;
        hra_tournament_snapshot(hra_work_tournament(cases[i].work, NULL), cases[i].pairing, &found);
        hra_tournament_snapshot(hra_work_tournament(all, NULL), cases[i].in_all, &expected);
        assert_int_equal(found.groups, cases[i].groups);
        assert_int_equal(found.player[0], expected.player[0]);
        assert_int_equal(found.player[1], expected.player[1]);
        if (found.groups == expected.groups)
            assert_memory_equal(found.wins, expected.wins, sizeof found.wins);
    }
    hra_work_close(all);
    hra_work_close(listed);
    hra_work_close(longer);
}

static void wrong_specs_are_refused(void **state) {
    static const struct {
        const char *lines, *says;
    } wrong[] = {
        {"player random\ngroups 5\n", "players"},
        {"player random\nplayer greedy\n", "no line 'groups'"},
        {"player random\nplayer greedy\ngroups 5\nschedule swiss\n", "round-robin or gauntlet"},
        {"player random\nplayer greedy\ngroups 5\npairing 0,1\n", "of the form 'A,B GROUPS'"},
        {"player random\nplayer greedy\ngroups 5\npairing 1,0 5\n", "in ascending order"},
        {"player random\nplayer greedy\ngroups 5\npairing 0,2 5\n", "from 0 to 1"},
        {"player random\nplayer greedy\ngroups 5\npairing 0,1 6\n", "at most 5 groups"},
        {"player random\nplayer greedy\ngroups 5\ntest 0\n", "two numbers"},
        {"player random\nplayer greedy\ngroups 5\ntest 5,0\n", "in the wrong order"},
        {"player random\nplayer greedy\ngroups 5\ndraw moves=few\n", "movecount"},
        {"player random\nplayer greedy\ngroups 5\nresign after=3\n", "after"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        hra_work *work;
        hra_text spec;
        hra_error why = {0};
        hra_text_init(&spec);
        hra_text_addf(&spec, "work games\ngame tictactoe\n%s", wrong[i].lines);
        if (hra_work_open(&work, NULL, hra_text_string(&spec), NULL, &why) == 0)
            fail_msg("%s", wrong[i].lines);
        if (!strstr(why.text, wrong[i].says))
            fail_msg("'%s' does not say '%s'", why.text, wrong[i].says);
        hra_text_release(&spec);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_of_any_threads_is_the_tournament_played_in_order),
        cmocka_unit_test(a_test_ends_with_the_group_that_decides_it),
        cmocka_unit_test(rules_and_openings_of_the_spec_count),
        cmocka_unit_test(listed_pairings_are_those_of_the_round_robin),
        cmocka_unit_test(wrong_specs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
