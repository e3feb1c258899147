/* What methods claim of a position and of each move at its root, held against recursions that look at whole
 * trees and are written here and nowhere else: proofs and bounds of andor, the nodes of alpha-beta, what kind
 * of number is told. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"
#include "recursions.h"

/* ---- proofs ---------------------------------------------------------------------------------*/

/* Minimax of pov's number, to the end. */
static double truth(const hra_game *game, const void *s, int pov) {
    hra_move moves[MOVES];
    double value[HRA_MAX_SEATS], best = 0;
    unsigned char child[STATE];
    int mover = game->rules->to_move(game, s);
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, value);
        return value[pov];
    }
    int n = game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        after(game, s, moves[i], child);
        double v = truth(game, child, pov);
        if (i == 0 || (mover == pov ? v > best : v < best))
            best = v;
    }
    return best;
}

/* Can pov force `goal`, as far as is seen `depth` decisions ahead? Every move is looked at. */
static hra_proof forced(const hra_game *game, const void *s, int depth, int pov, double goal) {
    hra_move moves[MOVES];
    double value[HRA_MAX_SEATS];
    unsigned char child[STATE];
    int mover = game->rules->to_move(game, s), count[3] = {0};
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, value);
        return value[pov] >= goal ? HRA_SOLVED : HRA_UNSOLVED;
    }
    if (depth == 0)
        return HRA_UNKNOWN;
    int n = game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        after(game, s, moves[i], child);
        count[forced(game, child, depth - 1, pov, goal)]++;
    }
    hra_proof enough = mover == pov ? HRA_SOLVED : HRA_UNSOLVED;
    return count[enough]        ? enough
           : count[HRA_UNKNOWN] ? HRA_UNKNOWN
           : mover == pov       ? HRA_UNSOLVED
                                : HRA_SOLVED;
}

/* Nothing that is said of a number is false, and what says nothing is not said. */
static void check_number(const tree *t, const char *spec, const double *value, hra_value_kind kind, int told,
                         double v) {
    const hra_game *game = t->game;
    double x = value[t->mover];
    bool holds = kind == HRA_VALUE_NONE || (kind == HRA_VALUE_EXACT && x == v) ||
                 (kind == HRA_VALUE_AT_MOST && v <= x && x < game->max_return) ||
                 (kind == HRA_VALUE_AT_LEAST && v >= x && x > game->min_return);
    if (!holds)
        fail_msg("%s on %s: %s %g, but it is %g", spec, game->spec, hra_value_kind_text(kind), x, v);
    assert_int_equal(told, game->seats == 1 || game->zero_sum ? -1 : t->mover);
    if (game->zero_sum && kind != HRA_VALUE_NONE)
        assert_true(value[1 - t->mover] == -x);
}

static bool is_best(const hra_proof *all, int count, hra_proof chosen) {
    for (int i = 0; i < count; i++)
        if (all[i] == HRA_SOLVED && chosen != HRA_SOLVED)
            return false;
        else if (all[i] == HRA_UNKNOWN && chosen == HRA_UNSOLVED)
            return false;
    return true;
}

/* depth -1: to the end; goal NAN: none. `whole`: the search had all it needs to know as much as the
 * recursion. */
