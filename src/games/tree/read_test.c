/* Texts of trees: what is read, and what is refused, in which words and where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tree.h"

static const struct {
    const char *text, *why;
} wrong_trees[] = {
    {"", "line 1, character 1: missing 'node' line; the first one is the root"},
    {"# only this\n\n", "missing 'node' line"},
    {"nod a max", "line 1, character 1: expected seats, bounds, node, leaf, edge or eval"},
    {"node a max\nedge a x\nleaf y 3",
     "line 2, character 8: unknown node 'x': it needs a line 'node x ...' or"},
    {"node root max\nedge rot x\nleaf x 3", "did you mean 'root'?"},
    {"node a max\nedge a b\nedge a c\nedge c b\nleaf b 1\nnode c min",
     "line 4, character 8: 'b' has two parents, 'a' and 'c'"},
    {"node a max\nnode b min\nedge a b\nedge b a",
     "line 4, character 8: an edge from 'b' to 'a' makes a cycle: that is the root"},
    {"node a max\nnode b min\nedge b b\nedge a x\nleaf x 1",
     "line 3, character 8: an edge from 'b' to 'b' makes a cycle"},
    {"node a max\nleaf x 1\nedge a x\nnode b min\nnode c max\nedge b c\nedge c b",
     "lead back to it: a cycle"},
    {"node a max\nleaf x 1\nedge a x\nleaf y 2",
     "line 4, character 1: no edge leads to 'y', and it is not the root"},
    {"node a max", "line 1, character 1: 'a' has no moves: give it an edge, or write 'leaf a VALUE'"},
    {"leaf a 1", "line 1, character 1: the first node is the root and cannot be a leaf"},
    {"node a max\nleaf x 1\nedge a x\nleaf y 1\nedge x y",
     "line 5, character 6: 'x' is a leaf (line 2), so it has no moves"},
    {"node a max\nleaf x 1\nedge a x\nleaf x 2",
     "line 4, character 1: 'x' is declared twice, first in line 2"},
    {"node a chance\nleaf x 1\nleaf y 2\nedge a x p=1/3\nedge a y p=1/3",
     "line 1, character 1: the probabilities below 'a' sum to 0.666666667,"},
    {"node a chance\nleaf x 1\nedge a x", "line 3, character 9: 'a' is a chance node, so the edge needs a"},
    {"node a chance\nleaf x 1\nedge a x p=0",
     "line 3, character 10: expected p= with a number over 0, at most 1, as"},
    {"node a chance\nleaf x 1\nedge a x p=2", "found 'p=2'"},
    {"node a chance\nleaf x 1\nedge a x p=nan", "found 'p=nan'"},
    {"node a chance\nleaf x 1\nedge a x p=1/0", "found 'p=1/0'"},
    {"node a max\nleaf x 1\nedge a x p=1",
     "line 3, character 10: 'a' is not a chance node, so its edges have no p="},
    {"node a max\nleaf x 1\nedge a x to the left",
     "line 3, character 13: expected one word of at most 31 bytes as the label"},
    {"node a max\nleaf x 1\nleaf y 1\nedge a x y\nedge a y",
     "line 1, character 1: two edges from 'a' are both labelled 'y'"},
    {"node a max\nleaf x 1 2\nedge a x",
     "line 2, character 1: the two numbers of 'x' must add up to 0, because"},
    {"seats 3\nnode a max", "line 2, character 8: max and min are for two seats; with 'seats 3'"},
    {"seats 3\nnode a seat 3", "line 2, character 13: expected a seat from 0 to 2 after 'seat'"},
    {"seats 3\nnode a seat", "found '?'"},
    {"seats 3\nnode a seat 0\nedge a x\nleaf x 1 2",
     "line 4, character 8: expected one number per seat after the name, found 2"},
    {"seats 9\n", "line 1, character 7: expected 'seats N' with N from 1 to 8"},
    {"node a max\nseats 2", "line 2, character 1: give 'seats' once, before all nodes"},
    {"node a mix", "found 'mix'"},
    {"node a max 3", "and then the end of the line"},
    {"node", "line 1, character 5: expected a name of at most 31 bytes after 'node'"},
    {"node a234567890123456789012345678901234567890 max",
     "line 1, character 6: expected a name of at most 31 bytes after 'node'"},
    {"node a max\nleaf x inf\nedge a x",
     "line 2, character 8: expected a number up to 1e+09 such as 3, -2.5 or 1/3"},
    {"node a max\nleaf x 0x10\nedge a x", "found '0x10'"},
    {"node a max\nleaf x 1e10\nedge a x", "found '1e10'"},
    {"node a max\nleaf x\nedge a x", "line 2, character 7: expected one number, or one per seat, after the"},
    {"node a max\nleaf x 1\nedge a x\neval x 2",
     "line 4, character 6: 'x' is a leaf (line 2), its value is known"},
    {"node a max\nleaf x 1\nedge a x\neval a 2\neval a 2",
     "line 5, character 6: 'a' already has an evaluation"},
    {"bounds 5 5", "line 1, character 8: expected 'bounds LOW HIGH', two numbers, the"},
    {"bounds -1 1\nnode a max\nleaf x 2\nedge a x",
     "line 3, character 1: 2 of 'x' is outside the bounds -1 and 1"},
    {"node a max\nleaf \x1b[2J 1\nedge a x", "line 2, character 6: control character 0x1b in the text"},
    {"leaf 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", "line 1, character 42: more than 16 words"},
};

/* at: where in the text the error is. */
static const struct {
    const char *text, *why;
    int at;
} wrong_brackets[] = {
    {"((3 5)(6 9))((1 2)(0 7))", "a tree has one root; write (((3 5)(6 9))((1 2)(0 7)))", 12},
    {"((3 5)(6 9)) 4", "expected the end of the tree, found '4'", 13},
    {"(3 (5", "this '(' has no ')'", 3},
    {"()", "expected a number, '[', '(' or a name with '='", 1},
    {"(max)", "expected a number, '[', '(' or a name with '=', found ')'", 4},
    {"(3 x)", "found 'x)'", 3},
    {"(3 -)", "found '-)'", 3},
    {"(3 x=)", "found ')'", 5},
    {"(3 =4)", "found '=4)'", 3},
    {"(1/2:3 4)", "a probability stands after '(?' only", 1},
    {"(? 3 4)", "a branch of chance needs its probability, as in 1/3:5", 3},
    {"(?1/3:3 1/3:4)", "sum to 0.666666667, not 1", 0},
    {"(?2:3)", "expected a probability over 0", 2},
    {"(?0:3)", "expected a probability over 0", 2},
    {"([1 2] 3)", "every leaf needs 2 numbers in [ ]", 7},
    {"([1 2] [3])", "every leaf needs 2 numbers in [ ]", 7},
    {"([1 2] [3 4 5])", "every leaf needs 2 numbers in [ ]", 7},
    {"([1 2 3 4 5 6 7 8 9])", "a leaf has at most 8 numbers", 0},
    {"([] 3)", "expected a number such as 3, -2.5 or 1/3, found '] 3)'", 2},
    {"(1e10)", "found '1e10)'", 1},
    {"(abcdefghijklmnopqrstuvwxy=3)", "a name has at most 24 bytes", 1},
    {"(a\x1b=3)", "control character 0x1b", 1},
    {"(x=3 x=4)", "'x' is declared twice", -1},
};

