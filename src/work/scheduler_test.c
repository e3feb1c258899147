/* Threads that take turns. No test measures a time: what is to happen is waited for, and its order is looked at. */
#define _GNU_SOURCE /* sched_getaffinity */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef __linux__
#include <sched.h>
#endif

#include "core/thread.h"
#include "work/scheduler.h"

enum { EVENTS = 4096, HANG = 120 /* seconds, after which a test that waits has failed */ };

/* What happens, a letter for the task and one for the event: "aB" task a begins. */
typedef struct diary {
    hra_lock lock;
    char text[2 * EVENTS + 1];
    size_t length;
    hra_stop gate; /* what the tests let their tasks wait for */
} diary;

typedef struct player {
    hra_scheduled task;
    diary *diary;
    char name;
    bool deaf;       /* does not look at its stop while the gate is shut */
    bool ends;       /* at once; else when it is stopped or, with `counts`, after that number of looks */
    uint64_t counts; /* 0: without an end */
    uint64_t looked; /* at its stop */
    hra_stop over;   /* it has ended */
    bool ran;
} player;

static void note(void *self, const hra_scheduled *task, hra_schedule_event event) {
    static const char letters[] = "BaPGLE"; /* in the order of the events */
    diary *d = self;
    const player *p = task->self;
    hra_lock_take(&d->lock);
    if (d->length + 2 < sizeof d->text) {
        d->text[d->length++] = p->name;
        d->text[d->length++] = letters[event];
    }
    hra_lock_give(&d->lock);
}

/* How often a pair occurs in the diary, after `from`. */
static int times(diary *d, const char *pair, size_t from) {
    int count = 0;
    hra_lock_take(&d->lock);
    for (size_t i = from; i + 1 < d->length; i += 2)
        count += d->text[i] == pair[0] && d->text[i + 1] == pair[1];
    hra_lock_give(&d->lock);
    return count;
}

static void wait_until(diary *d, const char *pair, int count, size_t from) {
    double end = hra_clock() + HANG;
    hra_bell bell;
    assert_int_equal(hra_bell_init(&bell), 0);
    while (times(d, pair, from) < count) {
        if (hra_clock() > end)
            fail_msg("'%s' did not happen %d times: %s", pair, count, d->text);
        (void)hra_bell_wait(&bell, 0.001);
    }
    hra_bell_release(&bell);
}

static void play(void *self) {
    player *p = self;
    p->ran = true;
    while (p->deaf && !hra_stop_is_set(&p->diary->gate))
        continue;
    while (!p->ends && !hra_stop_is_set(&p->task.pause.stop) && (!p->counts || p->looked < p->counts))
        __atomic_fetch_add(&p->looked, 1, __ATOMIC_RELAXED);
}

static void end_play(void *self, bool ran) {
    player *p = self;
    assert_true(ran == p->ran);
    hra_stop_set(&p->over);
}

/* patience 0: the usual one. */
static hra_scheduler *open_pool(diary *d, int threads, int most, double patience) {
    hra_scheduler *s;
    *d = (diary){.length = 0};
    assert_int_equal(hra_lock_init(&d->lock), 0);
    const hra_scheduler_setup setup = {.threads = threads,
                                       .most = most,
                                       .slice = 0.005,
                                       .patience = patience,
                                       .watch = note,
                                       .watch_self = d};
    assert_int_equal(hra_scheduler_open(&s, &setup), 0);
    return s;
}

static void close_pool(diary *d, hra_scheduler *s) {
    assert_true(hra_scheduler_close(s, -1));
    hra_lock_release(&d->lock);
}

static void begin(hra_scheduler *s, diary *d, player *p, char name, uint64_t owner) {
    p->diary = d;
    p->name = name;
    p->task.owner = owner;
    p->task.run = play;
    p->task.ended = end_play;
    p->task.self = p;
    assert_int_equal(hra_scheduler_add(s, &p->task), 0);
}

