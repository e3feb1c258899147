/* Setups of plays: who may sit down, and what begins with its size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

typedef struct seats {
    hra_game *game, *other;
    hra_player *own, *stranger; /* a player of each */
} seats;

static void open_seats(seats *t) {
    assert_int_equal(hra_game_open(&t->game, NULL, "tictactoe", NULL), 0);
    assert_int_equal(hra_game_open(&t->other, NULL, "nim", NULL), 0);
    assert_int_equal(hra_player_open(&t->own, t->game, "random", NULL, NULL, NULL), 0);
    assert_int_equal(hra_player_open(&t->stranger, t->other, "random", NULL, NULL, NULL), 0);
}

static void close_seats(seats *t) {
    hra_player_close(t->own);
    hra_player_close(t->stranger);
    hra_game_close(t->game);
    hra_game_close(t->other);
}

static void wrong_setups_say_why(void **state) {
    seats t;
    open_seats(&t);
    const size_t size = sizeof(hra_play_setup);
    const hra_player *good[] = {t.own, t.own, t.own}, *mixed[] = {t.own, t.stranger}, *one[] = {t.own, NULL};
    const struct {
        size_t size;
        const hra_game *game;
        const hra_player *const *players;
        int count;
        hra_err err;
        const char *words;
    } cases[] = {
        {size, t.game, good, 2, HRA_OK, ""},
        {size, NULL, good, 2, HRA_EINPUT, "the setup names no game"},
        {size, t.game, NULL, 2, HRA_EINPUT, "tictactoe has 2 seats, and 0 players were given"},
        {size, t.game, good, 3, HRA_EINPUT, "tictactoe has 2 seats, and 3 players were given"},
        {size, t.game, one, 2, HRA_EINPUT, "seat 1 is empty"},
        {size, t.game, mixed, 2, HRA_EINPUT, "'random' in seat 1 was opened for another game, nim"},
        {0, t.game, good, 2, HRA_EINPUT, "the setup of a game does not begin with its size"},
        {size + 8, t.game, good, 2, HRA_EVERSION, "compiled for a newer one"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_error why = {0};
        hra_play *play = NULL;
        const hra_play_setup setup = {.size = cases[i].size,
                                      .game = cases[i].game,
                                      .players = cases[i].players,
                                      .count = cases[i].count};
        assert_int_equal(hra_play_open(&play, &setup, &why), cases[i].err);
        if (!strstr(why.text, cases[i].words))
            fail_msg("case %zu: %s", i, why.text);
        assert_true((play == NULL) == (cases[i].err != 0));
        hra_play_close(play);
    }
    close_seats(&t);
}

static hra_err refuse(void *self, const char *text, size_t length) {
    return HRA_EIO;
}

static void what_an_older_setup_lacks_counts_as_zero(void **state) {
    seats t;
    hra_play *play = NULL;
    hra_event event;
    open_seats(&t);
    const hra_player *players[] = {t.own, t.own};
    hra_play_setup setup = {
        .size = sizeof setup, .game = t.game, .players = players, .count = 2, .sink = refuse};
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    assert_int_equal(hra_play_step(play, &event), HRA_EIO);
    hra_play_close(play);
    setup.size = offsetof(hra_play_setup, sink);
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    assert_int_equal(hra_play_step(play, &event), 0);
    hra_play_close(play);
    close_seats(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_setups_say_why),
        cmocka_unit_test(what_an_older_setup_lacks_counts_as_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
