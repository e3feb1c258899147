/* Searches without a limit: within the usual limit, with their values marked; refused by players that have
 * none. The limit is a number of nodes here, so that no clock decides. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/player.h"
#include "players/agent.h"
#include "players/analysis.h"

typedef struct desk {
    hra_game *game;
    hra_agent *agent;
    unsigned char *s;
    hra_analysis result;
} desk;

static desk sit_down(const char *game, const char *player, const char *position, uint64_t nodes) {
    desk d;
    hra_error why = {0};
    assert_int_equal(hra_game_open(&d.game, NULL, game, NULL), 0);
    if (hra_agent_open_spec(&d.agent, d.game, player, &why) != 0)
        fail_msg("%s: %s", player, why.text);
    d.s = malloc(d.game->state_size);
    d.game->rules->init(d.game, d.s);
    if (position)
        assert_int_equal(hra_game_read_position(d.game, position, d.s, NULL), 0);
    hra_analysis_init(&d.result);
    if (nodes)
        hra_agent_usual(d.agent, &(hra_limits){.nodes = nodes});
    return d;
}

static void get_up(desk *d) {
    hra_analysis_release(&d->result);
    hra_agent_close(d->agent);
    free(d->s);
    hra_game_close(d->game);
}

static hra_err analyse(desk *d, hra_limits limits) {
    return hra_agent_ask(d->agent, &(hra_question){.state = d->s, .limits = limits, .seed = 1}, &d->result);
}

static int count(const desk *d, hra_value_kind kind) {
    int n = 0;
    for (int i = 0; i < d->result.move_count; i++)
        n += d->result.moves[i].kind == kind;
    return n;
}

static const char *const methods[] = {"minimax", "alphabeta", "alphabeta:full",
                                      "maxn",    "softmaxn",  "expectimax"};

static bool usual_ended(const desk *d) {
    bool ended;
    (void)hra_agent_limits(d->agent, &(hra_question){.state = d->s}, &ended);
    return ended;
}

/* The tree of Nim 19-23-29 is too large to search: all values there come from the evaluation. */
static void what_nobody_limits_goes_as_deep_as_it_can(void **state) {
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        desk d = sit_down("nim:rows=19-23-29", methods[i], NULL, 100000);
        hra_move move;
        assert_int_equal(analyse(&d, (hra_limits){0}), 0);
        assert_true(usual_ended(&d));
        if (!(d.result.depth >= 1 && d.result.horizon && d.result.stopped))
            fail_msg("%s: depth %d", methods[i], d.result.depth);
        assert_true(d.result.nodes <= 100000);
        assert_int_equal(d.result.kind, HRA_VALUE_ESTIMATE);
        assert_string_equal(hra_value_mark(d.result.kind, true, false), "~");
        assert_int_equal(count(&d, HRA_VALUE_EXACT), 0);
        assert_int_equal(asked_choose(d.agent, &(hra_question){.state = d.s}, &move), 0);
        assert_true(usual_ended(&d));
        assert_int_equal(move, d.result.move);
        get_up(&d);
    }
}

/* The same call without a usual limit, as of a match, is refused; it names what is missing. */
static void without_a_usual_limit_it_is_refused(void **state) {
    desk d = sit_down("nim:rows=9-9-9-9", "minimax", NULL, 100000);
    hra_error why;
    assert_int_equal(hra_agent_check_limits(d.agent, &(hra_question){.state = d.s}, &why), HRA_ELIMIT);
    hra_agent_usual(d.agent, NULL);
    assert_int_equal(analyse(&d, (hra_limits){0}), HRA_ELIMIT);
    assert_non_null(strstr(hra_agent_why(d.agent)->text, "depth="));
    assert_non_null(strstr(hra_agent_why(d.agent)->text, "nodes="));
    assert_non_null(strstr(hra_agent_why(d.agent)->text, "time="));
    assert_false(usual_ended(&d));
    get_up(&d);
}

