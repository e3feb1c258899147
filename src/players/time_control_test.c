#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "hra/player.h"
#include "players/time_control.h"

static void clocks_are_read_as_durations(void **state) {
    static const struct {
        const char *text;
        double seconds, increment; /* 0 seconds: it is no clock */
    } cases[] = {
        {"60s+0.6s", 60, 0.6},
        {"1m+600ms", 60, 0.6},
        {"60+1", 60, 1},
        {"5m", 300, 0},
        {"0.5+0", 0.5, 0},
        {"1ms+1ms", 0.001, 0.001},
        {"", 0, 0},
        {"0", 0, 0},
        {"0+1", 0, 0},
        {"+1", 0, 0},
        {"60+", 0, 0},
        {"60+-1", 0, 0},
        {"-60", 0, 0},
        {"60+1+1", 0, 0},
        {"60 + 1", 0, 0},
        {"inf+1", 0, 0},
        {"60x", 0, 0},
        {"40/60+1", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_time_control control;
        bool good = hra_time_control_read(cases[i].text, &control);
        if (good != (cases[i].seconds > 0))
            fail_msg("'%s'", cases[i].text);
        if (good) {
            assert_true(fabs(control.seconds - cases[i].seconds) < 1e-12);
            assert_true(fabs(control.increment - cases[i].increment) < 1e-12);
        }
    }
}

/* A twentieth of a second is kept for the way of the answer, whatever is added afterwards. */
static void an_answer_is_there_before_the_clock_has_run_down(void **state) {
    static const double clocks[][3] = {/* time, inc, moves */
                                       {0.05, 1, 25}, {0.06, 1, 25}, {0.2, 1, 25}, {0.2, 0.01, 3},
                                       {1, 0, 25},    {1, 10, 1},    {60, 0, 0},   {3600, 30, 40}};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        double share = hra_time_share(clocks[i][0], clocks[i][1], clocks[i][2]);
        assert_true(share > 0);
        assert_true(share <= 0.001 || share + 0.05 <= clocks[i][0]);
    }
    assert_true(hra_time_share(0, 0, 25) == 0.001);
    assert_true(hra_time_share(60, 0, 1) < hra_time_share(60, 0, 0));
    assert_true(hra_time_share(60, 1, 25) > 0.9);
}

static void players_have_the_clocks_of_their_specs(void **state) {
    static const struct {
        const char *game, *spec;
        hra_err err;
        double seconds, increment;
    } cases[] = {
        {"tictactoe", "minimax:clock=60s+0.5s", HRA_OK, 60, 0.5},
        {"tictactoe", "mcts:clock=1m", HRA_OK, 60, 0},
        {"tictactoe", "mcts:playouts=10", HRA_OK, 0, 0},
        {"checkers", "expert:clock=5+0.1,tablebase-pieces=0", HRA_OK, 5, 0.1},
        {"tictactoe", "minimax:clock=soon", HRA_EINPUT, 0, 0},
        {"tictactoe", "minimax:clock=0", HRA_EINPUT, 0, 0},
        {"yahtzee", "expectimax:depth=1,clock=60s", HRA_EFIT, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game;
        hra_player *player;
        hra_error why;
        assert_int_equal(hra_game_open(&game, NULL, cases[i].game, NULL), 0);
        assert_int_equal(hra_player_open(&player, game, cases[i].spec, NULL, NULL, &why), cases[i].err);
        if (!cases[i].err) {
            assert_true(hra_player_info_of(player)->clock.seconds == cases[i].seconds);
            assert_true(hra_player_info_of(player)->clock.increment == cases[i].increment);
            assert_true(hra_player_info_of(player)->limited);
            hra_player_close(player);
        }
        hra_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_are_read_as_durations),
        cmocka_unit_test(an_answer_is_there_before_the_clock_has_run_down),
        cmocka_unit_test(players_have_the_clocks_of_their_specs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