static void wrong_brackets_are_refused(void **state) {
    for (size_t i = 0; i < sizeof wrong_brackets / sizeof *wrong_brackets; i++) {
        const char *text = wrong_brackets[i].text;
        tree t = {0};
        hra_error why = {0};
        hra_err err = tree_read(&t, "", text, strlen(text), 0, &why);
        if (err != HRA_EINPUT || !strstr(why.text, wrong_brackets[i].why) || why.at != wrong_brackets[i].at)
            fail_msg("%s: %d %s, at %d", text, err, why.text, why.at);
        tree_release(&t);
    }
}

/* Names, who moves, and numbers, as "name kind mover value" of each node. */
static void brackets_are_read(void **state) {
    static const struct {
        const char *text, *nodes;
        int first_seat;
    } cases[] = {
        {"((3 5)(2 -9/2))", "a0:0 b1:1 b1=3 b2=5 c1:1 c1=2 c2=-4.5 ", 0},
        {"# remark )\n((3, 5)\n 2)", "a1:1 b0:0 b1=3 b2=5 a2=2 ", 1},
        {"(?1/4:left=(1 2) 3/4:7)", "a2:-1 left0:0 left1=1 left2=2 a2=7 ", 0},
        {"(max (max a1=3) b=(min 4))", "a0:0 c0:0 a1=3 b1:1 b1=4 ", 0},
        {"(a=3 a1=(2))", "b0:0 a=3 a11:1 a1.1=2 ", 0},
        {"(p2 (3))", "a1:1 b0:0 b1=3 ", 0},
    };
    hra_text found;
    hra_text_init(&found);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tree t = {0};
        hra_error why = {0};
        if (tree_read(&t, "", cases[i].text, strlen(cases[i].text), cases[i].first_seat, &why))
            fail_msg("%s: %s", cases[i].text, why.text);
        hra_text_clear(&found);
        for (int k = 0; k < t.count; k++)
            if (t.node[k].kind == TREE_LEAF)
                hra_text_addf(&found, "%s=%g ", t.node[k].name, t.value[k * t.seats]);
            else
                hra_text_addf(&found, "%s%d:%d ", t.node[k].name, t.node[k].kind, t.node[k].mover);
        assert_string_equal(hra_text_string(&found), cases[i].nodes);
        tree_release(&t);
    }
    hra_text_release(&found);
}

