/* Machines that think in a worker thread, and how they are stopped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

/* `patient` thinks until it is stopped and then has a move; `stubborn` never has one. */
static hra_err think(const hra_question *question) {
    while (!hra_stop_is_set(question->stop))
        continue;
    return HRA_OK;
}

static hra_err choose_patiently(const void *shared, void *scratch, const hra_question *question,
                                hra_analysis *out) {
    out->move = 4;
    return think(question);
}

static hra_err choose_nothing(const void *shared, void *scratch, const hra_question *question,
                              hra_analysis *out) {
    think(question);
    return HRA_ESTOPPED;
}

static hra_err open_thinker(const hra_game *game, const hra_options *options, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    return HRA_OK;
}

static const hra_player_kind patient = {.size = sizeof(hra_player_kind),
                                        .name = "patient",
                                        .summary = "of the test",
                                        .open = open_thinker,
                                        .ask = choose_patiently,
                                        .answers = HRA_ANSWERS_MOVE};
static const hra_player_kind stubborn = {.size = sizeof(hra_player_kind),
                                         .name = "stubborn",
                                         .summary = "of the test",
                                         .open = open_thinker,
                                         .ask = choose_nothing,
                                         .answers = HRA_ANSWERS_MOVE};
static const hra_player_kind *const thinkers[] = {&patient, &stubborn, NULL};

typedef struct table {
    hra_game *game;
    hra_player *players[2];
    hra_play *play;
} table;

static void open_table(table *t, const char *first, const char *second) {
    hra_rules rules = *hra_registry_find_game(NULL, "tictactoe");
    hra_rules_catalogue catalogue = *rules.catalogue;
    *t = (table){0};
    catalogue.experts = thinkers;
    rules.catalogue = &catalogue;
    assert_int_equal(hra_game_open_rules(&t->game, NULL, &rules, "tictactoe", NULL), 0);
    assert_int_equal(hra_player_open(&t->players[0], t->game, first, NULL, NULL, NULL), 0);
    assert_int_equal(hra_player_open(&t->players[1], t->game, second, NULL, NULL, NULL), 0);
    hra_play_setup setup = {.size = sizeof setup,
                            .game = t->game,
                            .players = (const hra_player *const *)t->players,
                            .count = t->game->seats,
                            .background = true};
    assert_int_equal(hra_play_open(&t->play, &setup, NULL), 0);
}

static void close_table(table *t) {
    hra_play_close(t->play);
    hra_player_close(t->players[0]);
    hra_player_close(t->players[1]);
    hra_game_close(t->game);
}

static hra_event expect(table *t, hra_event_kind kind, int seat) {
    hra_event event;
    assert_int_equal(hra_play_step(t->play, &event), 0);
    assert_int_equal(event.kind, kind);
    assert_int_equal(event.seat, seat);
    return event;
}

static void wait_for_it(table *t) {
    while (!hra_play_wait(t->play, 0.01))
        continue;
}

static void a_thinking_player_can_be_told_to_hurry(void **state) {
    table t;
    open_table(&t, "patient", "human");
    expect(&t, HRA_EVENT_THINKING, 0);
    expect(&t, HRA_EVENT_THINKING, 0);
    assert_false(hra_play_wait(t.play, 0));
    assert_int_equal(hra_play_answer(t.play, 0), HRA_ESTATE); /* no answer is expected while it thinks */
    hra_play_stop(t.play);
    wait_for_it(&t);
    assert_int_equal(expect(&t, HRA_EVENT_MOVE, 0).move, 4);
    expect(&t, HRA_EVENT_ASK, 1);
    assert_true(hra_play_wait(t.play, 0)); /* no player thinks */
    close_table(&t);
}

static void a_stop_is_for_one_decision(void **state) {
    table t;
    open_table(&t, "patient", "stubborn");
    expect(&t, HRA_EVENT_THINKING, 0);
    hra_play_stop(t.play);
    wait_for_it(&t);
    expect(&t, HRA_EVENT_MOVE, 0);
    expect(&t, HRA_EVENT_THINKING, 1);
    assert_false(hra_play_wait(t.play, 0.05));
    close_table(&t);
}

static void a_stop_without_a_move_fails_once(void **state) {
    table t;
    hra_event event;
    open_table(&t, "stubborn", "human");
    for (int again = 0; again < 2; again++) {
        expect(&t, HRA_EVENT_THINKING, 0);
        assert_false(hra_play_wait(t.play, 0.05)); /* the stop before was for the thought before */
        hra_play_stop(t.play);
        wait_for_it(&t);
        assert_int_equal(hra_play_step(t.play, &event), HRA_ESTOPPED);
        assert_int_equal(hra_play_plies(t.play), 0);
    }
    close_table(&t);
}

static void leaving_ends_the_thinking(void **state) {
    table t;
    open_table(&t, "patient", "human");
    expect(&t, HRA_EVENT_THINKING, 0);
    close_table(&t);
}

static void a_new_game_ends_the_thinking(void **state) {
    table t;
    open_table(&t, "patient", "human");
    expect(&t, HRA_EVENT_THINKING, 0);
    assert_int_equal(hra_play_restart(t.play, 1, (const int[]){1, 0}, NULL), 0);
    expect(&t, HRA_EVENT_ASK, 0);
    close_table(&t);
}

static void taking_back_ends_the_thinking(void **state) {
    table t;
    open_table(&t, "human", "patient");
    expect(&t, HRA_EVENT_ASK, 0);
    assert_int_equal(hra_play_answer(t.play, 0), 0);
    expect(&t, HRA_EVENT_MOVE, 0);
    expect(&t, HRA_EVENT_THINKING, 1);
    assert_int_equal(hra_play_undo(t.play, 1), HRA_ESTATE); /* it has not decided anything yet */
    assert_false(hra_play_wait(t.play, 0));
    assert_int_equal(hra_play_undo(t.play, 0), 0);
    expect(&t, HRA_EVENT_ASK, 0);
    close_table(&t);
}

static void quick_thoughts_come_with_the_next_step(void **state) {
    table t;
    int moves = 0;
    open_table(&t, "random", "greedy");
    for (;;) {
        hra_event event;
        assert_int_equal(hra_play_step(t.play, &event), 0);
        if (event.kind == HRA_EVENT_OVER)
            break;
        if (event.kind == HRA_EVENT_THINKING)
            wait_for_it(&t);
        else
            moves++;
    }
    assert_int_equal(moves, hra_play_plies(t.play));
    assert_in_range(moves, 5, 9);
    close_table(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thinking_player_can_be_told_to_hurry),
        cmocka_unit_test(a_stop_is_for_one_decision),
        cmocka_unit_test(a_stop_without_a_move_fails_once),
        cmocka_unit_test(leaving_ends_the_thinking),
        cmocka_unit_test(a_new_game_ends_the_thinking),
        cmocka_unit_test(taking_back_ends_the_thinking),
        cmocka_unit_test(quick_thoughts_come_with_the_next_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
