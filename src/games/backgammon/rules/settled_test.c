/* A game that ends within a match has the value of the match equity table for players, searches, reviews,
 * windows and rollouts alike. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "eval.h"
#include "hra/hra.h"
#include "hra/work.h"
#include "opened.h"

/* Kazaross's table as far as a match to three points goes (GNU Backgammon 1.07, Kazaross-XG2.xml). */
static const char three[] = "0.5     0.67736 0.75076\n"
                            "0.32264 0.5     0.59947\n"
                            "0.24924 0.40053 0.5\n"
                            "0.5     0.48803 0.32264\n";

static hra_err read_three(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    hra_text_add(out, three);
    return out->err;
}

static const hra_host host = {.size = sizeof host, .read = read_three};

/* The side that doubles or is asked, what the other one gets by a drop, as chances of White, by the built-in
 * table and by Kazaross's. */
static const struct {
    const char *game, *position;
    double by_own, by_three;
} cases[] = {
    /* White needs one point and Black two, Crawford is over: the built-in table takes that for even but for the
     * free drop, which costs a sixth of the width of the opening's chances */
    {"backgammon:match-length=3,score=2-0,crawford=post", BG_TEST_BOARD "black doubles, cube 1, score 2-0",
     1 - (0.5 - 0.078 / 6), 1 - 0.48803},
    {"backgammon:match-length=3,score=0-2,crawford=post", BG_TEST_BOARD "white doubles, cube 1, score 0-2",
     0.5 - 0.078 / 6, 0.48803},
    /* the Crawford game comes next */
    {"backgammon:match-length=3,score=1-0", BG_TEST_BOARD "white doubles, cube 1, score 1-0", -1, 0.75076},
    {"backgammon:match-length=3,score=1-1", BG_TEST_BOARD "black doubles, cube 1, score 1-1", -1, 0.32264},
};

static hra_game *open_here(const char *spec) {
    hra_game *game = NULL;
    assert_int_equal(hra_game_open(&game, &host, spec, NULL), 0);
    return game;
}

/* To White, as values of a match are. */
static double expected(const hra_game *game, const bg_state *dropped, int i, bool by_three) {
    if (by_three || cases[i].by_own >= 0)
        return 2 * (by_three ? cases[i].by_three : cases[i].by_own) - 1;
    const bg_setup *setup = game->data; /* its own table, number by number, is tested elsewhere */
    return 2 * bg_match_chance(setup, setup->match - dropped->score[0], setup->match - dropped->score[1]) - 1;
}

static void same(const char *who, int i, double found, double wanted) {
    if (!(fabs(found - wanted) < 1e-9))
        fail_msg("%s, %s: a drop is worth %.9g, not %.9g", cases[i].position, who, found, wanted);
}