/* A mark in front, ends of lines of other systems, and names in Latin-1. */
static void trees_of_other_systems_are_read(void **state) {
    static const char *const texts[] = {
        "\xef\xbb\xbfnode a max\nleaf \xc3\xa9t\xc3\xa9 1\nedge a \xc3\xa9t\xc3\xa9\n",
        "node a max\r\nleaf \xe9t\xe9 1\r\nedge a \xc3\xa9t\xc3\xa9\r\n",
        "node a max\rleaf \xe9t\xe9 1 # \xe9\redge a \xe9t\xe9 \xe9t\xe9",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tree t = {0};
        hra_error why = {0};
        char *copy = malloc(strlen(texts[i])); /* without a zero behind it */
        assert_non_null(copy);
        memcpy(copy, texts[i], strlen(texts[i]));
        if (tree_read(&t, "", copy, strlen(texts[i]), 0, &why) != 0)
            fail_msg("%s", why.text);
        assert_string_equal(t.node[1].name, "\xc3\xa9t\xc3\xa9");
        assert_string_equal(t.node[1].label, "\xc3\xa9t\xc3\xa9");
        tree_release(&t);
        free(copy);
    }
}

static void wrong_trees_are_refused(void **state) {
    for (size_t i = 0; i < sizeof wrong_trees / sizeof *wrong_trees; i++) {
        tree t = {0};
        hra_error why = {0};
        hra_err err = tree_read(&t, "", wrong_trees[i].text, strlen(wrong_trees[i].text), 0, &why);
        if (err != HRA_EINPUT || !strstr(why.text, wrong_trees[i].why))
            fail_msg("case %d: %d %s", (int)i, err, why.text);
        tree_release(&t);
    }
}

static void expect_refusal(const hra_text *text, const char *expected) {
    tree t = {0};
    hra_error why = {0};
    assert_int_equal(tree_read(&t, "", hra_text_string(text), text->length, 0, &why), HRA_EINPUT);
    if (!strstr(why.text, expected))
        fail_msg("%s", why.text);
    tree_release(&t);
}

static void limits_hold(void **state) {
    hra_text text;
    hra_text_init(&text);
    hra_text_add(&text, "node n0 max\n");
    for (int i = 1; i <= TREE_DEPTH + 1; i++)
        hra_text_addf(&text, "node n%d max\nedge n%d n%d\n", i, i - 1, i);
    hra_text_addf(&text, "leaf x 1\nedge n%d x\n", TREE_DEPTH + 1);
    expect_refusal(&text, "'n201' is more than 200 moves below the root");

    hra_text_clear(&text);
    hra_text_add(&text, "node n0 max\n");
    for (int i = 1; i <= TREE_MOVES + 1; i++)
        hra_text_addf(&text, "leaf n%d 1\nedge n0 n%d\n", i, i);
    expect_refusal(&text, "'n0' has more than 1024 moves");

    hra_text_clear(&text);
    hra_text_add(&text, "node n max\n");
    for (int i = 1; i <= TREE_NODES; i++)
        hra_text_addf(&text, "leaf n%x 1\n", i);
    expect_refusal(&text, "line 65537, character 1: more than 65536 nodes");

    hra_text_clear(&text);
    for (int i = 0; i <= TREE_DEPTH + 1; i++)
        hra_text_add_char(&text, '(');
    expect_refusal(&text, "more than 200 lists in each other");
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_of_other_systems_are_read),
        cmocka_unit_test(wrong_trees_are_refused),
        cmocka_unit_test(wrong_brackets_are_refused),
        cmocka_unit_test(brackets_are_read),
        cmocka_unit_test(limits_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