/* Two have no end, on two threads: a third one is played to its end, and they go on as if nothing had been. */
static void what_has_no_end_makes_room(void **state) {
    (void)state;
    diary d;
    player a = {.ends = false}, b = {.ends = false}, c = {.ends = true};
    hra_scheduler *s = open_pool(&d, 2, 0, HANG);
    begin(s, &d, &a, 'a', 1);
    begin(s, &d, &b, 'b', 2);
    wait_until(&d, "aB", 1, 0);
    wait_until(&d, "bB", 1, 0);
    begin(s, &d, &c, 'c', 3);
    wait_until(&d, "cE", 1, 0);
    assert_true(times(&d, "aa", 0) + times(&d, "ba", 0) > 0); /* one was asked to wait, and did */
    assert_true(times(&d, "aP", 0) + times(&d, "bP", 0) > 0);
    const char *paused = strchr(d.text, 'P'), *began = strstr(d.text, "cB");
    assert_true(paused < began);
    double end = hra_clock() + HANG;
    uint64_t seen[2] = {__atomic_load_n(&a.looked, __ATOMIC_RELAXED),
                        __atomic_load_n(&b.looked, __ATOMIC_RELAXED)};
    while (__atomic_load_n(&a.looked, __ATOMIC_RELAXED) == seen[0] ||
           __atomic_load_n(&b.looked, __ATOMIC_RELAXED) == seen[1])
        assert_true(hra_clock() < end);
    assert_int_equal(times(&d, "aE", 0) + times(&d, "bE", 0), 0);
    assert_int_equal(times(&d, "aB", 0) + times(&d, "bB", 0), 2); /* neither began anew */
    close_pool(&d, s);
    assert_true(hra_stop_is_set(&a.over) && hra_stop_is_set(&b.over));
}

/* Three without an end share a thread: each goes on again and again. */
static void all_take_turns(void **state) {
    (void)state;
    diary d;
    player p[3] = {{.ends = false}, {.ends = false}, {.ends = false}};
    hra_scheduler *s = open_pool(&d, 1, 0, HANG);
    for (int i = 0; i < 3; i++)
        begin(s, &d, &p[i], (char)('a' + i), (uint64_t)i);
    for (int i = 0; i < 3; i++)
        wait_until(&d, (char[]){(char)('a' + i), 'G', '\0'}, 3, 0);
    close_pool(&d, s);
}

/* A task that does not look at its stop goes on, and others run beside it. */
static void who_does_not_look_keeps_nobody(void **state) {
    (void)state;
    diary d;
    player a = {.deaf = true}, b = {.ends = true};
    hra_scheduler *s = open_pool(&d, 1, 0, 0);
    begin(s, &d, &a, 'a', 1);
    wait_until(&d, "aB", 1, 0);
    begin(s, &d, &b, 'b', 2);
    wait_until(&d, "bE", 1, 0);
    assert_int_equal(times(&d, "aL", 0), 1);
    assert_int_equal(times(&d, "aP", 0), 0);
    hra_stop_set(&d.gate);
    close_pool(&d, s);
}

/* Of those that have run as long, people come first. */
static void people_come_first(void **state) {
    (void)state;
    diary d;
    player a = {.deaf = true}, program = {.ends = true}, person = {.ends = true};
    hra_scheduler *s = open_pool(&d, 1, 1, HANG); /* no other task begins while the first one has not ended */
    program.task.urgency = HRA_URGENCY_PROGRAM;
    begin(s, &d, &a, 'a', 1);
    begin(s, &d, &program, 'q', 2);
    begin(s, &d, &person, 'p', 3);
    hra_stop_set(&d.gate);
    hra_stop_set(&a.task.pause.stop);
    wait_until(&d, "qE", 1, 0);
    const char *first = strstr(d.text, "pB"), *second = strstr(d.text, "qB");
    assert_true(first && second && first < second);
    close_pool(&d, s);
}

/* What waits can be taken back; what has begun ends when it is stopped, even where it waits for its turn. */
static void tasks_are_taken_back_and_stopped(void **state) {
    (void)state;
    diary d;
    player a = {.ends = false}, b = {.ends = false}, c = {.ends = true};
    hra_scheduler *s = open_pool(&d, 1, 2, HANG);
    begin(s, &d, &a, 'a', 1);
    begin(s, &d, &b, 'b', 2);
    wait_until(&d, "aP", 1, 0);
    begin(s, &d, &c, 'c', 3); /* two have begun already, which is all that may */
    assert_true(hra_scheduler_take_back(s, &c.task));
    assert_false(hra_scheduler_take_back(s, &a.task));
    hra_stop_set(&a.task.pause.stop);
    hra_stop_set(&b.task.pause.stop);
    hra_scheduler_drain(s, 1);
    hra_scheduler_drain(s, 2);
    assert_true(hra_stop_is_set(&a.over) && hra_stop_is_set(&b.over));
    assert_false(c.ran);
    begin(s, &d, &c, 'c', 3);
    hra_scheduler_drain(s, 3);
    assert_true(c.ran);
    close_pool(&d, s);
}

