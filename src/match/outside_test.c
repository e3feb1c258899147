/* Plays driven from outside: moves of anybody applied, clones, and why something was refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "played.h"

typedef struct table {
    hra_game *game;
    hra_player *player;
    hra_play *play;
    hra_text record;
} table;

static hra_err add_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* One player in every seat. */
static void open_table(table *t, const char *spec, const char *player, hra_play_setup setup) {
    const hra_player *players[HRA_MAX_SEATS];
    hra_error why = {0};
    *t = (table){0};
    assert_int_equal(hra_game_open(&t->game, NULL, spec, NULL), 0);
    assert_int_equal(hra_player_open(&t->player, t->game, player, NULL, NULL, NULL), 0);
    for (int seat = 0; seat < t->game->seats; seat++)
        players[seat] = t->player;
    setup.size = sizeof setup;
    setup.game = t->game;
    setup.players = players;
    setup.count = t->game->seats;
    if (!setup.sink) {
        setup.sink = add_text;
        setup.sink_self = &t->record;
    }
    if (hra_play_open(&t->play, &setup, &why) != 0)
        fail_msg("%s", why.text);
}

static void close_table(table *t) {
    hra_play_close(t->play);
    hra_player_close(t->player);
    hra_game_close(t->game);
    hra_text_release(&t->record);
}

static const void *now(const hra_play *play) {
    return hra_play_at(play, HRA_NOW).state;
}

/* Applies moves, a space between two, until the play is over; returns how many. */
static int apply_all(const hra_play *of, hra_play *play, const char *words) {
    const hra_game *game = hra_play_snapshot(of)->game;
    char word[32];
    for (int made = 0;; made++) {
        hra_move move;
        if (!*words || hra_play_at(play, HRA_NOW).mover == HRA_OVER)
            return made;
        size_t n = strcspn(words, " ");
        assert_true(n < sizeof word);
        memcpy(word, words, n);
        word[n] = '\0';
        words += n + (words[n] == ' ');
        assert_int_equal(hra_game_parse_move(game, now(play), word, &move, NULL), 0);
        assert_int_equal(hra_play_apply(play, move), 0);
    }
}

#define KINGS "W:WK31,K32:BK1"
#define ROUND "31-26 1-5 26-31 5-1 " /* and the same position stands again */

/* ---- moves from outside ---------------------------------------------------------------------*/

static void repetition_is_judged_there_too(void **state) {
    table t;
    hra_event event;
    double value[2] = {9, 9};
    open_table(&t, "checkers", "expert", (hra_play_setup){.position = KINGS});
    assert_int_equal(apply_all(t.play, t.play, ROUND ROUND ROUND ROUND ROUND ROUND), 8); /* the third time */
    assert_int_equal(hra_play_apply(t.play, 0), HRA_ESTATE);
    assert_string_equal(hra_play_why(t.play)->text, "the game is over: no move can be made");
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_int_equal(event.kind, HRA_EVENT_OVER);
    assert_string_equal(hra_play_why(t.play)->text, "");
    memcpy(value, hra_play_snapshot(t.play)->returns, sizeof value);
    assert_true(value[0] == 0 && value[1] == 0);
    assert_non_null(strstr(hra_text_string(&t.record), "1 31-26\n0 1-5\n1 26-31\n"));
    assert_non_null(strstr(hra_text_string(&t.record), "result 0 0\n"));
    close_table(&t);
}

/* A whole play of every move, of chance and of seats, by thousands of wrong ones. */
static void chance_and_machines_are_moved_for(void **state) {
    table t;
    hra_rng rng;
    hra_record *record = NULL;
    hra_event event;
    size_t used;
    int refused = 0, plies = 0;
    open_table(&t, "yahtzee:seats=2", "random", (hra_play_setup){.seed = 3});
    hra_move *moves = malloc(hra_game_move_capacity(t.game) * sizeof *moves);
    hra_rng_init(&rng, 1);
    for (; hra_play_at(t.play, plies).mover != HRA_OVER; plies++) {
        for (int i = 0; i < 20; i++) {
            hra_move wild = (hra_move)hra_rng_next(&rng);
            if (hra_game_legal(t.game, now(t.play), wild))
                continue;
            assert_int_equal(hra_play_apply(t.play, wild), HRA_EINPUT);
            assert_string_equal(hra_play_why(t.play)->text, "this move cannot be made here");
            assert_int_equal(hra_play_plies(t.play), plies);
            refused++;
        }
        int n = hra_game_moves(t.game, now(t.play), moves);
        assert_int_equal(hra_play_apply(t.play, moves[hra_rng_below(&rng, (uint32_t)n)]), 0);
    }
    assert_true(refused > 1000);
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_int_equal(hra_record_parse(&record, NULL, t.record.data, t.record.length, &used, 1, NULL), 0);
    assert_true(hra_record_info(record)->finished && hra_record_info(record)->plies == plies);
    hra_record_close(record);
    free(moves);
    close_table(&t);
}

