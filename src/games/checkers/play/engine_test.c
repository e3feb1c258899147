#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine.h"
#include "engine_table.h"

static hra_game *game;
static ck_thought thought;

static int set_up(void **state) {
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int clean_up(void **state) {
    hra_game_close(game);
    return 0;
}

static ck_state at(const char *position) {
    ck_state s;
    hra_error why = {0};
    if (hra_game_read_position(game, position, &s, &why))
        fail_msg("%s: %s", position, why.text);
    return s;
}

static ck_engine *open_engine(void) {
    ck_engine *e = NULL;
    assert_int_equal(ck_engine_open(&e, NULL, NULL, 1 << 20), HRA_OK);
    return e;
}

static ck_task task_of(const ck_state *s, int depth) {
    return (ck_task){.board = s->board,
                     .side = s->side,
                     .quiet = s->quiet,
                     .draw_plies = 80,
                     .repetition = true,
                     .depth = depth};
}

/* Without a table and pruning, by the rules' own list of moves. */
static int plain(const ck_board *b, int side, int depth, int ply) {
    hra_move moves[CK_MAX_MOVES];
    int n = ck_moves(b, side, moves), best = -CK_WIN - 1;
    if (n == 0)
        return -(CK_WIN - ply);
    if (depth == 0)
        return 0;
    for (int i = 0; i < n; i++) {
        ck_board next = *b;
        ck_apply(&next, side, moves[i]);
        int value = -plain(&next, !side, depth - 1, ply + 1);
        best = value > best ? value : best;
    }
    return best;
}

static void test_wins_are_found_and_counted(void **state) {
    static const struct {
        const char *position;
        int plies;
    } cases[] = {
        {"W:W14:B9", 1}, /* the last man is taken or shut in: found by the plain search below */
        {"W:WK10,K14:BK1", 15},
        {"B:WK10,K14,K18:BK1", 2},
        {"W:WK6,K7:B1", 3},
    };
    ck_engine *e = open_engine();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_state s = at(cases[i].position);
        ck_task task = task_of(&s, 25);
        ck_engine_forget(e);
        ck_engine_think(e, &task, &thought);
        int truth = cases[i].plies < 9 ? plain(&s.board, s.side, 9, 0) : CK_WIN - cases[i].plies;
        if (abs(truth) >= CK_SURE)
            assert_int_equal(thought.value, truth);
    }
    ck_engine_close(e);
}

/* Every move of a long play at random is one that the rules know, and so is what it leads to. */
static void test_choices_are_legal(void **state) {
    ck_engine *e = open_engine();
    hra_rng rng;
    hra_rng_init(&rng, 7);
    for (int play = 0; play < 20; play++) {
        ck_state s;
        game->rules->init(game, &s);
        for (int ply = 0; ply < 120 && game->rules->to_move(game, &s) != HRA_OVER; ply++) {
            hra_move moves[CK_MAX_MOVES];
            int n = ck_moves(&s.board, s.side, moves), seen = 0;
            ck_task task = task_of(&s, 3);
            ck_engine_think(e, &task, &thought);
            assert_int_equal(thought.count, n);
            for (int i = 0; i < n; i++)
                for (int k = 0; k < n; k++)
                    seen += thought.choice[i].move == moves[k];
            assert_int_equal(seen, n);
            game->rules->apply(game, &s,
                               hra_rng_below(&rng, 3) ? thought.choice[0].move
                                                      : moves[hra_rng_below(&rng, (uint32_t)n)]);
        }
    }
    ck_engine_close(e);
}

static void test_limits(void **state) {
    ck_engine *e = open_engine();
    ck_state s;
    hra_stop stop;
    game->rules->init(game, &s);
    ck_task task = task_of(&s, 0);
    task.nodes = 5000;
    ck_engine_think(e, &task, &thought);
    assert_in_range(thought.nodes, 1, 5000 + 512);
    assert_true(thought.depth >= 2);
    task.nodes = 0;
    task.seconds = 0.05;
    ck_engine_think(e, &task, &thought); /* without the limit it would not be back in days */
    assert_true(thought.depth < CK_ENGINE_DEPTH);
    task.seconds = 0;
    task.stop = &stop;
    hra_stop_clear(&stop);
    hra_stop_set(&stop);
    ck_engine_think(e, &task, &thought);
    assert_int_equal(thought.count, 7);
    ck_engine_close(e);
}

static void test_forty_moves_are_a_draw(void **state) {
    ck_engine *e = open_engine();
    ck_state s = at("W:WK10,K14:BK1");
    ck_task task = task_of(&s, 9);
    task.quiet = 79;
    ck_engine_think(e, &task, &thought);
    assert_int_equal(thought.value, 0);
    ck_engine_close(e);
}

/* A king against two: one move repeats a position, the others only lose less than all. With contempt the
 * side moves elsewhere, and what the table holds of that search does not count in the next. */
