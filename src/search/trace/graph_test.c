/* Graphs held against counts from elsewhere, and against recursions of a few lines. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/graph.h"
#include "rules/defaults.h"

enum { STATE = 1024, MOVES = 4096 };

typedef struct subject {
    hra_game *game;
    hra_agent *agent;
    hra_graph *graph;
    hra_analysis result;
    unsigned char s[STATE];
} subject;

static void walk(subject *c, const char *method, const char *position, hra_trace_limits limits) {
    hra_error why = {0};
    assert_true(c->game->state_size <= STATE && hra_game_move_capacity(c->game) <= MOVES);
    c->game->rules->init(c->game, c->s);
    if (position && hra_game_read_position(c->game, position, c->s, &why))
        fail_msg("%s: %s", position, why.text);
    if (hra_agent_open_spec(&c->agent, c->game, method, &why))
        fail_msg("%s: %s", method, why.text);
    hra_question question = {.state = c->s, .seed = 1};
    hra_analysis_init(&c->result);
    if (hra_graph_walk(&c->graph, c->agent, &question, &limits, &c->result, &why))
        fail_msg("%s on %s: %s", method, c->game->spec, why.text);
}

static void look(subject *c, const char *game, const char *method, const char *position,
                 hra_trace_limits limits) {
    hra_error why = {0};
    *c = (subject){0};
    if (hra_game_open(&c->game, NULL, game, &why))
        fail_msg("%s: %s", game, why.text);
    walk(c, method, position, limits);
}

static void leave(subject *c) {
    hra_agent_close(c->agent);
    hra_graph_close(c->graph);
    hra_analysis_release(&c->result);
    hra_game_close(c->game);
}

static const hra_trace_limits all = {.nodes = 100000};

static uint64_t key_of(const hra_game *game, const void *s) {
    unsigned char same[STATE];
    hra_game_canonical(game, s, same);
    return hra_game_key(game, same);
}

static void state_of(const subject *c, int32_t i, unsigned char *out) {
    const char *position = c->graph->tree.nodes[i].position;
    if (hra_game_read_position(c->game, position, out, NULL))
        fail_msg("#%d is no position: %s", i, position);
}

/* ---- what holds of every graph --------------------------------------------------------------*/

static void check_edge(const subject *c, const hra_graph_edge *e, const unsigned char *s) {
    const hra_trace_node *from = &c->graph->tree.nodes[e->from], *to = &c->graph->tree.nodes[e->to];
    unsigned char child[STATE], other[STATE];
    hra_move move;
    if (hra_game_parse_move(c->game, s, e->text, &move, NULL) || move != e->move)
        fail_msg("%s is no move at %s", e->text, from->position);
    memcpy(child, s, c->game->state_size);
    c->game->rules->apply(c->game, child, move);
    if (to->kind != HRA_TRACE_PRUNED) {
        state_of(c, e->to, other);
        assert_true(key_of(c->game, child) == key_of(c->game, other));
    }
    assert_true(c->graph->cyclic || to->ply > from->ply);
    assert_true(e->alike >= 1);
    assert_true(!e->line || (e->best && from->line && to->line));
    assert_true(!e->best || !e->pruned);
}

/* Keys differ, edges lead where their words lead, each of a position's moves is in one edge or left out. */
static void check(const subject *c) {
    const hra_graph *g = c->graph;
    uint32_t e = 0;
    assert_true(g->tree.nodes[0].line && g->tree.nodes[0].parent == -1 && g->tree.nodes[0].ply == 0);
    for (uint32_t i = 0; i < g->tree.count; i++) {
        const hra_trace_node *node = &g->tree.nodes[i];
        unsigned char s[STATE];
        hra_move moves[MOVES];
        double sum = 0;
        int alike = 0;
        uint32_t first = e;
        assert_true(i == 0 || (node->parent >= 0 && g->tree.nodes[node->parent].ply + 1 == node->ply));
        if (node->kind == HRA_TRACE_PRUNED)
            continue;
        state_of(c, (int32_t)i, s);
        for (; e < g->edge_count && g->edges[e].from == (int32_t)i; e++) {
            check_edge(c, &g->edges[e], s);
            alike += g->edges[e].alike;
            sum += g->edges[e].probability;
        }
        int n = hra_game_moves(c->game, s, moves);
        assert_true(alike + (int)node->left_out <= n);
        if (node->kind == HRA_TRACE_CHANCE && node->left_out == 0)
            assert_true(e > first && fabs(sum - 1) < 1e-9);
    }
    assert_int_equal(e, g->edge_count);
}

/* The value of seat 0 if both seats play best, chance included. */
static double minimax(const hra_game *game, const unsigned char *s) {
    hra_move moves[MOVES];
    double probability[MOVES], sum = 0, best = 0, value[HRA_MAX_SEATS];
    int mover = game->rules->to_move(game, s);
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, value);
        return value[0];
    }
    int n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, s, moves, probability)
                                : game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        unsigned char child[STATE];
        memcpy(child, s, game->state_size);
        game->rules->apply(game, child, moves[i]);
        double x = minimax(game, child);
        if (mover == HRA_CHANCE)
            sum += probability[i] * x;
        else if (i == 0 || (mover == 0 ? x > best : x < best))
            best = x;
    }
    return mover == HRA_CHANCE ? sum : best;
}