static void check_agent(const hra_game *game, const bg_state *asked, const bg_state *dropped, int i,
                        const char *spec, bool by_three) {
    hra_agent *agent;
    hra_analysis result;
    hra_error why = {0};
    const hra_question question = {.state = asked};
    const double wanted = expected(game, dropped, i, by_three);
    double value[2] = {wanted, 0};
    asked_move list[BG_MAX_PLAYS];
    asked_list advice = {.moves = list};
    if (hra_agent_open_spec(&agent, game, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    hra_analysis_init(&result);
    assert_int_equal(hra_agent_ask(agent, &question, &result), 0);
    for (int k = 0; k < result.move_count; k++)
        if (result.moves[k].move == BG_DROP)
            same(spec, i, result.moves[k].value[BG_WHITE], wanted);
    assert_int_equal(asked_advice(agent, &question, &advice), 0);
    for (int k = 0; k < advice.count; k++)
        if (list[k].move == BG_DROP)
            same(spec, i, list[k].value, bg_to_move(game, asked) == BG_WHITE ? wanted : -wanted);
    if (!by_three || !strncmp(spec, "expert", 6)) /* of a state a search knows the built-in table */
        assert_int_equal(asked_value(agent, dropped, value), 0);
    same(spec, i, value[0], wanted);
    hra_analysis_release(&result);
    hra_agent_close(agent);
}

static void players_and_searches_say_the_same(void **state) {
    static const char *const specs[] = {"expert:plies=0", "expert:plies=1", "greedy:eval=equity",
                                        "expectiminimax:depth=1,eval=equity",
                                        "expectiminimax:depth=1,eval=bearoff"};
    static const char *const by_three[] = {"expert:plies=0,met=t", "expert:plies=1,met=t",
                                           "expectiminimax:depth=1,eval=equity(met=t)"};
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
        hra_game *game = open_here(cases[i].game);
        const bg_state asked = bg_test_read(game, cases[i].position);
        bg_state dropped = asked;
        game->rules->apply(game, &dropped, BG_DROP);
        for (size_t k = 0; k < sizeof specs / sizeof *specs; k++)
            check_agent(game, &asked, &dropped, i, specs[k], false);
        for (size_t k = 0; k < sizeof by_three / sizeof *by_three; k++)
            check_agent(game, &asked, &dropped, i, by_three[k], true);
        hra_game_close(game);
    }
}

/* In two plies the search would come to the next game's opening. */
static void a_search_does_not_look_into_the_next_game(void **state) {
    hra_game *game = open_here("backgammon:match-length=3,score=2-0,crawford=post");
    const bg_state asked = bg_test_read(game, "white 1:1, black 1:1, black doubles, cube 1, score 2-0");
    bg_state dropped = asked;
    game->rules->apply(game, &dropped, BG_DROP);
    check_agent(game, &asked, &dropped, 0, "expectiminimax:depth=3,eval=equity", false);
    check_agent(game, &asked, &dropped, 0, "expectiminimax:depth=3,eval=equity(met=t)", true);
    hra_game_close(game);
}

/* At the point from which on a side drops, a take is worth what a drop is. */
static void the_window_goes_by_the_table(void **state) {
    for (int t = 0; t < 2; t++) {
        hra_game *game = open_here(cases[0].game);
        bg_setup setup = *(const bg_setup *)game->data;
        bg_window window;
        bg_state taken = bg_test_read(game, cases[0].position), asked = taken;
        if (t)
            assert_int_equal(bg_read_chances(game, "t", &setup, NULL), 0);
        assert_true(bg_window_of(&setup, &asked, &(bg_chances){.wins = 0.5}, &window));
        game->rules->apply(game, &taken, BG_TAKE);
        const bg_chances there = {.wins = 1 - window.drop}; /* Black has doubled */
        same("window", 0, bg_equity(&setup, &taken, &there),
             2 * (t ? cases[0].by_three : cases[0].by_own) - 1);
        if (t)
            free(setup.chances);
        hra_game_close(game);
    }
}

static void a_review_says_the_same(void **state) {
    static const char *const judges[] = {"expert:plies=0", "expert:plies=1", "expert:plies=0,met=t"};
    for (size_t k = 0; k < sizeof judges / sizeof *judges; k++) {
        hra_text text;
        hra_record *record = NULL;
        hra_agent *judge = NULL;
        hra_review *review = NULL;
        size_t used;
        hra_error why = {0};
        hra_text_init(&text);
        hra_text_addf(
            &text,
            "hra-record 1\ngame %s\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\nposition %s\n0 drop\n",
            cases[0].game, cases[0].position);
        if (hra_record_parse(&record, &host, hra_text_string(&text), text.length, &used, 1, &why) != 0 ||
            hra_agent_open_spec(&judge, hra_record_info(record)->game, judges[k], &why) != 0 ||
            hra_review_open(&review, judge, record, &why) != 0)
            fail_msg("%s", why.text);
        assert_int_equal(hra_review_step(review, NULL), 0);
        const hra_review_move *at = hra_review_ply(review, 0);
        const double wanted = 2 * (k == 2 ? cases[0].by_three : cases[0].by_own) - 1;
        assert_int_equal(at->stake_action_count, 3);
        same(judges[k], 0, at->stake_action[2], wanted);
        same(judges[k], 0, at->values[BG_WHITE], wanted);
        hra_review_close(review);
        hra_agent_close(judge);
        hra_record_close(record);
        hra_text_release(&text);
    }
}

static void a_rollout_ends_with_the_game(void **state) {
    static const char *const players[] = {"expert:plies=0", "expert:plies=0,met=t",
                                          "expectiminimax:depth=1,eval=equity"};
    for (size_t k = 0; k < sizeof players / sizeof *players; k++) {
        hra_game *game = open_here(cases[0].game);
        const hra_work_setup setup = {.size = sizeof setup, .game = game};
        hra_work *work;
        hra_rolled told;
        char spec[256];
        (void)hra_snprintf(
            spec, sizeof spec,
            "game %s\nposition white 6:2 3:1, black 6:2 2:1, black doubles, cube 1, score 2-0\nplayer %s\n"
            "trials 36\nseed 1\n",
            cases[0].game, players[k]);
        assert_int_equal(hra_work_open(&work, "rollout", spec, &setup, NULL), 0);
        assert_int_equal(hra_work_run(work, 1, NULL, NULL), 0);
        assert_true(hra_rollout_snapshot(hra_work_rollout(work)).stake_actions);
        hra_rollout_move(hra_work_rollout(work), 2, &told);
        same(players[k], 0, told.mean,
             2 * (k == 1 ? cases[0].by_three : cases[0].by_own) - 1); /* to White, who is asked */
        assert_true(told.plain_error == 0);
        hra_work_close(work);
        hra_game_close(game);
    }
}

/* A different board before the opening throw is not a next game, and without a match there is no next
 * game. */
static void only_a_game_of_a_match_is_settled(void **state) {
    hra_game *match = open_here("backgammon:match-length=3"), *money = open_here("backgammon:cube");
    bg_state s;
    double out[2];
    match->rules->init(match, &s);
    assert_true(match->rules->conduct->settled(match, &s, out));
    assert_true(out[0] == 0 && out[1] == 0);
    bg_take(&s.board.side[0], 24);
    bg_put(&s.board.side[0], 23);
    assert_false(match->rules->conduct->settled(match, &s, out));
    money->rules->init(money, &s);
    assert_false(money->rules->conduct->settled(money, &s, NULL));
    hra_game_close(money);
    hra_game_close(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_and_searches_say_the_same),
        cmocka_unit_test(a_search_does_not_look_into_the_next_game),
        cmocka_unit_test(the_window_goes_by_the_table),
        cmocka_unit_test(a_review_says_the_same),
        cmocka_unit_test(a_rollout_ends_with_the_game),
        cmocka_unit_test(only_a_game_of_a_match_is_settled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