static void check_proofs(const tree *t, const char *spec, int depth, double goal, bool whole) {
    const hra_game *game = t->game;
    double wanted = isnan(goal) ? game->max_return : goal, v = truth(game, t->s, t->mover);
    hra_proof all[MOVES], root = forced(game, t->s, depth < 0 ? HRA_TO_THE_END : depth, t->mover, wanted);
    unsigned char child[STATE];
    hra_analysis r;
    hra_analysis_init(&r);
    run(t, spec, &r);
    assert_true(r.proof == root || (!whole && r.proof == HRA_UNKNOWN));
    check_number(t, spec, r.value, r.kind, r.value_seat, v);
    bool decided = false, known = true;
    int chosen = -1;
    for (int i = 0; i < r.move_count; i++) {
        const hra_analysis_move *m = &r.moves[i];
        after(game, t->s, m->move, child);
        all[i] = forced(game, child, depth < 0 ? HRA_TO_THE_END : depth - 1, t->mover, wanted);
        if (m->proof != (decided ? HRA_UNKNOWN : all[i]) && (whole || m->proof != HRA_UNKNOWN))
            fail_msg("%s on %s: move %d is said to be %s, but is %s", spec, game->spec, i,
                     hra_proof_text(m->proof), hra_proof_text(all[i]));
        assert_true(!decided || m->kind == HRA_VALUE_NONE);
        check_number(t, spec, m->value, m->kind, r.value_seat, truth(game, child, t->mover));
        decided = decided || m->proof == HRA_SOLVED;
        known = known && m->proof != HRA_UNKNOWN;
        chosen = m->move == r.move ? i : chosen;
    }
    assert_in_range(chosen, 0, r.move_count - 1);
    bool safe = r.moves[chosen].kind == HRA_VALUE_AT_LEAST || r.moves[chosen].kind == HRA_VALUE_EXACT;
    assert_true(!whole || decided || (isnan(goal) && safe) || is_best(all, r.move_count, all[chosen]));
    assert_true(!decided || all[chosen] == HRA_SOLVED);
    if (whole && depth < 0) { /* then won, lost and neither are told apart */
        if (isnan(goal) && (v >= game->max_return || v <= game->min_return))
            assert_true(r.kind == HRA_VALUE_EXACT && r.value[t->mover] == v);
        assert_false(r.horizon);
    }
    hra_analysis_release(&r);
}

static void proofs_and_bounds_are_true(void **state) {
    char shaped[256], spec[96];
    for (unsigned seed = 0; seed < 240; seed++) {
        tree t;
        snprintf(shaped, sizeof shaped, "random:seed=%u,seats=%u,plies=%u,branch=%u,shuffled=%s,whole=%s%s",
                 seed, 1 + seed % 4, 2 + seed % 4, 2 + seed / 4 % 3, seed % 2 ? "yes" : "no",
                 seed % 5 ? "yes" : "no", seed % 3 ? "" : ",constant=no");
        open_tree(&t, &hra_rules_random_tree, shaped);
        for (int depth = -1; depth <= 4; depth += depth < 0 ? 2 : 1) {
            char until[32] = "", after_colon[40] = "";
            if (depth > 0) {
                snprintf(until, sizeof until, ",depth=%d", depth);
                snprintf(after_colon, sizeof after_colon, ":depth=%d", depth);
            }
            snprintf(spec, sizeof spec, "andor%s", after_colon);
            check_proofs(&t, spec, depth, NAN, true);
            snprintf(spec, sizeof spec, "andor:pn,memory=1M%s", until);
            check_proofs(&t, spec, depth, NAN, depth < 0);
            for (double goal = -3; goal < 13; goal += 2.5) {
                snprintf(spec, sizeof spec, "andor:goal=%g%s", goal, until);
                check_proofs(&t, spec, depth, goal, true);
                snprintf(spec, sizeof spec, "andor:pn,memory=8K,goal=%g%s", goal, until);
                check_proofs(&t, spec, depth, goal, false);
            }
        }
        hra_game_close(t.game);
    }
}

/* Deepening under a limit ends where the question is answered, although parts of the tree were not seen. */
static void deepening_ends_with_a_proof(void **state) {
    for (unsigned seed = 0; seed < 60; seed++) {
        char shaped[128];
        tree t;
        hra_analysis r;
        hra_analysis_init(&r);
        snprintf(shaped, sizeof shaped, "random:seed=%u,plies=9,branch=3,width=30,early=0.2", seed);
        open_tree(&t, &hra_rules_random_tree, shaped);
        run(&t, "andor:goal=0,nodes=100000000", &r);
        assert_int_equal(r.proof, forced(t.game, t.s, HRA_TO_THE_END, t.mover, 0));
        assert_false(r.stopped || r.horizon);
        if (r.depth > 1)
            assert_int_equal(forced(t.game, t.s, r.depth - 1, t.mover, 0), HRA_UNKNOWN);
        hra_analysis_release(&r);
        hra_game_close(t.game);
    }
}

/* ---- kinds of numbers -----------------------------------------------------------------------*/

