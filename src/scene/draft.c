/* Positions that are set up on the board. */
#include "draft.h"

#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "shapes.h"

enum { PAST = 64 }; /* steps that can be undone */

struct hra_draft {
    const hra_game *game;
    const hra_scene_editor *editor;
    hra_scene *scene;
    hra_shapes palette;
    unsigned char *state, *spare; /* of the game's size each */
    unsigned char *past;          /* the states before the last steps, the latest last */
    int steps;
    hra_text text;
};

hra_err hra_draft_open(hra_draft **out, const hra_game *game, const void *state, hra_error *why) {
    const hra_scene_editor *editor = game->rules->scene->editor;
    if (!editor)
        return hra_fail(why, HRA_EFIT, -1, "%s has no editor: write the position as text", game->rules->name);
    hra_draft *d = calloc(1, sizeof *d);
    if (!d)
        return hra_no_memory(why);
    d->game = game;
    d->editor = editor;
    d->state = malloc(game->state_size);
    d->spare = malloc(game->state_size);
    d->past = malloc(PAST * game->state_size);
    hra_shapes_clear(&d->palette);
    editor->palette(game, &d->palette);
    hra_err err = d->state && d->spare && d->past && hra_shapes_seal(&d->palette, "palette.") == 0
                      ? HRA_OK
                      : HRA_ENOMEM;
    err = err ? hra_no_memory(why) : hra_scene_open(&d->scene, game, why);
    if (err) {
        hra_draft_close(d);
        return err;
    }
    memcpy(d->state, state, game->state_size);
    *out = d;
    return HRA_OK;
}

void hra_draft_close(hra_draft *d) {
    if (!d)
        return;
    hra_scene_close(d->scene);
    hra_shapes_release(&d->palette);
    free(d->state);
    free(d->spare);
    free(d->past);
    hra_text_release(&d->text);
    free(d);
}

/* ---- steps ----------------------------------------------------------------------------------*/

/* A right position is read anew, so that nothing of the steps before is left in it. */
static void settle(hra_draft *d) {
    hra_text_clear(&d->text);
    d->game->rules->text->write_position(d->game, d->state, &d->text);
    if (!d->text.err && hra_game_read_position(d->game, hra_text_string(&d->text), d->spare, NULL) == 0)
        memcpy(d->state, d->spare, d->game->state_size);
}

static const hra_shape *find_piece(const hra_draft *d, const char *id) {
    for (int i = 0; i < d->palette.count; i++)
        if (strcmp(d->palette.shape[i].id, id) == 0)
            return &d->palette.shape[i];
    return NULL;
}

static hra_err fail_piece(const hra_draft *d, const char *piece, hra_error *why) {
    enum { LISTED = 16 };
    const char *ids[LISTED + 1] = {NULL};
    for (int i = 0; i < d->palette.count && i < LISTED; i++)
        ids[i] = d->palette.shape[i].id;
    return hra_fail_unknown(why, -1, piece, ids, "edit: no piece '%.40s' in the palette; choose one of",
                            piece);
}

static hra_err check_names(const hra_draft *d, const char *piece, const char *place, hra_error *why) {
    if (piece && !find_piece(d, piece))
        return fail_piece(d, piece, why);
    for (int i = 0; hra_scene_shape(d->scene, HRA_SCENE_BOARD, i); i++)
        if (strcmp(hra_scene_shape(d->scene, HRA_SCENE_BOARD, i)->id, place) == 0)
            return HRA_OK;
    return hra_fail(why, HRA_EINPUT, -1, "edit: no place '%.40s' on this board", place);
}

/* On the spare state, which a refused step may have changed. */
static hra_err try(const hra_draft *d, const char *piece, const char *place, hra_error *why) {
    memcpy(d->spare, d->state, d->game->state_size);
    return d->editor->put(d->game, d->spare, piece, place, why);
}

/* Before a step that is not refused. */
static void remember(hra_draft *d) {
    const size_t size = d->game->state_size;
    if (d->steps == PAST) {
        memmove(d->past, d->past + size, (PAST - 1) * size);
        d->steps--;
    }
    memcpy(d->past + (size_t)d->steps++ * size, d->state, size);
}

static void take_over(hra_draft *d) {
    remember(d);
    memcpy(d->state, d->spare, d->game->state_size);
    settle(d);
}

hra_err hra_draft_put(hra_draft *d, const char *piece, const char *place, hra_error *why) {
    hra_err err = check_names(d, piece, place, why);
    err = err ? err : try(d, piece, place, why);
    if (!err)
        take_over(d);
    return err;
}

hra_err hra_draft_move(hra_draft *d, const char *from, const char *to, hra_error *why) {
    hra_err err = check_names(d, NULL, from, why);
    err = err ? err : check_names(d, NULL, to, why);
    const char *piece = err ? NULL : d->editor->piece_at(d->game, d->state, from);
    if (!err && !piece)
        err = hra_fail(why, HRA_EINPUT, -1, "edit: there is no piece on %.40s", from);
    err = err ? err : try(d, NULL, from, why);
    err = err ? err : d->editor->put(d->game, d->spare, piece, to, why);
    if (!err)
        take_over(d);
    return err;
}

static int list_settings(const hra_draft *d, hra_edit_setting out[HRA_MAX_EDIT_SETTINGS]) {
    return d->editor->settings ? d->editor->settings(d->game, out) : 0;
}

