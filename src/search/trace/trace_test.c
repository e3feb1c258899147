/* What a trace keeps, held against recursions of a few lines and against the counts of the search. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hra/trace.h"
#include "search/trace/trace.h"

static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};

enum { STATE = 256, MOVES = 64 };

/* A game, a search on it, and what was kept of it. */
typedef struct subject {
    hra_game *game;
    hra_agent *search;
    hra_trace *trace;
    hra_analysis result;
    const hra_trace_tree *tree;
    unsigned char s[STATE];
} subject;

/* The examples lie where this file says, whatever folder the test runs in. */
static const char *example(const char *name) {
    static char spec[512];
    static const char here[] = __FILE__, below[] = "src/search/trace/trace_test.c";
    snprintf(spec, sizeof spec, "tree:file=\"%.*sdocs/examples/%s.tree\"", (int)(sizeof here - sizeof below),
             here, name);
    return spec;
}

static hra_opponent_model others_of(const hra_agent *search) {
    return hra_player_info_of(hra_agent_player(search))->kind->others;
}

static void look(subject *c, const char *game, const char *position, const char *method,
                 hra_trace_limits limits, uint64_t most) {
    hra_error why;
    *c = (subject){0};
    if (hra_game_open(&c->game, &files, game, &why))
        fail_msg("%s: %s", game, why.text);
    assert_true(c->game->state_size <= STATE);
    c->game->rules->init(c->game, c->s);
    if (position && hra_game_read_position(c->game, position, c->s, &why))
        fail_msg("%s: %s", position, why.text);
    if (hra_agent_open_spec(&c->search, c->game, method, &why))
        fail_msg("%s: %s", method, why.text);
    hra_question question = {.state = c->s, .seed = 1, .limits.nodes = most};
    hra_analysis_init(&c->result);
    assert_int_equal(hra_trace_open(&c->trace, c->game, others_of(c->search), &limits, &why), 0);
    assert_int_equal(hra_agent_set_observer(c->search, hra_trace_observer(c->trace)), 0);
    if (hra_agent_ask(c->search, &question, &c->result))
        fail_msg("%s on %s: %s", method, game, c->result.why.text);
    assert_null(hra_trace_nodes(c->trace));
    if (hra_trace_finish(c->trace, &c->result, &why))
        fail_msg("%s on %s: %s", method, game, why.text);
    c->tree = hra_trace_nodes(c->trace);
    assert_non_null(c->tree);
}

static void leave(subject *c) {
    hra_agent_close(c->search);
    hra_trace_close(c->trace);
    hra_analysis_release(&c->result);
    hra_game_close(c->game);
}

static const hra_trace_limits all = {.nodes = 100000};

static const hra_trace_node *child(const subject *c, const hra_trace_node *node, const char *move) {
    for (int32_t i = node->first; i >= 0; i = c->tree->nodes[i].next)
        if (strcmp(c->tree->nodes[i].text, move) == 0)
            return &c->tree->nodes[i];
    fail_msg("no move '%s'", move);
    return NULL;
}

/* ---- what holds of every trace --------------------------------------------------------------*/

static bool is_cut_off(const hra_trace_node *node) {
    return node->kind != HRA_TRACE_PRUNED && node->cut && node->reason != HRA_CUT_TABLE &&
           node->reason != HRA_CUT_BEAM && node->reason != HRA_CUT_RULE && node->reason != HRA_CUT_PROBE;
}

static void check_links(const hra_trace_tree *t) {
    uint64_t entered = 0, cuts = 0;
    assert_int_equal(t->nodes[0].parent, -1);
    assert_int_equal(t->nodes[0].rank, 0);
    assert_true(t->nodes[0].line);
    for (uint32_t i = 0; i < t->count; i++) {
        const hra_trace_node *node = &t->nodes[i];
        int children = 0;
        int32_t before = -1;
        for (int32_t k = node->first; k >= 0; before = k, k = t->nodes[k].next, children++) {
            assert_true(k > (before < 0 ? (int32_t)i : before));
            assert_int_equal(t->nodes[k].parent, i);
            assert_int_equal(t->nodes[k].ply, node->ply + 1);
            assert_true(t->nodes[k].rank > node->rank);
            assert_true(t->nodes[k].entered > node->entered);
            assert_true(before < 0 || t->nodes[k].entered >= t->nodes[before].entered);
        }
        assert_int_equal(children, node->children);
        assert_true(i == 0 || node->parent < (int32_t)i);
        assert_true(node->kind != HRA_TRACE_PRUNED || (!node->known && node->first < 0 && node->order == 0));
        assert_true(!node->line || node->best);
        entered += node->folded + (node->kind != HRA_TRACE_PRUNED);
        cuts += node->folded_cuts + is_cut_off(node);
    }
    assert_int_equal(entered, t->entered);
    assert_int_equal(cuts, t->cuts);
}

