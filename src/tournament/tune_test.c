/* SPSA: on players whose best number is known, and against its own formulas. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/lab.h"
#include "tournament/tune_tasks.h"

/* ---- a player with a known optimum ----------------------------------------------------------
 * In nim of one row it takes all, and so wins, with a probability that falls with the distance of its two
 * numbers from 70 and -3; else one. */

static const hra_option options[] = {
    {.name = "a", .type = HRA_OPTION_REAL, .min = -1000, .max = 1000},
    {.name = "b", .type = HRA_OPTION_REAL, .min = -1000, .max = 1000},
    {0},
};

typedef struct marksman {
    const hra_game *game;
    double skill;
} marksman;

static hra_err open_marksman(const hra_game *game, const hra_options *given, const char *data,
                             const hra_progress *progress, void **shared, hra_error *why) {
    marksman *m = malloc(sizeof *m);
    if (!m)
        return HRA_ENOMEM;
    m->game = game;
    double a = (hra_options_real(given, "a") - 70) / 40, b = (hra_options_real(given, "b") + 3) / 8;
    m->skill = 1 / (1 + a * a + b * b);
    *shared = m;
    return HRA_OK;
}

static hra_err choose(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    const marksman *m = shared;
    hra_rng rng;
    hra_move moves[64];
    hra_rng_init(&rng, question->seed);
    int n = m->game->rules->moves(m->game, question->state, moves);
    double draw = (double)hra_rng_below(&rng, 1000000) / 1e6;
    out->move = moves[draw < m->skill ? n - 1 : 0]; /* all that lie there, or one */
    return HRA_OK;
}

static const hra_player_kind kind = {
    .size = sizeof(hra_player_kind),
    .name = "marksman",
    .summary = "takes all with a probability",
    .options = options,
    .open = open_marksman,
    .close = free,
    .ask = choose,
    .answers = HRA_ANSWERS_MOVE,
};

typedef struct range {
    hra_registry *registry;
    hra_game *game;
} range;

static void enter(range *r, const char *spec) {
    assert_int_equal(hra_registry_open(&r->registry, NULL), 0);
    assert_int_equal(hra_registry_add_player(r->registry, &kind, NULL), 0);
    hra_host host = {.size = sizeof host, .registry = r->registry};
    assert_int_equal(hra_game_open(&r->game, &host, spec, NULL), 0);
}

static void leave(range *r) {
    hra_game_close(r->game);
    hra_registry_close(r->registry);
}

static const hra_tune_parameter two[] = {
    {"a", 20, 0, 100, 10, false},
    {"b", 6, -10, 10, 2, false},
};

static hra_tune_setup setup_of(const range *r, uint64_t steps) {
    return (hra_tune_setup){.size = sizeof(hra_tune_setup),
                            .game = r->game,
                            .player = "marksman:a={a},b={b}",
                            .parameters = two,
                            .count = 2,
                            .steps = steps,
                            .batch = 8,
                            .rate = 0.3,
                            .seed = 4};
}

/* All of it, step by step, until `stop`. */
static hra_err tune(const hra_tune_setup *setup, const hra_stop *stop, double *values, uint64_t *steps,
                    hra_error *why) {
    hra_tune *t;
    hra_tune_task task;
    hra_text result;
    hra_err err = hra_tune_open(&t, setup, why);
    if (err)
        return err;
    hra_text_init(&result);
    while (!err && !(stop && hra_stop_is_set(stop)) && hra_tune_next_task(t, 1, &task)) {
        hra_text_clear(&result);
        err = hra_tune_run_task(t, &task, NULL, &result, why);
        if (!err)
            assert_int_equal(hra_tune_add_result(t, &task, hra_text_string(&result), NULL), 0);
    }
    hra_text_release(&result);
    *steps = hra_tune_snapshot(t, values);
    hra_tune_close(t);
    return err;
}

/* ---- tests ----------------------------------------------------------------------------------*/

static void it_finds_the_best_numbers(void **state) {
    range r;
    enter(&r, "nim:rows=9");
    hra_tune_setup setup = setup_of(&r, 6000);
    double values[2];
    uint64_t steps = 0;
    assert_int_equal(tune(&setup, NULL, values, &steps, NULL), 0);
    assert_int_equal(steps, 6000);
    if (fabs(values[0] - 70) > 15 || fabs(values[1] + 3) > 3)
        fail_msg("found %g, %g; the best are 70, -3", values[0], values[1]);
    leave(&r);
}

typedef struct curve {
    int count;
    uint64_t last;
    hra_stop stop;
    uint64_t stop_at;
} curve;

static void note(void *self, uint64_t steps, const double *values) {
    curve *c = self;
    assert_true(steps > c->last);
    assert_true(values[0] >= 0 && values[0] <= 100 && values[1] >= -10 && values[1] <= 10);
    c->last = steps;
    c->count++;
    if (steps >= c->stop_at)
        hra_stop_set(&c->stop);
}

