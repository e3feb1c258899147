/* Trees as JSON, with the boards at the nodes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "hra/json.h"
#include "hra/scene.h"
#include "hra/trace.h"

/* A tree that a method walked from a position. */
typedef struct walked {
    hra_game *game;
    hra_agent *agent;
    hra_trace *trace;
    hra_analysis result;
    void *state;
    hra_text text;
    json_t *json;
} walked;

static void walk(walked *w, const char *spec, const char *position, const char *method, bool boards) {
    hra_error why;
    const hra_trace_limits limits = {.nodes = 60};
    *w = (walked){0};
    assert_int_equal(hra_game_open(&w->game, NULL, spec, NULL), 0);
    w->state = malloc(w->game->state_size);
    w->game->rules->init(w->game, w->state);
    if (position)
        assert_int_equal(hra_game_read_position(w->game, position, w->state, NULL), 0);
    assert_int_equal(hra_agent_open_spec(&w->agent, w->game, method, NULL), 0);
    hra_analysis_init(&w->result);
    const hra_question question = {.state = w->state, .seed = 1, .limits.nodes = 5000};
    if (hra_trace_walk(&w->trace, w->agent, &question, &limits, &w->result, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    const hra_walked all = {w->game, w->state, method, &w->result, hra_trace_nodes(w->trace)};
    hra_text_init(&w->text);
    hra_json out = hra_json_begin(&w->text);
    hra_json_tree(&out, NULL, &all, boards);
    assert_int_equal(w->text.err, 0);
    assert_null(strchr(w->text.data, '\n'));
    w->json = json_loads(w->text.data, 0, NULL);
    assert_non_null(w->json);
}

static void leave(walked *w) {
    json_decref(w->json);
    hra_text_release(&w->text);
    hra_analysis_release(&w->result);
    hra_trace_close(w->trace);
    hra_agent_close(w->agent);
    free(w->state);
    hra_game_close(w->game);
}

static void a_small_tree_is_written_whole(void **state) {
    (void)state;
    walked w;
    walk(&w, "nim:rows=2", NULL, "minimax", false);
    assert_string_equal(
        w.text.data,
        "{\"format\":\"hra tree "
        "1\",\"game\":\"nim:rows=2\",\"position\":\"2/"
        "0\",\"method\":\"minimax\",\"move\":\"a2\",\"value\":[1,-1],\"kind\":\"exact\","
        "\"seats\":2,\"pov\":0,\"nodes\":4,\"leaves\":2,\"cutoffs\":0,\"playouts\":0,"
        "\"trees\":2,\"depth\":2,\"complete\":true,\"kept_nodes\":4,\"kept\":4,\"tree\":["
        "{\"id\":0,\"parent\":null,\"ply\":0,\"kind\":\"choice\",\"seat\":0,\"role\":\"max\","
        "\"position\":\"2/0\",\"value\":[1,-1],\"bound\":\"exact\","
        "\"depth\":2,\"window\":[null,null],\"best\":true,\"line\":true,\"visit_order\":1,\"order\":1,"
        "\"enter_step\":1,\"entered\":1,\"leave_step\":8,\"left\":8},"
        "{\"id\":1,\"parent\":0,\"ply\":1,\"kind\":\"choice\",\"seat\":1,\"role\":\"min\","
        "\"move\":\"a1\",\"position\":\"1/1\",\"value\":[-1,1],\"bound\":\"exact\","
        "\"depth\":1,\"best\":false,\"line\":false,\"visit_order\":2,\"order\":2,\"enter_step\":2,"
        "\"entered\":2,\"leave_step\":5,\"left\":5},"
        "{\"id\":2,\"parent\":1,\"ply\":2,\"kind\":\"end\",\"move\":\"a1\",\"position\":\"0/"
        "0\",\"value\":[-1,1],\"bound\":\"exact\",\"depth\":0,\"best\":true,"
        "\"line\":false,\"visit_order\":3,\"order\":3,\"enter_step\":3,\"entered\":3,\"leave_step\":4,"
        "\"left\":4},"
        "{\"id\":3,\"parent\":0,\"ply\":1,\"kind\":\"end\",\"move\":\"a2\",\"position\":\"0/"
        "1\",\"value\":[1,-1],\"bound\":\"exact\",\"depth\":1,\"best\":true,"
        "\"line\":true,\"visit_order\":4,\"order\":4,\"enter_step\":6,\"entered\":6,\"leave_step\":7,"
        "\"left\":7}]}");
    leave(&w);
}

/* ---- boards ---------------------------------------------------------------------------------*/

static size_t place_of(const json_t *shapes, const char *id) {
    size_t i = 0;
    while (i < json_array_size(shapes) &&
           strcmp(json_string_value(json_object_get(json_array_get(shapes, i), "id")), id) != 0)
        i++;
    return i;
}

/* The shapes of a node from those above it, as docs/scene.md says under "For a front end". */
static json_t *changed(const json_t *above, const json_t *change) {
    json_t *shapes = json_deep_copy(above), *entry;
    size_t i;
    json_array_foreach(json_object_get(change, "removed"), i, entry)
        json_array_remove(shapes, place_of(shapes, json_string_value(entry)));
    json_array_foreach(json_object_get(change, "changed"), i, entry) {
        json_t *shape = json_deep_copy(entry);
        const json_t *after = json_object_get(entry, "after");
        size_t old = place_of(shapes, json_string_value(json_object_get(entry, "id")));
        if (!after) {
            json_array_set_new(shapes, old, shape);
            continue;
        }
        if (old < json_array_size(shapes))
            json_array_remove(shapes, old);
        size_t at = json_is_null(after) ? 0 : place_of(shapes, json_string_value(after)) + 1;
        json_object_del(shape, "after");
        json_array_insert_new(shapes, at, shape);
    }
    return shapes;
}

/* What stands on the board in a position, said without a tree. */
static json_t *standing(const walked *w, const json_t *node, const json_t *above) {
    hra_scene *scene;
    hra_text text;
    void *s = malloc(w->game->state_size), *before = malloc(w->game->state_size);
    hra_scene_view moment = {.state = s, .seat = -1};
    assert_int_equal(
        hra_game_read_position(w->game, json_string_value(json_object_get(node, "position")), s, NULL), 0);
    if (above) {
        assert_int_equal(hra_game_read_position(
                             w->game, json_string_value(json_object_get(above, "position")), before, NULL),
                         0);
        assert_int_equal(hra_game_parse_move(w->game, before,
                                             json_string_value(json_object_get(node, "move")), &moment.last,
                                             NULL),
                         0);
        moment.before = before;
    }
    assert_int_equal(hra_scene_open(&scene, w->game, NULL), 0);
    assert_int_equal(hra_scene_set(scene, &moment), 0);
    hra_text_init(&text);
    hra_json out = hra_json_begin(&text);
    hra_json_scene(&out, NULL, scene, HRA_SCENE_NOW);
    json_t *now = json_loads(text.data, 0, NULL), *shapes = json_incref(json_object_get(now, "shapes"));
    json_decref(now);
    hra_text_release(&text);
    hra_scene_close(scene);
    free(s);
    free(before);
    return shapes;
}

static void every_node_has_its_board(void **state) {
    static const char *const walks[][3] = {
        {"tictactoe", "XOX/.O./..X", "alphabeta"},
        {"checkers", NULL, "alphabeta:depth=2"},
        {"nim", NULL, "mcts:playouts=30"},
        {"yahtzee:rules=plain", NULL, "greedy"},
        {"pacman:layout=crossroads,ghosts=1", NULL, "expectimax:depth=2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++) {
        walked w;
        json_t *shapes[200] = {NULL}, *node;
        size_t k;
        walk(&w, walks[i][0], walks[i][1], walks[i][2], true);
        assert_true(json_is_array(json_object_get(json_object_get(w.json, "board"), "shapes")));
        const json_t *nodes = json_object_get(w.json, "tree");
        assert_true(json_array_size(nodes) > 3);
        json_array_foreach(nodes, k, node) {
            const json_t *parent = json_object_get(node, "parent"), *change = json_object_get(node, "change");
            if (!json_object_get(node, "position")) {
                assert_null(change);
                continue;
            }
            size_t up = (size_t)json_integer_value(parent);
            shapes[k] = k ? changed(shapes[up], change)
                          : json_incref(json_object_get(json_object_get(node, "scene"), "shapes"));
            json_t *told = standing(&w, node, k ? json_array_get(nodes, up) : NULL);
            if (!json_equal(shapes[k], told))
                fail_msg("%s, node %zu: another board", walks[i][0], k);
            json_decref(told);
        }
        for (k = 0; k < 200; k++)
            json_decref(shapes[k]);
        leave(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_tree_is_written_whole),
        cmocka_unit_test(every_node_has_its_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