/* The texts lead from position to position, and probabilities sum to 1. */
static void check_words(const subject *c) {
    const hra_trace_tree *t = c->tree;
    unsigned char above[STATE], here[STATE];
    for (uint32_t i = 1; i < t->count; i++) {
        const hra_trace_node *node = &t->nodes[i], *parent = &t->nodes[node->parent];
        hra_move move;
        hra_text position;
        hra_text_init(&position);
        assert_int_equal(hra_game_read_position(c->game, parent->position, above, NULL), 0);
        assert_int_equal(hra_game_parse_move(c->game, above, node->text, &move, NULL), 0);
        assert_int_equal(move, node->move);
        memcpy(here, above, c->game->state_size);
        c->game->rules->apply(c->game, here, move);
        c->game->rules->text->write_position(c->game, here, &position);
        if (node->kind != HRA_TRACE_PRUNED)
            assert_string_equal(node->position, hra_text_string(&position));
        hra_text_release(&position);
    }
    for (uint32_t i = 0; i < t->count; i++) {
        double sum = 0;
        const hra_trace_node *node = &t->nodes[i];
        for (int32_t k = node->first; k >= 0; k = t->nodes[k].next)
            sum += t->nodes[k].revisit ? 0 : t->nodes[k].probability;
        if (node->kind == HRA_TRACE_CHANCE && node->children && !node->left_out)
            assert_true(fabs(sum - 1) < 1e-9);
    }
}

/* ---- recursions -----------------------------------------------------------------------------*/

/* Minimax with chance, for seat 0 of a zero-sum game. */
static double worth(const hra_game *game, const void *s) {
    hra_move moves[MOVES];
    double value[HRA_MAX_SEATS], p[MOVES], best = 0, sum = 0;
    unsigned char next[STATE];
    int mover = game->rules->to_move(game, s);
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, value);
        return value[0];
    }
    int n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, s, moves, p)
                                : game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        memcpy(next, s, game->state_size);
        game->rules->apply(game, next, moves[i]);
        double v = worth(game, next);
        sum += mover == HRA_CHANCE ? p[i] * v : 0;
        if (i == 0 || (mover == 0 ? v > best : v < best))
            best = v;
    }
    return mover == HRA_CHANCE ? sum : best;
}

static uint64_t count(const hra_game *game, const void *s) {
    hra_move moves[MOVES];
    unsigned char next[STATE];
    uint64_t sum = 1;
    int n = hra_game_moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        memcpy(next, s, game->state_size);
        game->rules->apply(game, next, moves[i]);
        sum += count(game, next);
    }
    return sum;
}

/* Every value told is true of its position, as a number or as a bound. */
static void check_values(const subject *c) {
    unsigned char s[STATE];
    for (uint32_t i = 0; i < c->tree->count; i++) {
        const hra_trace_node *node = &c->tree->nodes[i];
        if (node->kind == HRA_TRACE_PRUNED)
            continue;
        assert_true(node->known);
        assert_int_equal(hra_game_read_position(c->game, node->position, s, NULL), 0);
        double v = worth(c->game, s), told = node->value[0];
        if (node->bound == HRA_VALUE_EXACT)
            assert_true(fabs(v - told) < 1e-9);
        else
            assert_true(node->bound == HRA_VALUE_AT_LEAST ? v >= told - 1e-9 : v <= told + 1e-9);
    }
}

/* ---- tests ----------------------------------------------------------------------------------*/

