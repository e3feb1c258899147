/* What agents make of what their players can: analyses of chance, deepening, trees of a turn, advice told again. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/player.h"
#include "hra/solve.h"
#include "hra/trace.h"
#include "players/agent.h"

/* A race so small that it is solved at once; its beginning is chance's. */
static const char *const dice_game = "race:pieces=1,track=8,seats=2";

typedef struct desk {
    hra_game *game;
    hra_agent *agent;
    unsigned char *s; /* the beginning */
    hra_analysis result;
} desk;

static desk sit_down(const char *game, const char *player) {
    desk d;
    hra_error why = {0};
    assert_int_equal(hra_game_open(&d.game, NULL, game, NULL), 0);
    if (hra_agent_open_spec(&d.agent, d.game, player, &why) != 0)
        fail_msg("%s: %s", player, why.text);
    d.s = malloc(d.game->state_size);
    d.game->rules->init(d.game, d.s);
    hra_analysis_init(&d.result);
    return d;
}

static void get_up(desk *d) {
    hra_analysis_release(&d->result);
    hra_agent_close(d->agent);
    free(d->s);
    hra_game_close(d->game);
}

static void analyse(desk *d, hra_limits limits) {
    hra_question question = {.state = d->s, .limits = limits, .seed = 1};
    if (hra_agent_ask(d->agent, &question, &d->result) != 0)
        fail_msg("%s", hra_agent_why(d->agent)->text);
}

/* ---- chance ---------------------------------------------------------------------------------*/

/* The mean of the outcomes is what the solution says of the state, and each outcome what it says there. */
static void outcomes_are_worth_what_the_solution_says(void **state) {
    desk d = sit_down(dice_game, "exact");
    hra_solution *solution;
    double value[HRA_MAX_SEATS], sum = 0;
    unsigned char *after = malloc(d.game->state_size);
    assert_int_equal(hra_solution_open(&solution, d.game, NULL, NULL), 0);
    assert_int_equal(d.game->rules->to_move(d.game, d.s), HRA_CHANCE);
    analyse(&d, (hra_limits){0});
    assert_true(d.result.chance);
    assert_int_equal(d.result.kind, HRA_VALUE_EXACT);
    assert_int_equal(hra_solution_value(solution, d.s, value), 0);
    assert_true(fabs(d.result.value[0] - value[0]) < 1e-12);
    for (int i = 0; i < d.result.move_count; i++) {
        const hra_analysis_move *at = &d.result.moves[i];
        memcpy(after, d.s, d.game->state_size);
        d.game->rules->apply(d.game, after, at->move);
        assert_int_equal(hra_solution_value(solution, after, value), 0);
        assert_true(fabs(at->value[0] - value[0]) < 1e-12);
        sum += at->probability;
        if (d.game->rules->to_move(d.game, after) < 0)
            continue;
        assert_true(at->line_length >= 1); /* the best reply */
        assert_true(hra_game_legal(d.game, after, d.result.lines[at->line]));
    }
    assert_true(fabs(sum - 1) < 1e-12);
    assert_int_equal(asked_value(d.agent, d.s, value), 0);
    assert_true(fabs(d.result.value[0] - value[0]) < 1e-12);
    hra_solution_close(solution);
    free(after);
    get_up(&d);
}

/* A search to a depth says of the state of chance what it says of the outcomes, one by one. */
static void a_search_of_chance_is_the_mean_of_searches(void **state) {
    desk d = sit_down(dice_game, "expectiminimax:depth=3");
    hra_analysis one;
    double mean = 0;
    uint64_t nodes = 1;
    unsigned char *after = malloc(d.game->state_size);
    hra_analysis_init(&one);
    analyse(&d, (hra_limits){0});
    for (int i = 0; i < d.result.move_count; i++) {
        memcpy(after, d.s, d.game->state_size);
        d.game->rules->apply(d.game, after, d.result.moves[i].move);
        assert_int_equal(hra_agent_ask(d.agent, &(hra_question){.state = after}, &one), 0);
        mean += d.result.moves[i].probability * one.value[0];
        nodes += one.nodes;
        assert_int_equal(d.result.lines[d.result.moves[i].line], one.move);
    }
    assert_true(fabs(mean - d.result.value[0]) < 1e-12);
    assert_int_equal(nodes, d.result.nodes);
    hra_analysis_release(&one);
    free(after);
    get_up(&d);
}