static hra_err check_value(const hra_edit_setting *setting, const char *value, hra_error *why) {
    hra_text all;
    hra_text_init(&all);
    for (int i = 0; setting->values && setting->values[i]; i++) {
        if (strcmp(setting->values[i], value) == 0) {
            hra_text_release(&all);
            return HRA_OK;
        }
        hra_text_addf(&all, i ? ", %s" : "%s", setting->values[i]);
    }
    hra_lines l;
    hra_lines_string(&l, value, NULL);
    const int number = hra_lines_digits(&l, 6);
    hra_err err = HRA_OK;
    if (setting->values)
        err = hra_fail(why, HRA_EINPUT, -1, "edit: %s is one of %s, not '%.40s'", setting->name,
                       hra_text_string(&all), value);
    else if (l.at < l.end || number < setting->min || number > setting->max)
        err = hra_fail(why, HRA_EINPUT, -1, "edit: %s is a number from %d to %d, not '%.40s'", setting->name,
                       setting->min, setting->max, value);
    hra_text_release(&all);
    return err;
}

hra_err hra_draft_set(hra_draft *d, const char *name, const char *value, hra_error *why) {
    hra_edit_setting settings[HRA_MAX_EDIT_SETTINGS];
    int n = list_settings(d, settings), i = 0;
    while (i < n && strcmp(settings[i].name, name) != 0)
        i++;
    if (i == n)
        return hra_fail(why, HRA_EINPUT, -1, "edit: this game has no setting '%.40s'", name);
    hra_err err = check_value(&settings[i], value, why);
    memcpy(d->spare, d->state, d->game->state_size);
    err = err ? err : d->editor->set(d->game, d->spare, name, value, why);
    if (!err)
        take_over(d);
    return err;
}

void hra_draft_clear(hra_draft *d) {
    remember(d);
    d->editor->clear(d->game, d->state);
    settle(d);
}

void hra_draft_start(hra_draft *d) {
    remember(d);
    d->game->rules->init(d->game, d->state);
}

hra_err hra_draft_undo(hra_draft *d, hra_error *why) {
    if (!d->steps)
        return hra_fail(why, HRA_ESTATE, -1, "edit: no step can be undone");
    memcpy(d->state, d->past + (size_t)--d->steps * d->game->state_size, d->game->state_size);
    return HRA_OK;
}

const void *hra_draft_state(const hra_draft *d) {
    return d->state;
}

hra_err hra_draft_check(const hra_draft *d, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    d->game->rules->text->write_position(d->game, d->state, &text);
    hra_err err = text.err ? hra_no_memory(why)
                           : hra_game_read_position(d->game, hra_text_string(&text), d->spare, why);
    hra_text_release(&text);
    return err;
}

/* ---- JSON -----------------------------------------------------------------------------------*/

/* Where a piece of the palette can be put on an empty board. */
static bool is_field(const hra_draft *d, const char *place) {
    bool can = false;
    for (int i = 0; i < d->palette.count && !can; i++) {
        memcpy(d->spare, d->state, d->game->state_size);
        d->editor->clear(d->game, d->spare);
        can = d->editor->put(d->game, d->spare, d->palette.shape[i].id, place, NULL) == 0;
    }
    return can;
}

static void add_fields(hra_json *json, const hra_draft *d) {
    const hra_shape *shape;
    hra_json_list(json, "fields");
    for (int i = 0; (shape = hra_scene_shape(d->scene, HRA_SCENE_BOARD, i)) != NULL; i++)
        if (is_field(d, shape->id))
            hra_json_text(json, NULL, shape->id);
    hra_json_end(json);
}

static void add_setting(hra_json *json, hra_draft *d, const hra_edit_setting *setting) {
    hra_json_object(json, NULL);
    hra_json_text(json, "name", setting->name);
    hra_json_text(json, "label", _(setting->label));
    hra_text_clear(&d->text);
    d->editor->write_setting(d->game, d->state, setting->name, &d->text);
    hra_json_text(json, "value", hra_text_string(&d->text));
    if (!setting->values) {
        hra_json_integer(json, "min", setting->min);
        hra_json_integer(json, "max", setting->max);
    } else {
        hra_json_list(json, "options");
        for (int i = 0; setting->values[i]; i++) {
            hra_json_object(json, NULL);
            hra_json_text(json, "value", setting->values[i]);
            hra_json_text(json, "label", setting->said ? _(setting->said[i]) : setting->values[i]);
            hra_json_end(json);
        }
        hra_json_end(json);
    }
    hra_json_end(json);
}

hra_err hra_json_draft(hra_json *json, hra_draft *d) {
    hra_edit_setting settings[HRA_MAX_EDIT_SETTINGS];
    hra_error why = {.at = -1};
    hra_err err = hra_scene_set_still(d->scene, d->state);
    hra_text_clear(&d->text);
    d->game->rules->text->write_position(d->game, d->state, &d->text);
    hra_json_text(json, "position", hra_text_string(&d->text));
    if (hra_draft_check(d, &why) != 0)
        hra_json_text(json, "problem", why.text);
    hra_json_scene(json, "scene", d->scene, HRA_SCENE_NOW);
    hra_json_shapes(json, "palette", &d->palette);
    add_fields(json, d);
    int n = list_settings(d, settings);
    hra_json_list(json, "settings");
    for (int i = 0; i < n; i++)
        add_setting(json, d, &settings[i]);
    hra_json_end(json);
    return err ? err : d->text.err;
}
