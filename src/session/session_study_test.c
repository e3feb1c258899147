/* Games of a file, and studies: a tree of moves at the table, with what the file says of them. */
#include "core/text.h"
#include "hra/annotated.h"
#include "hra/game_file.h"
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

static const char three[] =
    "[Event \"x\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n[Date \"1990.01.02\"]\n[Result \"1-0\"]\n\n"
    "1. 11-15 {good} 22-17! (22-18 $2 15x22 (15x22 25x18) 25x18 (26x17 8-11)) 2. 8-11 1-0\n\n"
    "[Event \"y\"]\n[Result \"*\"]\n1. 9-13 9-13 *\n\n"
    "[Event \"z\"]\n[Black \"Cyd\"]\n[Result \"*\"]\n1. 9-13 *\n";

static void put(desk *d, const char *name, const char *text) {
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "write %s ", name);
    hra_text_add_json(&line, text);
    desk_ok(d, 0, "%s", hra_text_string(&line));
    hra_text_release(&line);
}

static void open_new(desk *d) {
    *d = (desk){.setup = {.version = 2}};
    desk_open(d);
    desk_attach(d, HRA_VIEW_TABLE);
    put(d, "files/three.pdn", three);
}

static const json_t *row(const desk *d, size_t i) {
    return json_array_get(json_object_get(desk_last(d, 0, "contents"), "games"), i);
}

static void games_of_a_file_are_listed(void **state) {
    desk d;
    (void)state;
    open_new(&d);
    desk_ok(&d, 0, "contents files/three.pdn");
    assert_int_equal(desk_int(desk_last(&d, 0, "contents"), "total"), 3);
    const json_t *one = row(&d, 0), *bad = row(&d, 1);
    assert_string_equal(json_string_value(json_array_get(json_object_get(one, "players"), 0)), "Ann");
    assert_string_equal(desk_text(one, "event"), "x");
    assert_string_equal(desk_text(one, "date"), "1990.01.02");
    assert_string_equal(desk_text(one, "result"), "1-0");
    assert_int_equal(desk_int(one, "plies"), 3);
    assert_int_equal(json_array_size(json_object_get(one, "faults")), 0);
    assert_int_equal(desk_int(bad, "plies"), 1);
    const json_t *fault = json_array_get(json_object_get(bad, "faults"), 0);
    assert_int_equal(desk_int(fault, "line"), 11);
    assert_int_equal(desk_int(fault, "ply"), 1);
    assert_non_null(strstr(desk_text(fault, "text"), "illegal move"));
    desk_ok(&d, 0, "contents files/three.pdn 3");
    assert_int_equal(json_array_size(json_object_get(desk_last(&d, 0, "contents"), "games")), 1);
    assert_int_equal(desk_int(row(&d, 0), "number"), 3);
    desk_error(&d, 0, "entry not found", "contents files/none");
    put(&d, "files/letter.txt", "Dear Ann");
    desk_error(&d, 0, "not a file of games", "contents files/letter.txt");
    desk_error(&d, 0, "missing name", "contents");
    desk_error(&d, 0, "the first game is a whole number", "contents files/three.pdn 0");
    desk_close(&d);
}

/* ---- the tree of a study, as a client has it --------------------------------------------------*/

static const json_t *nodes(const desk *d) {
    for (size_t i = d->count; i-- > 0;) {
        const json_t *list = json_object_get(d->events[i].json, "nodes");
        if (list)
            return list;
    }
    fail_msg("no study was sent");
    return NULL;
}

static int count_nodes(const desk *d) {
    return (int)json_array_size(nodes(d));
}

/* The node that this move leads to from another one. */
static int find_node(const desk *d, int parent, const char *move) {
    size_t i;
    json_t *node;
    json_array_foreach(nodes(d), i,
                       node) if (desk_int(node, "parent") == parent &&
                                 strcmp(desk_text(node, "move"), move) == 0) return desk_int(node, "node");
    fail_msg("no node %s", move);
    return 0;
}

static const char *export_of(const desk *d) {
    return desk_text(desk_last(d, 0, "export"), "text");
}

/* The first game of a text, as the library reads it without a session. */
static const hra_annotated *read_text(const char *text, const char *name, hra_game_file **file) {
    const hra_game_file_setup setup = {
        .size = sizeof setup, .name = name, .text = text, .length = strlen(text)};
    const hra_game_found *found;
    assert_int_equal(hra_game_file_open(file, &setup, NULL), 0);
    assert_int_equal(hra_game_file_next(*file, &found, NULL), 0);
    assert_non_null(found);
    assert_int_equal(found->fault_count, 0);
    assert_non_null(found->annotated);
    return found->annotated;
}

