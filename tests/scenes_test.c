/* Scenes of the games as a front end in another language meets them: the JSON of each change, made to the
 * shapes of the moment before, gives those of the moment after; and how moves of each game are pressed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "game_files.h"
#include "specs.h"
#include "visit.h"

/* Random plays are long, and there are only a few kinds of changes. */
enum { PLIES = 400 };

static json_t *read_now(const hra_scene *scene, hra_text *text) {
    hra_text_clear(text);
    hra_json json = hra_json_begin(text);
    hra_json_scene(&json, NULL, scene, HRA_SCENE_NOW);
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
    json_t *shapes = json_object_get(now, "shapes"), *gone = json_object_get(by, "removed"),
           *puts = json_object_get(by, "changed");
    for (size_t i = 0; i < json_array_size(gone); i++)
        json_array_remove(shapes, find(shapes, json_string_value(json_array_get(gone, i))));
    for (size_t i = 0; i < json_array_size(puts); i++)
        put(shapes, json_array_get(puts, i));
    json_object_set(now, "size", json_object_get(by, "size"));
}

static void follow(visit *c, hra_scene *before, json_t **now, hra_text *text) {
    hra_scene_view m = {.state = c->s, .before = c->ply ? c->before : NULL, .last = c->last, .seat = -1};
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

/* ---- presses --------------------------------------------------------------------------------*/

/* The entries of a move, without the brackets of the list. */
static void list_entries(const hra_scene *scene, const char *move, hra_text *out) {
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    json.keys = HRA_JSON_OLD_KEYS; /* as sessions have them */
    hra_json_scene_input(&json, NULL, scene);
    json_t *list = json_loads(hra_text_string(&text), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(list);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *entry = json_array_get(list, i);
        if (strcmp(json_string_value(json_object_get(entry, "move")), move) != 0)
            continue;
        json_object_del(entry, "move");
        char *dumped = json_dumps(entry, JSON_COMPACT);
        hra_text_addf(out, "%s%s", out->length ? " " : "", dumped);
        free(dumped);
    }
    json_decref(list);
    hra_text_release(&text);
}

static void expect_entries(const char *spec, const char *position, const char *move, const char *entries) {
    visit c;
    hra_error why = {0};
    visit_open(&c, spec);
    c.rules->init(c.game, c.s);
    if (position && hra_game_read_position(c.game, position, c.s, &why) != 0)
        fail_msg("%s: %s", position, why.text);
    assert_int_equal(hra_scene_set(c.scene, &(hra_scene_view){.state = c.s, .seat = -1, .manual_dice = true}),
                     0);
    list_entries(c.scene, move, &c.text);
    assert_string_equal(hra_text_string(&c.text), entries);
    visit_close(&c);
}

static void moves_are_pressed_so(void **state) {
    static game_files files;
    game_files_list(&files, ".presses");
    for (int i = 0; i < files.count; i++) {
        game_file file;
        char spec[HRA_SPEC_LENGTH] = "", position[1000] = "", move[200] = "";
        int cases = 0;
        for (game_file_open(&file, files.path[i]); game_file_next(&file);) {
            const char *value;
            if ((value = game_file_value(&file, "spec")) != NULL) {
                snprintf(spec, sizeof spec, "%.*s", (int)sizeof spec - 1, value);
                *position = *move = '\0';
            } else if ((value = game_file_value(&file, "position")) != NULL) {
                snprintf(position, sizeof position, "%.*s", (int)sizeof position - 1, value);
            } else if ((value = game_file_value(&file, "move")) != NULL) {
                snprintf(move, sizeof move, "%.*s", (int)sizeof move - 1, value);
            } else if ((value = game_file_value(&file, "press")) != NULL) {
                expect_entries(spec, *position ? position : NULL, move, value);
                cases++;
            } else {
                fail_msg("%s:%d: expected spec, position, move or press", files.path[i], file.number);
            }
        }
        game_file_close(&file);
        if (cases == 0)
            fail_msg("%s names no move", files.path[i]);
    }
}

/* A ghost that is eaten goes home. */
static void what_is_eaten_moves_too(void **state) {
    visit c;
    hra_error why = {0};
    visit_open(&c, "pacman:layout=crossroads");
    c.rules->init(c.game, c.s);
    const char *position = "turn=pacman score=0 round=1 pacman=6,3 ghosts=5,3:9/11,2 food=all capsules=all";
    if (hra_game_read_position(c.game, position, c.s, &why) != 0)
        fail_msg("%s", why.text);
    assert_int_equal(hra_scene_set(c.scene, &(hra_scene_view){.state = c.s, .seat = -1}), 0);
    list_entries(c.scene, "West", &c.text);
    assert_string_equal(hra_text_string(&c.text),
                        "{\"press\":[\"5,3\"],\"steps\":[[\"6,3\",\"5,3\"],[\"5,3\",\"6,6\"]]}");
    assert_true(hra_scene_find(c.scene, "ghost1")->marks & HRA_MARK_FAINT);
    visit_close(&c);
}

/* Until all bids are open, a bid is shown only to the seat that made it. */
static void secrets_stay_secret(void **state) {
    static const char *const told[] = {"last: red bid 3", ""};
    visit c;
    hra_move bid;
    visit_open(&c, "empire:seats=3,first-player=bid");
    c.rules->init(c.game, c.before);
    while (c.rules->to_move(c.game, c.before) == HRA_CHANCE) {
        hra_move m = hra_game_sample(c.game, c.before, &c.rng, c.moves, c.probability);
        c.rules->apply(c.game, c.before, m);
    }
    assert_int_equal(hra_game_parse_move(c.game, c.before, "bid 3", &bid, NULL), 0);
    memcpy(c.s, c.before, c.game->state_size);
    c.rules->apply(c.game, c.s, bid);
    for (int seat = 0; seat < 2; seat++) {
        hra_scene_view m = {.state = c.s, .before = c.before, .last = bid, .seat = seat};
        assert_int_equal(hra_scene_set(c.scene, &m), 0);
        assert_string_equal(hra_scene_find(c.scene, "last")->text, told[seat]);
    }
    visit_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_lead_to_the_scene),
        cmocka_unit_test(moves_are_pressed_so),
        cmocka_unit_test(what_is_eaten_moves_too),
        cmocka_unit_test(secrets_stay_secret),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
