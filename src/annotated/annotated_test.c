/* Annotated games: trees are drawn as PDN does, "b2 a1 (c1 a3) c3": a variation stands behind the move in place of which
 * it is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

static hra_annotated *open_game(const char *spec) {
    hra_annotated *a = NULL;
    assert_int_equal(hra_annotated_open(&a, NULL), 0);
    assert_int_equal(hra_annotated_begin(a, NULL, spec, NULL, NULL), 0);
    return a;
}

static hra_move move_of(const hra_annotated *a, int parent, const char *text) {
    hra_move move = 0;
    hra_error why;
    if (hra_game_parse_move(a->game, hra_annotated_state(a, parent), text, &move, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    return move;
}

static int add(hra_annotated *a, int parent, const char *text) {
    int node = hra_annotated_add(a, parent, move_of(a, parent, text));
    assert_true(node > 0);
    return node;
}

static void draw_line(const hra_annotated *a, int node, hra_text *out) {
    for (; node; node = a->nodes[node].first) {
        const hra_node *n = &a->nodes[node];
        hra_text_add(out, out->length && out->data[out->length - 1] != '(' ? " " : "");
        a->game->rules->text->show_move(a->game, hra_annotated_state(a, n->parent), n->move, out);
        for (int other = n->sibling; other; other = a->nodes[other].sibling)
            if (a->nodes[other].beside == node) {
                hra_text_add(out, " (");
                draw_line(a, other, out);
                hra_text_add(out, ")");
            }
    }
}

static void expect_drawn(const hra_annotated *a, const char *expected) {
    hra_text out;
    hra_text_init(&out);
    draw_line(a, a->nodes[0].first, &out);
    assert_string_equal(hra_text_string(&out), expected);
    hra_text_release(&out);
}

/* Whether a node is a child of its parent, once, in front of the parent's last one. */
static void check_child(const hra_annotated *a, int node) {
    const hra_node *parent = &a->nodes[a->nodes[node].parent];
    int count = 0;
    for (int child = parent->first; child; child = a->nodes[child].sibling) {
        count += child == node;
        assert_int_equal(a->nodes[child].sibling == 0, child == parent->last);
    }
    assert_int_equal(count, 1);
}

/* Everything that the header says of nodes. */
static void check_tree(const hra_annotated *a) {
    unsigned char *state = malloc(a->game->state_size);
    assert_non_null(state);
    for (int i = 1; i < a->node_count; i++) {
        const hra_node *n = &a->nodes[i], *parent = &a->nodes[n->parent];
        const void *before = hra_annotated_state(a, n->parent);
        assert_in_range(n->parent, 0, i - 1);
        check_child(a, i);
        assert_int_equal(n->ply, parent->ply + 1);
        assert_int_equal(n->mover, a->game->rules->to_move(a->game, before));
        memcpy(state, before, a->game->state_size);
        a->game->rules->apply(a->game, state, n->move);
        assert_memory_equal(state, hra_annotated_state(a, i), a->game->state_size);
        if (parent->first == i) {
            assert_int_equal(n->beside, 0);
            assert_int_equal(n->depth, parent->depth);
        } else {
            assert_int_equal(a->nodes[n->beside].parent, n->parent);
            assert_true(n->beside > 0 && n->beside != i);
            assert_int_equal(n->depth, a->nodes[n->beside].depth + 1);
        }
    }
    free(state);
}

/* b2 a1 (c1 (a3 c3) a2) c3, with a fault at c3 and another one in the variation */
static hra_annotated *example(void) {
    hra_annotated *a = open_game("tictactoe");
    int b2 = add(a, 0, "b2"), a1 = add(a, b2, "a1"), c3 = add(a, a1, "c3");
    int c1 = add(a, b2, "c1"), a3 = add(a, b2, "a3");
    hra_annotated_beside(a, a3, c1);
    add(a, c1, "a2");
    const hra_fault faults[] = {{.node = c3, .text = "first"}, {.node = add(a, a3, "c3"), .text = "second"}};
    for (int i = 0; i < 2; i++)
        assert_int_equal(hra_annotated_fault(a, &faults[i]), 0);
    return a;
}

static void moves_and_variations_are_added(void **state) {
    hra_annotated *a = example();
    expect_drawn(a, "b2 a1 (c1 (a3 c3) a2) c3");
    check_tree(a);
    assert_int_equal(a->nodes[0].mover, HRA_OVER);
    assert_int_equal(a->nodes[0].parent, -1);
    assert_int_equal(a->nodes[0].last, a->nodes[0].first);
    hra_annotated_close(a);
}