static void every_node_is_reached(void **state) {
    desk d;
    hra_game_file *file;
    (void)state;
    const hra_annotated *own = read_text(three, "three.pdn", &file);
    open_new(&d);
    desk_ok(&d, 0, "study files/three.pdn game=1");
    assert_int_equal(count_nodes(&d), own->node_count);
    unsigned random = 1;
    for (int i = 0; i < 60; i++) {
        random = random * 1103515245u + 12345u;
        int node = (int)(random >> 16) % own->node_count;
        hra_text position;
        hra_text_init(&position);
        own->game->rules->text->write_position(own->game, hra_annotated_state(own, node), &position);
        desk_ok(&d, 0, "node %d", node);
        desk_ok(&d, 0, "position");
        const json_t *now = desk_last(&d, 0, "position");
        assert_string_equal(desk_text(now, "position"), hra_text_string(&position));
        assert_int_equal(desk_int(now, "ply"), own->nodes[node].ply);
        hra_text_release(&position);
    }
    assert_int_equal(count_nodes(&d), own->node_count); /* no move was played */
    hra_game_file_close(file);
    desk_close(&d);
}

static void comments_and_glyphs_are_there(void **state) {
    desk d;
    (void)state;
    open_new(&d);
    desk_ok(&d, 0, "study files/three.pdn game=1");
    const json_t *first = json_array_get(nodes(&d), 1);
    assert_string_equal(json_string_value(json_array_get(json_object_get(first, "comments"), 0)), "good");
    const json_t *nags = json_object_get(json_array_get(nodes(&d), 2), "nags");
    assert_int_equal((int)json_number_value(json_array_get(nags, 0)), 1);
    const json_t *seats = json_object_get(desk_last(&d, 0, "hello"), "seats");
    assert_string_equal(desk_text(json_array_get(seats, 1), "display_name"), "Bob");
    desk_ok(&d, 0, "study files/three.pdn game=2");
    assert_int_equal(json_array_size(json_object_get(desk_last(&d, 0, "study"), "faults")), 1);
    assert_int_equal(count_nodes(&d), 2); /* what is readable */
    desk_close(&d);
}

static void what_is_tried_is_kept(void **state) {
    desk d;
    (void)state;
    open_new(&d);
    desk_ok(&d, 0, "new checkers study others=human");
    assert_true(json_is_true(json_object_get(desk_last(&d, 0, "hello"), "study")));
    desk_ok(&d, 0, "move 11-15");
    desk_ok(&d, 0, "move 22-18");
    desk_ok(&d, 0, "move 15x22");
    desk_ok(&d, 0, "undo");
    desk_ok(&d, 0, "undo");
    desk_ok(&d, 0, "move 23-19");
    desk_ok(&d, 0, "node 0");
    desk_ok(&d, 0, "move 11-15"); /* which is there */
    desk_ok(&d, 0, "sync 999");
    assert_int_equal(count_nodes(&d), 5);
    desk_ok(&d, 0, "export pdn");
    assert_non_null(strstr(export_of(&d), "1. 11-15 22-18 (1... 23-19) 2. 15x22 *"));
    desk_ok(&d, 0, "node %d", find_node(&d, 1, "23-19"));
    desk_ok(&d, 0, "promote %d", find_node(&d, 1, "23-19"));
    desk_ok(&d, 0, "export PDN");
    assert_non_null(strstr(export_of(&d), "1. 11-15 23-19 (1... 22-18 2. 15x22) *"));
    desk_ok(&d, 0, "remove %d", find_node(&d, 1, "23-19")); /* the play stands on it */
    assert_int_equal(desk_int(desk_last(&d, 0, "position"), "ply"), 1);
    assert_int_equal(desk_int(desk_last(&d, 0, "study"), "at"), 1);
    assert_int_equal(count_nodes(&d), 4);
    desk_ok(&d, 0, "node %d", find_node(&d, find_node(&d, 1, "22-18"), "15x22"));
    desk_ok(&d, 0, "review by=minimax:depth=1");
    desk_close(&d);
}