static void a_stop_keeps_whole_batches(void **state) {
    range r;
    enter(&r, "nim:rows=9");
    curve c = {.stop_at = 40};
    hra_tune_setup setup = setup_of(&r, 1000000);
    double values[2];
    uint64_t steps;
    setup.stepped = note;
    setup.stepped_self = &c;
    assert_int_equal(tune(&setup, &c.stop, values, &steps, NULL), 0);
    assert_int_equal(steps, 40);
    assert_int_equal(c.count, 5);
    leave(&r);
}

/* Two processes, of which one plays nothing: tasks come back in another order than they were handed out, some
 * are played by both, and both come to what one comes to. */
static void units_come_to_the_same(void **state) {
    enum { STEPS = 205, MOST = 3, UNITS = 3 /* of a batch */ };
    range r;
    enter(&r, "nim:rows=9");
    hra_tune_setup setup = setup_of(&r, STEPS);
    hra_tune *one, *other;
    double whole[2], values[2];
    uint64_t steps;
    assert_int_equal(tune(&setup, NULL, whole, &steps, NULL), 0);
    assert_int_equal(hra_tune_open(&one, &setup, NULL), 0);
    assert_int_equal(hra_tune_open(&other, &setup, NULL), 0);
    while (!hra_tune_is_finished(one)) {
        hra_tune_task task[UNITS];
        int tasks = 0;
        for (; tasks < UNITS && hra_tune_next_task(one, MOST, &task[tasks]); tasks++)
            assert_int_equal(hra_tune_mark_assigned(other, &task[tasks], NULL), 0);
        assert_true(tasks > 0 && !hra_tune_next_task(one, 1, &(hra_tune_task){0}));
        for (int i = tasks - 1; i >= 0; i--) {
            hra_text result, again;
            hra_text_init(&result);
            hra_text_init(&again);
            assert_int_equal(hra_tune_place_of(one, &task[i]), HRA_TUNE_NOW);
            assert_int_equal(hra_tune_run_task(one, &task[i], NULL, &result, NULL), 0);
            assert_int_equal(hra_tune_run_task(other, &task[i], NULL, &again, NULL), 0);
            assert_string_equal(hra_text_string(&result), hra_text_string(&again));
            assert_int_equal(hra_tune_add_result(one, &task[i], hra_text_string(&result), NULL), 0);
            assert_int_equal(hra_tune_add_result(other, &task[i], hra_text_string(&result), NULL), 0);
            assert_int_equal(hra_tune_add_result(one, &task[i], hra_text_string(&result), NULL),
                             HRA_EDAMAGED);
            hra_text_release(&result);
            hra_text_release(&again);
        }
        assert_int_equal(hra_tune_place_of(one, &task[0]), HRA_TUNE_PAST);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hra_tune_snapshot(i ? one : other, values), STEPS);
        assert_memory_equal(values, whole, sizeof whole);
    }
    hra_tune_close(one);
    hra_tune_close(other);
    leave(&r);
}

/* Units and results may be anybody's. */
static void units_are_checked(void **state) {
    static const hra_tune_task no_units[] = {{0, 0}, {2, 1}, {1, 2}, {0, 9}, {8, 16}, {UINT64_MAX, 1}};
    static const char *const no_results[] = {"",
                                             "hra-steps 1\n",
                                             "hra-steps 1 0\n",
                                             "hra-steps 1 0 0 0\n",
                                             "hra-steps 1 0 2\n",
                                             "hra-steps 1 0 nan\n",
                                             "hra-steps 1 0 0",
                                             "hra-steps 1 0 0\n\n",
                                             "hra-steps 2 0 0\n",
                                             "hra-steps 10 0\n"};
    range r;
    enter(&r, "nim:rows=9");
    hra_tune_setup setup = setup_of(&r, 100);
    hra_tune *t;
    double values[2];
    assert_int_equal(hra_tune_open(&t, &setup, NULL), 0);
    for (size_t i = 0; i < sizeof no_units / sizeof *no_units; i++)
        assert_int_equal(hra_tune_mark_assigned(t, &no_units[i], NULL), HRA_EDAMAGED);
    hra_tune_task task = {0, 2}, later = {8, 10};
    hra_text result;
    hra_text_init(&result);
    assert_int_equal(hra_tune_place_of(t, &later), HRA_TUNE_LATER);
    assert_int_equal(hra_tune_run_task(t, &later, NULL, &result, NULL), HRA_EINPUT);
    assert_int_equal(hra_tune_add_result(t, &task, "hra-steps 1 0 0\n", NULL),
                     HRA_EDAMAGED); /* not handed out */
    assert_int_equal(hra_tune_mark_assigned(t, &task, NULL), 0);
    for (size_t i = 0; i < sizeof no_results / sizeof *no_results; i++)
        assert_int_equal(hra_tune_add_result(t, &task, no_results[i], NULL), HRA_EDAMAGED);
    assert_int_equal(hra_tune_snapshot(t, values), 0);
    assert_int_equal(hra_tune_add_result(t, &task, "hra-steps 1 0 0.5\n", NULL), 0);
    assert_int_equal(hra_tune_snapshot(t, values), 2);
    assert_int_equal(hra_tune_return_task(t, &later), HRA_EINPUT);
    hra_text_release(&result);
    hra_tune_close(t);
    leave(&r);
}