static void test_contempt_avoids_a_repetition(void **state) {
    static const int contempts[] = {0, 4 * CK_MAN, 0, -CK_MAN};
    ck_engine *e = open_engine();
    ck_state s = at("W:WK15:BK3,K6");
    uint64_t history[8] = {0};
    ck_task task = task_of(&s, 1);
    ck_engine_think(e, &task, &thought);
    const hra_move drawn = thought.choice[thought.count - 1].move;
    history[5] =
        ck_key(&thought.choice[thought.count - 1].after, !s.side); /* four plies before it would come again */
    task.history = history;
    task.history_length = 8;
    task.quiet = 8;
    task.depth = 5;
    for (size_t i = 0; i < sizeof contempts / sizeof *contempts; i++) {
        task.contempt = contempts[i];
        ck_engine_think(e, &task, &thought);
        assert_true((thought.choice[0].move == drawn) == (contempts[i] <= 0));
        if (contempts[i] <= 0)
            assert_int_equal(thought.value, -contempts[i]);
        else
            assert_in_range(-thought.value, 1, contempts[i] - 1);
    }
    ck_engine_close(e);
}

static void test_the_key_is_that_of_the_rules(void **state) {
    ck_state s = at("W:WK10,K14:BK1");
    assert_true(ck_key(&s.board, s.side) == hra_game_key(game, &s));
}

static void test_forgetting_repeats_a_search(void **state) {
    ck_engine *e = open_engine();
    ck_state s;
    game->rules->init(game, &s);
    ck_task task = task_of(&s, 8);
    ck_engine_think(e, &task, &thought);
    uint64_t nodes = thought.nodes;
    int value = thought.value;
    ck_engine_forget(e);
    ck_engine_think(e, &task, &thought);
    assert_true(thought.nodes == nodes && thought.value == value);
    ck_engine_close(e);
}

/* With several lines, that number of moves gets a value, in order; the others get a bound. White wins in 15
 * plies by one of six moves, in 19 by three, in 23 by one, and loses in 2 by the last (the tablebases). */
static void test_several_lines(void **state) {
    ck_engine *e = open_engine();
    ck_state s = at("W:WK10,K14:BK1");
    ck_task task = task_of(&s, 25);
    hra_move losing;
    assert_int_equal(hra_game_parse_move(game, &s, "10-6", &losing, NULL), HRA_OK);
    for (task.lines = 2; task.lines < 6; task.lines++) {
        ck_engine_forget(e);
        ck_engine_think(e, &task, &thought);
        assert_int_equal(thought.count, 6);
        assert_int_equal(thought.value, CK_WIN - 15);
        assert_int_equal(thought.choice[0].value, thought.value);
        for (int i = 0; i < thought.count; i++) {
            int before = i == 0 ? 0 : i <= task.lines ? i - 1 : task.lines - 1;
            assert_true(!thought.choice[i].bound || i >= task.lines);
            assert_true(thought.choice[i].value <= thought.choice[before].value);
            assert_true(i >= task.lines || thought.choice[i].move != losing);
        }
    }
    ck_engine_close(e);
}

/* Asked again to look a ply deeper, as Hub's rounds do, the table is as good as within one search: nothing
 * that was found counts as old, and nothing deep gives way to what is shallow. */
static void test_rounds_cost_little_more_than_one_search(void **state) {
    ck_engine *e = open_engine();
    ck_state s;
    game->rules->init(game, &s);
    ck_task task = task_of(&s, 12);
    ck_engine_think(e, &task, &thought);
    uint64_t whole = thought.nodes, rounds = 0;
    ck_engine_forget(e);
    for (task.depth = 1; task.depth <= 12; task.depth++) {
        ck_engine_think(e, &task, &thought);
        rounds += thought.nodes;
    }
    assert_in_range(rounds, 1, whole + whole / 4);
    ck_engine_close(e);
}

/* One estimate for each slot, the last. A lookup never returns the estimate of another position. */
static void test_estimates_are_remembered(void **state) {
    ck_estimates *t = calloc(1, sizeof *t);
    hra_rng rng;
    int value;
    assert_non_null(t);
    hra_rng_init(&rng, 1);
    for (int i = 0; i < 100000; i++) {
        uint64_t key = hra_rng_next(&rng);
        int worth = (int)hra_rng_below(&rng, 2 * CK_WON) - CK_WON;
        assert_false(ck_estimate_find(t, key, &value));
        ck_estimate_keep(t, key, worth);
        for (int bit = 0; bit < 64; bit++)
            assert_false(ck_estimate_find(t, key ^ (uint64_t)1 << bit, &value) && value == worth);
        assert_true(ck_estimate_find(t, key, &value));
        assert_int_equal(value, worth);
    }
    free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wins_are_found_and_counted),
        cmocka_unit_test(test_choices_are_legal),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_forty_moves_are_a_draw),
        cmocka_unit_test(test_contempt_avoids_a_repetition),
        cmocka_unit_test(test_the_key_is_that_of_the_rules),
        cmocka_unit_test(test_forgetting_repeats_a_search),
        cmocka_unit_test(test_several_lines),
        cmocka_unit_test(test_rounds_cost_little_more_than_one_search),
        cmocka_unit_test(test_estimates_are_remembered),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