static void comments_and_glyphs_are_written(void **state) {
    desk d;
    (void)state;
    open_new(&d);
    desk_ok(&d, 0, "study files/three.pdn game=1");
    desk_ok(&d, 0, "comment 1");
    desk_ok(&d, 0, "glyph 1 5");
    desk_ok(&d, 0, "comment 1 at the start, \"quoted\"");
    desk_ok(&d, 0, "export PDN");
    assert_non_null(strstr(export_of(&d), "1. 11-15 $5 {at the start, \"quoted\"} 22-17"));
    desk_ok(&d, 0, "glyph 1 4");
    desk_ok(&d, 0, "comment 1");
    desk_ok(&d, 0, "export PDN");
    assert_non_null(strstr(export_of(&d), "1. 11-15 $4 22-17"));
    desk_ok(&d, 0, "glyph 1 0");
    desk_ok(&d, 0, "comment 0 before all");
    desk_ok(&d, 0, "export hra");
    assert_non_null(strstr(export_of(&d), "before all"));
    assert_null(strstr(export_of(&d), "quoted"));
    desk_error(&d, 0, "a glyph is a whole number", "glyph 1 256");
    desk_error(&d, 0, "a node is a whole number", "glyph 0 1");
    desk_error(&d, 0, "a node is a whole number", "comment x");
    desk_close(&d);
}

static const char *comment_of(const desk *d, size_t node) {
    const json_t *comments = json_object_get(json_array_get(nodes(d), node), "comments");
    return comments ? json_string_value(json_array_get(comments, 0)) : "";
}

/* The event of a study has a limit. A comment that it has no room for leaves the one before; one that replaces another counts alone. */
static void a_refused_comment_leaves_the_one_before(void **state) {
    enum { LONG = 60000, FIT = (1 << 20) / LONG };
    desk d;
    char *text = malloc(LONG + 1);
    (void)state;
    assert_non_null(text);
    memset(text, 'x', LONG);
    text[LONG] = '\0';
    open_new(&d);
    desk_ok(&d, 0, "new checkers human human");
    desk_ok(&d, 0, "export hra");
    put(&d, "plays/one.hra", export_of(&d));
    desk_ok(&d, 0, "study plays/one.hra");
    for (int i = 0; i <= FIT; i++)
        desk_ok(&d, 0, "move %s",
                json_string_value(json_array_get(json_object_get(desk_last(&d, 0, "ask"), "moves"), 0)));
    for (int i = 0; i < FIT; i++)
        desk_ok(&d, 0, "comment %d %s", i, text);
    desk_ok(&d, 0, "comment %d the one before", FIT);
    desk_error(&d, 0, "kB of moves and comments", "comment %d %s", FIT, text);
    desk_ok(&d, 0, "comment 1 %s", text);
    assert_string_equal(comment_of(&d, FIT), "the one before");
    text[LONG - 1] = '\0';
    desk_ok(&d, 0, "comment 1 %s", text);
    assert_string_equal(comment_of(&d, 1), text);
    free(text);
    desk_close(&d);
}

static void what_is_exported_is_read_again(void **state) {
    static const char *const formats[] = {"hra", "PDN"};
    desk d;
    (void)state;
    open_new(&d);
    for (size_t i = 0; i < 2; i++) {
        hra_game_file *file, *before;
        const hra_annotated *own = read_text(three, "three.pdn", &before);
        desk_ok(&d, 0, "study files/three.pdn game=1");
        desk_ok(&d, 0, "export %s", formats[i]);
        const hra_annotated *again = read_text(export_of(&d), "x", &file);
        assert_int_equal(again->node_count, own->node_count);
        for (int node = 0; node < own->node_count; node++) {
            assert_int_equal(again->nodes[node].move, own->nodes[node].move);
            assert_int_equal(again->nodes[node].parent, own->nodes[node].parent);
        }
        assert_int_equal(again->note_count, own->note_count);
        assert_int_equal(again->tag_count, own->tag_count);
        hra_game_file_close(file);
        hra_game_file_close(before);
    }
    desk_error(&d, 0, "is not a format", "export txt");
    desk_close(&d);
}

static void a_record_has_a_study_too(void **state) {
    desk d;
    (void)state;
    open_new(&d);
    put(&d, "files/own.hra",
        "hra-record 1\ngame tictactoe\nseat 0 human\nseat 1 human\n0 b2\n1 a1\n"
        "hra-record 1\ngame tictactoe\nseat 0 human\nseat 1 human\n0 c3\n");
    desk_ok(&d, 0, "study files/own.hra");
    assert_int_equal(count_nodes(&d), 2);
    desk_ok(&d, 0, "study files/own.hra game=1");
    assert_int_equal(count_nodes(&d), 3);
    desk_ok(&d, 0, "node 2");
    desk_ok(&d, 0, "move c3");
    desk_ok(&d, 0, "export");
    assert_non_null(strstr(export_of(&d), "0 b2\n1 a1\n0 c3\n"));
    desk_close(&d);
}

