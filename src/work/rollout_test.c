/* Rollouts that are cut into tasks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/lab.h"
#include "hra/work.h"
#include "search/montecarlo/rollout_parts.h"

#define GAME "backgammon:checkers=2"
#define POSITION "white 1:1 6:1, black 4:1 5:1, white 21"
#define PLAYER "expectiminimax:depth=1,eval=bearoff(two-sided=6)"
#define SPEC                                                                                                 \
    "work rollout\ngame " GAME "\nposition " POSITION "\nplayer " PLAYER                                     \
    "\nmove 6/4 1/off\nmove 6/3\ntrials 100\nseed 7\n"

static hra_work *open_spec(const char *spec) {
    hra_work *work;
    hra_error why = {0};
    if (hra_work_open(&work, NULL, spec, NULL, &why) != 0)
        fail_msg("%s", why.text);
    return work;
}

static void describe(const hra_rollout *rollout, hra_text *out) {
    hra_json json = hra_json_begin(out);
    hra_json_rollout(&json, NULL, rollout, 0);
}

/* `trials` trials of the same rollout, in one call. */
static void roll_at_once(uint64_t trials, hra_text *out) {
    hra_game *game;
    hra_player *player;
    hra_rollout *rollout;
    hra_error why = {0};
    hra_move move[2];
    assert_int_equal(hra_game_open(&game, NULL, GAME, &why), 0);
    assert_int_equal(hra_player_open(&player, game, PLAYER, NULL, NULL, &why), 0);
    void *state = malloc(game->state_size);
    assert_int_equal(hra_game_read_position(game, POSITION, state, &why), 0);
    assert_int_equal(hra_game_parse_move(game, state, "6/4 1/off", &move[0], &why), 0);
    assert_int_equal(hra_game_parse_move(game, state, "6/3", &move[1], &why), 0);
    hra_rollout_setup setup = {.size = sizeof setup, .player = player, .seed = 7, .luck = true};
    assert_int_equal(hra_rollout_open(&rollout, &setup, state, move, 2, &why), 0);
    assert_int_equal(hra_rollout_run(rollout, 0, trials, NULL), 0);
    describe(rollout, out);
    hra_rollout_close(rollout);
    hra_player_close(player);
    hra_game_close(game);
    free(state);
}

static void same_as_at_once(hra_work *work, uint64_t trials) {
    hra_text expected, found;
    hra_text_init(&expected);
    hra_text_init(&found);
    roll_at_once(trials, &expected);
    describe(hra_work_rollout(work), &found);
    assert_string_equal(hra_text_string(&found), hra_text_string(&expected));
    hra_text_release(&expected);
    hra_text_release(&found);
}

static void work_of_any_threads_is_the_rollout_made_at_once(void **state) {
    for (int threads = 1; threads <= 3; threads++) {
        hra_work *work = open_spec(SPEC);
        hra_error why = {0};
        assert_int_equal(hra_work_run(work, threads, NULL, &why), 0);
        assert_true(hra_work_is_finished(work));
        same_as_at_once(work, 100);
        hra_work_close(work);
    }
}

/* What comes before a gap is shown, up to the end of a turn. */
static void results_count_up_to_the_first_gap(void **state) {
    static const char *const task[] = {"trials 0 36", "trials 36 40", "trials 40 72", "trials 72 100"};
    static const struct {
        int index;
        uint64_t counted;
    } step[] = {{2, 0}, {3, 0}, {0, 36}, {1, 100}};
    hra_work *work = open_spec(SPEC);
    hra_error why = {0};
    hra_work_status now;
    hra_text result;
    hra_text_init(&result);
    for (int i = 0; i < 4; i++)
        assert_int_equal(hra_work_mark_assigned(work, task[i], &why), 0);
    for (int i = 0; i < 4; i++) {
        const char *t = task[step[i].index];
        hra_text_clear(&result);
        assert_int_equal(hra_work_run_task(work, t, NULL, &result, NULL, &why), 0);
        assert_int_equal(hra_work_add_result(work, t, result.data, result.length - 1, &why), HRA_EDAMAGED);
        hra_text_add_char(&result, 'x');
        assert_int_equal(hra_work_add_result(work, t, result.data, result.length, &why), HRA_EDAMAGED);
        assert_int_equal(hra_work_add_result(work, t, result.data, result.length - 1, &why), 0);
        hra_work_snapshot(work, &now);
        assert_int_equal(now.done, step[i].counted);
        if (now.done)
            same_as_at_once(work, now.done);
    }
    assert_true(now.finished);
    hra_text_release(&result);
    hra_work_close(work);
}