/* A tree of 201 million nodes is not refused: it is known after a million that it ends. */
static void a_tree_that_ends_is_not_refused(void **state) {
    desk d = sit_down("nim:rows=3-5-7", "minimax", NULL, 0);
    hra_error why = {0};
    if (hra_agent_check_limits(d.agent, &(hra_question){.state = d.s}, &why) != 0)
        fail_msg("%s", why.text);
    get_up(&d);
}

/* What is small enough is searched whole, as if there were no such limit. */
static void a_small_game_is_searched_whole(void **state) {
    desk d = sit_down("tictactoe", "minimax", NULL, 1000000);
    assert_int_equal(analyse(&d, (hra_limits){0}), 0);
    assert_false(usual_ended(&d));
    assert_int_equal(d.result.nodes, 549946);
    assert_int_equal(d.result.kind, HRA_VALUE_EXACT);
    assert_int_equal(count(&d, HRA_VALUE_EXACT), 9);
    assert_int_equal(d.result.depth, 0);
    get_up(&d);
}

/* A limit that is given holds, and values found at a depth that was not given are estimates all the same. */
static void a_limit_that_is_named_holds(void **state) {
    desk d = sit_down("nim:rows=5-7-9", "minimax", NULL, 500);
    assert_int_equal(analyse(&d, (hra_limits){.nodes = 20000}), 0);
    assert_false(usual_ended(&d));
    assert_true(d.result.nodes > 500);
    assert_int_equal(d.result.kind, HRA_VALUE_ESTIMATE);
    assert_int_equal(count(&d, HRA_VALUE_ESTIMATE), d.result.move_count);
    assert_int_equal(analyse(&d, (hra_limits){.depth = 2}), 0);
    assert_int_equal(d.result.kind, HRA_VALUE_EXACT);
    assert_int_equal(count(&d, HRA_VALUE_EXACT), d.result.move_count);
    get_up(&d);
    d = sit_down("nim:rows=5-7-9", "minimax:depth=2", NULL, 500);
    assert_int_equal(analyse(&d, (hra_limits){0}), 0);
    assert_false(usual_ended(&d));
    assert_int_equal(d.result.depth, 2);
    get_up(&d);
}

/* A search to a named depth that is cut short has looked at some moves only, so the state is an estimate. */
static void what_was_not_looked_at_is_not_known(void **state) {
    desk d = sit_down("checkers", "minimax", NULL, 0);
    assert_int_equal(analyse(&d, (hra_limits){.depth = 4, .nodes = 1500}), 0);
    assert_true(d.result.stopped && count(&d, HRA_VALUE_NONE) > 0);
    assert_int_equal(d.result.kind, HRA_VALUE_ESTIMATE);
    assert_int_equal(d.result.moves[0].kind, HRA_VALUE_EXACT);
    get_up(&d);
}

/* Two kings catch one in the corner: a win that is exact although no depth was given. */
static void a_win_that_was_found_is_exact(void **state) {
    desk d = sit_down("checkers", "alphabeta:full", "B:W6:B14,K15", 200000);
    assert_int_equal(analyse(&d, (hra_limits){0}), 0);
    for (int i = 0; i < d.result.move_count; i++) {
        const hra_analysis_move *at = &d.result.moves[i];
        bool decided = fabs(at->value[0]) > 9e5;
        assert_true(at->kind == HRA_VALUE_AT_MOST || at->kind == HRA_VALUE_NONE ||
                    (at->kind == HRA_VALUE_EXACT) == (decided || !d.result.horizon));
    }
    get_up(&d);
}