/* ---- counts ---------------------------------------------------------------------------------*/

/* 765 positions up to symmetry (OEIS A008907 counts them by moves: 1, 3, 12, 38, 108, 174, 204, 153, 57, 15).
 */
static void tictactoe_up_to_symmetry(void **state) {
    static const int by_level[10] = {1, 3, 12, 38, 108, 174, 204, 153, 57, 15};
    int count[10] = {0};
    subject c;
    look(&c, "tictactoe", "minimax", NULL, all);
    check(&c);
    assert_int_equal(c.graph->positions, 765);
    assert_int_equal(c.graph->tree.count, 765);
    assert_int_equal(c.graph->tree.entered, 549946);
    assert_false(c.graph->cyclic || c.graph->more);
    for (uint32_t i = 0; i < c.graph->tree.count; i++) {
        const hra_trace_node *node = &c.graph->tree.nodes[i];
        unsigned char s[STATE];
        count[node->ply]++;
        state_of(&c, (int32_t)i, s);
        if (node->ply >= 3)
            assert_true(node->known && node->value[0] == minimax(c.game, s));
    }
    for (int level = 0; level < 10; level++)
        assert_int_equal(count[level], by_level[level]);
    leave(&c);
}

/* A game that tells no symmetries: 5,478 positions. */
static void tictactoe_as_it_stands(void **state) {
    subject c = {0};
    hra_game *own;
    assert_int_equal(hra_game_open(&own, NULL, "tictactoe", NULL), 0);
    hra_rules rules = *own->rules;
    hra_rules_hints hints = *rules.hints;
    hints.canonical = NULL;
    rules.hints = &hints;
    assert_int_equal(hra_game_open_rules(&c.game, NULL, &rules, "tictactoe", NULL), 0);
    walk(&c, "minimax", NULL, (hra_trace_limits){.nodes = 300});
    check(&c);
    assert_int_equal(c.graph->positions, 5478);
    assert_int_equal(c.graph->tree.count, 300);
    leave(&c);
    hra_game_close(own);
}

static const hra_graph_edge *edge_of(const subject *c, int32_t from, const char *text) {
    for (uint32_t e = 0; e < c->graph->edge_count; e++)
        if (c->graph->edges[e].from == from && strcmp(c->graph->edges[e].text, text) == 0)
            return &c->graph->edges[e];
    fail_msg("no move %s at #%d", text, from);
    return NULL;
}

/* The picture in Nilsson's Principles of Artificial Intelligence (1980), figure 3.8: three first moves,
 * twelve replies with these values, -1, -2 and 1 backed up; so the centre is best. */
static void the_textbooks_picture(void **state) {
    static const struct {
        const char *first;
        int alike;
        double value, replies[5];
        int count;
    } moves[] = {
        {"a1", 4, -1, {1, 0, -1, 1, 0}, 5},
        {"b1", 4, -2, {-1, 0, -2, -1, 0}, 5},
        {"b2", 1, 1, {1, 2}, 2},
    };
    subject c;
    look(&c, "tictactoe", "minimax:depth=2,eval=lines", NULL, all);
    check(&c);
    assert_int_equal(c.graph->tree.count, 16);
    for (size_t i = 0; i < 3; i++) {
        const hra_graph_edge *e = edge_of(&c, 0, moves[i].first);
        const hra_trace_node *nodes = c.graph->tree.nodes, *node = &nodes[e->to];
        int k = 0;
        assert_int_equal(e->alike, moves[i].alike);
        assert_true(node->value[0] == moves[i].value && e->line == (i == 2));
        assert_int_equal(node->children, moves[i].count);
        for (int32_t child = node->first; child >= 0; child = nodes[child].next)
            assert_true(nodes[child].value[0] == moves[i].replies[k++]);
    }
    leave(&c);
}

/* ---- AND/OR graphs --------------------------------------------------------------------------*/

/* Each heap but the whole one with each mover that can come to it; solved for seat 0 where what it leaves is
 * a multiple of 4. */
static void matches_by_andor(void **state) {
    subject c;
    look(&c, "matches:count=6", "andor:graph", NULL, all);
    check(&c);
    assert_int_equal(c.graph->positions, 12);
    assert_int_equal(c.graph->edge_count, 24);
    assert_int_equal(c.result.proof, HRA_SOLVED);
    for (uint32_t i = 0; i < c.graph->tree.count; i++) {
        const hra_trace_node *node = &c.graph->tree.nodes[i];
        int left = 0, turn = 0;
        assert_int_equal(sscanf(node->position, "%d/%d", &left, &turn), 2);
        assert_int_equal(node->proof, (left % 4 != 0) == (turn == 0) ? HRA_SOLVED : HRA_UNSOLVED);
    }
    leave(&c);
}