static void open_board(tree *t, const char *position) {
    assert_int_equal(hra_game_open(&t->game, NULL, "tictactoe", NULL), 0);
    assert_int_equal(hra_game_read_position(t->game, position, t->s, NULL), 0);
    t->mover = t->game->rules->to_move(t->game, t->s);
}

static const struct {
    const char *spec, *first, *json;
    hra_value_kind kinds[3]; /* from the best to the last */
    bool visits, error;
    hra_err values; /* hra_agent_value */
} advised[] = {
    {"andor",
     "c2",
     "{\"move\":\"b3\",\"value\":null,\"kind\":\"none\",\"loss\":null}",
     {HRA_VALUE_EXACT, HRA_VALUE_AT_MOST, HRA_VALUE_NONE},
     false,
     false,
     HRA_OK},
    {"andor:goal=0",
     "c2",
     "{\"move\":\"c2\",\"value\":0,\"kind\":\"bound\",\"bound\":\"at least\",\"loss\":0}",
     {HRA_VALUE_AT_LEAST, HRA_VALUE_EXACT, HRA_VALUE_NONE},
     false,
     false,
     HRA_EFIT},
    {"andor:depth=1,goal=1",
     "c2",
     "\"kind\":\"exact\"",
     {HRA_VALUE_EXACT, HRA_VALUE_NONE, HRA_VALUE_NONE},
     false,
     false,
     HRA_OK},
    {"minimax",
     "c2",
     "\"value\":1,\"kind\":\"exact\",\"loss\":0}",
     {HRA_VALUE_EXACT, HRA_VALUE_EXACT, HRA_VALUE_EXACT},
     false,
     false,
     HRA_OK},
    {"mcts:playouts=300,solver=no",
     "c2",
     "\"kind\":\"mean\",\"loss\":0,\"visits\":",
     {HRA_VALUE_MEAN, HRA_VALUE_MEAN, HRA_VALUE_MEAN},
     true,
     false,
     HRA_OK},
    {"montecarlo:playouts=50",
     "c2",
     "\"stderr\":",
     {HRA_VALUE_MEAN, HRA_VALUE_MEAN, HRA_VALUE_MEAN},
     true,
     true,
     HRA_OK},
};

/* X is to move: c1 loses, c2 wins at once, and what comes behind a proof, b3, is not looked at. Advice says
 * of each number what it is, and JSON has null where there is none. */
static void advice_says_what_each_number_is(void **state) {
    tree t;
    open_board(&t, "XO./XX./O.O");
    for (size_t i = 0; i < sizeof advised / sizeof *advised; i++) {
        hra_analysis advice;
        hra_analysis_init(&advice);
        hra_agent *agent;
        hra_question question = {.state = t.s, .seed = 1, .want = HRA_WANT_ADVICE};
        double value[2];
        hra_text text;
        assert_int_equal(hra_agent_open_spec(&agent, t.game, advised[i].spec, NULL), 0);
        assert_int_equal(hra_agent_ask(agent, &question, &advice), 0);
        hra_text_init(&text);
        t.game->rules->text->show_move(t.game, t.s, advice.moves[0].move, &text);
        assert_string_equal(hra_text_string(&text), advised[i].first);
        hra_text_clear(&text);
        hra_json json = hra_json_begin(&text);
        hra_json_advice(&json, NULL, t.game, t.s, &advice);
        if (!strstr(hra_text_string(&text), advised[i].json))
            fail_msg("%s: %s", advised[i].spec, hra_text_string(&text));
        for (int k = 0; k < advice.move_count; k++) {
            const hra_analysis_move *m = &advice.moves[k];
            bool sampled = m->tag == HRA_ROOT_SAMPLED && m->sampled.visits > 0;
            assert_int_equal(m->kind, advised[i].kinds[k]);
            assert_true(sampled == advised[i].visits);
            assert_true(!advised[i].visits || (m->sampled.error >= 0) == advised[i].error);
            assert_true(m->loss >= 0);
        }
        assert_int_equal(asked_value(agent, t.s, value), advised[i].values);
        hra_text_release(&text);
        hra_analysis_release(&advice);
        hra_agent_close(agent);
    }
    hra_game_close(t.game);
}

