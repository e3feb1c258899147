#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "asked.h"
#include "games/checkers/rules/checkers.h"
#include "hra/player.h"

static hra_game *game;

static int set_up(void **state) {
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int clean_up(void **state) {
    hra_game_close(game);
    return 0;
}

typedef struct seat {
    hra_player *player;
    hra_agent *agent;
} seat;

static seat sit(const char *spec) {
    seat s = {NULL, NULL};
    hra_error why = {0};
    if (hra_player_open(&s.player, game, spec, NULL, NULL, &why))
        fail_msg("%s: %s", spec, why.text);
    assert_int_equal(hra_agent_open(&s.agent, s.player), HRA_OK);
    return s;
}

static void leave(seat *s) {
    hra_agent_close(s->agent);
    hra_player_close(s->player);
}

static ck_state at(const char *position) {
    ck_state s;
    hra_error why = {0};
    if (hra_game_read_position(game, position, &s, &why))
        fail_msg("%s: %s", position, why.text);
    return s;
}

/* Plays a position out, both sides by the same player; returns the number of plies. */
static int play_out(seat *player, ck_state *s, int most) {
    hra_move move;
    int plies = 0;
    for (; plies < most && game->rules->to_move(game, s) != HRA_OVER; plies++) {
        hra_question q = {.state = s, .limits = {.nodes = 2000}, .seed = (uint64_t)plies};
        assert_int_equal(asked_choose(player->agent, &q, &move), HRA_OK);
        assert_true(hra_game_legal(game, s, move));
        game->rules->apply(game, s, move);
    }
    return plies;
}

/* The truth about the study position: won in 15 plies, and only by 14-9. */
static void test_a_win_takes_no_longer_than_the_tables_say(void **state) {
    seat player = sit("expert:tablebase-pieces=3");
    ck_state s = at("W:WK10,K14:BK1");
    double result[2];
    assert_int_equal(play_out(&player, &s, 100), 15);
    game->rules->returns(game, &s, result);
    assert_true(result[CK_WHITE] > 0);
    leave(&player);
}

static void test_every_level_plays_legal_moves(void **state) {
    for (int level = 1; level <= 10; level++) {
        char spec[64];
        (void)snprintf(spec, sizeof spec, "expert:level=%d,tablebase-pieces=0,tt=64K", level);
        seat player = sit(spec);
        ck_state s;
        game->rules->init(game, &s);
        (void)play_out(&player, &s, 60);
        leave(&player);
    }
}

static void test_the_best_beats_a_beginner(void **state) {
    seat player[2] = {sit("expert:nodes=3000,tablebase-pieces=2,tt=1M"),
                      sit("expert:level=1,tablebase-pieces=0,tt=64K")};
    double points = 0;
    for (int play = 0; play < 4; play++) {
        ck_state s;
        hra_move move;
        double result[2];
        game->rules->init(game, &s);
        for (int ply = 0; game->rules->to_move(game, &s) != HRA_OVER; ply++) {
            hra_question q = {.state = &s, .seed = (uint64_t)(100 * play + ply)};
            assert_int_equal(asked_choose(player[s.side ^ (play & 1)].agent, &q, &move), HRA_OK);
            game->rules->apply(game, &s, move);
        }
        game->rules->returns(game, &s, result);
        points += result[play & 1];
    }
    assert_true(points >= 3);
    leave(&player[0]);
    leave(&player[1]);
}

static void test_advice_names_every_move(void **state) {
    static asked_move moves[CK_MAX_MOVES];
    seat player = sit("expert:tablebase-pieces=3");
    ck_state s = at("W:WK10,K14:BK1");
    asked_list advice = {.moves = moves};
    hra_question q = {.state = &s};
    hra_text best;
    hra_text_init(&best);
    assert_int_equal(asked_advice(player.agent, &q, &advice), HRA_OK);
    assert_int_equal(advice.count, game->rules->moves(game, &s, (hra_move[CK_MAX_MOVES]){0}));
    game->rules->text->show_move(game, &s, advice.moves[0].move, &best);
    assert_string_equal(hra_text_string(&best), "14-9");
    static const char reason[] = "wins in 15 plies: 14-9 1-5 10-14 "; /* and what is expected */
    assert_int_equal(strncmp(advice.reason, reason, sizeof reason - 1), 0);
    assert_true(advice.moves[0].value > 0.99 && advice.moves[advice.count - 1].value < 0.01);
    hra_text_release(&best);
    leave(&player);
}

/* The moves of a thought can be made one after the other; returns where they lead. */
static ck_state follow(const asked_decision *thought, ck_state s) {
    for (int i = 0; i < thought->length; i++) {
        assert_true(game->rules->to_move(game, &s) >= 0 && hra_game_legal(game, &s, thought->line[i]));
        game->rules->apply(game, &s, thought->line[i]);
    }
    return s;
}

static void test_what_a_move_rests_on(void **state) {
    seat player = sit("expert:tablebase-pieces=3,depth=8");
    asked_decision thought;
    hra_move move;
    ck_state s = at("W:WK10,K14:BK1");
    hra_question q = {.state = &s};
    assert_int_equal(asked_recall(player.agent, &thought), HRA_ESTATE);
    assert_int_equal(asked_choose(player.agent, &q, &move), HRA_OK);
    assert_int_equal(asked_recall(player.agent, &thought), HRA_OK);
    assert_int_equal(thought.length, 15); /* the tables lead to the end */
    ck_state end = follow(&thought, s);
    assert_int_equal(game->rules->to_move(game, &end), HRA_OVER);
    assert_true(thought.line[0] == move && thought.value[CK_WHITE] > 0.99);
    game->rules->init(game, &s);
    assert_int_equal(asked_choose(player.agent, &q, &move), HRA_OK);
    assert_int_equal(asked_recall(player.agent, &thought), HRA_OK);
    (void)follow(&thought, s);
    assert_true(thought.line[0] == move && thought.length >= 6);
    assert_true(thought.depth == 8 && thought.nodes > 100 && thought.value[0] == -thought.value[1]);
    double worth[HRA_MAX_SEATS];
    assert_int_equal(asked_worth(player.agent, &q, worth), HRA_OK); /* and so does a worth */
    assert_int_equal(asked_recall(player.agent, &thought), HRA_OK);
    (void)follow(&thought, s);
    assert_true(thought.line[0] == move && thought.value[0] == worth[0]);
    assert_int_equal(asked_worth(player.agent, &(hra_question){.state = &end}, worth), HRA_OK);
    assert_int_equal(asked_recall(player.agent, &thought), HRA_ESTATE); /* there is nothing to do any more */
    leave(&player);
    player = sit("alphabeta:depth=4");
    assert_int_equal(asked_choose(player.agent, &q, &move), HRA_OK);
    assert_int_equal(asked_recall(player.agent, &thought), HRA_OK);
    (void)follow(&thought, s);
    assert_true(thought.line[0] == move && thought.length == 4 && thought.nodes > 20);
    leave(&player);
    player = sit("random");
    assert_int_equal(asked_choose(player.agent, &q, &move), HRA_OK);
    assert_int_equal(asked_recall(player.agent, &thought), HRA_EFIT);
    leave(&player);
}

static void test_value(void **state) {
    seat player = sit("expert:tablebase-pieces=3");
    ck_state s = at("W:WK10,K14:BK1");
    double value[2];
    assert_int_equal(asked_value(player.agent, &s, value), HRA_OK);
    assert_true(value[CK_WHITE] > 0.99 && value[CK_BLACK] == -value[CK_WHITE]);
    game->rules->init(game, &s);
    assert_int_equal(asked_value(player.agent, &s, value), HRA_OK);
    assert_true(value[0] > -0.6 && value[0] < 0.6);
    leave(&player);
}

/* Of the first move, where every move leads to what was on the board before. */
static double chance_of_repeating(const char *spec) {
    static asked_move moves[CK_MAX_MOVES];
    hra_game *own = game;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), HRA_OK);
    seat player = sit("expert:tablebase-pieces=0,depth=3,tt=64K,eval=material");
    ck_state s = at("W:WK10,K14:BK1:H40");
    hra_move list[CK_MAX_MOVES];
    uint64_t history[2 * CK_MAX_MOVES] = {0}; /* the same side moved at every second of them */
    int n = game->rules->moves(game, &s, list);
    for (int i = 0; i < n; i++) {
        ck_state after = s;
        game->rules->apply(game, &after, list[i]);
        history[2 * i + 1] = hra_game_key(game, &after);
    }
    hra_question q = {.state = &s, .history = history, .history_length = 2 * n + 2};
    asked_list advice = {.moves = moves};
    assert_int_equal(asked_advice(player.agent, &q, &advice), HRA_OK);
    leave(&player);
    hra_game_close(game);
    game = own;
    return advice.moves[0].value;
}

