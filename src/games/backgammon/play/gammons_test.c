/* Gammons and backgammons that cannot be any more, against plays to the end by moves at random. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "core/rng.h"
#include "games/backgammon/rules/eval.h"
#include "games/backgammon/rules/opened.h"
#include "hra/hra.h"
#include "hra/work.h"
#include "nets/learnt.h"

/* A play from s to its end; what it is worth to the winner. */
static int play_on(const hra_game *game, bg_state s, hra_rng *rng, int *winner) {
    static hra_move moves[BG_MAX_PLAYS];
    double probability[BG_THROWS];
    int mover;
    while ((mover = game->rules->to_move(game, &s)) != HRA_OVER) {
        const hra_move m = mover == HRA_CHANCE
                               ? hra_game_sample(game, &s, rng, moves, probability)
                               : moves[hra_rng_below(rng, (uint32_t)game->rules->moves(game, &s, moves))];
        game->rules->apply(game, &s, m);
    }
    *winner = s.turn;
    return bg_worth(&s.board, s.turn);
}

static void the_most_is_never_exceeded(void **state) {
    static const struct {
        const char *position;
        int most[2]; /* that White wins, and Black */
    } cases[] = {
        {"white 1:3, black 13:5 8:4 6:5, white", {1, 1}}, /* one is off */
        {"white 1:3, black 13:5 8:4 6:6, white", {2, 1}},
        {"white 1:3, black 1:15, white", {2, 1}},
        {"white 1:3, black 22:1 13:4 8:4 6:6, white", {3, 1}}, /* in White's home */
        {"white 2:3, black 24:1 13:4 8:4 6:6, white", {3, 1}},
        {"white 13:1 6:1, black 11:1 6:14, white", {2, 1}},
        {"white 13:1 6:1, black 14:1 6:14, white", {3, 1}}, /* it may be hit */
        {"white 6:5 5:5 4:5, black bar:1 13:4 8:4 6:6, white", {3, 3}},
        {"white 6:5 5:5 4:5, black 6:5 5:5 4:5, white", {2, 2}},
        {"white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white", {3, 3}},
        {"white 6:2 5:2 4:2 3:2 2:2 1:2, black bar:2 6:5 5:5 4:2, white", {1, 1}},
        {"white 6:2 3:2 1:2, black bar:1 6:7 5:6, white", {1, 1}},
        {"white 13:1 6:1, black 24:15, white", {3, 1}},
    };
    hra_game *game = bg_test_open("backgammon");
    hra_rng rng;
    hra_rng_init(&rng, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bg_state s = bg_test_read(game, cases[i].position);
        for (int seat = 0; seat < 2; seat++)
            if (bg_most_worth(&s.board, seat) != cases[i].most[seat])
                fail_msg("%s: seat %d may win %d", cases[i].position, seat, bg_most_worth(&s.board, seat));
        for (int play = 0; play < 200; play++) {
            int winner;
            const int worth = play_on(game, s, &rng, &winner);
            assert_in_range(worth, 1, cases[i].most[winner]);
        }
    }
    hra_game_close(game);
}

/* ---- on the way of games --------------------------------------------------------------------*/

typedef struct asked {
    hra_game *game;
    hra_learnt learnt; /* the built-in net, asked by itself */
    hra_learnt_work work;
    hra_eval eval[2];
    hra_evaluator judge[2]; /* chances, net */
    int cut;                /* states in which the net speaks of what cannot be */
} asked;

/* The net's probabilities for White, from either viewer: each outcome, from -3 to 3. */
static void say(asked *a, const bg_state *s, double *out) {
    const int viewer = hra_learnt_viewer(a->game, s, BG_WHITE);
    const float *said = hra_learnt_said(&a->work, s, s, BG_WHITE);
    for (int k = 0; k < 7; k++)
        out[k] = (double)said[viewer == BG_WHITE ? k : 6 - k];
}