/* The standard error that is told is the deviation of the mean from seed to seed, within a fifth of it. */
static void a_standard_error_is_one(void **state) {
    enum { RUNS = 300 };
    double sum = 0, squares = 0, told = 0;
    hra_agent *agent;
    hra_analysis r;
    tree t;
    hra_analysis_init(&r);
    open_board(&t, ".../.../...");
    assert_int_equal(hra_agent_open_spec(&agent, t.game, "montecarlo:playouts=40", NULL), 0);
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        hra_question question = {.state = t.s, .seed = seed};
        assert_int_equal(hra_agent_ask(agent, &question, &r), 0);
        double v = r.moves[0].value[0];
        sum += v;
        squares += v * v;
        told += r.moves[0].sampled.error;
    }
    double deviation = sqrt((squares - sum * sum / RUNS) / (RUNS - 1));
    assert_true(fabs(told / RUNS - deviation) < 0.2 * deviation);
    hra_agent_close(agent);
    hra_analysis_release(&r);
    hra_game_close(t.game);
}

/* ---- alpha-beta -----------------------------------------------------------------------------*/

/* The textbook's, with the same window and the same cut at every node, the root among them. */
static double textbook(const tree *t, const void *s, double alpha, double beta, bool strict,
                       uint64_t *nodes) {
    const hra_game *game = t->game;
    hra_move moves[MOVES];
    double value[HRA_MAX_SEATS];
    unsigned char child[STATE];
    int mover = game->rules->to_move(game, s);
    ++*nodes;
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, value);
        return value[0];
    }
    double best = mover == 0 ? -INFINITY : INFINITY;
    int n = game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        after(game, s, moves[i], child);
        double v = textbook(t, child, alpha, beta, strict, nodes);
        best = mover == 0 ? fmax(best, v) : fmin(best, v);
        if (mover == 0)
            alpha = fmax(alpha, v);
        else
            beta = fmin(beta, v);
        if (strict ? alpha > beta : alpha >= beta)
            break;
    }
    return best;
}

/* Returns at a bound are frequent then: values beyond it are no better. */
static void narrow_returns(const hra_game *game, const void *s, double *out) {
    hra_rules_random_tree.returns(game, s, out);
    for (int seat = 0; seat < game->seats; seat++)
        out[seat] = fmin(fmax(out[seat], game->min_return), game->max_return);
}

static void alphabeta_cuts_where_the_textbook_does(void **state) {
    static const char *const specs[] = {"alphabeta", "alphabeta:cut=strict", "alphabeta:root-window=bounds",
                                        "alphabeta:root-window=bounds,cut=strict"};
    char shaped[128];
    int apart = 0;
    hra_rules narrow = hra_rules_random_tree;
    narrow.returns = narrow_returns;
    for (unsigned seed = 0; seed < 300; seed++) {
        uint64_t counts[4];
        tree t;
        hra_analysis r;
        hra_analysis_init(&r);
        snprintf(shaped, sizeof shaped, "random:seed=%u,plies=%u,branch=4,early=0.3", seed, 2 + seed % 4);
        open_tree(&t, &narrow, shaped);
        t.game->min_return = -2;
        t.game->max_return = 2;
        for (int i = 0; i < 4; i++) {
            double width = i < 2 ? INFINITY : 2;
            uint64_t nodes = 0;
            double v = textbook(&t, t.s, -width, width, i % 2, &nodes);
            run(&t, specs[i], &r);
            if (r.nodes != nodes || (i < 2 && r.value[0] != v))
                fail_msg("%s on %s: %llu nodes, the textbook's has %llu", specs[i], shaped,
                         (unsigned long long)r.nodes, (unsigned long long)nodes);
            counts[i] = nodes;
        }
        apart += counts[2] != counts[3];
        hra_analysis_release(&r);
        hra_game_close(t.game);
    }
    assert_true(apart > 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_and_bounds_are_true),
        cmocka_unit_test(deepening_ends_with_a_proof),
        cmocka_unit_test(advice_says_what_each_number_is),
        cmocka_unit_test(a_standard_error_is_one),
        cmocka_unit_test(alphabeta_cuts_where_the_textbook_does),
    };
    return cmocka_run_group_tests_name("claims", tests, NULL, NULL);
}
