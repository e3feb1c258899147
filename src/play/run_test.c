/* Games that are run to their end: those that steps play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "play/run.h"

typedef struct table {
    hra_game *game;
    hra_player *player[2];
    hra_play *play;
} table;

/* The players take turns in the seats. */
static table set_up(const char *spec, const char *one, const char *other, bool present) {
    table t;
    hra_error why = {0};
    const hra_player *players[HRA_MAX_SEATS];
    if (hra_game_open(&t.game, NULL, spec, &why) != 0 ||
        hra_player_open(&t.player[0], t.game, one, NULL, NULL, &why) != 0 ||
        hra_player_open(&t.player[1], t.game, other, NULL, NULL, &why) != 0)
        fail_msg("%s", why.text);
    for (int seat = 0; seat < t.game->seats; seat++)
        players[seat] = t.player[seat % 2];
    const hra_play_setup setup = {.size = sizeof setup,
                                  .game = t.game,
                                  .players = players,
                                  .count = t.game->seats,
                                  .seed = 5,
                                  .present = present};
    assert_int_equal(hra_play_open(&t.play, &setup, &why), 0);
    return t;
}

static void clear(table *t) {
    hra_play_close(t->play);
    hra_player_close(t->player[0]);
    hra_player_close(t->player[1]);
    hra_game_close(t->game);
}

static void step_on(hra_play *play) {
    hra_event event = {.kind = HRA_EVENT_CHANCE};
    while (event.kind != HRA_EVENT_OVER)
        if (hra_play_step(play, &event) != 0)
            fail_msg("%s", hra_play_why(play)->text);
}

/* Where a game ended, with all that a match counts of it. */
static void write_end(const table *t, hra_text *out) {
    double value[HRA_MAX_SEATS];
    hra_adjudication by;
    hra_text_addf(out, "%d plies, end %d", hra_play_plies(t->play), hra_play_end(t->play, &by, value));
    for (int seat = 0; seat < t->game->seats; seat++)
        hra_text_addf(out, " %a", value[seat]);
    hra_text_addf(out, " by %d ", by);
    t->game->rules->text->write_position(t->game, hra_play_at(t->play, HRA_NOW).state, out);
    hra_text_add(out, "\n");
}

/* Empire has bids that are hidden, and more plies than streams are prepared for. */
static const char *const cases[][3] = {
    {"tictactoe", "random", "random"},
    {"tictactoe", "greedy", "random"},
    {"nim", "greedy", "random"},
    {"yahtzee:seats=3", "random", "random"},
    {"empire", "random", "random"},
    {"empire:seats=5", "random", "greedy"},
    {"race", "random", "random"},
    {"backgammon", "random", "random"},
    {"pacman:layout=five", "random", "random"},
};

static void a_run_is_the_game_of_its_steps(void **state) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        table ran = set_up(cases[i][0], cases[i][1], cases[i][2], true);
        table stepped = set_up(cases[i][0], cases[i][1], cases[i][2], false);
        for (uint64_t number = 0; number < 5; number++) {
            hra_text run, steps;
            bool over;
            hra_text_init(&run);
            hra_text_init(&steps);
            assert_int_equal(hra_play_restart(ran.play, number, NULL, NULL), 0);
            assert_int_equal(hra_play_restart(stepped.play, number, NULL, NULL), 0);
            assert_int_equal(hra_play_run(ran.play, NULL, &over), 0);
            step_on(stepped.play);
            if (!over)
                fail_msg("%s does not run", cases[i][0]);
            write_end(&ran, &run);
            write_end(&stepped, &steps);
            assert_string_equal(hra_text_string(&run), hra_text_string(&steps));
            hra_text_release(&run);
            hra_text_release(&steps);
        }
        clear(&ran);
        clear(&stepped);
    }
}

/* Where somebody has to be asked, or every state is kept, the caller steps. */
static void a_person_is_not_run(void **state) {
    bool over = true;
    table t = set_up("tictactoe", "random", "human", true);
    assert_int_equal(hra_play_run(t.play, NULL, &over), 0);
    assert_false(over);
    assert_int_equal(hra_play_plies(t.play), 0);
    clear(&t);
    t = set_up("tictactoe", "random", "alphabeta:depth=2", true); /* which looks back */
    assert_int_equal(hra_play_run(t.play, NULL, &over), 0);
    assert_false(over);
    clear(&t);
    t = set_up("tictactoe", "random", "random", false);
    assert_int_equal(hra_play_run(t.play, NULL, &over), 0);
    assert_false(over);
    clear(&t);
}

static void a_run_is_stopped_and_goes_on(void **state) {
    bool over = true;
    hra_stop stop = {0};
    table t = set_up("tictactoe", "random", "random", true);
    hra_stop_set(&stop);
    assert_int_equal(hra_play_run(t.play, &stop, &over), HRA_ESTOPPED);
    assert_false(over);
    hra_stop_clear(&stop);
    assert_int_equal(hra_play_run(t.play, &stop, &over), 0);
    assert_true(over);
    clear(&t);
}

/* What `even` of a kind promises: callers draw the move themselves. */
static void an_even_player_draws_below_the_number_of_moves(void **state) {
    table t = set_up("checkers", "random", "random", true);
    hra_agent *agent;
    hra_move moves[128], move;
    assert_true(hra_player_info_of(t.player[0])->kind->even);
    assert_int_equal(hra_agent_open(&agent, t.player[0]), 0);
    const void *s = hra_play_at(t.play, HRA_NOW).state;
    int n = t.game->rules->moves(t.game, s, moves);
    for (uint64_t seed = 0; seed < 100; seed++) {
        hra_rng rng;
        hra_rng_init(&rng, seed);
        hra_analysis out;
        hra_analysis_init(&out);
        assert_int_equal(hra_agent_ask(agent, &(hra_question){.state = s, .seed = seed}, &out), 0);
        move = out.move;
        hra_analysis_release(&out);
        assert_int_equal(move, moves[hra_rng_below(&rng, (uint32_t)n)]);
    }
    hra_agent_close(agent);
    clear(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_is_the_game_of_its_steps),
        cmocka_unit_test(a_person_is_not_run),
        cmocka_unit_test(a_run_is_stopped_and_goes_on),
        cmocka_unit_test(an_even_player_draws_below_the_number_of_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