static int by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* Rows in any order are one position; Bouton's sum says who wins. */
static void nim_by_andor(void **state) {
    subject c;
    bool seen[2][6][6][6] = {{{{false}}}};
    look(&c, "nim:rows=3-4-5", "andor:graph", NULL, all);
    check(&c);
    for (uint32_t i = 0; i < c.graph->tree.count; i++) {
        const hra_trace_node *node = &c.graph->tree.nodes[i];
        int row[3], turn;
        assert_int_equal(sscanf(node->position, "%d-%d-%d/%d", &row[0], &row[1], &row[2], &turn), 4);
        qsort(row, 3, sizeof *row, by_number);
        assert_false(seen[turn][row[0]][row[1]][row[2]]); /* in another order */
        seen[turn][row[0]][row[1]][row[2]] = true;
        bool wins = (row[0] ^ row[1] ^ row[2]) != 0;
        assert_int_equal(node->proof, wins == (turn == 0) ? HRA_SOLVED : HRA_UNSOLVED);
    }
    leave(&c);
}

/* ---- the same of other games and methods ----------------------------------------------------*/

static void others(void **state) {
    static const struct {
        const char *game, *method, *position;
    } cases[] = {
        {"tictactoe", "alphabeta", "X.O/.X./..O"},
        {"tictactoe", "alphabeta:full,depth=6", "X../.O./..."},
        {"tictactoe", "andor", "X../.O./..X"},
        {"tictactoe", "andor:pn", "X../.O./..X"},
        {"tictactoe", "mcts:playouts=300", NULL},
        {"tictactoe", "montecarlo:playouts=50", NULL},
        {"tictactoe", "exact", NULL},
        {"tictactoe", "expectimax", "X.O/.X./..O"},
        {"nim:rows=2-2-2", "maxn", NULL},
        {"nim:rows=2-2", "softmaxn", NULL},
        {"race:board=lecture", "expectiminimax:depth=3", NULL},
        {"race:seats=3,track=24,pieces=1", "softmaxn:depth=2", NULL},
        {"race:seats=2,track=8,pieces=1,faces=1-2", "expectiminimax:depth=2,star=2", NULL},
        {"checkers", "minimax:depth=5", "W:WK1:BK32"},
        {"checkers", "alphabeta:depth=4", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (uint32_t nodes = 10; nodes <= 10000; nodes *= 1000) {
            subject c;
            look(&c, cases[i].game, cases[i].method, cases[i].position, (hra_trace_limits){.nodes = nodes});
            check(&c);
            assert_true(c.graph->tree.count <= nodes && c.graph->tree.count <= c.graph->positions);
            leave(&c);
        }
    }
}

/* Values that are exact are those of the whole tree, whatever was cut. */
static void cuts_tell_no_untruth(void **state) {
    subject c;
    look(&c, "tictactoe", "alphabeta", "X../.O./...", all);
    check(&c);
    bool pruned = false;
    for (uint32_t e = 0; e < c.graph->edge_count; e++)
        pruned = pruned || c.graph->edges[e].pruned;
    assert_true(pruned);
    for (uint32_t i = 0; i < c.graph->tree.count; i++) {
        const hra_trace_node *node = &c.graph->tree.nodes[i];
        unsigned char s[STATE];
        if (!node->known || node->kind == HRA_TRACE_PRUNED)
            continue;
        state_of(&c, (int32_t)i, s);
        double value = minimax(c.game, s);
        assert_true(node->bound == HRA_VALUE_EXACT      ? node->value[0] == value
                    : node->bound == HRA_VALUE_AT_LEAST ? node->value[0] <= value
                                                        : node->value[0] >= value);
    }
    leave(&c);
}

static void plays_that_come_back(void **state) {
    subject c;
    look(&c, "checkers", "minimax:depth=6", "W:WK1:BK32", all);
    check(&c);
    assert_true(c.graph->cyclic);
    leave(&c);
}

static void limits_hold(void **state) {
    subject c;
    look(&c, "nim", "andor:graph", NULL, (hra_trace_limits){.nodes = 1});
    assert_int_equal(c.graph->tree.count, 1);
    assert_int_equal(c.graph->tree.nodes[0].left_out, 15);
    leave(&c);
    look(&c, "nim", "andor:graph", NULL, (hra_trace_limits){.nodes = 1000, .depth = 1, .breadth = 2});
    check(&c);
    assert_int_equal(c.graph->tree.count, 3);
    leave(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tictactoe_up_to_symmetry),
        cmocka_unit_test(tictactoe_as_it_stands),
        cmocka_unit_test(the_textbooks_picture),
        cmocka_unit_test(matches_by_andor),
        cmocka_unit_test(nim_by_andor),
        cmocka_unit_test(others),
        cmocka_unit_test(cuts_tell_no_untruth),
        cmocka_unit_test(plays_that_come_back),
        cmocka_unit_test(limits_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