static void nodes_are_removed_with_all_behind_them(void **state) {
    static const struct {
        int node;
        const char *drawn;
        int faults[2]; /* nodes of the faults */
    } cases[] = {
        {1, "", {0, 0}},                      /* b2 */
        {2, "b2 c1 (a3 c3) a2", {0, 5}},      /* a1: the next one goes on with the line */
        {3, "b2 a1 (c1 (a3 c3) a2)", {0, 6}}, /* c3 */
        {4, "b2 a1 (a3 c3) c3", {3, 5}},      /* c1: a3 is beside a1 then */
        {5, "b2 a1 (c1 a2) c3", {3, 0}},      /* a3 */
        {6, "b2 a1 (c1 (a3 c3)) c3", {3, 6}}, /* a2 */
        {7, "b2 a1 (c1 (a3) a2) c3", {3, 0}}, /* the other c3 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_annotated *a = example();
        assert_int_equal(hra_annotated_remove(a, cases[i].node), 0);
        expect_drawn(a, cases[i].drawn);
        check_tree(a);
        assert_int_equal(a->faults[0].node, cases[i].faults[0]);
        assert_int_equal(a->faults[1].node, cases[i].faults[1]);
        hra_annotated_close(a);
    }
}

static void nodes_are_promoted(void **state) {
    static const struct {
        int node;
        const char *drawn;
    } cases[] = {
        {1, "b2 a1 (c1 (a3 c3) a2) c3"}, /* first already */
        {2, "b2 a1 (c1 (a3 c3) a2) c3"},
        {4, "b2 c1 (a1 c3) (a3 c3) a2"},
        {5, "b2 a3 (a1 c3) (c1 a2) c3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_annotated *a = example();
        assert_int_equal(hra_annotated_promote(a, cases[i].node), 0);
        expect_drawn(a, cases[i].drawn);
        check_tree(a);
        hra_annotated_close(a);
    }
}

static void nodes_that_are_none_are_refused(void **state) {
    static const int none[] = {-1, 0, 8, 1000000};
    hra_annotated *a = example();
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(hra_annotated_remove(a, none[i]), HRA_EINPUT);
        assert_int_equal(hra_annotated_promote(a, none[i]), HRA_EINPUT);
    }
    expect_drawn(a, "b2 a1 (c1 (a3 c3) a2) c3");
    hra_annotated_close(a);
}

/* Any edits keep a tree that is one. */
static void any_edits_keep_a_tree(void **state) {
    hra_annotated *a = open_game("nim:rows=3-4-5");
    hra_move moves[64];
    hra_rng rng;
    hra_rng_init(&rng, 1);
    for (int edit = 0; edit < 3000; edit++) {
        int node = (int)hra_rng_below(&rng, (uint32_t)a->node_count), what = (int)hra_rng_below(&rng, 20);
        int count = hra_game_moves(a->game, hra_annotated_state(a, node), moves);
        if (what == 0 && node && a->node_count > 40)
            assert_int_equal(hra_annotated_remove(a, node), 0);
        else if (what < 4 && node)
            assert_int_equal(hra_annotated_promote(a, node), 0);
        else if (count > 0)
            hra_annotated_add(a, node, moves[hra_rng_below(&rng, (uint32_t)count)]);
        if (edit % 50 == 0)
            check_tree(a);
    }
    check_tree(a);
    assert_true(a->node_count > 100);
    hra_annotated_close(a);
}

/* ---- what is written about moves ------------------------------------------------------------*/

static void notes_stay_in_their_order(void **state) {
    static const char *const texts[] = {"one", "two", "three"};
    hra_annotated *a = example();
    char text[10];
    for (int i = 0; i < 3; i++) {
        hra_snprintf(text, sizeof text, "%s", texts[i]);
        for (int node = 0; node < 3; node += 2)
            assert_int_equal(hra_annotated_note(a, node, &(hra_note){.kind = HRA_NOTE_COMMENT, .text = text}),
                             0);
    }
    memset(text, 'x', sizeof text); /* it was copied */
    for (int node = 0; node < 3; node += 2) {
        int i = 0;
        for (int note = a->nodes[node].note; note >= 0; note = a->notes[note].next, i++) {
            assert_string_equal(a->notes[note].text, texts[i]);
            assert_string_equal(a->notes[note].name, "");
        }
        assert_int_equal(i, 3);
    }
    assert_int_equal(a->nodes[1].note, -1);
    hra_annotated_close(a);
}

