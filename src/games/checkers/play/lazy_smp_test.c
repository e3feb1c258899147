#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine_table.h"
#include "lazy_smp.h"

static hra_game *game;
static ck_thought thought, alone;

static int set_up(void **state) {
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int clean_up(void **state) {
    hra_game_close(game);
    return 0;
}

static ck_task task_of(const char *position, int depth) {
    ck_state s;
    hra_error why = {0};
    if (hra_game_read_position(game, position, &s, &why))
        fail_msg("%s: %s", position, why.text);
    return (ck_task){.board = s.board,
                     .side = s.side,
                     .quiet = s.quiet,
                     .draw_plies = 80,
                     .repetition = true,
                     .depth = depth};
}

static ck_lazy_smp *open_lazy_smp(int threads) {
    ck_lazy_smp *crew = NULL;
    assert_int_equal(ck_lazy_smp_open(&crew, NULL, NULL, threads, 1 << 20), HRA_OK);
    return crew;
}

static const char *const middle[] = {
    "B:W18,21,22,24-32:B1-8,10,11,15,16",
    "W:W17,21,25,K30:B5,9,12,K18",
    "B:WK7,9,K11,21:B1,13,14,K19",
};

static void test_one_thread_is_the_engine_alone(void **state) {
    for (size_t i = 0; i < sizeof middle / sizeof *middle; i++) {
        ck_task task = task_of(middle[i], 9);
        ck_lazy_smp *crew = open_lazy_smp(1);
        ck_engine *engine = NULL;
        assert_int_equal(ck_engine_open(&engine, NULL, NULL, 1 << 20), HRA_OK);
        ck_engine_think(engine, &task, &alone);
        assert_int_equal(ck_lazy_smp_think(crew, &task, &thought), HRA_OK);
        assert_true(thought.nodes == alone.nodes && thought.value == alone.value);
        assert_true(thought.choice[0].move == alone.choice[0].move);
        ck_engine_close(engine);
        ck_lazy_smp_close(crew);
    }
}

/* Any number of threads finds the win, and no win is shorter than the shortest: 15 plies. */
static void test_many_threads_find_the_truth(void **state) {
    ck_lazy_smp *crew = open_lazy_smp(3);
    ck_task task = task_of("W:WK10,K14:BK1", 25);
    assert_int_equal(ck_lazy_smp_think(crew, &task, &thought), HRA_OK);
    assert_in_range(thought.value, CK_SURE, CK_WIN - 15);
    ck_lazy_smp_close(crew);
}

static void test_limits_hold_for_all_together(void **state) {
    ck_lazy_smp *crew = open_lazy_smp(4);
    ck_task task = task_of(middle[0], 0);
    hra_stop stop = {0};
    for (task.nodes = 1; task.nodes < 100000; task.nodes = 3 * task.nodes + 1) {
        assert_int_equal(ck_lazy_smp_think(crew, &task, &thought), HRA_OK);
        assert_in_range(thought.nodes, 1, task.nodes);
        assert_true(thought.count > 0);
    }
    task.nodes = 0;
    task.stop = &stop;
    hra_stop_set(&stop);
    assert_int_equal(ck_lazy_smp_think(crew, &task, &thought),
                     HRA_OK); /* else it would not be back in days */
    assert_true(thought.depth < CK_ENGINE_DEPTH);
    ck_lazy_smp_close(crew);
}

static void test_slots_say_what_was_kept(void **state) {
    ck_slot slots[CK_WAYS] = {0};
    ck_tt table = {slots, 0, 3};
    ck_entry one = {.key = 0x123456789abcdef0, .value = -29001, .depth = 99, .bound = CK_LOWER, .step = 254};
    ck_entry two = {.key = 0xfedcba9876543210, .value = 77, .depth = 1, .bound = CK_EXACT, .step = 2}, found;
    ck_tt_keep(&table, one);
    ck_tt_keep(&table, two);
    assert_true(ck_tt_find(&table, one.key, &found));
    assert_true(found.value == -29001 && found.depth == 99 && found.bound == CK_LOWER && found.step == 254 &&
                found.age == 3);
    assert_true(ck_tt_find(&table, two.key, &found));
    assert_int_equal(found.value, 77);
}

/* What was found deeper in the same search stays; an older search gives way, and its best move is kept. */
static void test_what_is_shallower_does_not_replace(void **state) {
    ck_slot slots[CK_WAYS] = {0};
    ck_tt table = {slots, 0, 1};
    ck_entry deep = {.key = 7, .value = 50, .depth = 9, .bound = CK_EXACT, .step = 3}, found;
    ck_entry shallow = {.key = 7, .value = -50, .depth = 8, .bound = CK_LOWER, .step = CK_NO_STEP};
    ck_tt_keep(&table, deep);
    ck_tt_keep(&table, shallow);
    assert_true(ck_tt_find(&table, 7, &found) && found.depth == 9 && found.value == 50);
    table.age = 2;
    ck_tt_keep(&table, shallow);
    assert_true(ck_tt_find(&table, 7, &found) && found.depth == 8 && found.value == -50 && found.step == 3);
    shallow.depth = 9;
    shallow.value = -60;
    ck_tt_keep(&table, shallow);
    assert_true(ck_tt_find(&table, 7, &found) && found.depth == 9 && found.value == -60);
}

/* Two threads wrote a half each. */
static void test_halves_of_two_are_not_found(void **state) {
    ck_slot slots[CK_WAYS] = {0}, other = {0};
    ck_tt table = {slots, 0, 1};
    ck_entry one = {.key = 0x1111111111111111, .value = 5, .depth = 4, .bound = CK_EXACT};
    ck_entry two = {.key = 0x2222222222222222, .value = 6, .depth = 4, .bound = CK_EXACT}, found;
    ck_slot_write(&slots[0], &one);
    ck_slot_write(&other, &two);
    slots[0].rest = other.rest;
    assert_false(ck_tt_find(&table, one.key, &found));
    assert_false(ck_tt_find(&table, two.key, &found));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_thread_is_the_engine_alone),
        cmocka_unit_test(test_many_threads_find_the_truth),
        cmocka_unit_test(test_limits_hold_for_all_together),
        cmocka_unit_test(test_slots_say_what_was_kept),
        cmocka_unit_test(test_what_is_shallower_does_not_replace),
        cmocka_unit_test(test_halves_of_two_are_not_found),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
