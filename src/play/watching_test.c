/* What a seat may see and get; who is woken, and which players are not trusted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "hra/hra.h"

typedef struct table {
    hra_game *game;
    hra_player *player;
    hra_play *play;
} table;

/* One player in every seat. */
static void sit_down(table *t, hra_game *game, const char *player, hra_play_setup setup) {
    const hra_player *players[HRA_MAX_SEATS];
    hra_error why = {0};
    t->game = game;
    if (hra_player_open(&t->player, game, player, NULL, NULL, &why) != 0)
        fail_msg("%s", why.text);
    for (int seat = 0; seat < game->seats; seat++)
        players[seat] = t->player;
    setup.size = sizeof setup;
    setup.game = game;
    setup.players = players;
    setup.count = game->seats;
    assert_int_equal(hra_play_open(&t->play, &setup, NULL), 0);
}

static void open_table(table *t, const char *spec, const char *player, hra_play_setup setup) {
    hra_game *game;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    sit_down(t, game, player, setup);
}

static void close_table(table *t) {
    hra_play_close(t->play);
    hra_player_close(t->player);
    hra_game_close(t->game);
}

/* ---- seeing ---------------------------------------------------------------------------------*/

/* What each seat may know after a move: the state as the rules show it. */
static void look_around(const table *t, unsigned char *seen, unsigned char *expected) {
    size_t size = t->game->state_size;
    int plies = hra_play_plies(t->play);
    for (int seat = 0; seat < t->game->seats; seat++) {
        hra_play_seen(t->play, plies, seat, seen);
        hra_game_view(t->game, hra_play_at(t->play, plies).state, seat, expected);
        assert_memory_equal(seen, expected, size);
    }
}

/* Two bids: the first is hidden from all others until both lie open. */
static void bids_are_hidden_until_they_lie_open(void **state) {
    table t;
    hra_event event;
    open_table(&t, "empire:first-player=bid", "random", (hra_play_setup){.seed = 5});
    unsigned char *seen = malloc(t.game->state_size), *expected = malloc(t.game->state_size);
    const hra_rules_conduct *conduct = t.game->rules->conduct;
    int secrets = 0, hidden = 0;
    do {
        assert_int_equal(hra_play_step(t.play, &event), 0);
        if (event.kind == HRA_EVENT_OVER)
            break;
        look_around(&t, seen, expected);
        const void *before = hra_play_at(t.play, event.ply).state;
        if (event.seat < 0 || !conduct->hidden(t.game, before, event.move))
            continue;
        secrets++;
        hra_play_seen(t.play, event.ply + 1, 1 - event.seat, seen);
        bool open = memcmp(seen, hra_play_at(t.play, event.ply + 1).state, t.game->state_size) == 0;
        hidden += !open;
        if (!open) { /* who has no seat sees no more than anybody */
            hra_play_seen(t.play, event.ply + 1, HRA_CHANCE, expected);
            assert_memory_equal(seen, expected, t.game->state_size);
        }
    } while (event.kind != HRA_EVENT_OVER);
    assert_true(secrets >= 2 && hidden >= 1);
    free(seen);
    free(expected);
    close_table(&t);
}

static void where_nothing_is_hidden_all_is_seen(void **state) {
    table t;
    hra_event event;
    open_table(&t, "yahtzee:seats=2", "random", (hra_play_setup){.seed = 5});
    unsigned char *seen = malloc(t.game->state_size);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(hra_play_step(t.play, &event), 0);
        for (int seat = HRA_CHANCE; seat < 2; seat++) {
            hra_play_seen(t.play, i, seat, seen);
            assert_memory_equal(seen, hra_play_at(t.play, i).state, t.game->state_size);
        }
    }
    free(seen);
    close_table(&t);
}

/* ---- being woken ----------------------------------------------------------------------------*/

static void ring(void *self) {
    assert_int_equal(write(*(int *)self, "!", 1), 1);
}

