/* Workers of a pool: a player is opened once, and a game is remembered by all that run its tasks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "core/thread.h"
#include "hra/hra.h"
#include "hra/session.h"
#include "hra/work.h"

/* A player that counts what is asked of it, and whose answer is how many decisions of this play it remembers.
 */
typedef struct counts {
    hra_lock lock;
    int opened, open, begun, held, forgot, recalled; /* the last: decisions, by who advises */
} counts;

static counts all; /* of one test at a time */

static void count(int *what, int by) {
    hra_lock_take(&all.lock);
    *what += by;
    hra_lock_give(&all.lock);
}

static hra_err open_counter(const hra_game *game, const hra_options *options, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    count(&all.opened, 1);
    count(&all.open, 1);
    *shared = (void *)(uintptr_t)game;
    return HRA_OK;
}

static void close_counter(void *shared) {
    count(&all.open, -1);
}

static hra_err begin_counter(const void *shared, void **scratch) {
    count(&all.begun, 1);
    count(&all.held, 1);
    return (*scratch = calloc(1, sizeof(int))) ? HRA_OK : HRA_ENOMEM;
}

static void end_counter(void *scratch) {
    count(&all.held, -1);
    free(scratch);
}

static void forget_counter(void *scratch) {
    count(&all.forgot, 1);
    *(int *)scratch = 0;
}

static hra_err choose_counter(const void *shared, void *scratch, const hra_question *question,
                              hra_analysis *out) {
    int *remembered = scratch;
    const hra_game *game = shared;
    hra_move moves[16];
    int n = game->rules->moves(game, question->state, moves);
    out->move = moves[*remembered < n ? *remembered : n - 1];
    ++*remembered;
    return HRA_OK;
}

static hra_err advise_counter(const void *shared, void *scratch, const hra_question *question,
                              hra_analysis *out) {
    const int *remembered = scratch;
    const hra_game *game = shared;
    hra_move moves[16];
    out->what = (hra_column){"points", "points", HRA_UNIT_POINTS, true};
    out->move_count = game->rules->moves(game, question->state, moves);
    for (int i = 0; i < out->move_count; i++)
        out->moves[i] = (hra_analysis_move){.move = moves[i]};
    count(&all.recalled, *remembered);
    return HRA_OK;
}

static hra_err ask_counter(const void *shared, void *scratch, const hra_question *question,
                           hra_analysis *out) {
    return question->want == HRA_WANT_MOVE ? choose_counter(shared, scratch, question, out)
                                           : advise_counter(shared, scratch, question, out);
}

static const hra_option no_options[] = {
    {.name = "tag", .type = HRA_OPTION_INT, .fallback = "0", .max = 1000, .help = "tells players apart"},
    {0},
};

static const hra_player_kind counter = {.size = sizeof counter,
                                        .name = "counter",
                                        .summary = "counts",
                                        .options = no_options,
                                        .open = open_counter,
                                        .close = close_counter,
                                        .begin = begin_counter,
                                        .end = end_counter,
                                        .forget = forget_counter,
                                        .ask = ask_counter,
                                        .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_ADVICE};

typedef struct shop {
    hra_registry *registry;
    hra_host host;
    hra_worker_pool *pool;
    hra_worker *workers[2];
} shop;

