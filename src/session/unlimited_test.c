/* Tasks without a limit in a session: within the usual limit, with one event for each player; caps are
 * ceilings, not limits. The limit is a number of nodes here, so that no clock decides. */
#include "session_desk.h"

#include <string.h>

enum { NODES = 20000 };

static void sit_down(desk *d, bool hand_out, hra_limits caps) {
    *d = (desk){.setup = {.usual = {.nodes = NODES}, .hand_out = hand_out, .caps = caps}};
    desk_open(d);
    desk_attach(d, HRA_VIEW_TABLE);
    if (hand_out)
        assert_int_equal(hra_worker_open(&d->worker, &d->host, NULL, NULL), 0);
}

/* How many events of a kind say that the usual limit ended them. */
static int told(const desk *d, const char *kind) {
    int n = 0;
    for (size_t i = 0; i < d->count; i++) {
        const json_t *usual = json_object_get(d->events[i].json, "usual");
        if (strcmp(desk_text(d->events[i].json, "event"), kind) != 0 || !usual)
            continue;
        if (desk_int(usual, "nodes") != NODES)
            fail_msg("%s", d->events[i].line);
        n++;
    }
    return n;
}

/* A game goes on, and both programs get their event once; with high caps too, which used to be the limits. */
static void a_machine_that_nobody_limits_moves(void **state) {
    static const hra_limits caps[] = {{0}, {.seconds = 3600}};
    for (int i = 0; i < 4; i++) {
        desk d;
        sit_down(&d, i / 2, caps[i % 2]);
        desk_ok(&d, 0, "new checkers minimax alphabeta seed=1 hold");
        desk_ok(&d, 0, "go 6");
        assert_int_equal(hra_play_plies(hra_session_play(d.session)), 6);
        assert_int_equal(told(&d, "move"), 2);
        desk_close(&d);
    }
}

/* No event is sent if the search was complete, or a limit was given. */
static void what_is_whole_or_limited_is_not_told(void **state) {
    desk d;
    sit_down(&d, false, (hra_limits){0});
    desk_ok(&d, 0, "new nim:rows=1-2-3 minimax minimax seed=1 hold");
    desk_ok(&d, 0, "go 3");
    desk_ok(&d, 0,
            "new checkers minimax:depth=2 alphabeta:nodes=500 seed=1 hold adviser=alphabeta:nodes=500");
    desk_ok(&d, 0, "go 2");
    desk_ok(&d, 0, "advice");
    desk_ok(&d, 0, "analyse minimax nodes=500");
    assert_int_equal(told(&d, "move") + told(&d, "advice") + told(&d, "analysis"), 0);
    desk_close(&d);
}

/* The kind of the values says what they are. */
static void questions_have_it_too(void **state) {
    for (int i = 0; i < 2; i++) {
        desk d;
        sit_down(&d, i, (hra_limits){.seconds = 3600});
        desk_ok(&d, 0, "new checkers human human seed=1 adviser=alphabeta");
        desk_ok(&d, 0, "advice");
        desk_ok(&d, 0, "advice");
        assert_int_equal(told(&d, "advice"), 1);
        desk_ok(&d, 0, "analyse minimax");
        assert_int_equal(told(&d, "analysis"), 1);
        const json_t *found = json_object_get(desk_last(&d, 0, "analysis"), "analysis");
        assert_string_equal(desk_text(found, "kind"), "estimate");
        desk_ok(&d, 0, "tree minimax show=20");
        assert_int_equal(told(&d, "tree"), 1);
        const json_t *tree = json_object_get(desk_last(&d, 0, "tree"), "tree");
        assert_string_equal(desk_text(tree, "kind"), "estimate");
        const json_t *root = json_array_get(json_object_get(tree, "tree"), 0);
        assert_true(json_is_true(json_object_get(root, "estimate")));
        desk_close(&d);
    }
}

/* What makes many decisions is refused before the first one, whatever the caps are. */
static void matches_and_reviews_name_what_is_missing(void **state) {
    desk d;
    sit_down(&d, false, (hra_limits){.seconds = 3600});
    desk_ok(&d, 0, "new checkers human human seed=1");
    desk_ok(&d, 0, "move 11-15");
    desk_error(&d, 0, "set depth=, nodes= or time=", "review by=alphabeta");
    desk_error(&d, 0, "set depth=, nodes= or time=", "match checkers minimax random games=2");
    desk_close(&d);
}

/* The adviser of a tree without chance solves it; its search tree is still one that is walked. */
static void a_tree_has_an_exact_adviser(void **state) {
    desk d;
    sit_down(&d, false, (hra_limits){0});
    desk_ok(&d, 0, "new tree:file=docs/examples/textbook.tree human human");
    desk_ok(&d, 0, "advice");
    const json_t *advice = json_object_get(desk_last(&d, 0, "advice"), "advice");
    assert_string_equal(desk_text(json_object_get(advice, "value"), "kind"), "exact");
    desk_ok(&d, 0, "tree");
    const json_t *tree = json_object_get(desk_last(&d, 0, "tree"), "tree");
    assert_string_equal(desk_text(tree, "method"), "minimax");
    assert_true(json_array_size(json_object_get(tree, "tree")) == 13);
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_machine_that_nobody_limits_moves),
        cmocka_unit_test(what_is_whole_or_limited_is_not_told),
        cmocka_unit_test(questions_have_it_too),
        cmocka_unit_test(matches_and_reviews_name_what_is_missing),
        cmocka_unit_test(a_tree_has_an_exact_adviser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