/* A task that takes longer than it may is stopped. */
static void what_takes_too_long_is_stopped(void **state) {
    (void)state;
    diary d;
    player a = {.task.most = 0.01};
    hra_scheduler *s = open_pool(&d, 1, 0, HANG);
    begin(s, &d, &a, 'a', 1);
    hra_scheduler_drain(s, 1);
    assert_true(hra_stop_is_set(&a.over) && a.task.late);
    close_pool(&d, s);
}

/* A task that has not begun when the pool is closed never does, and its owner is called. */
static void a_pool_is_closed_at_any_time(void **state) {
    (void)state;
    diary d;
    player p[8];
    for (int threads = 1; threads <= 2; threads++) {
        hra_scheduler *s = open_pool(&d, threads, 2, HANG);
        memset(p, 0, sizeof p);
        for (int i = 0; i < 8; i++)
            begin(s, &d, &p[i], (char)('a' + i), (uint64_t)i / 2);
        close_pool(&d, s);
        for (int i = 0; i < 8; i++)
            assert_true(hra_stop_is_set(&p[i].over));
    }
}

/* A pause changes nothing of what is counted. */
static void turns_change_no_result(void **state) {
    (void)state;
    diary d;
    player p[4];
    hra_scheduler *s = open_pool(&d, 2, 0, HANG);
    memset(p, 0, sizeof p);
    for (int i = 0; i < 4; i++) {
        p[i].counts = 3000000;
        begin(s, &d, &p[i], (char)('a' + i), (uint64_t)i);
    }
    for (int i = 0; i < 4; i++) {
        hra_scheduler_drain(s, (uint64_t)i);
        assert_int_equal(p[i].looked, 3000000);
    }
    close_pool(&d, s);
}

/* ---- processors -------------------------------------------------------------------------------*/

#ifdef __linux__
/* Two tasks that run at the same time. */
typedef struct pinned {
    hra_scheduled task;
    hra_stop *here, *other; /* set when it runs; it waits for the other one */
    cpu_set_t set;
    bool known;
} pinned;

static void note_processors(void *self) {
    pinned *p = self;
    hra_stop_set(p->here);
    while (!hra_stop_is_set(p->other))
        continue;
    p->known = sched_getaffinity(0, sizeof p->set, &p->set) == 0;
}

static void leave(void *self, bool ran) {
    assert_true(ran);
}

/* Whichever thread a task gets, two that run at once are on two processors, and the caller's thread stays free. */
static void each_thread_stays_on_its_processor(void **state) {
    (void)state;
    cpu_set_t before, after;
    hra_scheduler *s;
    const hra_scheduler_setup setup = {.threads = 2, .pin = true};
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    assert_int_equal(hra_scheduler_open(&s, &setup), 0);
    for (int round = 0; round < 20; round++) {
        hra_stop runs[2] = {{0}};
        pinned p[2] = {{.here = &runs[0], .other = &runs[1]}, {.here = &runs[1], .other = &runs[0]}};
        for (int i = 0; i < 2; i++) {
            p[i].task.owner = (uint64_t)(1 + (i + round) % 2);
            p[i].task.run = note_processors;
            p[i].task.ended = leave;
            p[i].task.self = &p[i];
            assert_int_equal(hra_scheduler_add(s, &p[i].task), 0);
        }
        hra_scheduler_drain(s, 1);
        hra_scheduler_drain(s, 2);
        for (int i = 0; i < 2; i++) {
            assert_true(p[i].known);
            assert_int_equal(CPU_COUNT(&p[i].set), 1);
        }
        assert_true(CPU_COUNT(&before) < 2 || !CPU_EQUAL(&p[0].set, &p[1].set));
    }
    assert_true(hra_scheduler_close(s, -1));
    assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
    assert_true(CPU_EQUAL(&before, &after));
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_no_end_makes_room),
        cmocka_unit_test(all_take_turns),
        cmocka_unit_test(who_does_not_look_keeps_nobody),
        cmocka_unit_test(people_come_first),
        cmocka_unit_test(tasks_are_taken_back_and_stopped),
        cmocka_unit_test(what_takes_too_long_is_stopped),
        cmocka_unit_test(a_pool_is_closed_at_any_time),
        cmocka_unit_test(turns_change_no_result),
#ifdef __linux__
        cmocka_unit_test(each_thread_stays_on_its_processor),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