static void the_tree_of_chance_is_one_tree(void **state) {
    desk d = sit_down(dice_game, "expectiminimax:depth=2");
    hra_trace *trace;
    assert_int_equal(hra_trace_walk(&trace, d.agent, &(hra_question){.state = d.s},
                                    &(hra_trace_limits){.nodes = 1000000}, &d.result, NULL),
                     0);
    const hra_trace_tree *tree = hra_trace_nodes(trace);
    assert_int_equal(tree->trees, 1);
    assert_true(tree->complete);
    assert_int_equal(tree->entered, d.result.nodes);
    assert_int_equal(tree->nodes[0].mover, HRA_CHANCE);
    assert_int_equal(tree->nodes[0].children, d.result.move_count);
    assert_true(fabs(tree->nodes[0].value[0] - d.result.value[0]) < 1e-12);
    double sum = 0;
    for (int32_t i = tree->nodes[0].first; i >= 0; i = tree->nodes[i].next)
        sum += tree->nodes[i].probability;
    assert_true(fabs(sum - 1) < 1e-12);
    hra_trace_close(trace);
    get_up(&d);
}

/* An outcome that ends the game is a node too. */
static void outcomes_that_end_the_game_are_in_the_tree(void **state) {
    desk d = sit_down("tree:text=\"(?1/3:3 2/3:(1 5))\"", "expectiminimax");
    hra_trace *trace;
    assert_int_equal(hra_trace_walk(&trace, d.agent, &(hra_question){.state = d.s}, NULL, &d.result, NULL),
                     0);
    const hra_trace_tree *tree = hra_trace_nodes(trace);
    assert_int_equal(tree->count, 5);
    assert_int_equal(tree->entered, d.result.nodes);
    assert_int_equal(tree->leaves, 3);
    assert_int_equal(tree->nodes[0].children, 2);
    assert_int_equal(tree->nodes[1].kind, HRA_TRACE_END);
    assert_true(tree->nodes[1].value[0] == 3 && tree->nodes[1].value[1] == -3);
    assert_true(fabs(tree->nodes[1].probability - 1. / 3) < 1e-15);
    hra_trace_close(trace);
    get_up(&d);
}

/* Six draws of cards one after the other are more ways than anybody looks at. */
static void too_many_ways_of_chance_are_refused(void **state) {
    desk d = sit_down("empire", "montecarlo:playouts=1");
    assert_int_equal(hra_agent_ask(d.agent, &(hra_question){.state = d.s}, &d.result), HRA_ELIMIT);
    assert_non_null(strstr(hra_agent_why(d.agent)->text, "more than 512 outcomes"));
    get_up(&d);
}

/* ---- deepening ------------------------------------------------------------------------------*/

static const char *const deepening[] = {"minimax", "alphabeta", "expectimax", "expectiminimax",
                                        "maxn",    "softmaxn",  "andor"};