static void open_shop(shop *s, int agents) {
    all = (counts){0};
    assert_int_equal(hra_lock_init(&all.lock), 0);
    assert_int_equal(hra_registry_open(&s->registry, NULL), 0);
    assert_int_equal(hra_registry_add_player(s->registry, &counter, NULL), 0);
    s->host = (hra_host){.size = sizeof s->host, .registry = s->registry};
    const hra_worker_pool_setup setup = {
        .size = sizeof setup, .host = &s->host, .threads = 1, .agents = agents};
    assert_int_equal(hra_worker_pool_open(&s->pool, &setup, NULL), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(hra_worker_open_in(&s->workers[i], s->pool, NULL), 0);
}

static void close_shop(shop *s) {
    for (int i = 0; i < 2; i++)
        hra_worker_close(s->workers[i]);
    assert_true(hra_worker_pool_close(s->pool, -1));
    hra_registry_close(s->registry);
    assert_int_equal(all.open, 0);
    assert_int_equal(all.held, 0);
    hra_lock_release(&all.lock);
}

/* The move that a worker answers with, of tic-tac-toe with free cells in order: a1, b1, ... by what it
 * remembers. */
static void expect(shop *s, int worker, const char *player, int number, int play, const char *move) {
    char order[400], wanted[32];
    hra_text out;
    hra_text_init(&out);
    hra_snprintf(
        order, sizeof order,
        "hra-work 1\ntask choose\ngame tictactoe\nplayer %s\nmind %d\nplay %d\nposition .../.../...\n"
        "limits 0 0 0 0\nseed 1\n",
        player, number, play);
    hra_snprintf(wanted, sizeof wanted, "move %s", move);
    assert_int_equal(hra_worker_run(s->workers[worker], order, NULL, &out), 0);
    assert_string_equal(hra_text_string(&out), wanted);
    hra_text_release(&out);
}

/* A worker that runs a task of a game finds the results of earlier tasks. */
static void a_play_is_remembered_by_all(void **state) {
    (void)state;
    shop s;
    open_shop(&s, 4);
    static const char *const cells[] = {"a1", "b1", "c1", "a2", "b2"};
    for (int i = 0; i < 5; i++)
        expect(&s, i % 2, "counter", 1, 7, cells[i]);
    for (int i = 0; i < 3; i++)
        expect(&s, i % 2, "counter", 1, 8, cells[i]); /* of another play nothing is known */
    expect(&s, 0, "counter", 1, 7, "c2");
    expect(&s, 1, "counter", 0, 7, "a1"); /* nor of another seat */
    assert_int_equal(all.opened, 1);
    assert_int_equal(all.begun, 3);
    close_shop(&s);
}

/* With more plays than agents each begins anew, in memory that is there already. */
static void memory_is_as_large_as_it_was_said(void **state) {
    (void)state;
    shop s;
    open_shop(&s, 4);
    for (int play = 1; play <= 100; play++)
        expect(&s, play % 2, "counter", 0, play, "a1");
    assert_int_equal(all.begun, 4);
    assert_int_equal(all.forgot, 100);
    expect(&s, 0, "counter", 0, 100, "b1"); /* the last four are known still */
    expect(&s, 0, "counter", 0, 97, "b1");
    expect(&s, 0, "counter", 0, 96, "a1");
    close_shop(&s);
}

/* Where hardly a play finds its agent again, few are kept; where plays do, there are as many as was said. */
static void a_crowd_has_few_agents(void **state) {
    (void)state;
    static const char *const cells[] = {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"};
    shop s;
    open_shop(&s, 16);
    for (int play = 1; play <= 100; play++)
        expect(&s, play % 2, "counter", 0, play, "a1");
    assert_int_equal(all.held, 4);
    for (int i = 0; i < 9; i++) /* one that is found again each time ends the crowd */
        expect(&s, 0, "counter", 0, 201, cells[i]);
    for (int round = 0; round < 2; round++)
        for (int play = 301; play <= 315; play++)
            expect(&s, play % 2, "counter", 0, play, round == 0 ? "a1" : "b1");
    assert_int_equal(all.held, 16);
    close_shop(&s);
}

/* Players that are not needed any more are closed at some time. */
static void players_come_and_go(void **state) {
    (void)state;
    char spec[32];
    shop s;
    open_shop(&s, 4);
    for (int tag = 1; tag <= 60; tag++) {
        hra_snprintf(spec, sizeof spec, "counter:tag=%d", tag);
        expect(&s, tag % 2, spec, 0, 1, "a1");
    }
    assert_int_equal(all.opened, 60);
    assert_true(all.open <= 24);
    assert_true(all.held <= 4);
    close_shop(&s);
}

/* One agent for two seats: the second knows nothing of what the first one found in the same play. */
static void seats_share_no_memory(void **state) {
    (void)state;
    shop s;
    open_shop(&s, 1);
    for (int i = 0; i < 4; i++)
        expect(&s, 0, "counter", i % 2, 7, "a1");
    assert_int_equal(all.begun, 1);
    close_shop(&s);
}

/* Nor does an adviser, or who adds the chance to win to what he says. */
static void advice_knows_nothing_of_a_seat(void **state) {
    (void)state;
    shop s;
    hra_text out;
    open_shop(&s, 2);
    hra_text_init(&out);
    expect(&s, 0, "counter", 0, 7, "a1");
    assert_int_equal(
        hra_worker_run(s.workers[0],
                       "hra-work 1\ntask advise\ngame tictactoe\nplayer counter\nmind 8\nplay 7\n"
                       "position .../.../...\nlimits 0 0 0 0\nseed 1\nchances counter\n",
                       NULL, &out),
        0);
    assert_memory_equal(hra_text_string(&out), "advice ", strlen("advice "));
    assert_int_equal(all.begun, 2); /* one of the two thought for the seat */
    assert_int_equal(all.recalled, 0);
    hra_text_release(&out);
    close_shop(&s);
}

typedef struct hand {
    shop *s;
    int worker;
} hand;

static hra_err work_alone(void *self) {
    const hand *h = self;
    char spec[32];
    for (int i = 0; i < 200; i++) {
        hra_snprintf(spec, sizeof spec, "counter:tag=%d", i / 10);
        expect(h->s, h->worker, spec, h->worker, i, "a1");
    }
    return HRA_OK;
}

/* Two threads need the same players at the same time; each is opened once. */
static void threads_share(void **state) {
    (void)state;
    shop s;
    hra_job *jobs[2];
    open_shop(&s, 4);
    hand hands[2] = {{&s, 0}, {&s, 1}};
    for (int i = 0; i < 2; i++)
        assert_int_equal(hra_job_start(&jobs[i], work_alone, &hands[i]), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(hra_job_join(jobs[i]), 0);
    assert_int_equal(all.opened, 20);
    close_shop(&s);
}

/* ---- threads --------------------------------------------------------------------------------*/

/* A player whose decision has no end but that of its stop. */
static struct { int begun, looked; } endless;

static hra_err open_endless(const hra_game *game, const hra_options *options, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    *shared = NULL;
    return HRA_OK;
}

static void close_endless(void *shared) {
    (void)shared;
}

static hra_err choose_endlessly(const void *shared, void *scratch, const hra_question *question,
                                hra_analysis *out) {
    __atomic_fetch_add(&endless.begun, 1, __ATOMIC_RELAXED);
    while (!hra_stop_is_set(question->stop))
        __atomic_fetch_add(&endless.looked, 1, __ATOMIC_RELAXED);
    return HRA_ESTOPPED;
}

static const hra_player_kind endless_kind = {.size = sizeof endless_kind,
                                             .name = "endless",
                                             .summary = "thinks until it is stopped",
                                             .options = no_options,
                                             .open = open_endless,
                                             .close = close_endless,
                                             .ask = choose_endlessly,
                                             .answers = HRA_ANSWERS_MOVE};

static void add_choice(hra_worker_pool *pool, uint64_t owner, const char *player) {
    char order[400];
    hra_snprintf(order, sizeof order,
                 "hra-work 1\ntask choose\ngame tictactoe\nplayer %s\nmind 0\nplay %d\nposition .../.../...\n"
                 "limits 0 0 0 0\nseed 1\n",
                 player, (int)owner);
    assert_int_equal(hra_worker_pool_add(pool, owner, 10 * owner, order), 0);
}

static void ring(void *self) {
    hra_bell_ring(self);
}

/* The next message, which has to come. */
static hra_worker_message *wait_for_message(hra_worker_pool *pool, hra_bell *bell) {
    hra_worker_message *m;
    double end = hra_clock() + 120;
    while ((m = hra_worker_pool_take(pool)) == NULL) {
        assert_true(hra_clock() < end);
        (void)hra_bell_wait(bell, 1);
    }
    return m;
}

static void wait_for_count(const int *what, int least) {
    double end = hra_clock() + 120;
    while (__atomic_load_n(what, __ATOMIC_RELAXED) < least)
        assert_true(hra_clock() < end);
}

/* Two tables think without an end, on two threads. A third one gets its move, again and again, and they go on where they
 * were. */
static void what_has_no_end_keeps_no_table_waiting(void **state) {
    (void)state;
    hra_registry *registry;
    hra_worker_pool *pool;
    hra_bell bell;
    endless.begun = endless.looked = 0;
    assert_int_equal(hra_bell_init(&bell), 0);
    assert_int_equal(hra_registry_open(&registry, NULL), 0);
    assert_int_equal(hra_registry_add_player(registry, &endless_kind, NULL), 0);
    const hra_host host = {.size = sizeof host, .registry = registry};
    const hra_worker_pool_setup setup = {
        .size = sizeof setup, .host = &host, .threads = 2, .wake = ring, .self = &bell};
    assert_int_equal(hra_worker_pool_open(&pool, &setup, NULL), 0);
    add_choice(pool, 1, "endless");
    add_choice(pool, 2, "endless");
    wait_for_count(&endless.begun, 2);
    for (int i = 0; i < 3; i++) {
        add_choice(pool, 3, "random");
        hra_worker_message *m = wait_for_message(pool, &bell);
        assert_true(m->owner == 3 && m->id == 30 && m->last && !m->late);
        assert_memory_equal(m->line, "task-result 30 move ", strlen("task-result 30 move "));
        hra_worker_message_free(m);
    }
    wait_for_count(&endless.looked, __atomic_load_n(&endless.looked, __ATOMIC_RELAXED) + 1000);
    assert_int_equal(__atomic_load_n(&endless.begun, __ATOMIC_RELAXED), 2);
    hra_worker_pool_cancel(pool, 1, 10); /* of which nothing is heard any more */
    add_choice(pool, 4, "random");
    hra_worker_message *m = wait_for_message(pool, &bell);
    assert_int_equal(m->owner, 4);
    hra_worker_message_free(m);
    assert_true(hra_worker_pool_close(pool, -1)); /* the other one ends with the pool */
    hra_registry_close(registry);
    hra_bell_release(&bell);
}

/* A task that takes too long is stopped, and its message says so. */
static void a_task_may_be_late(void **state) {
    (void)state;
    hra_registry *registry;
    hra_worker_pool *pool;
    hra_bell bell;
    assert_int_equal(hra_bell_init(&bell), 0);
    assert_int_equal(hra_registry_open(&registry, NULL), 0);
    assert_int_equal(hra_registry_add_player(registry, &endless_kind, NULL), 0);
    const hra_host host = {.size = sizeof host, .registry = registry};
    const hra_worker_pool_setup setup = {
        .size = sizeof setup, .host = &host, .threads = 1, .most = 0.01, .wake = ring, .self = &bell};
    assert_int_equal(hra_worker_pool_open(&pool, &setup, NULL), 0);
    add_choice(pool, 1, "endless");
    hra_worker_message *m = wait_for_message(pool, &bell);
    assert_true(m->last && m->late);
    assert_memory_equal(m->line, "task-result 10 error stopped", strlen("task-result 10 error stopped"));
    hra_worker_message_free(m);
    assert_true(hra_worker_pool_close(pool, -1));
    hra_registry_close(registry);
    hra_bell_release(&bell);
}

/* Sessions that share a pool of one thread: while one analyses without an end, the other one is played. */
typedef struct front {
    hra_session *session;
    int moves, asks, ends;
} front;

static void see(void *self, const hra_session_event *event) {
    front *f = self;
    f->moves += event->kind == HRA_SESSION_MOVE;
    f->asks += event->kind == HRA_SESSION_ASK;
    f->ends += event->kind == HRA_SESSION_ERROR || event->kind == HRA_SESSION_OK;
}

static void say(front *f, const char *line) {
    hra_session_line(f->session, 0, line, strlen(line));
}

static void sessions_share_threads(void **state) {
    (void)state;
    front f[2] = {{.moves = 0}, {.moves = 0}};
    hra_registry *registry;
    hra_worker_pool *pool;
    endless.begun = endless.looked = 0;
    assert_int_equal(hra_registry_open(&registry, NULL), 0);
    assert_int_equal(hra_registry_add_player(registry, &endless_kind, NULL), 0);
    const hra_host host = {.size = sizeof host, .registry = registry};
    const hra_worker_pool_setup setup = {.size = sizeof setup, .host = &host, .threads = 1};
    assert_int_equal(hra_worker_pool_open(&pool, &setup, NULL), 0);
    for (int i = 0; i < 2; i++) {
        const hra_session_setup own = {
            .size = sizeof own, .host = &host, .event = see, .self = &f[i], .pool = pool};
        assert_int_equal(hra_session_open(&f[i].session, &own, NULL), 0);
        assert_int_equal(hra_session_attach(f[i].session, HRA_VIEW_TABLE), 0);
    }
    say(&f[0], "new tictactoe endless human");
    while (__atomic_load_n(&endless.begun, __ATOMIC_RELAXED) == 0) {
        (void)hra_session_wait(f[0].session, 1);
        (void)hra_session_step(f[0].session);
    }
    say(&f[1], "new tictactoe random human");
    while (f[1].asks == 0) {
        assert_true(hra_session_wait(f[1].session, 120));
        (void)hra_session_step(f[1].session);
    }
    assert_int_equal(f[1].moves, 1);
    (void)hra_session_step(f[0].session);
    assert_int_equal(f[0].moves, 0);
    assert_int_equal(__atomic_load_n(&endless.begun, __ATOMIC_RELAXED), 1);
    for (int i = 0; i < 2; i++)
        hra_session_close(f[i].session);
    assert_true(hra_worker_pool_close(pool, -1));
    hra_registry_close(registry);
}

static const char match_spec[] = "work match\ngame nim\nplayer random\nplayer greedy\ngames 3000\nseed 7\n";

static void write_match(hra_work *work, hra_text *out) {
    hra_match_result result = {.size = sizeof result};
    assert_true(hra_work_is_finished(work));
    assert_int_equal(hra_work_match(work, &result, NULL), 0);
    result.seconds = 0;
    hra_match_write(&result, out);
    hra_match_release(&result);
}

/* Task by task, as processes do that share work. */
static void run_tasks(hra_work *work) {
    char task[HRA_WORK_TASK];
    hra_error why = {0};
    while (hra_work_next_task(work, task)) {
        hra_text result;
        hra_text_init(&result);
        double began = hra_clock();
        assert_int_equal(hra_work_run_task(work, task, NULL, &result, NULL, &why), 0);
        hra_work_note_time(work, task, hra_clock() - began);
        assert_int_equal(hra_work_add_result(work, task, result.data, result.length, &why), 0);
        hra_text_release(&result);
    }
}

/* Work that runs in a pool has the same result as elsewhere, also if a session thinks without an end in the
 * only thread. */
static void work_runs_in_a_pool(void **state) {
    (void)state;
    hra_text text[3];
    hra_registry *registry;
    assert_int_equal(hra_registry_open(&registry, NULL), 0);
    assert_int_equal(hra_registry_add_player(registry, &endless_kind, NULL), 0);
    const hra_host host = {.size = sizeof host, .registry = registry};
    for (int i = 0; i < 3; i++) {
        hra_work *work;
        hra_worker_pool *pool;
        const hra_worker_pool_setup setup = {.size = sizeof setup, .host = &host, .threads = 1};
        hra_text_init(&text[i]);
        endless.begun = 0;
        assert_int_equal(hra_worker_pool_open(&pool, &setup, NULL), 0);
        const hra_work_setup often = {
            .size = sizeof often, .task_seconds = i == 1 ? 1e-4 : 0, .pool = i ? pool : NULL};
        assert_int_equal(hra_work_open(&work, NULL, match_spec, &often, NULL), 0);
        if (i == 2) {
            add_choice(pool, 1, "endless");
            wait_for_count(&endless.begun, 1);
            run_tasks(work);
            assert_null(hra_worker_pool_take(pool));
        } else {
            assert_int_equal(hra_work_run(work, 1, NULL, NULL), 0);
        }
        write_match(work, &text[i]);
        hra_work_close(work);
        assert_true(hra_worker_pool_close(pool, -1));
    }
    for (int i = 1; i < 3; i++)
        assert_string_equal(hra_text_string(&text[0]), hra_text_string(&text[i]));
    for (int i = 0; i < 3; i++)
        hra_text_release(&text[i]);
    hra_registry_close(registry);
}

/* A stop ends what waits for its turn, and what runs. */
static void tasks_in_a_pool_are_stopped(void **state) {
    (void)state;
    hra_work *work;
    hra_worker_pool *pool;
    hra_text result;
    hra_error why = {0};
    char task[HRA_WORK_TASK];
    hra_stop stop = {0};
    const hra_progress progress = {.stop = &stop};
    const hra_worker_pool_setup setup = {.size = sizeof setup, .threads = 1};
    assert_int_equal(hra_worker_pool_open(&pool, &setup, NULL), 0);
    const hra_work_setup within = {.size = sizeof within, .pool = pool};
    assert_int_equal(hra_work_open(&work, NULL, match_spec, &within, NULL), 0);
    assert_true(hra_work_next_task(work, task));
    hra_text_init(&result);
    hra_stop_set(&stop);
    hra_err err = hra_work_run_task(work, task, &progress, &result, NULL, &why);
    assert_true(err == HRA_ESTOPPED || err == HRA_OK);
    assert_int_equal(hra_work_run(work, 1, &progress, NULL), 0);
    assert_false(hra_work_is_finished(work));
    hra_text_release(&result);
    hra_work_close(work);
    assert_true(hra_worker_pool_close(pool, -1));
}

/* An error of opening is reported, each time, and leaves nothing behind. */
static void what_does_not_open_is_said(void **state) {
    (void)state;
    static const char *const new_requests[][2] = {
        {"task open\ngame tictactoe\nplayer couter\nmind 0\nplay 1\n",
         "error input tictactoe has no player 'couter'"},
        {"task open\ngame tictacto\nplayer random\nmind 0\nplay 1\n", "error input unknown game 'tictacto'"},
    };
    shop s;
    open_shop(&s, 1);
    for (int i = 0; i < 4; i++) {
        char order[200];
        hra_text out;
        hra_text_init(&out);
        hra_snprintf(order, sizeof order, "hra-work 1\n%s", new_requests[i % 2][0]);
        assert_int_equal(hra_worker_run(s.workers[i / 2], order, NULL, &out), 0);
        assert_memory_equal(hra_text_string(&out), new_requests[i % 2][1], strlen(new_requests[i % 2][1]));
        hra_text_release(&out);
    }
    expect(&s, 0, "counter", 0, 1, "a1");
    close_shop(&s);
    hra_worker_pool *none;
    const hra_worker_pool_setup wrong = {.size = sizeof wrong, .agents = -1};
    assert_int_equal(hra_worker_pool_open(&none, &wrong, NULL), HRA_EINPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_play_is_remembered_by_all),
        cmocka_unit_test(memory_is_as_large_as_it_was_said),
        cmocka_unit_test(a_crowd_has_few_agents),
        cmocka_unit_test(players_come_and_go),
        cmocka_unit_test(seats_share_no_memory),
        cmocka_unit_test(advice_knows_nothing_of_a_seat),
        cmocka_unit_test(threads_share),
        cmocka_unit_test(what_does_not_open_is_said),
        cmocka_unit_test(what_has_no_end_keeps_no_table_waiting),
        cmocka_unit_test(a_task_may_be_late),
        cmocka_unit_test(sessions_share_threads),
        cmocka_unit_test(work_runs_in_a_pool),
        cmocka_unit_test(tasks_in_a_pool_are_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
