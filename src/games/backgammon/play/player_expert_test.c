/* The player `expert`, against looking ahead written a second time without any of its code. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "games/backgammon/rules/backgammon.h"
#include "hra/hra.h"
#include "played.h"

static const char *const positions[] = {
    "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white 31",
    "white 21:1 13:2 8:2 6:3 4:3 3:3 1:1, black bar:1 23:1 20:2 13:1 8:1 7:2 6:3 5:4, white 21",
    "white 6:3 5:2 4:1, black 24:1 6:2 5:2, black 64",
    "white 10:2 6:4 5:2 4:2, black 3:2 2:2 1:1, white 55",
};

static hra_game *open_game(const char *spec) {
    hra_game *game;
    hra_error why = {0};
    if (hra_game_open(&game, NULL, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static bg_state read_state(const hra_game *game, const char *text) {
    bg_state s;
    hra_error why = {0};
    if (hra_game_read_position(game, text, &s, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    return s;
}

/* ---- the same once more ---------------------------------------------------------------------*/

typedef struct twin {
    const hra_game *game;
    hra_eval eval;
    hra_evaluator judge;
} twin;

static twin open_twin(const char *spec) {
    twin t = {.game = open_game(spec)};
    assert_int_equal(hra_eval_open(&t.eval, t.game, "equity", NULL), 0);
    assert_int_equal(hra_evaluator_open(&t.judge, &t.eval), 0);
    return t;
}

static void close_twin(twin *t) {
    hra_evaluator_close(&t->judge);
    hra_eval_close(&t->eval);
    hra_game_close((hra_game *)(uintptr_t)t->game);
}

static double look(const twin *t, const bg_state *s, int seat) {
    double value[2];
    if (t->game->rules->to_move(t->game, s) == HRA_OVER)
        t->game->rules->returns(t->game, s, value);
    else
        hra_evaluate(&t->judge, s, value);
    return value[seat];
}

/* Behind the move that looks best to who is to move; without dice the state itself. */
static bg_state behind_best(const twin *t, const bg_state *s) {
    hra_move moves[BG_MAX_PLAYS];
    bg_state best = *s;
    double most = -INFINITY;
    const int seat = t->game->rules->to_move(t->game, s), n = t->game->rules->moves(t->game, s, moves);
    for (int i = 0; i < n; i++) {
        bg_state next = *s;
        t->game->rules->apply(t->game, &next, moves[i]);
        if (look(t, &next, seat) > most) {
            most = look(t, &next, seat);
            best = next;
        }
    }
    return best;
}

/* The mean over 36 ordered throws, each answered by what looks best. No cube. */
static double after_throws(const twin *t, const bg_state *s, int plies, int seat) {
    double sum = 0;
    if (t->game->rules->to_move(t->game, s) == HRA_OVER || !plies)
        return look(t, s, seat);
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            bg_state next = *s;
            t->game->rules->apply(t->game, &next, bg_roll(a > b ? a : b, a > b ? b : a));
            next = behind_best(t, &next);
            sum += after_throws(t, &next, plies - 1, seat);
        }
    return sum / 36;
}

