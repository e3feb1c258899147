/* Parts of a game that are given up: single games, gammons and backgammons, in a match and alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

typedef struct table {
    hra_game *game;
    hra_player *players[2];
    hra_play *play;
    hra_text record;
    bool full;
} table;

static hra_err add_text(void *self, const char *text, size_t length) {
    table *t = self;
    if (t->full)
        return HRA_EIO;
    hra_text_add_bytes(&t->record, text, length);
    return HRA_OK;
}

static void open_table(table *t, const char *game, const char *player, const char *position, bool recorded) {
    hra_error why = {0};
    *t = (table){0};
    hra_text_init(&t->record);
    if (hra_game_open(&t->game, NULL, game, &why) != 0)
        fail_msg("%s", why.text);
    for (int seat = 0; seat < 2; seat++)
        assert_int_equal(hra_player_open(&t->players[seat], t->game, player, NULL, NULL, &why), 0);
    const hra_play_setup setup = {.size = sizeof setup,
                                  .game = t->game,
                                  .players = (const hra_player *const *)t->players,
                                  .count = 2,
                                  .seed = 5,
                                  .position = position,
                                  .sink = recorded ? add_text : NULL,
                                  .sink_self = t};
    if (hra_play_open(&t->play, &setup, &why) != 0)
        fail_msg("%s", why.text);
}

static void close_table(table *t) {
    hra_play_close(t->play);
    for (int seat = 0; seat < 2; seat++)
        hra_player_close(t->players[seat]);
    hra_game_close(t->game);
    hra_text_release(&t->record);
}

static int list(const hra_game *game, const void *s, int seat, hra_concession *out) {
    return game->rules->conduct->concessions(game, s, seat, out);
}

/* The names in one line: "single gammon". */
static void expect_list(const hra_game *game, const void *s, int seat, const char *names) {
    hra_concession all[HRA_MAX_CONCESSIONS];
    hra_text text;
    hra_text_init(&text);
    int n = list(game, s, seat, all);
    for (int i = 0; i < n; i++) {
        hra_text_addf(&text, "%s%s", i ? " " : "", all[i].name);
        int by = -1;
        assert_true(game->rules->conduct->concession(game, s, all[i].move, &by));
        assert_int_equal(by, seat);
    }
    assert_string_equal(hra_text_string(&text), names);
    hra_text_release(&text);
}

static hra_err concede(table *t, int seat, int kind) {
    hra_concession all[HRA_MAX_CONCESSIONS];
    assert_true(list(t->game, hra_play_at(t->play, HRA_NOW).state, seat, all) > kind);
    return hra_play_concede(t->play, all[kind].move);
}

/* ---- what can be given up -------------------------------------------------------------------*/