static void check_chances(asked *a, const bg_state *s) {
    double said[7], value[2];
    bg_chances c;
    const int white = bg_most_worth(&s->board, BG_WHITE), black = bg_most_worth(&s->board, BG_BLACK);
    bg_eval_chances(a->judge[0].self, a->judge[0].scratch, s, &c);
    say(a, s, said);
    a->cut += (white < 3 && said[3 + white + 1] > 1e-4F) || (black < 3 && said[3 - black - 1] > 1e-4F);
    assert_true((white > 1 || c.gammons[BG_WHITE] == 0) && (white > 2 || c.backgammons[BG_WHITE] == 0));
    assert_true((black > 1 || c.gammons[BG_BLACK] == 0) && (black > 2 || c.backgammons[BG_BLACK] == 0));
    for (int k = 0; k < 2; k++) {
        hra_evaluate(&a->judge[k], s, value);
        assert_true(value[0] <= white && value[0] >= -black);
    }
    if (bg_is_on(s)) { /* the tables are exact; before the opening throw both sides look */
        const bool exact = fabs(c.wins - (said[4] + said[5] + said[6])) > 1e-5;
        const bool off = bg_some(&s->board.side[0]) & bg_some(&s->board.side[1]) & 1;
        assert_true(!exact || off);
        assert_true(off || white < 3 || fabs(c.backgammons[BG_WHITE] - said[6]) < 1e-5);
        assert_true(off || white < 2 || fabs(c.gammons[BG_WHITE] - said[5] - said[6]) < 1e-5);
    }
}

static void open_asked(asked *a) {
    static const char *const specs[] = {"equity", "trained"};
    a->game = bg_test_open("backgammon");
    assert_int_equal(hra_learnt_open(&a->learnt, a->game, NULL, "test", NULL), 0);
    assert_int_equal(hra_learnt_work_init(&a->work, &a->learnt), 0);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(hra_eval_open(&a->eval[k], a->game, specs[k], NULL), 0);
        assert_int_equal(hra_evaluator_open(&a->judge[k], &a->eval[k]), 0);
    }
}

static void close_asked(asked *a) {
    for (int k = 0; k < 2; k++) {
        hra_evaluator_close(&a->judge[k]);
        hra_eval_close(&a->eval[k]);
    }
    hra_learnt_work_release(&a->work);
    hra_learnt_release(&a->learnt);
    hra_game_close(a->game);
}

/* The chance to win stays what the net says, and a share goes to the next smaller end. */
static void nothing_impossible_is_said_on_the_way_of_a_game(void **state) {
    static hra_move moves[BG_MAX_PLAYS];
    double probability[BG_THROWS];
    asked a = {0};
    hra_rng rng;
    hra_agent *player;
    open_asked(&a);
    assert_int_equal(hra_agent_open_spec(&player, a.game, "trained", NULL), 0);
    hra_rng_init(&rng, 2);
    for (int play = 0; play < 40; play++) {
        bg_state s;
        int mover;
        a.game->rules->init(a.game, &s);
        while ((mover = a.game->rules->to_move(a.game, &s)) != HRA_OVER) {
            hra_move m;
            check_chances(&a, &s);
            if (mover == HRA_CHANCE)
                m = hra_game_sample(a.game, &s, &rng, moves, probability);
            else if (play % 2) /* one plays well, and in half of the games the other does not */
                m = moves[hra_rng_below(&rng, (uint32_t)a.game->rules->moves(a.game, &s, moves))];
            else
                assert_int_equal(asked_choose(player, &(hra_question){.state = &s}, &m), 0);
            a.game->rules->apply(a.game, &s, m);
        }
    }
    assert_true(a.cut > 20); /* else this was no test */
    hra_agent_close(player);
    close_asked(&a);
}

/* ---- positions of the field -----------------------------------------------------------------*/

/* Both sides have borne off, so a game with gammons is worth what one without them is: what the nets say of
 * gammons once made 1.83 of the first. */