static void test_repetition_is_a_draw_only_where_the_game_says_so(void **state) {
    assert_true(fabs(chance_of_repeating("checkers:repetition=3") - 0.5) < 1e-9);
    assert_true(fabs(chance_of_repeating("checkers:repetition=2") - 0.5) < 1e-9);
    assert_true(chance_of_repeating("checkers:repetition=0") > 0.6);
}

/* A king against two may repeat a position. Contempt makes it move elsewhere, and changes no analysis. */
static void test_contempt_is_for_moves_alone(void **state) {
    static const char *const specs[] = {"expert:tablebase-pieces=0,depth=5,tt=64K,eval=material",
                                        "expert:tablebase-pieces=0,depth=5,tt=64K,eval=material,contempt=8"};
    ck_state s = at("W:WK15:BK3,K6:H8");
    hra_move list[CK_MAX_MOVES], move;
    uint64_t history[8] = {0};
    const int n = game->rules->moves(game, &s, list);
    ck_state after = s;
    game->rules->apply(game, &after, list[n - 1]);
    history[5] = hra_game_key(game, &after);
    double value[2];
    for (int i = 0; i < 2; i++) {
        seat player = sit(specs[i]);
        hra_analysis result;
        hra_analysis_init(&result);
        const hra_question q = {.state = &s, .history = history, .history_length = 8};
        assert_int_equal(asked_choose(player.agent, &q, &move), HRA_OK);
        assert_true((move == list[n - 1]) == (i == 0));
        assert_int_equal(hra_agent_ask(player.agent, &q, &result), HRA_OK);
        value[i] = result.value[CK_WHITE];
        hra_analysis_release(&result);
        leave(&player);
    }
    assert_true(value[0] == 0 && value[1] == 0);
}