/* A game of a match that was resigned is a move that no player can make. */
static void a_match_with_a_game_given_up_is_walked(void **state) {
    desk d;
    (void)state;
    open_new(&d);
    put(&d, "files/m.mat",
        " 3 point match\n\n Game 1\n Ann : 0                          Bob : 0\n"
        "  1) 31: 8/5 6/5                    42: 8/4 6/4\n      Wins 1 point\n\n Game 2\n"
        " Ann : 1                          Bob : 0\n  1) 31: 8/5 6/5                    42: 8/4 6/4\n");
    desk_ok(&d, 0, "study files/m.mat");
    const int count = count_nodes(&d);
    assert_true(count > 8);
    for (int node = 1; node < count; node++) {
        desk_ok(&d, 0, "node %d", node);
        assert_int_equal(desk_int(desk_last(&d, 0, "position"), "ply"), node);
    }
    desk_ok(&d, 0, "node 2");
    desk_ok(&d, 0, "node %d", count - 1);
    assert_int_equal(desk_int(desk_last(&d, 0, "study"), "at"), count - 1);
    desk_close(&d);
}

/* A game with secrets has no study, but can be watched. */
static void any_game_of_a_file_can_be_watched(void **state) {
    desk d;
    (void)state;
    open_new(&d);
    desk_ok(&d, 0, "watch files/three.pdn game=1");
    assert_int_equal(desk_int(desk_last(&d, 0, "position"), "ply"), 3);
    desk_ok(&d, 0, "watch files/three.pdn game=2");
    assert_int_equal(desk_int(desk_last(&d, 0, "position"), "ply"), 1);
    desk_error(&d, 0, "games of the file: 3", "watch files/three.pdn game=4");
    desk_error(&d, 0, "game is a whole number", "watch files/three.pdn game=0");
    desk_error(&d, 0, "unexpected word", "resume files/three.pdn game=1");
    desk_ok(&d, 0, "new empire random random seed=3 save=files/war.hra");
    desk_settle(&d);
    desk_ok(&d, 0, "close");
    desk_error(&d, 0, "hidden information", "study files/war.hra game=1");
    desk_ok(&d, 0, "watch files/war.hra game=1");
    assert_true(desk_int(desk_last(&d, 0, "position"), "ply") > 10);
    desk_close(&d);
}

/* Chance waits where somebody went, and goes on behind a move. */
static void chance_waits_while_nodes_are_looked_at(void **state) {
    desk d;
    (void)state;
    open_new(&d);
    desk_ok(&d, 0, "new race study others=human seed=1");
    desk_settle(&d);
    int ply = desk_int(desk_last(&d, 0, "position"), "ply");
    assert_true(ply > 0);
    desk_ok(&d, 0, "node 0");
    assert_true(json_is_true(json_object_get(desk_last(&d, 0, "study"), "waits")));
    desk_settle(&d);
    assert_int_equal(desk_int(desk_last(&d, 0, "position"), "ply"), 0);
    desk_ok(&d, 0, "continue");
    desk_settle(&d);
    assert_int_equal(desk_int(desk_last(&d, 0, "position"), "ply"), ply); /* the same dice */
    desk_close(&d);
}

/* A line that ends the game does not end the study. */
static void a_finished_line_can_be_left(void **state) {
    desk d;
    (void)state;
    open_new(&d);
    desk_ok(&d, 0, "new nim:rows=2 study others=human");
    desk_ok(&d, 0, "move a2");
    assert_string_equal(desk_text(desk_last(&d, 0, "result"), "reason"), "rules");
    desk_ok(&d, 0, "undo");
    desk_ok(&d, 0, "move a1");
    desk_ok(&d, 0, "node 1");
    assert_int_equal(desk_int(desk_last(&d, 0, "result"), "ply"), 1);
    desk_close(&d);
}

/* The text of a position is read again as the same one. */
static void expect_same_position(desk *d, const char *game, json_t *notation, const char *position) {
    desk_ok(d, 0, "new %s human human save=no \"position=%s\"", game, desk_text(notation, "text"));
    assert_string_equal(desk_text(desk_last(d, 0, "position"), "position"), position);
}

