/* Hot loops that are compiled with one game's rules do what the general ones do, count for count.
 *
 * Each game that has some is opened twice, with and without them, and every method and perft run on the
 * states of random plays. Searches are opened only once for each game: their tables are large. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "visit.h"

enum { MOST_METHODS = 32, ENOUGH = 20000 /* nodes, where dice make depth 3 a long way */ };

static hra_game *general;                    /* the game of the visit, without its own loops */
static hra_agent *searches[MOST_METHODS][2]; /* of both games; NULL: the method fits neither */

/* The method with an end that is soon reached; false where it fits neither game. */
static bool open_search(const visit *c, const char *method, hra_agent *out[2]) {
    static const char *const ends[] = {"depth=3", "playouts=50", "nodes=200"};
    char spec[HRA_SPEC_LENGTH];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(spec, sizeof spec, "%s:%s", method, ends[i]);
        hra_err fast = hra_agent_open_spec(&out[0], c->game, spec, NULL);
        hra_err plain = hra_agent_open_spec(&out[1], general, spec, NULL);
        if (fast != plain)
            visit_broken(c, "%s opens with one kind of loop only", spec);
        if (!fast)
            return true;
    }
    return false;
}

static void compare_results(const visit *c, const char *method, const hra_analysis *a,
                            const hra_analysis *b) {
    if (a->move != b->move || a->nodes != b->nodes || a->leaves != b->leaves || a->cutoffs != b->cutoffs ||
        a->playouts != b->playouts)
        visit_broken(c, "%s finds move %u in %llu nodes, the general loop %u in %llu", method, a->move,
                     (unsigned long long)a->nodes, b->move, (unsigned long long)b->nodes);
    for (int seat = 0; seat < c->game->seats; seat++)
        if (a->value[seat] != b->value[seat])
            visit_broken(c, "%s gives seat %d %.17g, the general loop %.17g", method, seat, a->value[seat],
                         b->value[seat]);
}

static void open_searches(const visit *c) {
    assert_null(hra_registry_player(NULL, MOST_METHODS));
    for (int i = 0; hra_registry_player(NULL, i); i++)
        if (!hra_registry_player(NULL, i)->title ||
            !open_search(c, hra_registry_player(NULL, i)->name, searches[i]))
            searches[i][0] = searches[i][1] = NULL;
}

static void close_searches(void) {
    for (int i = 0; hra_registry_player(NULL, i); i++)
        for (int k = 0; k < 2; k++)
            hra_agent_close(searches[i][k]);
}

static void search_twice(const visit *c, const char *method, hra_agent *const search[2]) {
    hra_analysis result[2];
    hra_err err[2];
    hra_question question = {.state = c->s, .limits.nodes = ENOUGH, .seed = c->seed};
    for (int i = 0; i < 2; i++) {
        hra_analysis_init(&result[i]);
        hra_agent_forget(search[i]);
        err[i] = hra_agent_ask(search[i], &question, &result[i]);
        if (err[i] && err[i] != HRA_ELIMIT) /* which ends it before any move was looked at */
            visit_broken(c, "%s: %s", method, hra_err_text(err[i]));
    }
    if (err[0] != err[1])
        visit_broken(c, "%s comes to an end with one kind of loop only", method);
    if (!err[0])
        compare_results(c, method, &result[0], &result[1]);
    for (int i = 0; i < 2; i++)
        hra_analysis_release(&result[i]);
}

/* In each state of the opening, and later in one of five: a different one in each play. */
static void both_loops_agree(visit *c) {
    if (c->ply > 12 && (uint64_t)c->ply % 5 != c->seed)
        return;
    hra_perft_count fast = {0}, plain = {0};
    assert_int_equal(hra_perft(c->game, c->s, 3, NULL, &fast), 0);
    assert_int_equal(hra_perft(general, c->s, 3, NULL, &plain), 0);
    if (fast.leaves != plain.leaves || fast.nodes != plain.nodes)
        visit_broken(c, "perft counts %llu leaves, the general loop %llu", (unsigned long long)fast.leaves,
                     (unsigned long long)plain.leaves);
    for (int i = 0; c->mover >= 0 && hra_registry_player(NULL, i); i++)
        if (searches[i][0])
            search_twice(c, hra_registry_player(NULL, i)->name, searches[i]);
}

static void own_loops_change_nothing_but_the_speed(void **state) {
    const char *all = getenv("ALL");
    const uint64_t plays = all && *all ? 5 : 2;
    int games = 0;
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        hra_rules plain = *hra_registry_game(NULL, i);
        if (!plain.hints || !plain.hints->fast)
            continue;
        visit c;
        hra_rules_hints hints = *plain.hints;
        hints.fast = NULL;
        plain.hints = &hints;
        visit_open(&c, plain.name);
        assert_int_equal(hra_game_open_rules(&general, NULL, &plain, plain.name, NULL), 0);
        open_searches(&c);
        for (uint64_t seed = 0; seed < plays; seed++)
            visit_walk(&c, seed, both_loops_agree);
        close_searches();
        hra_game_close(general);
        visit_close(&c);
        games++;
    }
    assert_true(games > 0); /* else this tests nothing */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_loops_change_nothing_but_the_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