static const char *const nobody_wins_a_gammon[] = {
    "white 1:3, black 13:5 8:4 6:5, white",
    "white 6:2 5:2 4:2 3:2 2:2 1:2, black bar:2 6:5 5:5 4:2, white",
    "white 6:2 5:2 4:2 3:2 2:2 1:2, black 13:3 8:2 6:4 5:3 bar:2, white",
    "white 6:2 3:2 1:2, black bar:1 6:7 5:6, white 21",
};

enum { POSITIONS = sizeof nobody_wins_a_gammon / sizeof *nobody_wins_a_gammon };

static void it_is_worth_what_it_is_without_gammons(void **state) {
    static const char *const games[] = {"backgammon", "backgammon:gammons=no"};
    for (int plies = 0; plies < 2; plies++)
        for (int i = 0; i < POSITIONS; i++) {
            double value[2][2];
            for (int k = 0; k < 2; k++) {
                hra_game *game = bg_test_open(games[k]);
                const bg_state s = bg_test_read(game, nobody_wins_a_gammon[i]);
                hra_agent *agent;
                assert_int_equal(
                    hra_agent_open_spec(&agent, game, plies ? "expert:plies=1" : "expert:plies=0", NULL), 0);
                assert_int_equal(asked_value(agent, &s, value[k]), 0);
                hra_agent_close(agent);
                hra_game_close(game);
            }
            if (!(fabs(value[0][0] - value[1][0]) < 1e-6) || value[0][0] > 1 + 1e-9)
                fail_msg("%s: %g with gammons, %g without", nobody_wins_a_gammon[i], value[0][0],
                         value[1][0]);
        }
}

/* Advice tells no gammon, and to play on for one is not better than to double and have the other side drop.
 */
static void nobody_plays_on_for_a_gammon_that_cannot_be(void **state) {
    hra_game *game = bg_test_open("backgammon:cube");
    const bg_state s =
        bg_test_read(game, "white 6:2 5:2 4:2 3:2 2:2 1:2, black bar:2 6:5 5:5 4:2, white, cube 1");
    hra_agent *agent;
    asked_move list[BG_ANSWERS];
    asked_list advice = {.moves = list};
    assert_int_equal(hra_agent_open_spec(&agent, game, "expert:plies=0", NULL), 0);
    assert_int_equal(asked_advice(agent, &(hra_question){.state = &s}, &advice), 0);
    assert_true(list[0].move == BG_DOUBLE && fabs(list[0].value - 1) < 1e-9);
    assert_true(list[1].move == BG_ROLL && list[1].value < 1);
    for (int i = 0; i < advice.count; i++)
        assert_true(list[i].column[1] == 0 && list[i].column[2] == 0);
    hra_agent_close(agent);
    hra_game_close(game);
}

/* Cut off after four decisions, so that the player says how it ends. */
static void a_rollout_counts_none(void **state) {
    static const char *const players[] = {"expert:plies=0", "expectiminimax:depth=1,eval=trained"};
    hra_game *game = bg_test_open("backgammon");
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < POSITIONS; i++) {
            const hra_work_setup setup = {.size = sizeof setup, .game = game};
            hra_work *work;
            hra_rolled told;
            char spec[256];
            (void)hra_snprintf(
                spec, sizeof spec,
                "game backgammon\nposition %s\nplayer %s\ntrials 36\nplies 4\nluck no\nseed 1\n",
                nobody_wins_a_gammon[i], players[k]);
            assert_int_equal(hra_work_open(&work, "rollout", spec, &setup, NULL), 0);
            assert_int_equal(hra_work_run(work, 1, NULL, NULL), 0);
            for (int m = 0; m < hra_rollout_snapshot(hra_work_rollout(work)).count; m++) {
                hra_rollout_move(hra_work_rollout(work), m, &told);
                assert_true(told.mean <= 1 + 1e-9);
            }
            hra_work_close(work);
        }
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_is_never_exceeded),
        cmocka_unit_test(nothing_impossible_is_said_on_the_way_of_a_game),
        cmocka_unit_test(it_is_worth_what_it_is_without_gammons),
        cmocka_unit_test(nobody_plays_on_for_a_gammon_that_cannot_be),
        cmocka_unit_test(a_rollout_counts_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