static void a_position_is_exported_in_notations(void **state) {
    static const struct {
        const char *game, *position;
        int count;
    } cases[] = {
        {"checkers", "W:W18,24,27,28,K10:B12,16,20,K22", 1},
        {"backgammon", "XGID=-b----E-C---eE---c-e----B-:1:1:1:63:0:0:0:0:10", 2},
        {"backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:3:2:0:7:10", 2},
        {"backgammon", "", 0}, /* the opening roll is still to come */
        {"tictactoe", ".X./.O./...", 0},
    };
    desk d;
    (void)state;
    open_new(&d);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *of = *cases[i].position ? "position=" : "dice=manual";
        json_t *notations;
        desk_ok(&d, 0, "new %s human human save=no \"%s%s\"", cases[i].game, of, cases[i].position);
        desk_ok(&d, 0, "export position 0");
        notations = json_incref(json_object_get(desk_last(&d, 0, "export"), "positions"));
        assert_int_equal((int)json_array_size(notations), cases[i].count);
        const json_t *position = json_object_get(desk_last(&d, 0, "position"), "position");
        char now[256];
        (void)snprintf(now, sizeof now, "%s", json_string_value(position));
        for (int k = 0; k < cases[i].count; k++)
            expect_same_position(&d, cases[i].game, json_array_get(notations, (size_t)k), now);
        json_decref(notations);
    }
    desk_close(&d);
}

static void a_game_that_is_played_is_exported(void **state) {
    desk d;
    (void)state;
    open_new(&d);
    desk_ok(&d, 0, "new checkers human human save=no");
    desk_ok(&d, 0, "name 0 Ann");
    desk_ok(&d, 0, "move 11-15");
    desk_ok(&d, 0, "move 23-19");
    desk_ok(&d, 0, "export PDN");
    assert_non_null(strstr(export_of(&d), "[Black \"Ann\"]"));
    assert_non_null(strstr(export_of(&d), "1. 11-15 23-19 *"));
    desk_ok(&d, 0, "export");
    assert_non_null(strstr(export_of(&d), "0 11-15\n1 23-19\n"));
    desk_ok(&d, 0, "export svg 1");
    assert_non_null(strstr(export_of(&d), "<title id=\"title\">English checkers"));
    desk_ok(&d, 0, "new empire human human save=no");
    desk_error(&d, 0, "hidden information", "export");
    desk_error(&d, 0, "hidden information", "export svg");
    desk_close(&d);
}

static void wrong_lines_are_refused(void **state) {
    desk d;
    (void)state;
    open_new(&d);
    desk_error(&d, 0, "missing name", "study");
    desk_error(&d, 0, "games of the file: 3", "study files/three.pdn game=4");
    desk_error(&d, 0, "unexpected word", "study files/three.pdn more");
    desk_error(&d, 0, "a study is not saved", "new checkers study save=plays/x");
    desk_error(&d, 0, "hidden information", "new empire study others=human");
    desk_error(&d, 0, "cannot be set", "resume plays/x study");
    desk_ok(&d, 0, "new checkers human human save=no");
    desk_error(&d, 0, "not a study", "node 0");
    desk_error(&d, 0, "is not a format", "export MAT");
    desk_error(&d, 0, "unexpected word", "export pdn 1");
    desk_error(&d, 0, "a ply is a whole number", "export svg 1");
    desk_ok(&d, 0, "new checkers study others=human");
    desk_error(&d, 0, "a node is a whole number", "node 1");
    desk_error(&d, 0, "a node is a whole number", "remove 0");
    desk_error(&d, 0, "a node is a whole number", "promote");
    desk_error(&d, 0, "no move can be taken back", "undo");
    desk_error(&d, 0, "not in a study", "resign");
    desk_error(&d, 0, "not in a study", "tutor on");
    put(&d, "files/bad.pdn", "[Event \"x\"]\n[GameType \"20\"]\n1. 32-28 *\n");
    desk_error(&d, 0, "bad.pdn: game 1: ", "study files/bad.pdn game=1");
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_a_file_are_listed),
        cmocka_unit_test(every_node_is_reached),
        cmocka_unit_test(comments_and_glyphs_are_there),
        cmocka_unit_test(what_is_tried_is_kept),
        cmocka_unit_test(comments_and_glyphs_are_written),
        cmocka_unit_test(a_refused_comment_leaves_the_one_before),
        cmocka_unit_test(what_is_exported_is_read_again),
        cmocka_unit_test(a_record_has_a_study_too),
        cmocka_unit_test(chance_waits_while_nodes_are_looked_at),
        cmocka_unit_test(a_match_with_a_game_given_up_is_walked),
        cmocka_unit_test(any_game_of_a_file_can_be_watched),
        cmocka_unit_test(a_finished_line_can_be_left),
        cmocka_unit_test(a_position_is_exported_in_notations),
        cmocka_unit_test(a_game_that_is_played_is_exported),
        cmocka_unit_test(wrong_lines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