static void of_tags_with_one_name_the_last_counts(void **state) {
    static const char *const values[] = {"x", "z", "y"};
    hra_annotated *a = example();
    assert_int_equal(hra_annotated_add_tag(a, "Event", "x"), 0);
    assert_int_equal(hra_annotated_add_tag(a, "EVENT", "z"), 0);
    assert_int_equal(hra_annotated_add_tag(a, "Site", "y"), 0);
    assert_string_equal(hra_annotated_tag(a, "event"), "z");
    assert_int_equal(a->tag_count, 3);
    for (int i = 0; i < 3; i++)
        assert_string_equal(a->tags[i].value, values[i]);
    assert_int_equal(hra_annotated_set_tag(a, "Event", "w"), 0);
    assert_string_equal(a->tags[0].value, "x");
    assert_string_equal(hra_annotated_tag(a, "event"), "w");
    assert_int_equal(a->tag_count, 3);
    hra_annotated_close(a);
}

static void tags_have_one_value(void **state) {
    hra_annotated *a = example();
    assert_null(hra_annotated_tag(a, "Event"));
    assert_int_equal(hra_annotated_set_tag(a, "Event", "x"), 0);
    assert_int_equal(hra_annotated_set_tag(a, "Site", "y"), 0);
    assert_int_equal(hra_annotated_set_tag(a, "EVENT", "z"), 0);
    assert_int_equal(a->tag_count, 2);
    assert_string_equal(a->tags[0].name, "Event");
    assert_string_equal(hra_annotated_tag(a, "event"), "z");
    /* A new game keeps them, and loses its moves. */
    assert_int_equal(hra_annotated_begin(a, NULL, "checkers", NULL, NULL), 0);
    assert_string_equal(hra_annotated_tag(a, "site"), "y");
    assert_int_equal(a->node_count, 1);
    assert_int_equal(a->nodes[0].first, 0);
    add(a, 0, "11-15");
    check_tree(a);
    hra_annotated_close(a);
}

static void a_wrong_position_leaves_no_game(void **state) {
    hra_annotated *a = example();
    hra_error why = {0};
    assert_int_equal(hra_annotated_begin(a, NULL, "checkers", "W:W99:B1", &why), HRA_EINPUT);
    assert_true(why.text[0] != '\0');
    assert_null(a->game);
    assert_int_equal(hra_annotated_begin(a, NULL, "checkers", "W:W30:B1", &why), 0);
    add(a, 0, "30-26");
    check_tree(a);
    hra_annotated_close(a);
}

/* ---- limits ---------------------------------------------------------------------------------*/

static void variations_nest_so_deep(void **state) {
    hra_annotated *a = open_game("tictactoe");
    static const char *const there_and_back[] = {"1-5", "32-28", "5-1", "28-32"};
    int node = 0, depth = 0;
    assert_int_equal(hra_annotated_begin(a, NULL, "checkers:draw-moves=0", "W:WK1:BK32", NULL), 0);
    for (;; depth++) {
        hra_move move = move_of(a, node, there_and_back[depth % 4]);
        int usual = hra_annotated_add(a, node, move);
        int other = usual ? hra_annotated_add(a, node, move) : 0;
        if (!other)
            break;
        node = other;
    }
    assert_int_equal(depth, HRA_MAX_VARIATIONS);
    assert_int_equal(a->nodes[node].depth, HRA_MAX_VARIATIONS);
    check_tree(a);
    assert_int_equal(hra_annotated_promote(a, 2), HRA_ELIMIT);
    assert_int_equal(hra_annotated_promote(a, 1), 0); /* it is the first one */
    hra_annotated_close(a);
}

static void a_game_has_so_many_nodes(void **state) {
    hra_annotated *a = open_game("tictactoe");
    hra_move move = move_of(a, 0, "b2");
    while (hra_annotated_add(a, 0, move))
        ;
    assert_int_equal(a->node_count, HRA_MAX_NODES);
    assert_true(hra_annotated_full(a, 1));
    assert_int_equal(hra_annotated_remove(a, 1), 0);
    assert_int_equal(hra_annotated_add(a, 0, move), HRA_MAX_NODES - 1);
    hra_annotated_close(a);
}

static void texts_and_tags_have_limits(void **state) {
    hra_annotated *a = example();
    const size_t length = HRA_MAX_NOTES / 4;
    char *text = malloc(length + 1), name[20];
    assert_non_null(text);
    memset(text, 'x', length);
    text[length] = '\0';
    const hra_note note = {.kind = HRA_NOTE_COMMENT, .text = text};
    int count = 0;
    hra_err err;
    while ((err = hra_annotated_note(a, 1, &note)) == 0)
        count++;
    assert_int_equal(err, HRA_ELIMIT);
    assert_int_equal(count, 3);
    assert_int_equal(a->note_count, 3);
    assert_int_equal(a->notes[a->nodes[1].last_note].next, -1);
    assert_int_equal(hra_annotated_spell(a, 1, NULL, text), HRA_ELIMIT);
    assert_int_equal(hra_annotated_player(a, 0, text), HRA_ELIMIT);
    assert_string_equal(a->players[0], "");
    free(text);
    for (int i = 0; i < HRA_MAX_TAGS; i++) {
        hra_snprintf(name, sizeof name, "t%d", i);
        assert_int_equal(hra_annotated_set_tag(a, name, ""), 0);
    }
    assert_int_equal(hra_annotated_set_tag(a, "one more", ""), HRA_ELIMIT);
    assert_int_equal(hra_annotated_set_tag(a, "T7", "again"), 0);
    hra_annotated_close(a);
}

