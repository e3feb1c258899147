#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "thread.h"

enum { MANY = 100000, WORKERS = 7 };

struct shared {
    hra_task_ranges blocks;
    hra_lock lock;
    unsigned char taken[MANY];
    uint64_t sum;
    int runs[WORKERS];
};

static hra_err add_up(void *self, int worker) {
    struct shared *s = self;
    s->runs[worker]++;
    uint64_t from, to, sum = 0;
    while (hra_task_ranges_take(&s->blocks, &from, &to)) {
        for (uint64_t i = from; i < to; i++) {
            s->taken[i]++;
            sum += i;
        }
    }
    hra_lock_take(&s->lock);
    s->sum += sum;
    hra_lock_give(&s->lock);
    return 0;
}

static void every_item_is_handed_out_once(void **state) {
    (void)state;
    struct shared *s = malloc(sizeof *s);
    assert_non_null(s);
    static const uint64_t sizes[] = {0, 1, 7, 64, MANY - 1, MANY, MANY + 1, UINT64_MAX};
    for (int threads = 0; threads <= WORKERS; threads++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            memset(s, 0, sizeof *s);
            assert_int_equal(hra_lock_init(&s->lock), 0);
            hra_task_ranges_init(&s->blocks, MANY, sizes[i]);
            assert_int_equal(hra_workers_run(threads, add_up, s), 0);
            assert_int_equal(s->sum, (uint64_t)MANY * (MANY - 1) / 2);
            for (int k = 0; k < MANY; k++)
                assert_int_equal(s->taken[k], 1);
            for (int w = 0; w < WORKERS; w++)
                assert_int_equal(s->runs[w], w == 0 || w < threads);
            hra_lock_release(&s->lock);
        }
    }
    free(s);
}

static void a_crew_runs_again_and_again(void **state) {
    (void)state;
    struct shared *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_int_equal(hra_lock_init(&s->lock), 0);
    hra_crew_close(NULL);
    for (int threads = -1; threads <= WORKERS; threads++) {
        hra_crew *crew;
        assert_int_equal(hra_crew_open(&crew, threads), 0);
        memset(s->runs, 0, sizeof s->runs);
        for (int run = 1; run <= 300; run++) { /* short runs: some end before a thread wakes */
            s->sum = 0;
            hra_task_ranges_init(&s->blocks, (uint64_t)run, 3);
            assert_int_equal(hra_crew_run(crew, add_up, s), 0);
            assert_int_equal(s->sum, (uint64_t)run * (uint64_t)(run - 1) / 2);
            for (int w = 0; w < WORKERS; w++)
                assert_int_equal(s->runs[w], w == 0 || w < threads ? run : 0);
        }
        hra_crew_close(crew);
    }
    hra_lock_release(&s->lock);
    free(s);
}

static void blocks_keep_their_size(void **state) {
    (void)state;
    hra_task_ranges blocks;
    uint64_t from = 9, to = 9;
    hra_task_ranges_init(&blocks, 10, 4);
    static const uint64_t expected[][2] = {{0, 4}, {4, 8}, {8, 10}};
    for (size_t i = 0; i < 3; i++) {
        assert_true(hra_task_ranges_take(&blocks, &from, &to));
        assert_int_equal(from, expected[i][0]);
        assert_int_equal(to, expected[i][1]);
    }
    assert_false(hra_task_ranges_take(&blocks, &from, &to));
    hra_task_ranges_init(&blocks, 0, 4);
    assert_false(hra_task_ranges_take(&blocks, &from, &to));
    hra_task_ranges_init(&blocks, 10, 4);
    assert_true(hra_task_ranges_take(&blocks, &from, &to));
    hra_task_ranges_close(&blocks);
    assert_false(hra_task_ranges_take(&blocks, &from, &to));
}

static void blocks_become_smaller(void **state) {
    (void)state;
    hra_task_ranges blocks;
    uint64_t from = 0, to = 0;
    hra_task_ranges_guide(&blocks, 20, 6, 2);
    static const uint64_t expected[] = {6, 6, 4, 2, 1, 1};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        uint64_t before = to;
        assert_true(hra_task_ranges_take(&blocks, &from, &to));
        assert_int_equal(from, before);
        assert_int_equal(to - from, expected[i]);
    }
    assert_false(hra_task_ranges_take(&blocks, &from, &to));
    hra_task_ranges_guide(&blocks, 20, 6, 2);
    assert_true(hra_task_ranges_take_some(&blocks, 3, &from, &to));
    assert_int_equal(to, 3);
}

static hra_err fail_from(void *self, int worker) {
    return worker >= *(const int *)self ? HRA_EIO - worker : 0;
}