/* A move for a person who was asked, for a roll that is typed in, and over an answer not yet stepped. */
static void what_was_waited_for_is_waited_for_no_longer(void **state) {
    table t;
    hra_event event;
    open_table(&t, "tictactoe", "human", (hra_play_setup){0});
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_int_equal(event.kind, HRA_EVENT_ASK);
    assert_int_equal(hra_play_answer(t.play, 0), 0);
    assert_int_equal(hra_play_apply(t.play, 4), 0);
    assert_int_equal(hra_play_answer(t.play, 0), HRA_ESTATE);
    assert_string_equal(hra_play_why(t.play)->text, "no question was asked: no answer is expected");
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_true(event.kind == HRA_EVENT_ASK && event.seat == 1);
    assert_int_equal(hra_play_answer(t.play, 4), HRA_EINPUT);
    assert_string_equal(hra_play_why(t.play)->text, "this move cannot be made here");
    assert_int_equal(hra_play_plies(t.play), 1);
    assert_int_equal(hra_play_at(t.play, 0).move, 4);
    close_table(&t);
}

static void a_machine_that_thinks_is_moved_for(void **state) {
    table t;
    hra_event event;
    open_table(&t, "checkers", "mcts:playouts=1000000000", (hra_play_setup){.background = true});
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_int_equal(event.kind, HRA_EVENT_THINKING);
    assert_int_equal(apply_all(t.play, t.play, "11-15"), 1);
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_true(event.kind == HRA_EVENT_THINKING && event.seat == 1 && event.ply == 1);
    close_table(&t);
}

/* ---- clones ---------------------------------------------------------------------------------*/

static void end_play(hra_play *play, hra_text *moves) {
    hra_event event = {.kind = HRA_EVENT_CHANCE};
    hra_text_clear(moves);
    while (event.kind != HRA_EVENT_OVER) {
        assert_int_equal(hra_play_step(play, &event), 0);
        if (event.kind != HRA_EVENT_OVER)
            hra_text_addf(moves, " %lu", (unsigned long)event.move);
    }
}

/* At several plies: the clone goes on as the play itself does, and neither sees the other. */
static void a_clone_goes_on_as_its_play(void **state) {
    static const char *const specs[] = {"yahtzee:seats=2", "tictactoe", "pacman",
                                        "empire",          "race",      "checkers"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        table t;
        hra_play *clones[3];
        hra_text own, other;
        hra_event event;
        hra_text_init(&own);
        hra_text_init(&other);
        open_table(&t, specs[i], "random", (hra_play_setup){.seed = 4});
        size_t from[3];
        for (int k = 0; k < 3; k++) {
            assert_int_equal(hra_play_clone(&clones[k], t.play, NULL), 0);
            from[k] = own.length;
            assert_int_equal(hra_play_step(t.play, &event), 0);
            hra_text_addf(&own, " %lu", (unsigned long)event.move);
        }
        end_play(t.play, &other);
        hra_text_add(&own, hra_text_string(&other));
        size_t written = t.record.length;
        for (int k = 0; k < 3; k++) {
            assert_int_equal(hra_play_plies(clones[k]), k);
            end_play(clones[k], &other);
            assert_string_equal(hra_text_string(&own) + from[k], hra_text_string(&other));
            assert_int_equal(hra_play_plies(clones[k]), hra_play_plies(t.play));
            assert_memory_equal(now(clones[k]), now(t.play), t.game->state_size);
            hra_play_close(clones[k]);
        }
        assert_int_equal(t.record.length, written); /* clones write none */
        hra_text_release(&own);
        hra_text_release(&other);
        close_table(&t);
    }
}