/* A text as long as a third of the limit. */
static char *third(char letter) {
    char *text = malloc(HRA_MAX_NOTES / 3 + 1);
    assert_non_null(text);
    memset(text, letter, HRA_MAX_NOTES / 3);
    text[HRA_MAX_NOTES / 3] = '\0';
    return text;
}

static const char *comment_of(const hra_annotated *a, int node) {
    for (int i = a->nodes[node].note; i >= 0; i = a->notes[i].next)
        if (a->notes[i].kind == HRA_NOTE_COMMENT)
            return a->notes[i].text;
    return "";
}

static void replaced_notes_leave_room(void **state) {
    hra_annotated *a = example();
    char *texts[] = {third('a'), third('b')};
    (void)state;
    for (int i = 0; i < 100; i++) {
        const hra_note note = {.kind = HRA_NOTE_COMMENT, .text = texts[i % 2]};
        const hra_note glyph = {.kind = HRA_NOTE_NAG, .value = i + 1};
        assert_int_equal(hra_annotated_set_note(a, 1, &glyph), 0);
        assert_int_equal(hra_annotated_set_note(a, 1, &note), 0);
        assert_string_equal(comment_of(a, 1), texts[i % 2]);
        assert_int_equal(a->notes[a->nodes[1].note].value, i + 1);
        assert_int_equal(a->notes[a->nodes[1].last_note].next, -1);
    }
    assert_true(a->note_count <= 3);
    const hra_note none = {.kind = HRA_NOTE_COMMENT};
    for (int i = 0; i < 10; i++) { /* removed ones, and those of removed nodes, leave it too */
        assert_int_equal(hra_annotated_set_note(a, 1, &none), 0);
        assert_string_equal(comment_of(a, 1), "");
        assert_int_equal(
            hra_annotated_set_note(a, 1, &(hra_note){.kind = HRA_NOTE_COMMENT, .text = texts[0]}), 0);
        int node = hra_annotated_add(a, 0, a->nodes[1].move);
        assert_int_equal(
            hra_annotated_set_note(a, node, &(hra_note){.kind = HRA_NOTE_COMMENT, .text = texts[1]}), 0);
        assert_int_equal(hra_annotated_remove(a, node), 0);
    }
    free(texts[0]);
    free(texts[1]);
    hra_annotated_close(a);
}

static void a_refused_note_changes_nothing(void **state) {
    hra_annotated *a = example();
    char *text = third('x');
    (void)state;
    assert_int_equal(hra_annotated_note(a, 2, &(hra_note){.kind = HRA_NOTE_COMMENT, .text = text}), 0);
    assert_int_equal(hra_annotated_note(a, 2, &(hra_note){.kind = HRA_NOTE_COMMENT, .text = text}), 0);
    assert_int_equal(hra_annotated_set_note(a, 1, &(hra_note){.kind = HRA_NOTE_COMMENT, .text = "old"}), 0);
    assert_int_equal(hra_annotated_set_note(a, 1, &(hra_note){.kind = HRA_NOTE_COMMENT, .text = text}),
                     HRA_ELIMIT);
    assert_string_equal(comment_of(a, 1), "old");
    assert_int_equal(a->nodes[1].note, a->nodes[1].last_note);
    free(text);
    hra_annotated_close(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_variations_are_added),
        cmocka_unit_test(nodes_are_removed_with_all_behind_them),
        cmocka_unit_test(nodes_are_promoted),
        cmocka_unit_test(nodes_that_are_none_are_refused),
        cmocka_unit_test(any_edits_keep_a_tree),
        cmocka_unit_test(notes_stay_in_their_order),
        cmocka_unit_test(of_tags_with_one_name_the_last_counts),
        cmocka_unit_test(tags_have_one_value),
        cmocka_unit_test(a_wrong_position_leaves_no_game),
        cmocka_unit_test(variations_nest_so_deep),
        cmocka_unit_test(a_game_has_so_many_nodes),
        cmocka_unit_test(texts_and_tags_have_limits),
        cmocka_unit_test(replaced_notes_leave_room),
        cmocka_unit_test(a_refused_note_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