static void the_error_of_the_lowest_worker_counts(void **state) {
    (void)state;
    for (int first = 0; first <= 5; first++)
        assert_int_equal(hra_workers_run(5, fail_from, &first), first == 5 ? 0 : HRA_EIO - first);
}

struct gate {
    hra_lock lock;
    hra_err answer;
};

static hra_err pass_gate(void *self) {
    struct gate *gate = self;
    hra_lock_take(&gate->lock);
    hra_lock_give(&gate->lock);
    return gate->answer;
}

static void a_job_can_be_polled_and_joined(void **state) {
    (void)state;
    for (int round = 0; round < 200; round++) {
        struct gate gate = {.answer = round % 2 == 0 ? 0 : HRA_ESTOPPED};
        assert_int_equal(hra_lock_init(&gate.lock), 0);
        hra_job *job = NULL;
        hra_lock_take(&gate.lock);
#ifndef HRA_NO_THREADS
        assert_int_equal(hra_job_start(&job, pass_gate, &gate), 0);
        assert_false(hra_job_wait(job, 0));
        assert_false(hra_job_wait(job, 0));
        assert_false(hra_job_wait(job, 0.0001));
        hra_lock_give(&gate.lock);
#else
        hra_lock_give(&gate.lock);
        assert_int_equal(hra_job_start(&job, pass_gate, &gate), 0);
#endif
        if (round % 3 == 0) {
            assert_true(hra_job_wait(job, -1));
            assert_true(hra_job_wait(job, 0));
            assert_true(hra_job_wait(job, 0));
        } else if (round % 3 == 1) {
            assert_true(hra_job_wait(job, 1e300));
        }
        assert_int_equal(hra_job_join(job), gate.answer);
        hra_lock_release(&gate.lock);
    }
}

static void waiting_takes_the_time_asked(void **state) {
    (void)state;
#ifndef HRA_NO_THREADS
    struct gate gate = {.answer = 0};
    assert_int_equal(hra_lock_init(&gate.lock), 0);
    hra_lock_take(&gate.lock);
    hra_job *job = NULL;
    assert_int_equal(hra_job_start(&job, pass_gate, &gate), 0);
    double start = hra_clock();
    assert_false(hra_job_wait(job, 0.03));
    assert_true(hra_clock() - start >= 0.029);
    hra_lock_give(&gate.lock);
    assert_int_equal(hra_job_join(job), 0);
    hra_lock_release(&gate.lock);
#endif
}

static hra_err until_stopped(void *self) {
    while (!hra_stop_is_set(self)) {
    }
    return HRA_ESTOPPED;
}

static void a_job_is_stopped_from_outside(void **state) {
    (void)state;
    hra_stop stop = {0};
#ifdef HRA_NO_THREADS
    hra_stop_set(&stop); /* no other thread could */
#endif
    hra_job *job = NULL;
    assert_int_equal(hra_job_start(&job, until_stopped, &stop), 0);
    hra_stop_set(&stop);
    assert_true(hra_job_wait(job, -1));
    assert_int_equal(hra_job_join(job), HRA_ESTOPPED);
}

static hra_err ring_twice(void *self) {
    hra_bell_ring(self);
    hra_bell_ring(self);
    return HRA_OK;
}

static void a_bell_is_heard_once(void **state) {
    (void)state;
    hra_bell bell;
    hra_job *job = NULL;
    assert_int_equal(hra_bell_init(&bell), 0);
    assert_false(hra_bell_wait(&bell, 0));
    hra_bell_ring(&bell); /* before anybody waits */
    assert_true(hra_bell_wait(&bell, -1));
    assert_false(hra_bell_wait(&bell, 0));
    assert_int_equal(hra_job_start(&job, ring_twice, &bell), 0);
    assert_true(hra_bell_wait(&bell, -1));
    assert_int_equal(hra_job_join(job), 0);
    (void)hra_bell_wait(&bell, 0); /* the second time, if it was not one with the first */
    assert_false(hra_bell_wait(&bell, 0));
    hra_bell_release(&bell);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_handed_out_once),
        cmocka_unit_test(a_crew_runs_again_and_again),
        cmocka_unit_test(blocks_keep_their_size),
        cmocka_unit_test(blocks_become_smaller),
        cmocka_unit_test(the_error_of_the_lowest_worker_counts),
        cmocka_unit_test(a_job_can_be_polled_and_joined),
        cmocka_unit_test(waiting_takes_the_time_asked),
        cmocka_unit_test(a_job_is_stopped_from_outside),
        cmocka_unit_test(a_bell_is_heard_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
