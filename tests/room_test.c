/* Working memory of searches grows with what is used, and what is found does not depend on it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <cmocka.h>

#include "hra/player.h"
#include "random_tree.h"

enum { STATE = 64, WIDE = 30000 }; /* so wide that a stretch has the least number of plies, eight */

/* Every method that walks a tree by recursion; `sure`: it takes no games with chance. */
static const struct {
    const char *spec;
    bool sure;
} methods[] = {
    {"minimax", true},
    {"alphabeta", true},
    {"alphabeta:cut=strict", true},
    {"alphabeta:full,tt=64K", true},
    {"alphabeta:move-order=static,killers,quiescence", true},
    {"andor:goal=1", true},
    {"andor:pn,memory=1M,goal=1", true},
    {"expectimax", false},
    {"expectiminimax", false},
    {"expectiminimax:star=1", false},
    {"expectiminimax:star=2", false},
    {"maxn", false},
    {"maxn:shallow", false},
    {"softmaxn:set-size=4", false},
};

enum { METHODS = sizeof methods / sizeof *methods };

static hra_game *open_tree(const char *spec) {
    hra_game *game;
    hra_error why;
    if (hra_game_open_rules(&game, NULL, &hra_rules_random_tree, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    return game;
}

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

static void same(const char *spec, const hra_game *game, const hra_analysis *a, const hra_analysis *b) {
    bool equal = a->nodes == b->nodes && a->leaves == b->leaves && a->cutoffs == b->cutoffs &&
                 a->table_hits == b->table_hits && a->move == b->move && a->pv_length == b->pv_length &&
                 memcmp(a->value, b->value, sizeof a->value) == 0 &&
                 memcmp(a->pv, b->pv, (size_t)a->pv_length * sizeof *a->pv) == 0;
    if (!equal)
        fail_msg("%s on %s: %llu nodes and value %g, in little room %llu and %g", spec, game->spec,
                 (unsigned long long)a->nodes, a->value[0], (unsigned long long)b->nodes, b->value[0]);
}

/* A game that announces long lists makes every search go on from stretch to stretch. */
static void deep_trees_of_wide_games_are_searched_alike(void **state) {
    char spec[256];
    for (unsigned seed = 0; seed < 30; seed++)
        for (size_t i = 0; i < METHODS; i++) {
            hra_analysis one, other;
            int length = snprintf(spec, sizeof spec, "random:seed=%u,plies=%u,branch=2,early=0.12,width=50%s",
                                  seed, 11 + seed % 4, methods[i].sure ? "" : ",chance=0.4");
            hra_game *narrow = open_tree(spec);
            snprintf(spec + length, sizeof spec - (size_t)length, ",room=%d", WIDE);
            hra_game *wide = open_tree(spec);
            hra_analysis_init(&one);
            hra_analysis_init(&other);
            run(narrow, methods[i].spec, &one);
            run(wide, methods[i].spec, &other);
            same(methods[i].spec, wide, &one, &other);
            hra_analysis_release(&one);
            hra_analysis_release(&other);
            hra_game_close(narrow);
            hra_game_close(wide);
        }
}

#if defined(__GLIBC__)
static size_t allocated(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
#else
static size_t allocated(void) {
    return 0;
}
#endif

/* Lists of 1026 plies would take 86 MB. */
static void a_shallow_search_of_a_wide_game_takes_little(void **state) {
    const size_t most = (size_t)2 << 20;
    char spec[64];
    hra_game *sure = open_tree("random:plies=30,branch=4,room=3000");
    hra_game *game = open_tree("random:plies=30,branch=4,chance=0.4,room=3000");
    for (size_t i = 0; i < METHODS; i++) {
        const hra_game *on = methods[i].sure ? sure : game;
        unsigned char s[STATE];
        hra_agent *agent;
        hra_analysis result;
        on->rules->init(on, s);
        hra_question question = {.state = s, .limits.depth = 2};
        hra_analysis_init(&result);
        snprintf(spec, sizeof spec, "%s", methods[i].spec);
        size_t before = allocated();
        assert_int_equal(hra_agent_open_spec(&agent, on, spec, NULL), 0);
        assert_int_equal(hra_agent_ask(agent, &question, &result), 0);
        size_t took = allocated() - before;
        if (took > most)
            fail_msg("%s: %zu bytes to look two decisions ahead", spec, took);
        hra_agent_close(agent);
        hra_analysis_release(&result);
    }
    hra_game_close(sure);
    hra_game_close(game);
}

/* Where the game never ends, the last stretch does. */
static void a_tree_that_is_too_deep_is_refused(void **state) {
    unsigned char s[STATE];
    hra_analysis result;
    hra_agent *agent;
    hra_game *game = open_tree("random:plies=100,branch=1,early=0,room=3000");
    hra_question question = {.state = s, .seed = 1};
    hra_analysis_init(&result);
    game->rules->init(game, s);
    run(game, "maxn", &result);
    assert_int_equal(result.nodes, 101);
    run(game, "softmaxn:set-size=4096", &result); /* sets take what they need, not what they might */
    assert_int_equal(result.nodes, 101);
    hra_game_close(game);
    game = open_tree("random:plies=2000,branch=1,early=0");
    game->rules->init(game, s);
    static const char *const specs[] = {"minimax", "alphabeta", "expectiminimax", "maxn", "softmaxn"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        assert_int_equal(hra_agent_open_spec(&agent, game, specs[i], NULL), 0);
        assert_int_equal(hra_agent_ask(agent, &question, &result), HRA_ELIMIT);
        assert_non_null(strstr(result.why.text, "deeper than 1024 plies"));
        hra_agent_close(agent);
    }
    hra_analysis_release(&result);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_trees_of_wide_games_are_searched_alike),
        cmocka_unit_test(a_shallow_search_of_a_wide_game_takes_little),
        cmocka_unit_test(a_tree_that_is_too_deep_is_refused),
    };
    return cmocka_run_group_tests_name("room of searches", tests, NULL, NULL);
}
