#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hra/base.h"

static void the_clock_goes_forward(void **state) {
    (void)state;
    double last = hra_clock(), start = last;
    for (int i = 0; i < 100000 || last == start; i++) {
        double now = hra_clock();
        assert_true(now >= last);
        last = now;
    }
}

static hra_stop interrupted;

static void on_signal(int number) {
    (void)number;
    hra_stop_set(&interrupted);
}

static void stop_is_set_and_cleared(void **state) {
    (void)state;
    assert_false(hra_stop_is_set(NULL));
    assert_false(hra_stop_is_set(&interrupted));
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGUSR1, &action, &old);
    raise(SIGUSR1);
    sigaction(SIGUSR1, &old, NULL);
    assert_true(hra_stop_is_set(&interrupted));
    hra_stop_clear(&interrupted);
    assert_false(hra_stop_is_set(&interrupted));
}

struct seen {
    int reports;
    double done;
    char what[32];
};

static void see(void *self, const char *what, double done) {
    struct seen *seen = self;
    seen->reports++;
    seen->done = done;
    strncpy(seen->what, what, sizeof seen->what - 1);
}

static void reports_pass_on(void **state) {
    (void)state;
    struct seen seen = {0, 0, ""};
    const hra_progress progress = {.report = see, .self = &seen};
    hra_progress_report(NULL, "nobody", 0.5);
    hra_progress_report(&(hra_progress){0}, "nobody", 0.5);
    for (int i = 0; i < 5; i++)
        hra_progress_report(&progress, "values", 0.1 * i);
    assert_int_equal(seen.reports, 5);
    assert_true(seen.done == 0.1 * 4);
    assert_string_equal(seen.what, "values");
}

/* `due` is on the clock: the test moves it instead of waiting. */
static void a_throttle_lets_the_first_and_the_last_pass(void **state) {
    (void)state;
    struct seen seen = {0, 0, ""};
    double due = 0, before = hra_clock();
    const hra_progress progress = {.report = see, .self = &seen, .due = &due};
    hra_progress_report(&progress, "first", 0);
    assert_int_equal(seen.reports, 1);
    assert_true(due >= before && due <= hra_clock() + 0.1);
    due = hra_clock() + 3600;
    hra_progress_report(&progress, "soon after", 0.2);
    hra_progress_report(&progress, "unknown", -1);
    assert_int_equal(seen.reports, 1);
    hra_progress_report(&progress, "end", 1);
    assert_int_equal(seen.reports, 2);
    assert_true(seen.done == 1);
    due = hra_clock();
    hra_progress_report(&progress, "due", 0.3);
    assert_int_equal(seen.reports, 3);
}

static void progress_knows_its_stop(void **state) {
    (void)state;
    hra_stop stop = {0};
    const hra_progress with = {.stop = &stop}, without = {0}, late = {.deadline = hra_clock() - 1},
                       early = {.deadline = hra_clock() + 1000};
    assert_false(hra_progress_stopped(NULL));
    assert_false(hra_progress_stopped(&without));
    assert_false(hra_progress_stopped(&with));
    assert_true(hra_progress_stopped(&late));
    assert_false(hra_progress_stopped(&early));
    hra_stop_set(&stop);
    assert_true(hra_progress_stopped(&with));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_goes_forward),
        cmocka_unit_test(stop_is_set_and_cleared),
        cmocka_unit_test(reports_pass_on),
        cmocka_unit_test(a_throttle_lets_the_first_and_the_last_pass),
        cmocka_unit_test(progress_knows_its_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