static void advice_and_worth_have_it_too(void **state) {
    desk d = sit_down("checkers", "alphabeta", NULL, 20000);
    asked_list advice = {.moves = calloc(hra_game_move_capacity(d.game), sizeof *advice.moves)};
    double value[HRA_MAX_SEATS];
    assert_int_equal(asked_advice(d.agent, &(hra_question){.state = d.s}, &advice), 0);
    assert_true(usual_ended(&d));
    assert_true(advice.count == 7 && advice.value.estimate);
    assert_int_equal(advice.moves[0].kind, HRA_VALUE_ESTIMATE);
    assert_int_equal(asked_worth(d.agent, &(hra_question){.state = d.s}, value), 0);
    assert_true(usual_ended(&d));
    free(advice.moves);
    get_up(&d);
}

/* Where chance is to move the outcomes share it. */
static void outcomes_share_it(void **state) {
    desk d = sit_down("race", "expectiminimax", NULL, 60000);
    assert_int_equal(analyse(&d, (hra_limits){0}), 0);
    assert_true(usual_ended(&d));
    assert_true(d.result.chance && d.result.nodes <= 60000);
    assert_int_equal(d.result.kind, HRA_VALUE_ESTIMATE);
    get_up(&d);
}

/* A limit that is too small is named, with its value and the option; of outcomes that of all together. */
static void a_limit_that_is_too_small_is_named(void **state) {
    static const struct {
        const char *game, *player;
        hra_limits limits;
        uint64_t usual;
        const char *named;
    } cases[] = {
        {"checkers", "alphabeta", {.nodes = 1}, 0, "nodes=1 is too small"},
        {"checkers", "alphabeta:nodes=1", {.nodes = 7}, 0, "nodes=1 is too small"},
        {"checkers", "alphabeta:time=9h", {.nodes = 1}, 0, "nodes=1, time=32400s is too small"},
        {"checkers", "alphabeta", {0}, 1, "nodes=1 is too small"},
        {"race", "expectiminimax", {.nodes = 8}, 0, "nodes=8; set a larger nodes="},
        {"race", "expectiminimax", {.nodes = 3}, 0, "nodes=3; set a larger nodes="},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        desk d = sit_down(cases[i].game, cases[i].player, NULL, cases[i].usual);
        assert_int_equal(analyse(&d, cases[i].limits), HRA_ELIMIT);
        if (!strstr(d.result.why.text, cases[i].named))
            fail_msg("%s: %s", cases[i].player, d.result.why.text);
        get_up(&d);
    }
}

static hra_stop pressed;

static hra_err find_limit_just_before_stop(hra_agent *agent, const hra_question *question,
                                           hra_analysis *result) {
    (void)agent;
    (void)question;
    hra_stop_set(&pressed);
    return hra_analysis_fail(result, HRA_ELIMIT, "too large");
}

static void a_stop_is_no_limit(void **state) {
    desk d = sit_down("nim:rows=9-9-9-9", "minimax", NULL, 100000);
    hra_question question = {.state = d.s, .stop = &pressed};
    hra_stop_clear(&pressed);
    assert_int_equal(hra_agent_within_usual(d.agent, &question, find_limit_just_before_stop, &d.result),
                     HRA_ESTOPPED);
    assert_null(strstr(d.result.why.text, "too large"));
    get_up(&d);
}

static void the_usual_limit_is_five_seconds(void **state) {
    hra_limits usual = hra_limits_usual();
    assert_true(usual.seconds == 5 && !usual.nodes && !usual.depth && !usual.playouts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_nobody_limits_goes_as_deep_as_it_can),
        cmocka_unit_test(without_a_usual_limit_it_is_refused),
        cmocka_unit_test(a_tree_that_ends_is_not_refused),
        cmocka_unit_test(a_small_game_is_searched_whole),
        cmocka_unit_test(a_limit_that_is_named_holds),
        cmocka_unit_test(what_was_not_looked_at_is_not_known),
        cmocka_unit_test(a_win_that_was_found_is_exact),
        cmocka_unit_test(advice_and_worth_have_it_too),
        cmocka_unit_test(outcomes_share_it),
        cmocka_unit_test(a_limit_that_is_too_small_is_named),
        cmocka_unit_test(a_stop_is_no_limit),
        cmocka_unit_test(the_usual_limit_is_five_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
