/* Games that keep no history: the same moves, and the calls that are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

/* Moves, movers and returns of some games, as text. */
static void play_games(const char *spec, const char *player, bool present, hra_text *out) {
    hra_game *game;
    hra_player *one;
    const hra_player *players[HRA_MAX_SEATS];
    hra_play *play;
    hra_error why = {0};
    if (hra_game_open(&game, NULL, spec, &why) != 0 ||
        hra_player_open(&one, game, player, NULL, NULL, &why) != 0)
        fail_msg("%s", why.text);
    for (int seat = 0; seat < game->seats; seat++)
        players[seat] = one;
    hra_play_setup setup = {.size = sizeof setup,
                            .game = game,
                            .players = players,
                            .count = game->seats,
                            .seed = 9,
                            .number = 3,
                            .present = present};
    assert_int_equal(hra_play_open(&play, &setup, &why), 0);
    for (uint64_t number = 3; number < 7; number++) {
        hra_event event = {.kind = HRA_EVENT_CHANCE};
        double value[HRA_MAX_SEATS];
        if (number > 3)
            assert_int_equal(hra_play_restart(play, number, NULL, NULL), 0);
        while (event.kind != HRA_EVENT_OVER) {
            if (hra_play_step(play, &event) != 0)
                fail_msg("%s", hra_play_why(play)->text);
            hra_text_addf(out, "%d %d %lu %d\n", event.kind, event.seat, (unsigned long)event.move,
                          event.ply);
        }
        memcpy(value, hra_play_snapshot(play)->returns, sizeof value);
        for (int seat = 0; seat < game->seats; seat++)
            hra_text_addf(out, "%a\n", value[seat]);
    }
    if (present)
        assert_int_equal(hra_play_undo(play, 0), HRA_ESTATE);
    hra_play_close(play);
    hra_player_close(one);
    hra_game_close(game);
}

/* In empire and race a game has more plies than streams are prepared for; checkers looks back. */
static void the_past_changes_no_game(void **state) {
    static const char *const cases[][2] = {
        {"tictactoe", "random"},
        {"tictactoe", "alphabeta:depth=2"},
        {"yahtzee:seats=3", "random"},
        {"empire", "random"},
        {"race", "random"},
        {"checkers:ballot=all", "random"},
        {"checkers:ballot=all", "greedy"},
        {"pacman:layout=five", "random"},
        {"nim", "greedy"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text kept, present;
        hra_text_init(&kept);
        hra_text_init(&present);
        play_games(cases[i][0], cases[i][1], false, &kept);
        play_games(cases[i][0], cases[i][1], true, &present);
        assert_string_equal(hra_text_string(&kept), hra_text_string(&present));
        hra_text_release(&kept);
        hra_text_release(&present);
    }
}

/* ---- who gets the past ----------------------------------------------------------------------*/

static hra_err open_nothing(const hra_game *game, const hra_options *options, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    *shared = (void *)(uintptr_t)game;
    return HRA_OK;
}

/* Checks the history of every question; the first move is as good as any. */
static hra_err look_back(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    const hra_game *game = shared;
    hra_move moves[9];
    int n = game->rules->moves(game, q->state, moves);
    out->move = moves[0];
    return q->history_length == 9 - n && (n == 9 || q->history) ? HRA_OK : HRA_ESTATE;
}

static hra_err look_forward(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    const hra_game *game = shared;
    hra_move moves[9];
    game->rules->moves(game, q->state, moves);
    out->move = moves[0];
    return q->history_length == 0 && !q->history ? HRA_OK : HRA_ESTATE;
}

static void play_with(const hra_player_kind *kind, bool present) {
    hra_game *game;
    hra_player *player;
    hra_play *play, *clone;
    hra_event event = {.kind = HRA_EVENT_CHANCE};
    assert_int_equal(hra_game_open(&game, NULL, "tictactoe", NULL), 0);
    assert_int_equal(hra_player_open_kind(&player, game, kind, "", NULL, NULL, NULL), 0);
    const hra_player *players[] = {player, player};
    hra_play_setup setup = {
        .size = sizeof setup, .game = game, .players = players, .count = 2, .present = present};
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    for (int ply = 0; ply < 4; ply++)
        assert_int_equal(hra_play_step(play, &event), 0);
    assert_int_equal(hra_play_clone(&clone, play, NULL), 0);
    hra_play_close(play);
    while (event.kind != HRA_EVENT_OVER)
        assert_int_equal(hra_play_step(clone, &event), 0);
    assert_int_equal(event.ply, 7); /* squares in order: the first player has a diagonal */
    hra_play_close(clone);
    hra_player_close(player);
    hra_game_close(game);
}

static void who_asks_for_the_past_is_told(void **state) {
    hra_player_kind kind = {.size = sizeof kind,
                            .name = "back",
                            .summary = "",
                            .open = open_nothing,
                            .ask = look_back,
                            .answers = HRA_ANSWERS_MOVE};
    play_with(&kind, false);
    play_with(&kind, true);
    kind.ask = look_forward;
    kind.state_only = true;
    play_with(&kind, false);
    play_with(&kind, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_past_changes_no_game),
        cmocka_unit_test(who_asks_for_the_past_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