/* Under a limit of nodes the answer is that of the last depth that was finished, and the count is of all. */
static void a_limit_makes_a_search_deepen(void **state) {
    for (size_t i = 0; i < sizeof deepening / sizeof *deepening; i++) {
        desk d = sit_down("nim:rows=2-3-4", deepening[i]), fixed = sit_down("nim:rows=2-3-4", deepening[i]);
        uint64_t nodes = 0;
        analyse(&d, (hra_limits){.nodes = 3000});
        assert_true(d.result.depth >= 1);
        for (int depth = 1; depth <= d.result.depth; depth++) {
            analyse(&fixed, (hra_limits){.depth = depth});
            nodes += fixed.result.nodes - (depth > 1); /* the root is entered once */
        }
        assert_int_equal(d.result.move, fixed.result.move);
        assert_true(d.result.value[0] == fixed.result.value[0]);
        assert_true(d.result.nodes >= nodes);
        assert_true(d.result.stopped || d.result.nodes == nodes);
        get_up(&fixed);
        get_up(&d);
    }
}

static void to_the_end_is_no_deepening(void **state) {
    for (size_t i = 0; i < sizeof deepening / sizeof *deepening; i++) {
        desk d = sit_down("nim:rows=1-2-3", deepening[i]), whole = sit_down("nim:rows=1-2-3", deepening[i]);
        analyse(&d, (hra_limits){.depth = HRA_TO_THE_END, .nodes = 1000000});
        analyse(&whole, (hra_limits){0});
        assert_int_equal(d.result.nodes, whole.result.nodes);
        assert_int_equal(d.result.depth, 0);
        assert_false(d.result.horizon);
        get_up(&whole);
        get_up(&d);
    }
}

/* ---- what else is made of an analysis -------------------------------------------------------*/

static void a_player_without_a_search_has_the_tree_of_a_turn(void **state) {
    desk d = sit_down(dice_game, "exact");
    double value[HRA_MAX_SEATS];
    hra_question question = {.state = d.s, .limits.nodes = 200};
    assert_int_equal(hra_agent_turn_tree(d.agent, &question, NULL, &d.result), 0);
    assert_int_equal(asked_value(d.agent, d.s, value), 0);
    assert_true(fabs(d.result.value[0] - value[0]) < 1e-12);
    assert_true(d.result.nodes <= 200);
    get_up(&d);
    d = sit_down(dice_game, "random");
    question.state = d.s;
    assert_int_equal(hra_agent_turn_tree(d.agent, &question, NULL, &d.result), HRA_EFIT);
    get_up(&d);
}

static void what_was_judged_is_told_again(void **state) {
    desk d = sit_down("tictactoe", "minimax");
    asked_move first[9], again[9];
    asked_list advice = {.moves = first}, told = {.moves = again};
    hra_move move;
    hra_question question = {.state = d.s};
    assert_int_equal(asked_last(d.agent, &told), HRA_ESTATE);
    assert_int_equal(asked_advice(d.agent, &question, &advice), 0);
    assert_int_equal(asked_choose(d.agent, &question, &move), 0);
    assert_int_equal(asked_last(d.agent, &told), 0);
    assert_int_equal(told.count, advice.count);
    for (int i = 0; i < told.count; i++) {
        assert_int_equal(told.moves[i].move, advice.moves[i].move);
        assert_true(told.moves[i].value == advice.moves[i].value);
    }
    get_up(&d);
}

/* A deadline that has passed ends a solution before it is there. */
static void solving_ends_at_a_deadline(void **state) {
    hra_game *game;
    hra_player *player = NULL;
    hra_error why = {0};
    hra_progress late = {.deadline = hra_clock() - 1};
    assert_int_equal(hra_game_open(&game, NULL, "race", NULL), 0);
    assert_int_equal(hra_player_open(&player, game, "exact", NULL, &late, &why), HRA_ESTOPPED);
    assert_null(player);
    hra_game_close(game);
}

static void lines_can_be_played(void **state) {
    desk d = sit_down("tictactoe", "minimax:depth=4");
    unsigned char *at = malloc(d.game->state_size);
    analyse(&d, (hra_limits){0});
    for (int i = 0; i < d.result.move_count; i++) {
        const hra_analysis_move *m = &d.result.moves[i];
        assert_int_equal(m->line_length, 4);
        assert_int_equal(d.result.lines[m->line], m->move);
        memcpy(at, d.s, d.game->state_size);
        for (int k = 0; k < m->line_length; k++) {
            assert_true(hra_game_legal(d.game, at, d.result.lines[m->line + k]));
            d.game->rules->apply(d.game, at, d.result.lines[m->line + k]);
        }
    }
    free(at);
    get_up(&d);
}