/* An owner that sleeps until it is woken finds a move each time, without ever looking in between. */
static void the_owner_is_woken_when_there_is_a_move(void **state) {
    table t;
    hra_event event = {.kind = HRA_EVENT_MOVE};
    int bell[2], moves = 0;
    char byte;
    assert_int_equal(pipe(bell), 0);
    open_table(&t, "tictactoe", "alphabeta",
               (hra_play_setup){.background = true, .wake = ring, .wake_self = &bell[1]});
    while (event.kind != HRA_EVENT_OVER) {
        assert_int_equal(hra_play_step(t.play, &event), 0);
        if (event.kind == HRA_EVENT_OVER)
            break;
        if (event.kind == HRA_EVENT_THINKING) {
            assert_int_equal(read(bell[0], &byte, 1), 1);
            assert_int_equal(hra_play_step(t.play, &event), 0);
        } else {
            assert_int_equal(read(bell[0], &byte, 1), 1); /* it was done before the step looked */
        }
        assert_int_equal(event.kind, HRA_EVENT_MOVE);
        moves++;
    }
    assert_int_equal(moves, 9);
    close_table(&t);
    close(bell[0]);
    close(bell[1]);
}

/* A stop wakes too, since the step then has an error or a move to report. */
static void a_stop_wakes_as_well(void **state) {
    table t;
    hra_event event;
    int bell[2];
    char byte;
    assert_int_equal(pipe(bell), 0);
    open_table(&t, "checkers", "mcts:playouts=1000000000",
               (hra_play_setup){.background = true, .wake = ring, .wake_self = &bell[1]});
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_int_equal(event.kind, HRA_EVENT_THINKING);
    hra_play_stop(t.play);
    assert_int_equal(read(bell[0], &byte, 1), 1);
    hra_err err = hra_play_step(t.play, &event);
    assert_true(err == HRA_ESTOPPED || (err == 0 && event.kind == HRA_EVENT_MOVE));
    close_table(&t);
    close(bell[0]);
    close(bell[1]);
}

/* ---- players that are not the library's ------------------------------------------------------*/

static hra_err open_wild(const hra_game *game, const hra_options *options, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why) {
    return HRA_OK;
}

static hra_err choose_wildly(const void *shared, void *scratch, const hra_question *question,
                             hra_analysis *out) {
    out->move = 4; /* the middle of tic-tac-toe, legal once */
    return HRA_OK;
}

static const hra_player_kind wild = {.size = sizeof(hra_player_kind),
                                     .name = "wild",
                                     .summary = "of the test",
                                     .open = open_wild,
                                     .ask = choose_wildly,
                                     .answers = HRA_ANSWERS_MOVE};

static void a_move_that_cannot_be_made_is_not_made(void **state) {
    for (int background = 0; background < 2; background++) {
        table t = {0};
        hra_event event = {.kind = HRA_EVENT_THINKING};
        hra_registry *registry;
        hra_game *game;
        assert_int_equal(hra_registry_open(&registry, NULL), 0);
        assert_int_equal(hra_registry_add_player(registry, &wild, NULL), 0);
        const hra_host host = {.size = sizeof host, .registry = registry};
        assert_int_equal(hra_game_open(&game, &host, "tictactoe", NULL), 0);
        sit_down(&t, game, "wild", (hra_play_setup){.background = background});
        while (event.kind == HRA_EVENT_THINKING) {
            (void)hra_play_wait(t.play, -1);
            assert_int_equal(hra_play_step(t.play, &event), 0);
        }
        assert_int_equal(event.move, 4);
        for (int again = 0; again < 2; again++) {
            hra_err err = HRA_OK;
            event.kind = HRA_EVENT_THINKING;
            while (!err && event.kind == HRA_EVENT_THINKING) {
                (void)hra_play_wait(t.play, -1);
                err = hra_play_step(t.play, &event);
            }
            assert_int_equal(err, HRA_EINPUT);
            assert_string_equal(hra_play_why(t.play)->text,
                                "player wild (O) chose 4, which is not a legal move here");
            assert_int_equal(hra_play_plies(t.play), 1);
        }
        assert_int_equal(hra_play_apply(t.play, 0), 0); /* and is moved for */
        close_table(&t);
        hra_registry_close(registry);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bids_are_hidden_until_they_lie_open),
        cmocka_unit_test(where_nothing_is_hidden_all_is_seen),
        cmocka_unit_test(the_owner_is_woken_when_there_is_a_move),
        cmocka_unit_test(a_stop_wakes_as_well),
        cmocka_unit_test(a_move_that_cannot_be_made_is_not_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
