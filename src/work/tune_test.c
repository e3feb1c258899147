/* Tuning that is cut into tasks, batch by batch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/lab.h"
#include "hra/work.h"
#include "tournament/tune_tasks.h"

#define SPEC                                                                                                 \
    "work steps\ngame tictactoe\ntemplate mcts:playouts={n},c={c}\nparameter c=1.4,0.1,4,0.2\n"              \
    "parameter n=8,2,20,3\nwhole n\nsteps 22\nbatch 5\nseed 9\n"

enum { STEPS = 22 };

typedef struct course {
    uint64_t steps[STEPS];
    int count;
} course;

static void note(void *self, uint64_t steps, const double *values) {
    course *c = self;
    c->steps[c->count++] = steps;
}

static hra_work *open_spec(const char *spec, course *told) {
    hra_work *work;
    hra_error why = {0};
    const hra_work_setup setup = {
        .size = sizeof setup, .stepped = told ? note : NULL, .stepped_self = told, .workers = 2};
    if (hra_work_open(&work, NULL, spec, &setup, &why) != 0)
        fail_msg("%s", why.text);
    return work;
}

static void tune_at_once(double *values) {
    hra_work *work = open_spec(SPEC, NULL);
    uint64_t steps;
    hra_error why = {0};
    hra_tune_task task;
    hra_text result;
    hra_tune *t;
    const hra_tune_setup *setup = hra_work_tune(work, values, &steps);
    assert_int_equal(steps, 0);
    assert_true(values[0] == 1.4 && values[1] == 8);
    assert_int_equal(hra_tune_open(&t, setup, &why), 0);
    hra_text_init(&result);
    while (hra_tune_next_task(t, 1, &task)) {
        hra_text_clear(&result);
        assert_int_equal(hra_tune_run_task(t, &task, NULL, &result, &why), 0);
        assert_int_equal(hra_tune_add_result(t, &task, hra_text_string(&result), &why), 0);
    }
    hra_text_release(&result);
    assert_int_equal(hra_tune_snapshot(t, values), STEPS);
    hra_tune_close(t);
    hra_work_close(work);
}

static void same_as_at_once(hra_work *work) {
    double expected[HRA_TUNE_PARAMETERS], found[HRA_TUNE_PARAMETERS];
    uint64_t steps;
    tune_at_once(expected);
    (void)hra_work_tune(work, found, &steps);
    assert_int_equal(steps, STEPS);
    assert_memory_equal(found, expected, 2 * sizeof *found);
}

static void work_of_any_threads_is_the_tuning_made_at_once(void **state) {
    for (int threads = 1; threads <= 4; threads++) {
        course told = {.count = 0};
        hra_error why = {0};
        hra_work *work = open_spec(SPEC, &told);
        assert_int_equal(hra_work_run(work, threads, NULL, &why), 0);
        assert_true(hra_work_is_finished(work));
        same_as_at_once(work);
        assert_int_equal(told.count, 5);
        for (int i = 0; i < 5; i++)
            assert_int_equal(told.steps[i], i < 4 ? 5 * (i + 1) : STEPS);
        hra_work_close(work);
    }
}

/* Nothing of the next batch is assigned before all of this one is added; a worker that was not told so is not ready. */
static void batches_follow_each_other(void **state) {
    hra_work *dealer = open_spec(SPEC, NULL), *worker = open_spec(SPEC, NULL);
    hra_error why = {0};
    char task[8][HRA_WORK_TASK];
    hra_text result[8];
    while (!hra_work_is_finished(dealer)) {
        int count = 0;
        while (hra_work_next_task(dealer, task[count])) {
            assert_int_equal(hra_work_mark_assigned(worker, task[count], &why), 0);
            assert_true(hra_work_is_ready(worker, task[count]));
            hra_text_init(&result[count]);
            assert_int_equal(hra_work_run_task(worker, task[count], NULL, &result[count], NULL, &why), 0);
            count++;
        }
        assert_in_range(count, 2, 5);
        for (int i = count - 1; i >= 0; i--)
            assert_int_equal(hra_work_add_result(dealer, task[i], result[i].data, result[i].length, &why), 0);
        hra_work_status now;
        hra_work_snapshot(dealer, &now);
        if (now.done < STEPS) {
            char ahead[HRA_WORK_TASK];
            hra_snprintf(ahead, sizeof ahead, "steps %d %d", (int)now.done, (int)now.done + 1);
            assert_true(hra_work_is_ready(dealer, ahead));
            assert_false(hra_work_is_ready(worker, ahead));
            assert_int_equal(hra_work_run_task(worker, ahead, NULL, &result[0], NULL, &why), HRA_EINPUT);
        }
        for (int i = 0; i < count; i++) {
            assert_int_equal(hra_work_add_result(worker, task[i], result[i].data, result[i].length, &why), 0);
            hra_text_release(&result[i]);
        }
    }
    same_as_at_once(dealer);
    same_as_at_once(worker);
    hra_work_close(dealer);
    hra_work_close(worker);
}

static void wrong_specs_are_refused(void **state) {
    static const struct {
        const char *lines, *says;
    } wrong[] = {
        {"template random\nparameter c=1,0,2,1\nsteps 5\n", "lacks {c}"},
        {"template mcts:c={c}\nparameter c=1,0,2\nsteps 5\n", "expected NAME=START,MIN,MAX,C_END"},
        {"template mcts:c={c}\nparameter c=1,0,2,1\nwhole n\nsteps 5\n", "unknown parameter 'n'"},
        {"template mcts:c={c}\nparameter c=1,0,2,1\nsteps 5\nrate often\n", "line 6, character 6"},
        {"template mcts:c={c}\nparameter c=1,0,2,1\nsteps 5\nrate -1\n", "a rate above 0"},
        {"template mcts:c={c}\nsteps 5\n", "no line 'parameter'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        hra_work *work;
        hra_text spec;
        hra_error why = {0};
        hra_text_init(&spec);
        hra_text_addf(&spec, "work tune\ngame tictactoe\n%s", wrong[i].lines);
        if (hra_work_open(&work, NULL, hra_text_string(&spec), NULL, &why) == 0)
            fail_msg("%s", wrong[i].lines);
        if (!strstr(why.text, wrong[i].says))
            fail_msg("'%s' does not say '%s'", why.text, wrong[i].says);
        hra_text_release(&spec);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_of_any_threads_is_the_tuning_made_at_once),
        cmocka_unit_test(batches_follow_each_other),
        cmocka_unit_test(wrong_specs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