/* One answer, however much is wanted: the move is the first of the advice, and its reasons need no second
 * search. */
static void one_call_answers_what_is_wanted(void **state) {
    (void)state;
    static const char *const players[] = {"alphabeta:depth=4", "mcts:playouts=200", "exact"};
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        desk d = sit_down("tictactoe", players[i]);
        hra_question question = {.state = d.s, .seed = 1, .want = HRA_WANT_MOVE};
        assert_int_equal(hra_agent_ask(d.agent, &question, &d.result), 0);
        const hra_move move = d.result.move;
        question.want = HRA_WANT_LAST;
        assert_int_equal(hra_agent_ask(d.agent, &question, &d.result), 0);
        assert_true(d.result.move == move && d.result.pv_length >= 1 && d.result.pv[0] == move);
        assert_true(d.result.move_count == 9 && d.result.value_seat == 0);
        hra_agent_forget(d.agent);
        question.want = HRA_WANT_ADVICE;
        assert_int_equal(hra_agent_ask(d.agent, &question, &d.result), 0);
        assert_true(d.result.moves[0].move == move && d.result.move == move && d.result.moves[0].loss == 0);
        for (int k = 1; k < d.result.move_count; k++)
            assert_true(d.result.moves[k].value[0] <= d.result.moves[0].value[0]);
        question.want = HRA_WANT_VALUE;
        assert_int_equal(hra_agent_ask(d.agent, &question, &d.result), 0);
        assert_true(fabs(d.result.value[0] + d.result.value[1]) < 1e-9);
        question.want = HRA_WANT_ALL;
        assert_int_equal(hra_agent_ask(d.agent, &question, &d.result), 0);
        assert_int_equal(d.result.move_count, 9);
        get_up(&d);
    }
}

/* A player that only chooses has a move and no values; a person cannot be asked. */
static void what_cannot_be_told_is_refused(void **state) {
    (void)state;
    desk d = sit_down("tictactoe", "random");
    hra_question question = {.state = d.s, .seed = 1, .want = HRA_WANT_ADVICE};
    assert_int_equal(hra_agent_ask(d.agent, &question, &d.result), HRA_EFIT);
    assert_int_equal(d.result.why.code, HRA_EFIT);
    question.want = HRA_WANT_VALUE;
    assert_int_equal(hra_agent_ask(d.agent, &question, &d.result), HRA_EFIT);
    question.want = HRA_WANT_MOVE;
    assert_int_equal(hra_agent_ask(d.agent, &question, &d.result), 0);
    question.want = HRA_WANT_LAST;
    assert_int_equal(hra_agent_ask(d.agent, &question, &d.result), HRA_EFIT);
    get_up(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_call_answers_what_is_wanted),
        cmocka_unit_test(what_cannot_be_told_is_refused),
        cmocka_unit_test(outcomes_are_worth_what_the_solution_says),
        cmocka_unit_test(a_search_of_chance_is_the_mean_of_searches),
        cmocka_unit_test(the_tree_of_chance_is_one_tree),
        cmocka_unit_test(outcomes_that_end_the_game_are_in_the_tree),
        cmocka_unit_test(too_many_ways_of_chance_are_refused),
        cmocka_unit_test(a_limit_makes_a_search_deepen),
        cmocka_unit_test(to_the_end_is_no_deepening),
        cmocka_unit_test(a_player_without_a_search_has_the_tree_of_a_turn),
        cmocka_unit_test(what_was_judged_is_told_again),
        cmocka_unit_test(solving_ends_at_a_deadline),
        cmocka_unit_test(lines_can_be_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