static void the_textbook_is_drawn_as_in_the_book(void **state) {
    subject c;
    look(&c, "tree", NULL, "alphabeta", all, 0);
    const hra_trace_node *root = c.tree->nodes, *a2 = child(&c, root, "a2");
    assert_int_equal(c.tree->count, 13);
    assert_int_equal(c.tree->entered, 11);
    assert_int_equal(c.tree->leaves, 7);
    assert_int_equal(root->role, HRA_ROLE_MAX);
    assert_int_equal(a2->role, HRA_ROLE_MIN);
    assert_string_equal(a2->position, "c");
    assert_true(a2->window && a2->alpha == 3 && isinf(a2->beta));
    assert_true(a2->cut && a2->reason == HRA_CUT_ALPHA);
    assert_true(a2->cut_window && a2->cut_alpha == 3 && a2->cut_beta == 2);
    assert_true(a2->bound == HRA_VALUE_AT_MOST && a2->value[0] == 2 && a2->value[1] == -2);
    assert_int_equal(child(&c, a2, "c1")->kind, HRA_TRACE_END);
    assert_int_equal(child(&c, a2, "c2")->kind, HRA_TRACE_PRUNED);
    assert_int_equal(child(&c, a2, "c3")->reason, HRA_CUT_ALPHA);
    assert_true(child(&c, child(&c, root, "a1"), "b1")->line);
    assert_false(a2->best);
    assert_int_equal(root->left, 11 + 11 + 2);
    leave(&c);
}

