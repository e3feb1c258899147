/* Staying on a processor, as the system tells it. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "hra/base.h"

#ifdef __linux__
#include <sched.h>

enum { THREADS = 3 };

typedef struct seat {
    int number;
    bool stays;
    cpu_set_t set;
} seat;

static hra_err sit(void *self) {
    seat *s = self;
    s->stays = hra_pin_thread(s->number);
    return sched_getaffinity(0, sizeof s->set, &s->set) == 0 ? HRA_OK : HRA_EIO;
}

/* Each thread has one processor, counted round, and the thread that started them has all that it had. */
static void threads_stay_on_processors(void **state) {
    cpu_set_t before, after;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    for (int i = 0; i < THREADS; i++) {
        seat s = {.number = i};
        hra_job *job;
        assert_int_equal(hra_job_start(&job, sit, &s), 0);
        assert_int_equal(hra_job_join(job), 0);
        assert_true(s.stays);
        assert_int_equal(CPU_COUNT(&s.set), 1);
        int left = i % CPU_COUNT(&before);
        size_t core = 0;
        while (!CPU_ISSET(core, &before) || left-- > 0)
            core++;
        assert_true(CPU_ISSET(core, &s.set));
    }
    assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
    assert_true(CPU_EQUAL(&before, &after));
}
#endif

static void there_is_one(void **state) {
    assert_in_range(hra_processors(), 1, 64);
    assert_false(hra_pin_thread(-1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
#ifdef __linux__
        cmocka_unit_test(threads_stay_on_processors),
#endif
        cmocka_unit_test(there_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