static void no_more_than_can_still_be_lost(void **state) {
    static const struct {
        const char *spec, *position, *white, *black;
    } all[] = {
        {"backgammon", NULL, "single gammon backgammon", "single gammon backgammon"},
        {"backgammon:gammons=no", NULL, "single", "single"},
        {"backgammon:cube,jacoby", NULL, "single", "single"}, /* before a double gammons do not count */
        {"backgammon:cube,jacoby", "white 24:2 6:13, black 24:2 6:13, white 31, cube 2 black",
         "single gammon backgammon", "single gammon backgammon"},
        /* has borne off a checker; the other one has not, and nothing is hit any more */
        {"backgammon", "white 1:14, black 13:15, white 31", "single", "single gammon"},
        {"backgammon", "white 2:14, black 24:15, white 31", "single", "single gammon backgammon"},
        /* a match needs no more points than these */
        {"backgammon:match-length=7", NULL, "single gammon backgammon", "single gammon backgammon"},
        {"backgammon:match-length=7,score=6-5", NULL, "single gammon", "single"},
        {"backgammon:match-length=7,score=3-0,crawford=no",
         "white 24:2 6:13, black 24:2 6:13, white 31, cube 4 black, score 3-0", "single gammon", "single"},
        {"backgammon:match-length=1", NULL, "single", "single"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        table t;
        open_table(&t, all[i].spec, "random", all[i].position, false);
        expect_list(t.game, hra_play_at(t.play, HRA_NOW).state, 0, all[i].white);
        expect_list(t.game, hra_play_at(t.play, HRA_NOW).state, 1, all[i].black);
        close_table(&t);
    }
}

/* Played on by chance, no game ends worse than with the last of the list. */
static void no_game_is_lost_by_more_than_the_last(void **state) {
    static const char *const specs[] = {"backgammon", "backgammon:checkers=3", "backgammon:checkers=2",
                                        "backgammon:gammons=no"};
    int lost[4] = {0};
    for (int i = 0; i < 60; i++) {
        table t;
        hra_event event;
        double most[2] = {3, 3};
        open_table(&t, specs[i % 4], "random", NULL, false);
        assert_int_equal(hra_play_restart(t.play, (uint64_t)i, NULL, NULL), 0);
        while (hra_play_step(t.play, &event) == 0 && event.kind != HRA_EVENT_OVER)
            for (int seat = 0; seat < 2; seat++) {
                hra_concession all[HRA_MAX_CONCESSIONS];
                const void *s = hra_play_at(t.play, HRA_NOW).state;
                int n = list(t.game, s, seat, all);
                if (n > 0 && n < most[seat])
                    most[seat] = n;
                for (int k = 0; k < n; k++) {
                    double value[2];
                    bool over = t.game->rules->to_move(t.game, s) == HRA_OVER;
                    assert_false(over);
                    char after[512];
                    assert_true(t.game->state_size <= sizeof after);
                    memcpy(after, s, t.game->state_size);
                    t.game->rules->apply(t.game, after, all[k].move);
                    assert_int_equal(t.game->rules->to_move(t.game, after), HRA_OVER);
                    t.game->rules->returns(t.game, after, value);
                    assert_true(value[seat] >= -k - 1 && value[seat] <= -k - 1);
                }
            }
        const hra_play_info *info = hra_play_snapshot(t.play);
        for (int seat = 0; seat < 2; seat++)
            assert_true(info->returns[seat] >= -most[seat]);
        lost[(int)(info->returns[0] > 0 ? info->returns[0] : -info->returns[0])]++;
        assert_int_equal(list(t.game, hra_play_at(t.play, HRA_NOW).state, 0, (hra_concession[4]){{0}}), 0);
        close_table(&t);
    }
    assert_true(lost[1] && lost[2] && lost[3]);
}

/* ---- giving up ------------------------------------------------------------------------------*/

static void steps(table *t, int n) {
    hra_event event;
    while (n-- > 0)
        assert_int_equal(hra_play_step(t->play, &event), 0);
}

static void the_match_goes_on(void **state) {
    table t;
    hra_event event;
    open_table(&t, "backgammon:match-length=3", "human", NULL, true);
    steps(&t, 2);
    assert_int_equal(hra_play_at(t.play, HRA_NOW).mover, 0);
    assert_int_equal(concede(&t, 1, 1), 0); /* it need not be to move */
    assert_int_equal(hra_play_snapshot(t.play)->outcome, HRA_OUTCOME_NONE);
    assert_int_equal(hra_play_at(t.play, 1).mover, 1);
    assert_int_equal(hra_play_at(t.play, HRA_NOW).mover, HRA_CHANCE);
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_int_equal(event.kind, HRA_EVENT_CHANCE);
    assert_int_equal(hra_play_undo(t.play, 1), 0); /* the resignation */
    assert_int_equal(hra_play_plies(t.play), 1);
    assert_int_equal(hra_play_at(t.play, HRA_NOW).mover, 0);
    assert_int_equal(concede(&t, 0, 0), 0);
    assert_int_equal(concede(&t, 0, 1), 0); /* before the first roll of a game */
    const hra_play_info *info = hra_play_snapshot(t.play);
    assert_int_equal(info->outcome, HRA_OUTCOME_RESIGNED);
    assert_int_equal(info->resigned, 0);
    assert_true(info->returns[1] >= 1 && info->returns[0] <= -1);
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_int_equal(event.kind, HRA_EVENT_OVER);
    const char *text = hra_text_string(&t.record), *from = strstr(text, "seat 1 human\n") + 13;
    const char *roll = strchr(from, '\n') + 1;
    hra_text expected;
    hra_text_init(&expected);
    hra_text_addf(&expected, "%.*sversion 4\n1 Black resigns 2 points\n", (int)(roll - from), from);
    const char *second = strstr(roll, "* ");
    hra_text_addf(&expected, "%.*s", (int)(strchr(second, '\n') + 1 - second), second);
    hra_text_add(&expected, "undo 2\n0 White resigns 1 point\n0 White resigns 2 points\nresult -1 1\n");
    assert_string_equal(from, hra_text_string(&expected));
    hra_text_release(&expected);
    close_table(&t);
}

/* What was written is read, goes on, and tells the same. */
static void its_record_is_read_and_resumed(void **state) {
    table t, again;
    size_t used;
    hra_record *record = NULL;
    hra_error why = {0};
    open_table(&t, "backgammon:match-length=3", "human", NULL, true);
    assert_int_equal(concede(&t, 0, 0), 0);
    assert_memory_equal(hra_text_string(&t.record), "hra-record 4\n", 13);
    assert_int_equal(
        hra_record_parse(&record, NULL, hra_text_string(&t.record), t.record.length, &used, 1, &why), 0);
    open_table(&again, "backgammon:match-length=3", "human", NULL, true);
    assert_int_equal(hra_play_resume(again.play, record), 0);
    assert_memory_equal(hra_play_at(again.play, HRA_NOW).state, hra_play_at(t.play, HRA_NOW).state,
                        t.game->state_size);
    assert_int_equal(concede(&again, 0, 1), 0);
    assert_string_equal(hra_text_string(&again.record), "0 White resigns 2 points\n");
    assert_int_equal(hra_play_snapshot(again.play)->resigned, 0);
    hra_record_close(record);
    close_table(&again);
    close_table(&t);
}

static void what_gives_up_nothing_is_refused(void **state) {
    table t;
    hra_event event;
    open_table(&t, "backgammon", "human", NULL, true);
    steps(&t, 1);
    int seat = hra_play_at(t.play, HRA_NOW).mover;
    hra_move moves[512];
    assert_true(hra_game_moves(t.game, hra_play_at(t.play, HRA_NOW).state, moves) > 0);
    assert_int_equal(hra_play_concede(t.play, moves[0]), HRA_EINPUT);
    assert_string_equal(hra_play_why(t.play)->text, "this move gives up no part of the game");
    t.full = true;
    assert_int_equal(concede(&t, seat, 2), HRA_EIO);
    assert_int_equal(hra_play_at(t.play, HRA_NOW).mover, seat);
    t.full = false;
    assert_int_equal(concede(&t, seat, 2), 0);
    assert_true(hra_play_snapshot(t.play)->returns[!seat] >= 3);
    hra_concession none = {0};
    assert_int_equal(hra_play_concede(t.play, none.move), HRA_ESTATE);
    assert_int_equal(hra_play_undo(t.play, seat), 0); /* as long as no result is written */
    assert_int_equal(hra_play_at(t.play, HRA_NOW).mover, seat);
    assert_int_equal(concede(&t, !seat, 0), 0);
    assert_int_equal(hra_play_step(t.play, &event), 0);
    assert_int_equal(hra_play_undo(t.play, !seat), HRA_ESTATE);
    close_table(&t);
    open_table(&t, "tictactoe", "human", NULL, true);
    assert_int_equal(hra_play_concede(t.play, 0), HRA_EINPUT);
    assert_null(t.game->rules->conduct->concessions);
    close_table(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_more_than_can_still_be_lost),
        cmocka_unit_test(no_game_is_lost_by_more_than_the_last),
        cmocka_unit_test(the_match_goes_on),
        cmocka_unit_test(its_record_is_read_and_resumed),
        cmocka_unit_test(what_gives_up_nothing_is_refused),
    };
    return cmocka_run_group_tests_name("concession", tests, NULL, NULL);
}