/* `exact` in a seat writes its tables into the folder of data, and reads those that lie there. */
static void test_exact_uses_the_folder_of_data(void **state) {
    static const char *const files[] = {"m0k1-m0k1", "m0k1-m1k0", "m1k0-m0k1", "m1k0-m1k0"};
    char folder[] = "/tmp/hra-exact-XXXXXX", path[4][64];
    hra_game *two = NULL;
    hra_player *player = NULL;
    hra_error why = {0};
    assert_non_null(mkdtemp(folder));
    assert_int_equal(hra_game_open(&two, NULL, "checkers:tablebase-pieces=2", NULL), HRA_OK);
    assert_int_equal(hra_player_open(&player, two, "exact", folder, NULL, &why), HRA_OK);
    assert_string_equal(hra_player_info_of(player)->spec, "exact"); /* records do not name folders */
    hra_player_close(player);
    for (int i = 0; i < 4; i++) {
        (void)snprintf(path[i], sizeof path[i], "%s/checkers/%s.ckt", folder, files[i]);
        assert_int_equal(access(path[i], R_OK), 0);
    }
    FILE *file = fopen(path[0], "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 90, SEEK_SET), 0);
    assert_true(fputs("spoiled", file) >= 0 && fclose(file) == 0);
    assert_int_equal(hra_player_open(&player, two, "exact", folder, NULL, &why), HRA_EDAMAGED);
    assert_int_equal(hra_player_open(&player, two, "exact:memory=1G", folder, NULL, &why), HRA_EDAMAGED);
    assert_int_equal(hra_player_open(&player, two, "exact", NULL, NULL, &why), HRA_OK);
    hra_player_close(player);
    for (int i = 0; i < 4; i++)
        unlink(path[i]);
    (void)snprintf(path[0], sizeof path[0], "%s/checkers", folder);
    rmdir(path[0]);
    rmdir(folder);
    hra_game_close(two);
}

/* A result that the search reaches is exact, not an estimate, and moves are sorted by value. */
static void test_ends_are_exact_and_the_best_comes_first(void **state) {
    static const char *const specs[] = {"expert:tablebase-pieces=0,depth=27",
                                        "expert:tablebase-pieces=0,depth=7,multipv=2"};
    ck_state s = at("W:WK10,K14:BK1");
    hra_analysis result;
    hra_analysis_init(&result);
    for (int i = 0; i < 2; i++) {
        seat player = sit(specs[i]);
        const hra_question q = {.state = &s};
        assert_int_equal(hra_agent_ask(player.agent, &q, &result), HRA_OK);
        assert_int_equal(result.move_count, 6);
        for (int k = 1; k < 6; k++)
            assert_true(result.moves[k].value[CK_WHITE] <= result.moves[k - 1].value[CK_WHITE]);
        const hra_analysis_move *worst = &result.moves[5];
        if (i == 0) { /* the tables say: 15 plies, and 10-6 loses in 2 */
            assert_true(result.kind == HRA_VALUE_EXACT && result.distance == 15);
            assert_true(worst->kind == HRA_VALUE_EXACT && worst->distance == 2);
        } else { /* what it does not see to the end */
            assert_true(result.kind == HRA_VALUE_ESTIMATE && result.distance == -1);
            assert_int_equal(result.moves[1].kind, HRA_VALUE_ESTIMATE);
            assert_int_equal(worst->kind, HRA_VALUE_AT_MOST);
        }
        leave(&player);
    }
    hra_analysis_release(&result);
}

/* A round that is cut short leaves bounds of the round before, and the best move may have become worse than
 * these. */
static void test_a_bound_is_never_the_best(void **state) {
    ck_state s = at("B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    seat player = sit("expert:tablebase-pieces=0,multipv=1");
    hra_analysis result;
    hra_analysis_init(&result);
    for (uint64_t nodes = 1000; nodes < 200000; nodes += nodes / 4) {
        const hra_question q = {.state = &s, .limits = {.nodes = nodes}};
        hra_move played;
        hra_agent_forget(player.agent);
        assert_int_equal(hra_agent_ask(player.agent, &q, &result), HRA_OK);
        assert_int_equal(result.kind, HRA_VALUE_ESTIMATE);
        hra_agent_forget(player.agent);
        assert_int_equal(asked_choose(player.agent, &q, &played), HRA_OK);
        assert_true(result.move == played);
    }
    hra_analysis_release(&result);
    leave(&player);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_win_takes_no_longer_than_the_tables_say),
        cmocka_unit_test(test_every_level_plays_legal_moves),
        cmocka_unit_test(test_the_best_beats_a_beginner),
        cmocka_unit_test(test_advice_names_every_move),
        cmocka_unit_test(test_ends_are_exact_and_the_best_comes_first),
        cmocka_unit_test(test_a_bound_is_never_the_best),
        cmocka_unit_test(test_what_a_move_rests_on),
        cmocka_unit_test(test_value),
        cmocka_unit_test(test_exact_uses_the_folder_of_data),
        cmocka_unit_test(test_contempt_is_for_moves_alone),
        cmocka_unit_test(test_repetition_is_a_draw_only_where_the_game_says_so),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
