#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "rules/rules_complete.h"
#include "tree.h"

static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};

/* The rules of games that are put together here, without opening any. */
static const hra_rules *tree_rules(void) {
    static hra_whole_rules whole;
    assert_int_equal(hra_rules_whole(&whole, &hra_rules_tree, "tree", NULL), 0);
    return &whole.rules;
}

static hra_game *open_tree(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, &files, &hra_rules_tree, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    return game;
}

/* The examples lie where this file says, whatever folder the test runs in. */
static hra_game *open_example(const char *name) {
    static const char here[] = __FILE__, below[] = "src/games/tree/tree_test.c";
    char spec[512];
    snprintf(spec, sizeof spec, "tree:file=\"%.*sdocs/examples/%s\"", (int)(sizeof here - sizeof below), here,
             name);
    return open_tree(spec);
}

/* ---- values by a recursion that knows nothing but the rules -------------------------------------*/

/* Every seat maximises its own number; the first of equals. With max and min that is minimax. */
static void worth(const hra_game *game, tree_place at, double *out, hra_move *best) {
    hra_move list[TREE_MOVES], below;
    double probability[TREE_MOVES], value[HRA_MAX_SEATS];
    int mover = game->rules->to_move(game, &at), n;
    if (mover == HRA_OVER) {
        game->rules->returns(game, &at, out);
        return;
    }
    n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, &at, list, probability)
                            : game->rules->moves(game, &at, list);
    for (int i = 0; i < n; i++) {
        tree_place child = at;
        game->rules->apply(game, &child, list[i]);
        worth(game, child, value, &below);
        if (mover != HRA_CHANCE && (i == 0 || value[mover] > out[mover]))
            *best = list[i];
        for (int k = 0; k < game->seats; k++)
            if (mover == HRA_CHANCE)
                out[k] = (i ? out[k] : 0) + probability[i] * value[k];
        if (mover != HRA_CHANCE && *best == list[i])
            memcpy(out, value, sizeof value);
    }
}