static hra_agent *open_agent(const hra_game *game, const char *spec) {
    hra_agent *agent;
    hra_error why = {0};
    if (hra_agent_open_spec(&agent, game, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return agent;
}

static void plies_are_means_over_throws(void **state) {
    static const char *const specs[] = {"expert:plies=0,prune=no", "expert:plies=1,prune=no",
                                        "expert:plies=2,move-filter=narrow,prune=no"};
    twin t = open_twin("backgammon");
    for (int plies = 0; plies < 3; plies++) {
        hra_agent *agent = open_agent(t.game, specs[plies]);
        hra_analysis result;
        hra_analysis_init(&result);
        for (size_t i = plies < 2 ? 0 : 2; i < (plies < 2 ? 4 : 3); i++) { /* the third has few plays */
            const bg_state s = read_state(t.game, positions[i]);
            const int seat = t.game->rules->to_move(t.game, &s);
            const hra_question question = {.state = &s};
            int deep = 0;
            assert_int_equal(hra_agent_ask(agent, &question, &result), 0);
            assert_int_equal(result.kind, HRA_VALUE_ESTIMATE);
            assert_true(result.depth == plies + 1 && result.unsound);
            for (int k = 0; k < result.move_count; k++) {
                const hra_analysis_move *m = &result.moves[k];
                bg_state next = s;
                assert_true(m->value[seat] <= result.value[seat] && m->value[!seat] == -m->value[seat]);
                if (m->depth != plies + 1)
                    continue;
                deep++;
                t.game->rules->apply(t.game, &next, m->move);
                const double expected = after_throws(&t, &next, plies, seat);
                if (!(fabs(m->value[seat] - expected) < 1e-6))
                    fail_msg("%s, %d plies: %g, not %g", positions[i], plies, m->value[seat], expected);
            }
            assert_true(plies ? deep >= 1 && deep <= 8 : deep == result.move_count);
            assert_true(result.moves[0].move == result.move);
        }
        hra_analysis_release(&result);
        hra_agent_close(agent);
    }
    close_twin(&t);
}

/* Of the opening throw, of one in the midst of a game and of one in a match: what a look at 0 plies says of
 * the outcome less what it says of all of them, however deep the player looks, and whatever limits it. */
static void luck_has_the_mean_0(void **state) {
    static const struct {
        const char *game, *position;
    } cases[] = {
        {"backgammon", "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, opening"},
        {"backgammon", "white 24:2 13:5 8:3 6:5, black 24:2 13:4 9:1 8:3 6:5, white"},
        {"backgammon:match-length=3",
         "white 24:2 13:5 8:3 6:5, black 24:2 13:4 9:1 8:3 6:5, white rolls, score 1-0"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        hra_game *game = open_game(cases[k].game);
        hra_agent *agent = open_agent(game, "expert:plies=2"), *quick = open_agent(game, "expert:plies=0");
        const bg_state s = read_state(game, cases[k].position);
        const hra_question question = {.state = &s, .limits = {.nodes = 1}};
        hra_move throws[BG_THROWS];
        double probability[BG_THROWS], luck[BG_THROWS][2], value[BG_THROWS][2], sum = 0, mean = 0, most = 0;
        const int n = game->rules->chance_outcomes(game, &s, throws, probability);
        for (int i = 0; i < n; i++) {
            bg_state next = s;
            game->rules->apply(game, &next, throws[i]);
            assert_int_equal(asked_value(quick, &next, value[i]), 0);
            assert_int_equal(hra_agent_luck(agent, &question, throws[i], luck[i]), 0);
            assert_true(luck[i][1] == -luck[i][0]);
            mean += probability[i] * value[i][0];
            sum += probability[i] * luck[i][0];
            most = fmax(most, luck[i][0]);
        }
        assert_true(fabs(sum) < 1e-9 && most > 0.05);
        for (int i = 0; i < n; i++)
            assert_true(fabs(luck[i][0] - (value[i][0] - mean)) < 1e-9);
        hra_agent_close(agent);
        hra_agent_close(quick);
        hra_game_close(game);
    }
}

static const asked_move *advise(const hra_game *game, const char *spec, const char *position,
                                asked_list *out) {
    static asked_move moves[BG_MAX_PLAYS];
    hra_agent *agent = open_agent(game, spec);
    const bg_state s = read_state(game, position);
    const hra_question question = {.state = &s};
    *out = (asked_list){.moves = moves};
    assert_int_equal(asked_advice(agent, &question, out), 0);
    hra_agent_close(agent);
    return moves;
}

/* The sieve leaves out plays that would not have been made: values hardly change, and a decision that is clear stays. */
static void pruning_changes_little(void **state) {
    hra_game *game = open_game("backgammon");
    for (int plies = 1; plies < 3; plies++) {
        asked_list a, b;
        for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
            const asked_move *all = advise(
                game, plies == 1 ? "expert:plies=1,prune=no" : "expert:plies=2,prune=no", positions[i], &a);
            const asked_move *some =
                advise(game, plies == 1 ? "expert:plies=1" : "expert:plies=2", positions[i], &b);
            assert_true(a.count == b.count && fabs(all[0].value - some[0].value) < 0.02);
            if (a.count > 1 && all[0].value - all[1].value > 0.04)
                assert_true(all[0].move == some[0].move);
        }
    }
    hra_game_close(game);
}

/* Where gammons do not count, what is expected is the chance to win less that to lose, however deep the look;
 * else it lies above that by what gammons are worth. A game that ends at once, in a match too, ends so for
 * sure. */
static void advice_tells_how_games_end(void **state) {
    hra_game *plain = open_game("backgammon:gammons=no"), *whole = open_game("backgammon"),
             *match = open_game("backgammon:match-length=5");
    asked_list a;
    for (int plies = 0; plies < 3; plies++) {
        static const char *const specs[] = {"expert:plies=0,prune=no", "expert:plies=1,prune=no",
                                            "expert:plies=2,move-filter=narrow,prune=no"};
        const asked_move *m = advise(plain, specs[plies], positions[0], &a);
        assert_int_equal(a.column_count, 1);
        for (int i = 0; i < a.count && (i == 0 || plies == 0); i++) /* what went out keeps its first look's */
            assert_true(fabs(m[i].value - (2 * m[i].column[0] - 1)) < 1e-6);
        m = advise(whole, specs[plies], positions[1], &a);
        assert_int_equal(a.column_count, 3);
        const double rest = m[0].value - (2 * m[0].column[0] - 1);
        assert_true(m[0].column[1] <= m[0].column[0] && m[0].column[2] <= 1 - m[0].column[0]);
        assert_true(rest >= m[0].column[1] - 2 * m[0].column[2] - 1e-6 &&
                    rest <= 2 * m[0].column[1] - m[0].column[2] + 1e-6);
    }
    const asked_move *m = advise(whole, "expert", "white 1:1, black 23:15, white 21", &a);
    assert_true(m[0].column[0] == 1 && m[0].column[1] == 1 && m[0].column[2] == 0);
    m = advise(match, "expert", "white 1:1, black 23:15, white 21, score 1-0", &a);
    assert_true(m[0].column[0] == 1 && m[0].column[1] == 1 && m[0].column[2] == 0);
    m = advise(match, "expert", "white 5:1 4:1, black 2:2, black doubles, score 1-0", &a);
    for (int i = 0; i < a.count; i++) {
        const bool drops = m[i].move == BG_DROP;
        assert_true(drops ? m[i].column[0] == 0 && m[i].column[2] == 0
                          : m[i].column[0] > 0 && m[i].column[0] < 1);
    }
    hra_game_close(plain);
    hra_game_close(whole);
    hra_game_close(match);
}

/* What goes out before a deeper look keeps what it lost. */
static void moves_that_go_out_keep_their_loss(void **state) {
    hra_game *game = open_game("backgammon");
    hra_agent *quick = open_agent(game, "expert:plies=0"), *deep = open_agent(game, "expert:plies=1");
    const bg_state s = read_state(game, positions[0]);
    const hra_question question = {.state = &s};
    hra_analysis at0, at1;
    int out = 0;
    hra_analysis_init(&at0);
    hra_analysis_init(&at1);
    assert_int_equal(hra_agent_ask(quick, &question, &at0), 0);
    assert_int_equal(hra_agent_ask(deep, &question, &at1), 0);
    for (int i = 0; i < at0.move_count; i++)
        for (int k = 0; k < at1.move_count; k++)
            if (at0.moves[i].move == at1.moves[k].move && at1.moves[k].depth == 1) {
                out++;
                assert_true(fabs((at0.value[0] - at0.moves[i].value[0]) -
                                 (at1.value[0] - at1.moves[k].value[0])) < 1e-9);
            }
    assert_true(out > 0);
    hra_analysis_release(&at0);
    hra_analysis_release(&at1);
    hra_agent_close(quick);
    hra_agent_close(deep);
    hra_game_close(game);
}

/* ---- the cube -------------------------------------------------------------------------------*/

/* After a double the other side takes or drops, whichever is better for it. */
static void doubles_are_answered_by_the_better_choice(void **state) {
    static const char *const cases[] = {
        "white 13:2 8:2 6:5 5:2 4:2 3:2, black 24:2 13:5 8:3 6:5, white",
        "white 5:2 4:2 3:2, black 6:3 5:3 4:2, white",
        "white 6:2 5:1, black 6:2 5:1, white",
    };
    twin t = open_twin("backgammon:cube");
    hra_agent *agent = open_agent(t.game, "expert:plies=1,prune=no");
    hra_analysis result;
    hra_analysis_init(&result);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bg_state s = read_state(t.game, cases[i]);
        const hra_question question = {.state = &s};
        bg_state roll = s, take = s;
        assert_int_equal(s.phase, BG_DOUBLING);
        assert_int_equal(hra_agent_ask(agent, &question, &result), 0);
        assert_int_equal(result.move_count, 2);
        t.game->rules->apply(t.game, &roll, BG_ROLL);
        t.game->rules->apply(t.game, &take, BG_DOUBLE);
        t.game->rules->apply(t.game, &take, BG_TAKE);
        const double rolled = after_throws(&t, &roll, 1, 0), taken = after_throws(&t, &take, 1, 0);
        for (int k = 0; k < 2; k++) {
            const hra_analysis_move *m = &result.moves[k];
            const double expected = m->move == BG_ROLL ? rolled : fmin(taken, 1);
            if (m->depth == 2 && !(fabs(m->value[0] - expected) < 1e-6))
                fail_msg("%s, move %d: %g, not %g", cases[i], (int)m->move, m->value[0], expected);
        }
    }
    hra_analysis_release(&result);
    hra_agent_close(agent);
    close_twin(&t);
}

/* ---- limits, levels -------------------------------------------------------------------------*/

static void limits_leave_the_look_before(void **state) {
    hra_game *game = open_game("backgammon");
    hra_agent *agent = open_agent(game, "expert:plies=3");
    const bg_state s = read_state(game, positions[0]);
    hra_stop stop = {0};
    hra_analysis result;
    hra_analysis_init(&result);
    hra_question question = {.state = &s, .limits = {.depth = 1}};
    assert_int_equal(hra_agent_ask(agent, &question, &result), 0);
    assert_true(result.depth == 1 && !result.stopped && result.nodes == 16);
    question.limits = (hra_limits){.nodes = 100};
    assert_int_equal(hra_agent_ask(agent, &question, &result), 0);
    assert_true(result.depth == 1 && result.stopped);
    question.limits = (hra_limits){.nodes = 20000};
    assert_int_equal(hra_agent_ask(agent, &question, &result), 0);
    assert_true(result.depth >= 2 && result.depth < 4 && result.stopped);
    question.limits = (hra_limits){0};
    hra_stop_set(&stop);
    question.stop = &stop;
    assert_int_equal(hra_agent_ask(agent, &question, &result), HRA_ESTOPPED);
    hra_analysis_release(&result);
    hra_agent_close(agent);
    hra_game_close(game);
}

static double points_of(const hra_game *game, const char *a, const char *b, uint64_t games) {
    hra_player *players[2];
    hra_match_result result = {.size = sizeof result};
    assert_int_equal(hra_player_open(&players[0], game, a, NULL, NULL, NULL), 0);
    assert_int_equal(hra_player_open(&players[1], game, b, NULL, NULL, NULL), 0);
    const played_setup setup = {.game = game,
                                .players = (const hra_player *const *)players,
                                .count = 2,
                                .games = games,
                                .seed = 1,
                                .threads = 1,
                                .rotate = true};
    assert_int_equal(played_match(&setup, &result, NULL), 0);
    const double mean = hra_stats_summary(&result.players[0].score).mean;
    hra_match_release(&result);
    for (int i = 0; i < 2; i++)
        hra_player_close(players[i]);
    return mean;
}

/* Mirrored dice: a player against itself wins nothing. Errors of 0.3 points cost more than a point a game. */
static void levels_play_as_well_as_they_should(void **state) {
    hra_game *game = open_game("backgammon"), *match = open_game("backgammon:match-length=3");
    assert_true(points_of(game, "expert:level=8", "expert:level=8", 20) == 0);
    assert_true(points_of(game, "expert:level=8", "trained", 20) == 0);
    assert_true(points_of(game, "expert:level=8", "expert:level=1", 100) > 0.5);
    assert_true(points_of(match, "expert:level=8", "expert:level=1", 40) > 0.3);
    hra_game_close(game);
    hra_game_close(match);
}

static void other_numbers_of_checkers_are_refused(void **state) {
    hra_game *game = open_game("backgammon:checkers=3");
    hra_player *player;
    hra_error why = {0};
    assert_int_equal(hra_player_open(&player, game, "expert", NULL, NULL, &why), HRA_EFIT);
    assert_non_null(strstr(why.text, "exact"));
    assert_int_equal(hra_player_open(&player, game, "expert:plies=4", NULL, NULL, &why), HRA_EINPUT);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plies_are_means_over_throws),
        cmocka_unit_test(luck_has_the_mean_0),
        cmocka_unit_test(pruning_changes_little),
        cmocka_unit_test(advice_tells_how_games_end),
        cmocka_unit_test(moves_that_go_out_keep_their_loss),
        cmocka_unit_test(doubles_are_answered_by_the_better_choice),
        cmocka_unit_test(limits_leave_the_look_before),
        cmocka_unit_test(levels_play_as_well_as_they_should),
        cmocka_unit_test(other_numbers_of_checkers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
