/* With an evaluation that takes many states at once, searches find and count the same and ask it less often.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/player.h"
#include "random_tree.h"

enum { STATE = 64 };

static struct { uint64_t single, calls, together; } asked;

static void value(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    asked.single++;
    hra_rules_random_tree.catalogue->evaluations->value(game, self, scratch, s, out);
}

static void values(const hra_game *game, const void *self, void *scratch, const void *states, size_t stride,
                   int n, double *out) {
    asked.calls++;
    asked.together += (uint64_t)n;
    for (int i = 0; i < n; i++)
        hra_rules_random_tree.catalogue->evaluations->value(
            game, self, scratch, (const unsigned char *)states + (size_t)i * stride, out + i * game->seats);
}

static const hra_evaluation evaluations[] = {
    {.name = "single", .help = "one state at a time", .value = value},
    {.name = "many", .help = "many at once", .value = value, .values = values},
    {0},
};

/* The same of an evaluation that judges finished states too. */
static const hra_evaluation judging[] = {
    {.name = "single", .help = "one state at a time", .value = value, .ends = true},
    {.name = "many", .help = "many at once", .value = value, .values = values, .ends = true},
    {0},
};

static const hra_rules_catalogue catalogue = {.size = sizeof(hra_rules_catalogue),
                                              .evaluations = evaluations};
static const hra_rules_catalogue catalogue_judging = {.size = sizeof(hra_rules_catalogue),
                                                      .evaluations = judging};

static void run(const hra_game *game, const char *spec, hra_analysis *result) {
    unsigned char s[STATE];
    hra_agent *agent;
    hra_error why;
    hra_question question = {.state = s, .seed = 1};
    game->rules->init(game, s);
    if (hra_agent_open_spec(&agent, game, spec, &why))
        fail_msg("%s on %s: %s", spec, game->spec, why.text);
    if (hra_agent_ask(agent, &question, result))
        fail_msg("%s on %s: %s", spec, game->spec, result->why.text);
    hra_agent_close(agent);
}

/* Runs the method with either evaluation. */
static void compare(const hra_game *game, const char *method) {
    char spec[128];
    hra_analysis one, many;
    hra_analysis_init(&one);
    hra_analysis_init(&many);
    snprintf(spec, sizeof spec, "%s,eval=single", method);
    run(game, spec, &one);
    snprintf(spec, sizeof spec, "%s,eval=many", method);
    run(game, spec, &many);
    if (one.nodes != many.nodes || one.leaves != many.leaves || one.cutoffs != many.cutoffs ||
        one.move != many.move || one.playouts != many.playouts ||
        memcmp(one.value, many.value, sizeof one.value) != 0 || one.stopped != many.stopped ||
        one.horizon != many.horizon || one.pv_length != many.pv_length)
        fail_msg("%s on %s: %llu nodes, %llu leaves, value %g; together %llu, %llu, %g", spec, game->spec,
                 (unsigned long long)one.nodes, (unsigned long long)one.leaves, one.value[0],
                 (unsigned long long)many.nodes, (unsigned long long)many.leaves, many.value[0]);
    hra_analysis_release(&one);
    hra_analysis_release(&many);
}

static void siblings_count_as_one_by_one(void **state) {
    static const struct {
        const char *method;
        bool sure, ends;
    } cases[] = {
        {"minimax:depth=3", true, false},
        {"minimax:nodes=300", true, false},
        {"alphabeta:depth=3", true, false},
        {"alphabeta:depth=3,cut=strict", true, false},
        {"alphabeta:nodes=200", true, false},
        {"alphabeta:depth=3,tt=64K,pvs,killers,history,deepen", true, false},
        {"alphabeta:depth=3,move-order=static,aspiration=1,deepen", true, false},
        {"alphabeta:depth=3,beam=2,lmr", true, false},
        {"expectimax:depth=3", false, false},
        {"expectiminimax:depth=3", false, false},
        {"expectiminimax:depth=3,star=1", false, false},
        {"expectiminimax:depth=3,star=2", false, false},
        {"expectiminimax:depth=3,star=2,tt=64K,move-order=game", false, false},
        {"expectiminimax:depth=3,star=1,move-order=static", false, false},
        {"montecarlo:playouts=5,playout-greedy=0.5", false, false},
        {"montecarlo:playouts=5,playout-plies=2", false, false},
        {"montecarlo:playouts=9,playout-plies=1,playout-greedy=0.5", false, false},
        {"montecarlo:nodes=37,playout-plies=2", false, false},
        {"montecarlo:playouts=9", false, true},
        {"mcts:playouts=60,memory=1M,playout-greedy=0.5", false, true},
        {"mcts:playouts=60,memory=1M,playout-greedy=0.5", false, false},
        {"mcts:playouts=60,memory=1M,prior-visits=2", false, false},
        {"mcts:playouts=60,memory=1M,prior-visits=2,widening=1", false, false},
    };
    hra_rules rules = hra_rules_random_tree;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rules.catalogue = cases[i].ends ? &catalogue_judging : &catalogue;
        memset(&asked, 0, sizeof asked);
        for (unsigned seed = 0; seed < 40; seed++) {
            hra_game *game;
            char spec[128];
            snprintf(spec, sizeof spec, "random:seed=%u,seats=%u,plies=6,branch=%u,shuffled=%s%s", seed,
                     1 + seed % 4, seed ? 5 : 12, seed % 2 ? "yes" : "no",
                     cases[i].sure ? "" : ",chance=0.3");
            assert_int_equal(hra_game_open_rules(&game, NULL, &rules, spec, NULL), 0);
            compare(game, cases[i].method);
            hra_game_close(game);
        }
        if (asked.calls == 0 || asked.together < 2 * asked.calls)
            fail_msg("%s: %llu states in %llu calls", cases[i].method, (unsigned long long)asked.together,
                     (unsigned long long)asked.calls);
    }
}

static uint64_t evaluated(void) {
    return asked.single + asked.together;
}

static void greedy_takes_the_same_move(void **state) {
    hra_rules rules = hra_rules_random_tree;
    rules.catalogue = &catalogue;
    memset(&asked, 0, sizeof asked);
    for (unsigned seed = 0; seed < 100; seed++) {
        hra_game *game;
        hra_agent *one, *many;
        hra_move a, b;
        char spec[128];
        unsigned char s[STATE];
        hra_question question = {.state = s};
        snprintf(spec, sizeof spec, "random:seed=%u,seats=%u,branch=%u,chance=0.3", seed, 1 + seed % 4,
                 seed % 2 ? 5 : 30);
        assert_int_equal(hra_game_open_rules(&game, NULL, &rules, spec, NULL), 0);
        game->rules->init(game, s);
        assert_int_equal(hra_agent_open_spec(&one, game, "greedy:eval=single", NULL), 0);
        assert_int_equal(hra_agent_open_spec(&many, game, "greedy:eval=many", NULL), 0);
        uint64_t before = evaluated();
        assert_int_equal(asked_choose(one, &question, &a), 0);
        uint64_t by_one = evaluated() - before;
        assert_int_equal(asked_choose(many, &question, &b), 0);
        assert_int_equal(a, b);
        assert_int_equal(evaluated() - before, 2 * by_one); /* each state once, and none for nothing */
        hra_agent_close(one);
        hra_agent_close(many);
        hra_game_close(game);
    }
    assert_true(asked.calls <= 100 && asked.together > 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greedy_takes_the_same_move),
        cmocka_unit_test(siblings_count_as_one_by_one),
    };
    return cmocka_run_group_tests_name("siblings", tests, NULL, NULL);
}
