/* Editors of positions, game by game: positions that are set up at random are drawn and written, and read as the same or
 * refused with a reason; no step changes a position that it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene/draft.h"
#include "scene/shapes.h"
#include "specs.h"
#include "visit.h"

enum { STEPS = 3000 };

typedef struct setting_up {
    const char *spec;
    hra_game *game;
    hra_draft *draft;
    hra_scene *scene;
    hra_shapes palette;
    hra_rng rng;
    int right, wrong; /* positions */
} setting_up;

static char *position_of(const setting_up *e) {
    hra_text text;
    hra_text_init(&text);
    e->game->rules->text->write_position(e->game, hra_draft_state(e->draft), &text);
    assert_int_equal(text.err, 0);
    return text.data;
}

static const char *some_piece(setting_up *e) {
    return e->palette.shape[hra_rng_below(&e->rng, (uint32_t)e->palette.count)].id;
}

static const char *some_place(setting_up *e) {
    const int n = hra_scene_count(e->scene, HRA_SCENE_BOARD);
    return hra_scene_shape(e->scene, HRA_SCENE_BOARD, (int)hra_rng_below(&e->rng, (uint32_t)n))->id;
}

static hra_err set_something(setting_up *e, hra_error *why) {
    const hra_scene_editor *editor = e->game->rules->scene->editor;
    hra_edit_setting settings[HRA_MAX_EDIT_SETTINGS];
    const int n = editor->settings ? editor->settings(e->game, settings) : 0;
    char number[16];
    if (!n)
        return hra_draft_set(e->draft, "turn", "0", why);
    const hra_edit_setting *one = &settings[hra_rng_below(&e->rng, (uint32_t)n)];
    int values = 0;
    while (one->values && one->values[values])
        values++;
    const int up_to = one->max - one->min + 1;
    const int chosen = (int)hra_rng_below(&e->rng, (uint32_t)(values ? values : up_to));
    hra_snprintf(number, sizeof number, "%d", one->min + chosen);
    const char *value = values ? one->values[chosen] : number;
    const hra_err err = hra_draft_set(e->draft, one->name, value, why);
    assert_int_not_equal(hra_draft_set(e->draft, one->name, "no such value", NULL), 0);
    return err;
}

/* A piece that is put on a place is there, one that is taken was. */
static hra_err put_something(setting_up *e, hra_error *why) {
    const hra_scene_editor *editor = e->game->rules->scene->editor;
    const char *piece = some_piece(e), *place = some_place(e);
    const hra_err err = hra_draft_put(e->draft, piece, place, why);
    const char *there = err ? NULL : editor->piece_at(e->game, hra_draft_state(e->draft), place);
    if (!err && (!there || strcmp(there, piece) != 0))
        fail_msg("%s: %s on %s is %s", e->spec, piece, place, there ? there : "nowhere");
    return err;
}

static hra_err make_step(setting_up *e, hra_error *why) {
    switch (hra_rng_below(&e->rng, 40)) {
    case 0:
        hra_draft_clear(e->draft);
        return HRA_OK;
    case 1:
        hra_draft_start(e->draft);
        return HRA_OK;
    case 2:
        return hra_draft_put(e->draft, "no such piece", some_place(e), why);
    case 3:
        return hra_draft_put(e->draft, some_piece(e), "no such place", why);
    default:
        break;
    }
    const uint32_t kind = hra_rng_below(&e->rng, 8);
    return kind == 0   ? set_something(e, why)
           : kind == 1 ? hra_draft_move(e->draft, some_place(e), some_place(e), why)
           : kind < 4  ? hra_draft_put(e->draft, NULL, some_place(e), why)
                       : put_something(e, why);
}

/* What is right is written as it was read; what is wrong has a reason. */
static void look_at(setting_up *e) {
    hra_error why = {0};
    hra_text json;
    hra_text_init(&json);
    hra_json out = hra_json_begin(&json);
    hra_json_object(&out, NULL);
    assert_int_equal(hra_json_draft(&out, e->draft), 0);
    hra_json_end(&out);
    assert_int_equal(json.err, 0);
    char *text = position_of(e);
    void *state = malloc(e->game->state_size);
    hra_text again;
    hra_text_init(&again);
    assert_non_null(state);
    const hra_err err = hra_game_read_position(e->game, text, state, &why);
    assert_int_equal(hra_draft_check(e->draft, NULL), err);
    if (err && !why.text[0])
        fail_msg("%s: '%s' is refused without a reason", e->spec, text);
    if (!err) {
        hra_scene_view view = {.state = state, .seat = -1};
        e->game->rules->text->write_position(e->game, state, &again);
        assert_string_equal(hra_text_string(&again), text);
        assert_int_equal(hra_scene_set(e->scene, &view), 0);
    }
    e->right += !err;
    e->wrong += err != 0;
    hra_text_release(&again);
    hra_text_release(&json);
    free(state);
    free(text);
}

static void set_up(setting_up *e) {
    void *state = malloc(e->game->state_size);
    assert_non_null(state);
    e->game->rules->init(e->game, state);
    assert_int_equal(hra_draft_open(&e->draft, e->game, state, NULL), 0);
    assert_int_equal(hra_scene_open(&e->scene, e->game, NULL), 0);
    hra_shapes_clear(&e->palette);
    e->game->rules->scene->editor->palette(e->game, &e->palette);
    assert_int_equal(hra_shapes_seal(&e->palette, "palette."), 0);
    for (int i = 0; i < STEPS; i++) {
        hra_error why = {0};
        char *before = position_of(e);
        const hra_err err = make_step(e, &why);
        char *after = position_of(e);
        if (err && (strcmp(before, after) != 0 || !why.text[0]))
            fail_msg("%s: a refused step made '%s' of '%s': %s", e->spec, after, before, why.text);
        if (!err && i % 5 == 0) {
            assert_int_equal(hra_draft_undo(e->draft, NULL), 0);
            free(after);
            after = position_of(e);
            assert_string_equal(after, before);
        }
        look_at(e);
        free(before);
        free(after);
    }
    hra_shapes_release(&e->palette);
    hra_scene_close(e->scene);
    hra_draft_close(e->draft);
    free(state);
}

static void positions_are_set_up_at_random(void **state) {
    static spec_list specs;
    int games = 0;
    (void)state;
    specs_list(&specs);
    for (int i = 0; i < specs.count; i++) {
        setting_up e = {.spec = specs.spec[i]};
        hra_error why;
        if (hra_game_open(&e.game, &visit_files, e.spec, &why) != 0)
            fail_msg("%s: %s", e.spec, why.text);
        if (e.game->rules->scene->editor) {
            hra_rng_init(&e.rng, 7);
            set_up(&e);
            games++;
            if (!e.right || !e.wrong)
                print_message("%s: %d right positions, %d wrong ones\n", e.spec, e.right, e.wrong);
            assert_true(e.right > 0);
        } else {
            hra_draft *none = NULL;
            assert_int_equal(hra_draft_open(&none, e.game, NULL, &why), HRA_EFIT);
        }
        hra_game_close(e.game);
    }
    assert_true(games >= 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_set_up_at_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