/* The moves are far apart: a turn is enough, whatever else was assigned. */
static void it_ends_behind_the_turn_that_decides(void **state) {
    hra_work *work = open_spec(SPEC "errors 1\n");
    hra_error why = {0};
    hra_text result;
    hra_text_init(&result);
    assert_int_equal(hra_work_mark_assigned(work, "trials 0 72", &why), 0);
    assert_int_equal(hra_work_mark_assigned(work, "trials 72 100", &why), 0);
    assert_true(hra_work_is_needed(work, "trials 72 100"));
    assert_int_equal(hra_work_run_task(work, "trials 0 72", NULL, &result, NULL, &why), 0);
    assert_int_equal(hra_work_add_result(work, "trials 0 72", result.data, result.length, &why), 0);
    assert_true(hra_work_is_finished(work));
    same_as_at_once(work, 36);
    assert_false(hra_work_is_needed(work, "trials 72 100"));
    assert_int_equal(hra_work_add_result(work, "trials 72 100", "", 0, &why), 0);
    same_as_at_once(work, 36);
    hra_text_release(&result);
    hra_work_close(work);
}

static void tasks_lie_within_a_turn_or_are_whole_ones(void **state) {
    static const char *const wrong[] = {"trials 0 37", "trials 1 37", "trials 30 72", "trials 90 101"};
    hra_work *work = open_spec(SPEC);
    hra_error why = {0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(hra_work_mark_assigned(work, wrong[i], &why), HRA_EDAMAGED);
    hra_work_close(work);
}

static int alternatives(const char *lines) {
    hra_text spec;
    hra_text_init(&spec);
    hra_text_addf(&spec, "work rollout\nplayer expectiminimax:depth=1\ntrials 1\n%s", lines);
    hra_work *work = open_spec(hra_text_string(&spec));
    const hra_rollout_info info = hra_rollout_snapshot(hra_work_rollout(work));
    int count = info.stake_actions ? -1 : info.count;
    hra_text_release(&spec);
    hra_work_close(work);
    return count;
}

static void moves_that_are_not_named_are_all_there_are(void **state) {
    assert_int_equal(alternatives("game " GAME "\nposition " POSITION "\nmove 6/3\n"), 1);
    assert_true(alternatives("game " GAME "\nposition " POSITION "\n") > 1);
    assert_int_equal(alternatives("game " GAME "\n"), 1); /* chance is to move */
    assert_int_equal(
        alternatives("game backgammon\nposition XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10\n"), -1);
}

static void another_kind_has_no_rollout(void **state) {
    hra_work *work = open_spec("work match\ngame nim\ngames 1\n");
    hra_match_result result = {.size = sizeof result};
    hra_error why = {0};
    assert_null(hra_work_rollout(work));
    hra_work_close(work);
    work = open_spec(SPEC);
    assert_int_equal(hra_work_match(work, &result, &why), HRA_EFIT);
    hra_work_close(work);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_of_any_threads_is_the_rollout_made_at_once),
        cmocka_unit_test(results_count_up_to_the_first_gap),
        cmocka_unit_test(it_ends_behind_the_turn_that_decides),
        cmocka_unit_test(tasks_lie_within_a_turn_or_are_whole_ones),
        cmocka_unit_test(moves_that_are_not_named_are_all_there_are),
        cmocka_unit_test(another_kind_has_no_rollout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