static void examples_have_their_values(void **state) {
    static const struct {
        const char *file, *position, *move; /* NULL: the root; chance moves */
        double value[3];
    } cases[] = {
        {"textbook.tree", NULL, "a1", {3, -3}},
        {"deepcut.tree", NULL, "a", {5, -5}},
        {"lesson.tree", NULL, "middle", {5, -5}},
        {"lesson-three.tree", NULL, "a", {5, -5}},
        {"horizon.tree", NULL, "defend", {2, -2}},
        {"andor.tree", NULL, "b", {1, -1}},
        {"lecture.tree", NULL, "14-16", {-2 / 3., 2 / 3.}},
        {"lecture.tree", "left", NULL, {-19 / 6., 19 / 6.}},
        {"lecture.tree", "right", NULL, {-2 / 3., 2 / 3.}},
        {"lecture-d11.tree", NULL, NULL, {9, -9}},
        {"star.tree", NULL, "a", {3, -3}},
        {"star.tree", "c", NULL, {1.5, -1.5}},
        {"star1.tree", NULL, "a", {3, -3}},
        {"decision.tree", NULL, "forecast", {8}},
        {"maxn.tree", NULL, "a", {8, 3, 5}},
        {"maxn-shallow.tree", NULL, "a", {5, 4, 1}},
        {"softmaxn.tree", NULL, "risk", {9, 4, 0}},
        {"softmaxn-need.tree", NULL, "b", {4, 5, 3}},
        {"softmaxn-465.tree", NULL, "left", {9, 4, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_example(cases[i].file);
        double value[HRA_MAX_SEATS];
        tree_place s;
        hra_move best = 0;
        game->rules->init(game, &s);
        if (cases[i].position)
            assert_int_equal(hra_game_read_position(game, cases[i].position, &s, NULL), 0);
        worth(game, s, value, &best);
        for (int k = 0; k < game->seats; k++)
            if (fabs(value[k] - cases[i].value[k]) > 1e-12)
                fail_msg("%s: seat %d gets %g, not %g", cases[i].file, k, value[k], cases[i].value[k]);
        if (cases[i].move) {
            hra_text text;
            hra_text_init(&text);
            game->rules->text->show_move(game, &s, best, &text);
            assert_string_equal(hra_text_string(&text), cases[i].move);
            hra_text_release(&text);
        } else {
            assert_int_equal(game->rules->to_move(game, &s), HRA_CHANCE);
        }
        hra_game_close(game);
    }
}

/* Closes both. */
static void are_the_same(hra_game *one, hra_game *other) {
    const tree *a = one->data, *b = other->data;
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_string_equal(a->node[i].name, b->node[i].name);
        assert_string_equal(a->node[i].label, b->node[i].label);
        assert_int_equal(a->node[i].parent, b->node[i].parent);
        assert_true(a->value[2 * i] == b->value[2 * i]);
    }
    hra_game_close(one);
    hra_game_close(other);
}

static void without_a_file_it_is_the_textbook(void **state) {
    are_the_same(open_tree("tree"), open_example("textbook.tree"));
}

static void a_spec_may_hold_the_tree(void **state) {
    are_the_same(
        open_tree(
            "tree:text=\"bounds -10 10;node root max;leaf a 3;node c chance;edge root a;edge root c;"
            "node x min;node y min; edge c x p=1/2;edge c y p=1/2;edge x x1;edge x x2;edge x x3;"
            "leaf x1 2;leaf x2 8;leaf x3 9;edge y y1;edge y y2;edge y y3;leaf y1 1;leaf y2 7;leaf y3 6\""),
        open_example("star.tree"));
}

/* Methods that know no chance take a tree that has none. */
static void only_trees_with_chance_have_chances(void **state) {
    hra_game *without = open_example("textbook.tree"), *with = open_example("star.tree");
    hra_agent *agent;
    assert_int_equal(without->max_chances, 0);
    assert_int_equal(hra_agent_open_spec(&agent, without, "minimax", NULL), 0);
    hra_agent_close(agent);
    assert_int_equal(hra_agent_open_spec(&agent, with, "minimax", NULL), HRA_EFIT);
    assert_int_equal(with->max_chances, 2);
    hra_game_close(without);
    hra_game_close(with);
}

/* Fail-soft alpha-beta of the textbook; leaves are counted. With `shallow` a node is compared
 * only with its parent. */
static double alphabeta(const hra_game *game, tree_place at, double alpha, double beta, bool shallow,
                        int *leaves) {
    hra_move list[TREE_MOVES];
    double value[2];
    int mover = game->rules->to_move(game, &at);
    if (mover == HRA_OVER) {
        ++*leaves;
        game->rules->returns(game, &at, value);
        return value[0];
    }
    double best = mover == 0 ? -INFINITY : INFINITY;
    int n = game->rules->moves(game, &at, list);
    for (int i = 0; i < n && alpha < beta; i++) {
        double low = shallow && mover == 1 ? -INFINITY : alpha,
               high = shallow && mover == 0 ? INFINITY : beta;
        double x = alphabeta(game, list[i], low, high, shallow, leaves);
        best = mover == 0 ? fmax(best, x) : fmin(best, x);
        alpha = mover == 0 ? fmax(alpha, best) : alpha;
        beta = mover == 1 ? fmin(beta, best) : beta;
    }
    return best;
}

static void cuts_are_what_the_files_say(void **state) {
    static const struct {
        const char *file;
        int deep, shallow, all;
        double value;
    } cases[] = {
        {"textbook.tree", 7, 7, 9, 3},
        {"deepcut.tree", 4, 5, 5, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = open_example(cases[i].file);
        const tree *t = game->data;
        int deep = 0, shallow = 0, all = 0;
        assert_true(alphabeta(game, 0, -INFINITY, INFINITY, false, &deep) == cases[i].value);
        assert_true(alphabeta(game, 0, -INFINITY, INFINITY, true, &shallow) == cases[i].value);
        for (int k = 0; k < t->count; k++)
            all += t->node[k].kind == TREE_LEAF;
        assert_int_equal(deep, cases[i].deep);
        assert_int_equal(shallow, cases[i].shallow);
        assert_int_equal(all, cases[i].all);
        hra_game_close(game);
    }
}

/* ---- random trees -----------------------------------------------------------------------------*/

enum { MOST = 400 };

/* A tree as plain arrays, in the order in which it is written down. */
typedef struct model {
    int seats, count, parent[MOST], depth[MOST], mover[MOST], children[MOST];
    int weight[MOST], value[MOST][4];
} model;

static void grow_model(model *m, hra_rng *rng) {
    *m = (model){.seats = 1 + (int)hra_rng_below(rng, 4), .count = 1};
    int size = 2 + (int)hra_rng_below(rng, MOST - 2);
    m->parent[0] = -1;
    while (m->count < size) {
        int i = m->count++, above = (int)hra_rng_below(rng, (uint32_t)i);
        m->parent[i] = above;
        m->depth[i] = m->depth[above] + 1;
        m->children[above]++;
        m->weight[i] = 1 + (int)hra_rng_below(rng, 9);
    }
    for (int i = 0; i < m->count; i++) {
        m->mover[i] = m->children[i] ? (int)hra_rng_below(rng, (uint32_t)m->seats + 1) - 1 : HRA_OVER;
        for (int k = 0; k < m->seats; k++)
            m->value[i][k] = (int)hra_rng_below(rng, 21) - 10;
    }
}

/* Edges first, leaves last: a node may be named before its own line. */
static void write_model(const model *m, hra_text *out) {
    hra_text_addf(out, "seats %d # how many\n\n", m->seats);
    hra_text_add(out, m->mover[0] == HRA_CHANCE ? "node n0 chance\n" : "");
    if (m->mover[0] >= 0)
        hra_text_addf(out, "node n0 seat %d\r\n", m->mover[0]);
    for (int i = 1; i < m->count; i++) {
        int above = m->parent[i], sum = 0;
        for (int k = 0; k < m->count; k++)
            sum += m->parent[k] == above ? m->weight[k] : 0;
        hra_text_addf(out, "edge\tn%d   n%d e%d", above, i, i);
        if (m->mover[above] == HRA_CHANCE)
            hra_text_addf(out, " p=%d/%d", m->weight[i], sum);
        hra_text_add(out, "\n");
    }
    for (int i = 1; i < m->count; i++)
        if (m->mover[i] == HRA_CHANCE)
            hra_text_addf(out, "node n%d chance\n", i);
        else if (m->mover[i] >= 0)
            hra_text_addf(out, "node n%d seat %d\n", i, m->mover[i]);
    for (int i = 1; i < m->count; i++)
        if (m->mover[i] == HRA_OVER) {
            hra_text_addf(out, "leaf n%d", i);
            for (int k = 0; k < m->seats; k++)
                hra_text_addf(out, " %d", m->value[i][k]);
            hra_text_add(out, "\n");
        }
}

static void model_worth(const model *m, int at, double *out) {
    double sum = 0, value[4];
    bool first = true;
    if (m->mover[at] == HRA_OVER) {
        for (int k = 0; k < m->seats; k++)
            out[k] = m->value[at][k];
        return;
    }
    for (int i = at + 1; i < m->count; i++) {
        if (m->parent[i] != at)
            continue;
        model_worth(m, i, value);
        sum += m->weight[i];
        for (int k = 0; k < m->seats && m->mover[at] == HRA_CHANCE; k++)
            out[k] = (first ? 0 : out[k]) + m->weight[i] * value[k];
        if (m->mover[at] >= 0 && (first || value[m->mover[at]] > out[m->mover[at]]))
            memcpy(out, value, sizeof value);
        first = false;
    }
    for (int k = 0; k < m->seats && m->mover[at] == HRA_CHANCE; k++)
        out[k] /= sum;
}

static void random_trees_agree_with_a_hand_recursion(void **state) {
    hra_rng rng;
    hra_text text;
    hra_text_init(&text);
    for (uint64_t seed = 1; seed <= 300; seed++) {
        hra_rng_init(&rng, seed);
        model m;
        grow_model(&m, &rng);
        hra_text_clear(&text);
        write_model(&m, &text);
        tree t = {0};
        hra_error why = {0};
        if (tree_read(&t, "", hra_text_string(&text), text.length, 0, &why))
            fail_msg("seed %d: %s", (int)seed, why.text);
        hra_game game = {.rules = tree_rules(),
                         .seats = t.seats,
                         .state_size = sizeof(tree_place),
                         .data = &t,
                         .max_moves = TREE_MOVES,
                         .max_chances = TREE_MOVES};
        double expected[4], value[HRA_MAX_SEATS];
        hra_move best;
        tree_place s = 0;
        model_worth(&m, 0, expected);
        worth(&game, s, value, &best);
        for (int k = 0; k < m.seats; k++)
            assert_true(fabs(value[k] - expected[k]) < 1e-9 && value[k] >= t.low && value[k] <= t.high);
        for (int depth = 0; depth < 5; depth++) {
            hra_perft_count count;
            uint64_t level = 0;
            for (int i = 0; i < m.count; i++)
                level += m.depth[i] == depth;
            assert_int_equal(hra_perft(&game, &s, depth, NULL, &count), 0);
            assert_int_equal(count.leaves, level);
        }
        tree_release(&t);
    }
    hra_text_release(&text);
}

/* The same model in brackets, each list with a word for who moves. */
static void write_brackets(const model *m, int at, hra_text *out) {
    int sum = 0;
    if (m->mover[at] == HRA_OVER) {
        for (int k = 0; k < m->seats; k++)
            hra_text_addf(out, k ? " %d" : "[%d", m->value[at][k]);
        hra_text_add(out, "]");
        return;
    }
    if (m->mover[at] == HRA_CHANCE)
        hra_text_add(out, "(?");
    else
        hra_text_addf(out, "(p%d", m->mover[at] + 1);
    for (int i = at + 1; i < m->count; i++)
        sum += m->parent[i] == at ? m->weight[i] : 0;
    for (int i = at + 1; i < m->count; i++) {
        if (m->parent[i] != at)
            continue;
        hra_text_add(out, i % 2 ? " " : "\n");
        if (m->mover[at] == HRA_CHANCE)
            hra_text_addf(out, "%d/%d:", m->weight[i], sum);
        if (i % 3 == 0)
            hra_text_addf(out, "n%d=", i);
        write_brackets(m, i, out);
    }
    hra_text_add(out, ")");
}

static void random_brackets_agree_with_a_hand_recursion(void **state) {
    hra_rng rng;
    hra_text text;
    hra_text_init(&text);
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        hra_rng_init(&rng, seed);
        model m;
        grow_model(&m, &rng);
        hra_text_clear(&text);
        write_brackets(&m, 0, &text);
        tree t = {0};
        hra_error why = {0};
        if (tree_read(&t, "", hra_text_string(&text), text.length, 0, &why))
            fail_msg("seed %d: %s", (int)seed, why.text);
        assert_int_equal(t.count, m.count);
        assert_int_equal(t.seats, m.seats);
        const hra_game game = {
            .rules = tree_rules(), .seats = t.seats, .state_size = sizeof(tree_place), .data = &t};
        double expected[4], value[HRA_MAX_SEATS];
        hra_move best;
        model_worth(&m, 0, expected);
        worth(&game, 0, value, &best);
        for (int k = 0; k < m.seats; k++)
            assert_true(fabs(value[k] - expected[k]) < 1e-9);
        tree_release(&t);
    }
    hra_text_release(&text);
}

/* ---- what must be refused ---------------------------------------------------------------------*/

static void files_that_cannot_be_read(void **state) {
    static const struct {
        const char *spec, *why;
        hra_err err;
    } cases[] = {
        {"tree:file=no/such/file.tree", "file 'no/such/file.tree': file not found", HRA_EMISSING},
        {"tree:file=/", "it is a folder", HRA_EIO},
        {"tree:file=/dev/zero", "is longer than 4194304 bytes", HRA_ELIMIT},
        {"tree:seats=3", "seats=3, but the tree is for 2", HRA_EINPUT},
        {"tree:fil=x", "did you mean 'file'?", HRA_EINPUT},
        {"tree:text=", "missing 'node' line", HRA_EINPUT},
        {"tree:text=node a max;lea b", "line 2, character 1: ", HRA_EINPUT},
        {"tree:root=min", "root= is for a tree in parentheses", HRA_EINPUT},
        {"tree:file=a,text=leaf a 1", "either file= or text=", HRA_EINPUT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = NULL;
        hra_error why = {0};
        hra_err err = hra_game_open_rules(&game, &files, &hra_rules_tree, cases[i].spec, &why);
        if (err != cases[i].err || !strstr(why.text, cases[i].why))
            fail_msg("%s: %d %s", cases[i].spec, err, why.text);
        assert_null(game);
    }
}

/* ---- text -------------------------------------------------------------------------------------*/

static void read_game(hra_game *game, tree *t, const char *text) {
    hra_error why = {0};
    *t = (tree){0};
    if (tree_read(t, "", text, strlen(text), 0, &why))
        fail_msg("%s", why.text);
    *game = (hra_game){.rules = tree_rules(), .seats = t->seats, .state_size = sizeof(tree_place), .data = t};
}

static void moves_and_positions_read_back(void **state) {
    tree t;
    hra_game game;
    read_game(&game, &t, "node r max\nleaf a 1\nleaf A 2\nleaf x 3\nedge r a\nedge r A\nedge r x Left");
    static const struct {
        const char *text, *name;
    } cases[] = {
        {"a", "a"}, {"A", "A"}, {" left \n", "x"}, {"LEFT", "x"}, {"x", NULL}, {"", NULL},
    };
    tree_place s = 0;
    hra_move m;
    hra_error why;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(hra_game_parse_move(&game, &s, cases[i].text, &m, &why),
                         cases[i].name ? 0 : HRA_EINPUT);
        if (cases[i].name)
            assert_string_equal(t.node[m].name, cases[i].name);
        else
            assert_non_null(strstr(why.text, "' at 'r'; legal moves: a, A, Left"));
    }
    assert_int_equal(hra_game_read_position(&game, "A", &s, NULL), 0);
    assert_string_equal(t.node[s].name, "A");
    assert_int_equal(hra_game_read_position(&game, "Left", &s, &why), HRA_EINPUT);
    assert_string_equal(why.text, "unknown node 'Left'; a position is the name of a node, such as 'r'");
    tree_release(&t);
}

static void drawn(void **state) {
    static const hra_board_style plain = {.width = 80, .seat = -1},
                                 narrow = {.unicode = true, .width = 20, .seat = -1},
                                 signs = {.unicode = true, .color = true, .width = 80, .seat = -1};
    tree t;
    hra_game game;
    read_game(&game, &t,
              "node r max\nnode c chance\nnode d seat 1\nedge r c roll\nedge r d\neval d 0.5\n"
              "leaf x 1\nleaf y -2.5\nleaf z 4\nedge c x p=1/4\nedge c y p=3/4 long-way-round\nedge d z");
    tree_place s = 0;
    hra_text text;
    hra_text_init(&text);
    tree_show(&game, &s, &plain, &text);
    assert_string_equal(hra_text_string(&text), "^ r  MAX\n"
                                                "+- roll -> o c  chance\n"
                                                "|  +- p=0.25 -> = x  = 1\n"
                                                "|  `- long-way-round p=0.75 -> = y  = -2.5\n"
                                                "`- * d  player 2  ~ 0.5\n"
                                                "   `- = z  = 4\n");
    hra_text_clear(&text);
    tree_show(&game, &s, &narrow, &text);
    assert_string_equal(hra_text_string(&text), "▲ r  MAX\n"
                                                "├─ roll → ● c  chan…\n"
                                                "│  ├─ p=0.25 → ■ x …\n"
                                                "│  └─ long-way-roun…\n"
                                                "└─ ◆ d  player 2  ~…\n"
                                                "   └─ ■ z  = 4\n");
    s = (tree_place)tree_find(&t, "d");
    hra_text_clear(&text);
    tree_show(&game, &s, &signs, &text);
    assert_string_equal(hra_text_string(&text), "\033[36m◆ d\033[0m  player 2  ~ 0.5\n"
                                                "└─ \033[1m■ z\033[0m  = 4\n");
    hra_text_release(&text);
    tree_release(&t);
}

/* Big trees are folded: few lines, none too wide, and nothing silently left out. */
static void big_trees_are_folded(void **state) {
    static const hra_board_style look = {.width = 80, .seat = -1};
    hra_text text, out;
    tree t;
    hra_game game;
    hra_text_init(&text);
    hra_text_init(&out);
    hra_text_add(&text, "node r max\n");
    for (int i = 0; i < 40; i++) {
        hra_text_addf(&text, "node a%d min\nedge r a%d\n", i, i);
        for (int k = 0; k < 3; k++)
            hra_text_addf(&text, "leaf b%d-%d %d\nedge a%d b%d-%d\n", i, k, k, i, i, k);
    }
    read_game(&game, &t, hra_text_string(&text));
    tree_place s = 0;
    tree_show(&game, &s, &look, &out);
    assert_non_null(strstr(hra_text_string(&out), "+- v a0  MIN\n|  `- ... 3 more below\n"));
    assert_non_null(strstr(hra_text_string(&out), "`- ... 8 more moves\n"));
    tree_release(&t);

    hra_text_clear(&text);
    hra_text_clear(&out);
    hra_text_add(&text, "node n0 max\n");
    for (int i = 1; i < TREE_DEPTH; i++)
        hra_text_addf(&text, "node n%d max\nedge n%d n%d\n", i, i - 1, i);
    hra_text_addf(&text, "leaf x 1\nedge n%d x\n", TREE_DEPTH - 1);
    read_game(&game, &t, hra_text_string(&text));
    tree_show(&game, &s, &look, &out);
    assert_non_null(strstr(hra_text_string(&out), "`- ... 192 more below\n"));
    tree_release(&t);
    hra_text_release(&text);
    hra_text_release(&out);
}

static void bounds_come_from_the_numbers(void **state) {
    static const struct {
        const char *text;
        double low, high, max_sum;
        bool zero_sum, integral;
    } cases[] = {
        {"node r max\nleaf x 2\nleaf y 5\nedge r x\nedge r y", -5, 5, 0, true, true},
        {"node r max\nleaf x 2\nleaf y 5\nedge r x\nedge r y\neval r -7.5", -7.5, 7.5, 0, true, true},
        {"bounds 0 10\nnode r max\nleaf x 2.5\nedge r x", -10, 10, 0, true, false},
        {"seats 3\nnode r seat 2\nleaf x 1 2 3\nleaf y 4 4 4\nedge r x\nedge r y", 1, 4, 12, false, true},
        {"node r seat 0\nleaf x 1 1\nedge r x", 1, 2, 2, false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tree t;
        hra_game game;
        read_game(&game, &t, cases[i].text);
        assert_true(t.low == cases[i].low && t.high == cases[i].high && t.max_sum == cases[i].max_sum);
        assert_true(t.zero_sum == cases[i].zero_sum && t.integral == cases[i].integral);
        tree_release(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_have_their_values),
        cmocka_unit_test(without_a_file_it_is_the_textbook),
        cmocka_unit_test(a_spec_may_hold_the_tree),
        cmocka_unit_test(only_trees_with_chance_have_chances),
        cmocka_unit_test(cuts_are_what_the_files_say),
        cmocka_unit_test(random_trees_agree_with_a_hand_recursion),
        cmocka_unit_test(random_brackets_agree_with_a_hand_recursion),
        cmocka_unit_test(files_that_cannot_be_read),
        cmocka_unit_test(moves_and_positions_read_back),
        cmocka_unit_test(drawn),
        cmocka_unit_test(big_trees_are_folded),
        cmocka_unit_test(bounds_come_from_the_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