/* One step by hand: a group is won, lost or drawn, and the numbers go by rate * step to one side, or stay. */
static void a_step_is_as_long_as_it_is_said_to_be(void **state) {
    range r;
    enter(&r, "nim:rows=9");
    static const hra_tune_parameter one = {"a", 50, 0, 100, 10, false};
    hra_tune_setup setup = setup_of(&r, 1);
    setup.parameters = &one;
    setup.count = 1;
    setup.player = "marksman:a={a},b=-3";
    int moved = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        double value;
        uint64_t steps;
        setup.seed = seed;
        assert_int_equal(tune(&setup, NULL, &value, &steps, NULL), 0);
        double away = fabs(value - 50);
        assert_true(away == 0 || fabs(away - 0.3 * 10) < 1e-9 || fabs(away - 0.3 * 5) < 1e-9);
        moved += away > 0;
    }
    assert_true(moved > 5);
    leave(&r);
}

static void numbers_go_into_the_spec(void **state) {
    static const hra_tune_parameter list[] = {{"a", 1, 0, 5, 1, true}, {"b", 1, 0, 5, 1, false}};
    static const struct {
        const char *player;
        double values[2];
        const char *spec;
    } cases[] = {
        {"x:a={a},b={b}", {2.6, 2.6}, "x:a=3,b=2.6"},
        {"x:b={b},c={b}{a}", {9, -1}, "x:b=0,c=05"},
        {"x:b={b}", {9, 1.23456}, "x:b=1.23"},
        {"{a}", {0.4, 0}, "0"},
        {"x:a={c}", {0, 0}, NULL},
        {"x:a={a", {0, 0}, NULL},
        {"x:a={", {0, 0}, NULL},
        {"x:a={}", {0, 0}, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_tune_setup setup = {.player = cases[i].player, .parameters = list, .count = 2};
        hra_text text;
        hra_text_init(&text);
        hra_err err = hra_tune_spec(&setup, cases[i].values, &text, NULL);
        assert_int_equal(err, cases[i].spec ? 0 : HRA_EINPUT);
        if (cases[i].spec)
            assert_string_equal(hra_text_string(&text), cases[i].spec);
        hra_text_release(&text);
    }
}

static void wrong_setups_are_refused(void **state) {
    static const hra_tune_parameter turned = {"a", 20, 30, 10, 1, false}, still = {"a", 20, 0, 100, 0, false},
                                    between = {"a", 0.5, 0.2, 0.8, 1, true};
    range r;
    enter(&r, "nim:rows=9");
    hra_tune_setup cases[9];
    static const char *const words[] = {
        "not 0",        "START from MIN to MAX", "C_END above 0", "no integer",           "lacks {b}",
        "tuning needs", "begin with its size",   "has no option", "not a given parameter"};
    for (int i = 0; i < 9; i++)
        cases[i] = setup_of(&r, 10);
    cases[0].count = 0;
    for (int i = 1; i < 4; i++) {
        cases[i].count = 1;
        cases[i].player = "marksman:a={a},b=1";
        cases[i].parameters = i == 1 ? &turned : i == 2 ? &still : &between;
    }
    cases[4].player = "marksman:a={a}";
    cases[5].steps = 0;
    cases[6].size = 0;
    cases[7].player = "marksman:a={a},c={b}";
    cases[8].player = "marksman:a={a},b={b}{c}";
    for (int i = 0; i < 9; i++) {
        double values[2];
        uint64_t steps;
        hra_error why = {0};
        assert_int_equal(tune(&cases[i], NULL, values, &steps, &why), HRA_EINPUT);
        if (!strstr(why.text, words[i]))
            fail_msg("case %d: '%s' does not say '%s'", i, why.text, words[i]);
    }
    leave(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_finds_the_best_numbers),
        cmocka_unit_test(a_stop_keeps_whole_batches),
        cmocka_unit_test(a_step_is_as_long_as_it_is_said_to_be),
        cmocka_unit_test(numbers_go_into_the_spec),
        cmocka_unit_test(wrong_setups_are_refused),
        cmocka_unit_test(units_come_to_the_same),
        cmocka_unit_test(units_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
