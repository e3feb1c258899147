/* What changes in a scene, as a front end in another language would follow it: the JSON of each change, made
 * to the shapes of the moment before, gives those of the moment after. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "specs.h"
#include "visit.h"

/* Random plays go on for long; changes are of few kinds. */
enum { PLIES = 400 };

static json_t *read_now(const hra_scene *scene, hra_text *text) {
    hra_text_clear(text);
    hra_json json = hra_json_begin(text);
    hra_json_scene_now(&json, NULL, scene);
    return json_loads(hra_text_string(text), JSON_REJECT_DUPLICATES, NULL);
}

static size_t find(json_t *shapes, const char *id) {
    size_t i = 0;
    while (i < json_array_size(shapes) &&
           strcmp(json_string_value(json_object_get(json_array_get(shapes, i), "id")), id) != 0)
        i++;
    return i;
}

static void put(json_t *shapes, json_t *shape) {
    const char *id = json_string_value(json_object_get(shape, "id"));
    json_t *after = json_object_get(shape, "after"), *own = json_copy(shape);
    size_t at = find(shapes, id);
    json_object_del(own, "after");
    if (!after) {
        assert_int_equal(json_array_set_new(shapes, at, own), 0);
        return;
    }
    if (at < json_array_size(shapes))
        json_array_remove(shapes, at);
    at = json_is_null(after) ? 0 : find(shapes, json_string_value(after)) + 1;
    assert_int_equal(json_array_insert_new(shapes, at, own), 0);
}

static void change(json_t *now, json_t *by) {
    json_t *shapes = json_object_get(now, "shapes"), *gone = json_object_get(by, "gone"),
           *puts = json_object_get(by, "put");
    for (size_t i = 0; i < json_array_size(gone); i++)
        json_array_remove(shapes, find(shapes, json_string_value(json_array_get(gone, i))));
    for (size_t i = 0; i < json_array_size(puts); i++)
        put(shapes, json_array_get(puts, i));
    json_object_set(now, "size", json_object_get(by, "size"));
}

static void follow(visit *c, hra_scene *before, json_t **now, hra_text *text) {
    hra_moment m = {.state = c->s, .before = c->ply ? c->before : NULL, .last = c->last, .seat = -1};
    assert_int_equal(hra_scene_set(c->scene, &m), 0);
    json_t *whole = read_now(c->scene, text);
    if (!whole)
        visit_broken(c, "the scene is no JSON: %s", hra_text_string(text));
    if (*now) {
        hra_text_clear(text);
        hra_json json = hra_json_begin(text);
        hra_json_scene_change(&json, NULL, before, c->scene);
        json_t *by = json_loads(hra_text_string(text), JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(by);
        change(*now, by);
        if (!json_equal(*now, whole))
            visit_broken(c, "what changed does not lead to the scene: %s", hra_text_string(text));
        json_decref(by);
        json_decref(*now);
    }
    *now = whole;
}

static void changes_lead_to_the_scene(void **state) {
    static spec_list list;
    hra_text text;
    hra_text_init(&text);
    specs_list(&list);
    for (int i = 0; i < list.count; i++) {
        visit c;
        hra_rng rng;
        json_t *now = NULL;
        hra_scene *other;
        visit_open(&c, list.spec[i]);
        assert_int_equal(hra_scene_open(&other, c.game, NULL), 0);
        hra_rng_init(&rng, 5);
        c.rules->init(c.game, c.s);
        for (c.ply = 0; c.ply < PLIES; c.ply++) {
            hra_scene *before = other;
            visit_list_moves(&c);
            follow(&c, before, &now, &text);
            other = c.scene;
            c.scene = before;
            if (c.n == 0)
                break;
            memcpy(c.before, c.s, c.game->state_size);
            c.last = c.moves[hra_rng_below(&rng, (uint32_t)c.n)];
            c.rules->apply(c.game, c.s, c.last);
        }
        json_decref(now);
        hra_scene_close(other);
        visit_close(&c);
    }
    hra_text_release(&text);
}

/* Names out of a file, with all that JSON and XML give a meaning. */
static void texts_are_escaped(void **state) {
    visit c;
    hra_text text;
    hra_text_init(&text);
    visit_open(&c, "tree:file=docs/examples/textbook.tree");
    c.rules->init(c.game, c.s);
    assert_int_equal(hra_scene_set(c.scene, &(hra_moment){.state = c.s, .seat = -1}), 0);
    hra_json json = hra_json_begin(&text);
    hra_json_object(&json, NULL);
    hra_json_scene_board(&json, "board", c.scene);
    hra_json_scene_presses(&json, "presses", c.scene);
    hra_json_end(&json);
    json_t *read = json_loads(hra_text_string(&text), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(read);
    json_decref(read);
    visit_close(&c);
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_lead_to_the_scene),
        cmocka_unit_test(texts_are_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
