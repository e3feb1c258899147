/* Rollouts of the position at the table, against the same work run without a session. */
#include "hra/rollout.h"
#include "hra/version.h"
#include "hra/work.h"
#include "session_desk.h"

#include <math.h>

static const char position[] = "white 24:1 13:1 6:1, black 24:1 20:1 5:1, white 63";
static const char player[] = "expectiminimax:depth=1,eval=linear";

static void open_new(desk *d, bool hand_out) {
    *d = (desk){.setup = {.version = 2, .hand_out = hand_out}};
    desk_open(d);
    if (hand_out)
        assert_int_equal(hra_worker_open(&d->worker, &d->host, NULL, NULL), 0);
    desk_attach(d, HRA_VIEW_TABLE);
    desk_ok(d, 0, "new backgammon:checkers=3 human human save=no \"position=%s\"", position);
}

static const json_t *rolled(const desk *d) {
    return json_object_get(desk_last(d, 0, "rollout"), "rollout");
}

static double number(const json_t *row, const char *key) {
    return json_number_value(json_object_get(row, key));
}

/* The same trials, in this thread. */
static void expect_same(const json_t *found, const char *const *moves, int count) {
    hra_work *work;
    hra_text spec;
    hra_error why;
    hra_text_init(&spec);
    hra_text_addf(&spec, "hra %s\nwork rollout\ngame backgammon:checkers=3\nposition %s\nplayer %s\n",
                  hra_version(), position, player);
    for (int i = 0; i < count; i++)
        hra_text_addf(&spec, "move %s\n", moves[i]);
    hra_text_add(&spec, "trials 40\nluck yes\nseed 7\n");
    assert_int_equal(hra_work_open(&work, "rollout", hra_text_string(&spec), NULL, &why), 0);
    assert_int_equal(hra_work_run(work, 1, NULL, &why), 0);
    const hra_rollout *rollout = hra_work_rollout(work);
    assert_int_equal(hra_rollout_snapshot(rollout).count, count);
    for (int i = 0; i < count; i++) {
        hra_rolled expected;
        const json_t *row = json_array_get(json_object_get(found, "moves"), (size_t)i);
        hra_rollout_move(rollout, i, &expected);
        assert_true(fabs(number(row, "mean") - expected.mean) < 1e-9);
        assert_true(fabs(number(row, "stderr") - expected.error) < 1e-9);
    }
    hra_work_close(work);
    hra_text_release(&spec);
}

static void trials_are_those_of_the_work(void **state) {
    static const char *const moves[] = {"24/18 6/3", "24/15"};
    (void)state;
    for (int hand_out = 0; hand_out < 2; hand_out++) {
        desk d;
        open_new(&d, hand_out);
        desk_ok(&d, 0, "rollout %s trials=40 seed=7 \"move=%s\" move=%s", player, moves[0], moves[1]);
        assert_int_equal((int)number(rolled(&d), "trials"), 40);
        expect_same(rolled(&d), moves, 2);
        desk_ok(&d, 0, "match tictactoe random random games=2 seed=1"); /* what ran has ended */
        desk_close(&d);
    }
}

static void wrong_lines_are_refused(void **state) {
    desk d;
    (void)state;
    open_new(&d, false);
    desk_error(&d, 0, "illegal move '9/8'", "rollout move=9/8");
    desk_error(&d, 0, "name a program", "rollout human");
    desk_error(&d, 0, "has no player", "rollout nobody");
    desk_error(&d, 0, "trials is a whole number", "rollout trials=1");
    desk_error(&d, 0, "unexpected word", "rollout %s more", player);
    desk_ok(&d, 0, "new nim human human save=no");
    desk_error(&d, 0, "no chance", "rollout");
    desk_ok(&d, 0, "new empire human human save=no");
    desk_error(&d, 0, "hidden information", "rollout random");
    desk_ok(&d, 0, "close");
    desk_error(&d, 0, "no game is open", "rollout");
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trials_are_those_of_the_work),
        cmocka_unit_test(wrong_lines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