static void a_clone_knows_the_past(void **state) {
    table t;
    hra_play *clone = NULL;
    open_table(&t, "checkers", "human", (hra_play_setup){.position = KINGS});
    assert_int_equal(apply_all(t.play, t.play, ROUND), 4);
    assert_int_equal(hra_play_clone(&clone, t.play, NULL), 0);
    assert_int_equal(apply_all(t.play, clone, ROUND ROUND), 4);
    assert_int_equal(hra_play_at(clone, 8).mover, HRA_OVER);
    assert_int_equal(hra_play_plies(t.play), 4);
    assert_int_equal(hra_play_at(t.play, 4).mover, 1);
    hra_play_close(clone);
    close_table(&t);
}

static void a_clone_waits_for_the_same(void **state) {
    table t;
    hra_event event;
    hra_play *clone = NULL;
    open_table(&t, "tictactoe", "human", (hra_play_setup){0});
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_int_equal(hra_play_clone(&clone, t.play, NULL), 0);
    hra_play_close(t.play);
    t.play = clone;
    assert_int_equal(hra_play_answer(clone, 4), 0);
    assert_int_equal(hra_play_step(clone, &event), 0);
    assert_int_equal(event.move, 4);
    close_table(&t);
}

/* ---- why ------------------------------------------------------------------------------------*/

static void a_player_that_refuses_is_heard(void **state) {
    for (int background = 0; background < 2; background++) {
        table t;
        hra_event event = {.kind = HRA_EVENT_THINKING};
        open_table(&t, "checkers:draw-moves=0,repetition=0", "minimax",
                   (hra_play_setup){.position = KINGS, .background = background});
        hra_err err = HRA_OK;
        while (!err && event.kind == HRA_EVENT_THINKING) {
            (void)hra_play_wait(t.play, 10);
            err = hra_play_step(t.play, &event);
        }
        assert_int_equal(err, HRA_ELIMIT);
        assert_non_null(strstr(hra_play_why(t.play)->text, "set depth="));
        assert_int_equal(hra_play_why(t.play)->code, HRA_ELIMIT);
        assert_int_equal(apply_all(t.play, t.play, "31-26"), 1); /* and is moved for */
        assert_string_equal(hra_play_why(t.play)->text, "");
        close_table(&t);
    }
}

static void a_match_says_what_its_player_said(void **state) {
    hra_game *game = NULL;
    hra_player *player = NULL;
    hra_error why = {0};
    assert_int_equal(hra_game_open(&game, NULL, "checkers:draw-moves=0,repetition=0", NULL), 0);
    assert_int_equal(hra_player_open(&player, game, "minimax", NULL, NULL, NULL), 0);
    for (int threads = 1; threads < 4; threads += 2) {
        const hra_player *players[2] = {player, player};
        hra_match_result result = {.size = sizeof result};
        const played_setup setup = {
            .game = game, .players = players, .count = 2, .games = 100, .threads = threads};
        assert_int_equal(played_match(&setup, &result, &why), HRA_EINPUT);
        assert_non_null(strstr(why.text, "minimax: "));
        assert_non_null(strstr(why.text, "depth="));
        hra_match_release(&result);
    }
    hra_player_close(player);
    hra_game_close(game);
}

static hra_err refuse(void *self, const char *text, size_t length) {
    return HRA_EIO;
}

static void a_record_that_cannot_be_written_is_told(void **state) {
    table t;
    hra_event event;
    open_table(&t, "tictactoe", "random", (hra_play_setup){.sink = refuse});
    assert_int_equal(hra_play_apply(t.play, 4), HRA_EIO);
    assert_non_null(strstr(hra_play_why(t.play)->text, "the record could not be written: "));
    assert_int_equal(hra_play_plies(t.play), 0);
    assert_int_equal(hra_play_step(t.play, &event), HRA_EIO);
    assert_int_equal(hra_play_undo(t.play, 0), HRA_ESTATE);
    assert_string_equal(hra_play_why(t.play)->text, "no move of this seat can be taken back");
    close_table(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repetition_is_judged_there_too),
        cmocka_unit_test(chance_and_machines_are_moved_for),
        cmocka_unit_test(what_was_waited_for_is_waited_for_no_longer),
        cmocka_unit_test(a_machine_that_thinks_is_moved_for),
        cmocka_unit_test(a_clone_goes_on_as_its_play),
        cmocka_unit_test(a_clone_knows_the_past),
        cmocka_unit_test(a_clone_waits_for_the_same),
        cmocka_unit_test(a_player_that_refuses_is_heard),
        cmocka_unit_test(a_match_says_what_its_player_said),
        cmocka_unit_test(a_record_that_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