static void counts_are_those_of_the_search(void **state) {
    static const struct {
        const char *example, *game, *position, *method;
        bool values;
    } cases[] = {
        {NULL, "tictactoe", "XOX/.O./..X", "minimax", true},
        {NULL, "tictactoe", "X.O/.O./X..", "alphabeta", true},
        {NULL, "tictactoe", "X.O/.O./X..", "alphabeta:cut=strict", true},
        {NULL, "tictactoe", "X.O/.O./X..", "alphabeta:root-window=bounds", true},
        {NULL, "tictactoe", "XXO/.O./...", "alphabeta:root-window=bounds", true},
        {NULL, "tictactoe", "X.O/.O./X..", "andor:goal=1", false},
        {NULL, "tictactoe", "X.O/.../...", "maxn", true},
        {NULL, "nim:rows=3-2-1", NULL, "alphabeta", true},
        {"deepcut", NULL, NULL, "alphabeta", true},
        {"lecture", NULL, NULL, "expectiminimax", true},
        {"lecture", NULL, NULL, "expectiminimax:star=1", true},
        {"lecture", NULL, NULL, "expectiminimax:star=2", true},
        {"star1", NULL, NULL, "expectiminimax:star=1", true},
        {"star", NULL, NULL, "expectiminimax:star=1", true},
        {"star", NULL, NULL, "expectiminimax:star=2", true},
        {"decision", NULL, NULL, "expectimax", true},
        {"maxn", NULL, NULL, "maxn", false},
        {"maxn-shallow", NULL, NULL, "maxn:shallow", false},
        {"softmaxn", NULL, NULL, "softmaxn", false},
        {"andor", NULL, NULL, "andor", false},
        {"andor", NULL, NULL, "andor:pn", false},
        {NULL, "race:board=lecture", NULL, "expectiminimax:depth=3", false},
        {NULL, "race:board=lecture", NULL, "expectiminimax:depth=3,star=1", false},
        {NULL, "race:board=lecture", NULL, "expectiminimax:depth=3,star=2", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        subject c;
        look(&c, cases[i].example ? example(cases[i].example) : cases[i].game, cases[i].position,
             cases[i].method, all, 0);
        print_message("%s: %u nodes\n", cases[i].method, c.tree->count);
        check_links(c.tree);
        check_words(&c);
        if (cases[i].values)
            check_values(&c);
        assert_int_equal(c.tree->entered, c.result.nodes);
        assert_int_equal(c.tree->leaves, c.result.leaves);
        assert_int_equal(c.tree->cuts, c.result.cutoffs);
        for (int k = 0; k < c.tree->seats; k++)
            assert_true(c.tree->nodes[0].value[k] == c.result.value[k]);
        leave(&c);
    }
}

static void minimax_enters_what_there_is(void **state) {
    subject c;
    look(&c, "tictactoe", "X.O/.O./X..", "minimax", all, 0);
    assert_int_equal(c.tree->entered, count(c.game, c.s));
    assert_int_equal(c.tree->count, count(c.game, c.s));
    leave(&c);
}

static void limits_are_kept(void **state) {
    static const hra_trace_limits cases[] = {
        {1, 0, 0}, {2, 0, 0}, {10, 0, 0}, {100, 0, 0}, {1000, 2, 0}, {1000, 0, 2}, {0, 0, 0}, {40, 3, 3},
    };
    static const char *const methods[] = {"alphabeta", "minimax", "mcts:playouts=2000"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t m = 0; m < 3; m++) {
            subject c;
            uint32_t most = cases[i].nodes ? cases[i].nodes : 200;
            look(&c, "tictactoe", "X../.../...", methods[m], cases[i], 0);
            check_links(c.tree);
            assert_true(c.tree->count <= most);
            assert_true(most < 100 || c.tree->count > most / 4 || cases[i].depth || cases[i].breadth);
            for (uint32_t k = 0; k < c.tree->count; k++) {
                assert_true(!cases[i].depth || c.tree->nodes[k].ply <= cases[i].depth);
                assert_true(!cases[i].breadth || c.tree->nodes[k].children <= cases[i].breadth);
            }
            leave(&c);
        }
}

/* The chosen move survives any breadth, and a smaller limit keeps a part of what a larger one does. */
static void what_is_kept_is_what_matters(void **state) {
    subject c, d;
    look(&c, "tictactoe", NULL, "alphabeta", (hra_trace_limits){.nodes = 500, .breadth = 1}, 0);
    for (uint32_t i = 0; i + 1 < c.tree->count; i++)
        assert_true(c.tree->nodes[i].line);
    assert_int_equal(c.tree->nodes[c.tree->count - 1].kind, HRA_TRACE_END);
    assert_int_equal(c.tree->count, 10);
    leave(&c);
    look(&c, "tictactoe", NULL, "alphabeta", (hra_trace_limits){.nodes = 100}, 0);
    look(&d, "tictactoe", NULL, "alphabeta", (hra_trace_limits){.nodes = 400}, 0);
    uint32_t k = 0;
    for (uint32_t i = 0; i < d.tree->count && k < c.tree->count; i++)
        k += d.tree->nodes[i].order == c.tree->nodes[k].order;
    assert_true(c.tree->count < d.tree->count);
    leave(&c);
    leave(&d);
}

static void a_large_tree_is_folded_from_below(void **state) {
    subject c;
    look(&c, "tictactoe", NULL, "minimax", (hra_trace_limits){.nodes = 10000}, 0);
    check_links(c.tree);
    assert_int_equal(c.tree->entered, 549946);
    assert_true(c.tree->count > 5000 && c.tree->count <= 10000);
    for (uint32_t i = 0; i < c.tree->count; i++)
        assert_true(c.tree->nodes[i].ply > 2 || c.tree->nodes[i].left_out == 0);
    leave(&c);
}

static void deepening_keeps_the_last_tree(void **state) {
    subject c;
    look(&c, "tictactoe", "X.O/.../...", "alphabeta:deepen,depth=4", all, 0);
    assert_int_equal(c.tree->trees, 4);
    assert_int_equal(c.tree->depth, 4);
    assert_true(c.tree->complete);
    check_links(c.tree);
    leave(&c);
    look(&c, "tictactoe", NULL, "alphabeta:full", all, 0);
    assert_true(c.tree->trees > 4);
    check_links(c.tree);
    leave(&c);
}

static void a_stopped_search_leaves_what_it_saw(void **state) {
    subject c;
    look(&c, "tictactoe", NULL, "minimax:depth=9", all, 100000);
    assert_true(c.result.stopped);
    assert_false(c.tree->complete);
    assert_false(c.tree->nodes[0].known);
    check_links(c.tree);
    leave(&c);
}

static void soft_sets_are_kept(void **state) {
    subject c;
    look(&c, example("softmaxn"), NULL, "softmaxn", all, 0);
    const hra_trace_node *risk = child(&c, c.tree->nodes, "risk");
    assert_int_equal(risk->vector_count, 2);
    assert_int_equal(risk->vectors_left_out, 0);
    assert_true(risk->vectors[0] == 9 && risk->vectors[3] == 1 && risk->vectors[5] == 5);
    assert_true(child(&c, risk, "a1")->best && child(&c, risk, "a2")->best);
    assert_int_equal(c.tree->pov, -1);
    leave(&c);
}

static void probes_are_told_apart(void **state) {
    subject c;
    int probes = 0;
    look(&c, "race:board=lecture", NULL, "expectiminimax:depth=2,star=2", all, 0);
    for (uint32_t i = 0; i < c.tree->count; i++) {
        probes += c.tree->nodes[i].revisit;
        assert_false(c.tree->nodes[i].revisit && c.tree->nodes[i].best);
    }
    assert_true(probes > 0);
    leave(&c);
}

static void proofs_and_their_roles(void **state) {
    subject c;
    look(&c, example("andor"), NULL, "andor", all, 0);
    const hra_trace_node *b = child(&c, c.tree->nodes, "b");
    assert_int_equal(c.tree->nodes[0].role, HRA_ROLE_OR);
    assert_int_equal(b->role, HRA_ROLE_AND);
    assert_true(b->line && child(&c, b, "b1")->line && child(&c, b, "b2")->line);
    assert_false(child(&c, child(&c, b, "b1"), "b11")->line);
    leave(&c);
}

static void visits_are_kept(void **state) {
    subject c;
    uint64_t sum = 0;
    look(&c, "tictactoe", NULL, "mcts:playouts=1000", all, 0);
    for (int32_t i = c.tree->nodes[0].first; i >= 0; i = c.tree->nodes[i].next)
        sum += c.tree->nodes[i].visits;
    assert_int_equal(sum, 1000);
    check_links(c.tree);
    check_words(&c);
    leave(&c);
    look(&c, "tictactoe", NULL, "montecarlo:playouts=10", all, 0);
    assert_int_equal(c.tree->count, 10);
    assert_int_equal(c.tree->nodes[9].visits, 10);
    leave(&c);
}

/* One trace serves run after run, and says when there is nothing to finish. */
static void a_trace_is_used_again(void **state) {
    subject c;
    hra_question question = {.limits.depth = 1};
    look(&c, "tictactoe", NULL, "minimax", all, 0);
    question.state = c.s;
    assert_int_equal(hra_trace_finish(c.trace, &c.result, NULL), HRA_ESTATE);
    assert_int_equal(hra_agent_ask(c.search, &question, &c.result), 0);
    assert_int_equal(hra_trace_finish(c.trace, &c.result, NULL), 0);
    c.tree = hra_trace_nodes(c.trace);
    assert_int_equal(c.tree->count, 10);
    assert_int_equal(c.tree->trees, 1);
    check_links(c.tree);
    leave(&c);
}

static void wrong_limits_are_refused(void **state) {
    hra_trace *trace = NULL;
    hra_game *game;
    hra_error why;
    assert_int_equal(hra_game_open(&game, NULL, "tictactoe", NULL), 0);
    static const hra_trace_limits wrong[] = {{1000001, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(hra_trace_open(&trace, game, HRA_OTHERS_ADVERSARY, &wrong[i], &why), HRA_EINPUT);
        assert_null(trace);
    }
    assert_int_equal(hra_trace_open(&trace, game, HRA_OTHERS_ADVERSARY, NULL, &why), 0);
    hra_trace_close(trace);
    hra_trace_close(NULL);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_textbook_is_drawn_as_in_the_book),
        cmocka_unit_test(counts_are_those_of_the_search),
        cmocka_unit_test(minimax_enters_what_there_is),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(what_is_kept_is_what_matters),
        cmocka_unit_test(a_large_tree_is_folded_from_below),
        cmocka_unit_test(deepening_keeps_the_last_tree),
        cmocka_unit_test(a_stopped_search_leaves_what_it_saw),
        cmocka_unit_test(soft_sets_are_kept),
        cmocka_unit_test(probes_are_told_apart),
        cmocka_unit_test(proofs_and_their_roles),
        cmocka_unit_test(visits_are_kept),
        cmocka_unit_test(a_trace_is_used_again),
        cmocka_unit_test(wrong_limits_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
