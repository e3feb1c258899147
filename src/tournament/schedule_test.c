/* Each set of players once, in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tournament/schedule.h"

/* All sets by their bits, counted without the schedule. */
static int count_sets(hra_schedule schedule, int players, int size) {
    int count = 0;
    for (unsigned set = 0; set < 1U << players; set++)
        count += __builtin_popcount(set) == size && (schedule != HRA_GAUNTLET || (set & 1));
    return count;
}

static void every_set_comes_once(void **state) {
    for (int players = 2; players <= 9; players++)
        for (int size = 2; size <= players && size <= 4; size++)
            for (hra_schedule s = HRA_ROUND_ROBIN; s <= HRA_GAUNTLET; s++) {
                int pairing[HRA_MAX_SEATS], count = 0;
                bool seen[1 << 9] = {false};
                for (int i = 0; i < size; i++)
                    pairing[i] = i;
                do {
                    unsigned set = 0;
                    for (int i = 0; i < size; i++) {
                        assert_in_range(pairing[i], i ? pairing[i - 1] + 1 : 0, players - 1);
                        set |= 1U << pairing[i];
                    }
                    assert_false(seen[set]);
                    seen[set] = true;
                    assert_true(s != HRA_GAUNTLET || pairing[0] == 0);
                    count++;
                } while (hra_schedule_next(s, players, size, pairing));
                assert_int_equal(count, count_sets(s, players, size));
                assert_int_equal(hra_schedule_count(s, players, size), count);
            }
}

static void too_many_are_too_many(void **state) {
    assert_int_equal(hra_schedule_count(HRA_ROUND_ROBIN, 256, 2), 32640);
    assert_int_equal(hra_schedule_count(HRA_GAUNTLET, 256, 2), 255);
    assert_int_equal(hra_schedule_count(HRA_GAUNTLET, 256, 3), 32385);
    assert_true(hra_schedule_count(HRA_ROUND_ROBIN, 256, 3) > HRA_TOURNAMENT_PAIRINGS);
    assert_true(hra_schedule_count(HRA_ROUND_ROBIN, 256, 8) > HRA_TOURNAMENT_PAIRINGS);
    assert_int_equal(hra_schedule_count(HRA_ROUND_ROBIN, 30, 28), 435);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_set_comes_once),
        cmocka_unit_test(too_many_are_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
