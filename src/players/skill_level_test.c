/* Choosing like somebody who errs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "asked.h"
#include "players/skill_level.h"

enum { MOVES = 4 };

static double worth(const void *self, int i) {
    return ((const double *)self)[i];
}

static const double moves[MOVES] = {1, 0.5, 0, -3};

/* How often each move is chosen of 10,000 times. */
static void count(double error, int *times) {
    for (int i = 0; i < MOVES; i++)
        times[i] = 0;
    for (uint64_t seed = 0; seed < 10000; seed++)
        times[hra_level_choose(MOVES, worth, moves, error, seed)]++;
}

static void who_does_not_err_takes_the_first(void **state) {
    static const double later[] = {0, 5};
    int times[MOVES];
    count(0, times);
    assert_int_equal(times[0], 10000);
    assert_int_equal(hra_level_choose(2, worth, later, 0, 1), 0);
}

/* The difference of two errors of 1 has a deviation of sqrt 2: half a point is missed with Phi(-0.3536) =
 * 0.362. */
static void errors_have_the_deviation_that_is_asked_for(void **state) {
    int missed = 0;
    for (uint64_t seed = 0; seed < 10000; seed++)
        missed += hra_level_choose(2, worth, moves, 1, seed);
    assert_in_range(missed, 3620 - 200, 3620 + 200);
}

static void better_moves_are_taken_more_often(void **state) {
    int times[MOVES], wilder[MOVES];
    count(0.5, times);
    count(2, wilder);
    for (int i = 1; i < MOVES; i++)
        assert_true(times[i] < times[i - 1]);
    assert_true(wilder[0] < times[0] && wilder[MOVES - 1] > times[MOVES - 1]);
}

static void the_seed_decides(void **state) {
    for (uint64_t seed = 0; seed < 100; seed++)
        assert_int_equal(hra_level_choose(MOVES, worth, moves, 1, seed),
                         hra_level_choose(MOVES, worth, moves, 1, seed));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_does_not_err_takes_the_first),
        cmocka_unit_test(errors_have_the_deviation_that_is_asked_for),
        cmocka_unit_test(better_moves_are_taken_more_often),
        cmocka_unit_test(the_seed_decides),
    };
    return cmocka_run_group_tests_name("levels", tests, NULL, NULL);
}
