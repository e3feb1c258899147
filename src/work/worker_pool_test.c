/* Workers that share a workshop: a player is opened once, and a play is remembered whoever takes its work. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/thread.h"
#include "hra/hra.h"

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
                              hra_move *out) {
    int *remembered = scratch;
    const hra_game *game = shared;
    hra_move moves[16];
    int n = game->rules->moves(game, question->state, moves);
    *out = moves[*remembered < n ? *remembered : n - 1];
    ++*remembered;
    return HRA_OK;
}

static hra_err advise_counter(const void *shared, void *scratch, const hra_question *question,
                              hra_advice *out) {
    const int *remembered = scratch;
    const hra_game *game = shared;
    hra_move moves[16];
    out->value = (hra_column){"points", "points", HRA_UNIT_POINTS, true};
    out->count = game->rules->moves(game, question->state, moves);
    for (int i = 0; i < out->count; i++)
        out->moves[i] = (hra_advised){.move = moves[i]};
    count(&all.recalled, *remembered);
    return HRA_OK;
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
                                        .choose = choose_counter,
                                        .advise = advise_counter};

typedef struct shop {
    hra_registry *registry;
    hra_host host;
    hra_workshop *shop;
    hra_worker *workers[2];
} shop;

static void open_shop(shop *s, int minds) {
    all = (counts){0};
    assert_int_equal(hra_lock_init(&all.lock), 0);
    assert_int_equal(hra_registry_open(&s->registry, NULL), 0);
    assert_int_equal(hra_registry_add_player(s->registry, &counter, NULL), 0);
    s->host = (hra_host){.size = sizeof s->host, .registry = s->registry};
    assert_int_equal(hra_workshop_open(&s->shop, &s->host, NULL, minds, NULL), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(hra_worker_open_in(&s->workers[i], s->shop, NULL), 0);
}

static void close_shop(shop *s) {
    for (int i = 0; i < 2; i++)
        hra_worker_close(s->workers[i]);
    hra_workshop_close(s->shop);
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
    assert_int_equal(hra_worker_do(s->workers[worker], order, NULL, &out), 0);
    assert_string_equal(hra_text_string(&out), wanted);
    hra_text_release(&out);
}

/* Whoever takes the work of a play finds what was found in it before. */
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

/* With more plays than minds each begins anew, in memory that is there already. */
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

/* Players that nobody needs any more are closed at some time. */
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

/* One mind for two seats: the second knows nothing of what the first one found in the same play. */
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
    assert_int_equal(hra_worker_do(s.workers[0],
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

/* What cannot be opened is said, again and again, and leaves nothing behind. */
static void what_does_not_open_is_said(void **state) {
    (void)state;
    static const char *const orders[][2] = {
        {"task open\ngame tictactoe\nplayer couter\nmind 0\nplay 1\n",
         "error input tictactoe has no player 'couter'"},
        {"task open\ngame tictacto\nplayer random\nmind 0\nplay 1\n",
         "error input there is no game 'tictacto'"},
    };
    shop s;
    open_shop(&s, 1);
    for (int i = 0; i < 4; i++) {
        char order[200];
        hra_text out;
        hra_text_init(&out);
        hra_snprintf(order, sizeof order, "hra-work 1\n%s", orders[i % 2][0]);
        assert_int_equal(hra_worker_do(s.workers[i / 2], order, NULL, &out), 0);
        assert_memory_equal(hra_text_string(&out), orders[i % 2][1], strlen(orders[i % 2][1]));
        hra_text_release(&out);
    }
    expect(&s, 0, "counter", 0, 1, "a1");
    close_shop(&s);
    hra_workshop *none;
    assert_int_equal(hra_workshop_open(&none, NULL, NULL, 0, NULL), HRA_EINPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_play_is_remembered_by_all),
        cmocka_unit_test(memory_is_as_large_as_it_was_said),
        cmocka_unit_test(players_come_and_go),
        cmocka_unit_test(seats_share_no_memory),
        cmocka_unit_test(advice_knows_nothing_of_a_seat),
        cmocka_unit_test(threads_share),
        cmocka_unit_test(what_does_not_open_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
