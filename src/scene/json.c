/* Scenes as JSON, whole or as what changed. */
#include <math.h>
#include <string.h>

#include "core/json_keys.h"
#include "shapes.h"

/* Thousandths of a cell are enough for everybody. */
static double rounded(double x) {
    return round(x * 1000) / 1000;
}

static void add_pair(hra_json *json, const char *key, double x, double y) {
    const double pair[2] = {rounded(x), rounded(y)};
    hra_json_numbers(json, key, pair, 2);
}

static void add_size(hra_json *json, const hra_scene *scene) {
    const hra_scene_info *info = hra_scene_snapshot(scene);
    add_pair(json, "size", info->width, info->height);
}

static void add_outline(hra_json *json, const hra_shape *s) {
    hra_json_list(json, "outline");
    for (int i = 0; i < 2 * s->corners; i++)
        hra_json_number(json, NULL, rounded(s->corner[i]));
    hra_json_end(json);
}

/* The members of a shape; its object is open. */
static void add_members(hra_json *json, const hra_shape *s) {
    hra_json_text(json, "id", s->id);
    hra_json_text(json, "kind", hra_shape_kind_word(s->kind));
    if (s->form)
        hra_json_text(json, "form", hra_shape_form_word(s->form));
    add_pair(json, "at", s->x, s->y);
    add_pair(json, "size", s->width, s->height);
    hra_json_text(json, "name", s->name);
    if (*s->text)
        hra_json_text(json, "text", s->text);
    if (*s->on)
        hra_json_text(json, "on", s->on);
    if (s->owner >= 0)
        hra_json_integer(json, "owner", s->owner);
    size_t from = json->out->length;
    if (s->tone) {
        hra_json_integer(json, "shade", s->tone);
        hra_json_renamed(json, from, "shade", "tone");
    }
    if (s->marks) {
        hra_json_list(json, "marks");
        for (int bit = 0; bit < HRA_MARKS; bit++)
            if (s->marks >> bit & 1)
                hra_json_text(json, NULL, hra_shape_mark_word(bit));
        hra_json_end(json);
    }
    if (*s->group)
        hra_json_text(json, "group", s->group);
    if (s->corners)
        add_outline(json, s);
    if (*s->symbol)
        hra_json_text(json, "symbol", s->symbol);
    if (s->material)
        hra_json_text(json, "material", hra_material_word(s->material));
}

static void add_shape(hra_json *json, const hra_shape *shape) {
    hra_json_object(json, NULL);
    add_members(json, shape);
    hra_json_end(json);
}

void hra_json_shapes(hra_json *json, const char *key, const hra_shapes *shapes) {
    hra_json_list(json, key);
    for (int i = 0; i < shapes->count; i++)
        add_shape(json, &shapes->shape[i]);
    hra_json_end(json);
}

static void add_shapes(hra_json *json, const hra_scene *scene, hra_scene_part part) {
    hra_json_list(json, "shapes");
    for (int i = 0; hra_scene_shape(scene, part, i); i++)
        add_shape(json, hra_scene_shape(scene, part, i));
    hra_json_end(json);
}

static void add_seats(hra_json *json, const hra_scene *scene) {
    const hra_game *game = hra_scene_game(scene);
    hra_json_list(json, "seats");
    for (int seat = 0; seat < game->seats; seat++) {
        hra_json_object(json, NULL);
        hra_json_text(json, "name", hra_game_seat_name(game, seat));
        hra_json_text(json, "color", hra_scene_snapshot(scene)->colors[seat]);
        hra_json_end(json);
    }
    hra_json_end(json);
}

static void add_path(hra_json *json, const hra_symbol_path *path) {
    hra_json_object(json, NULL);
    hra_json_text(json, "fill", hra_symbol_fill_word(path->fill));
    if (path->line > 0)
        hra_json_number(json, "line", rounded(path->line));
    hra_json_text(json, "d", path->d);
    hra_json_end(json);
}

static void add_symbols(hra_json *json, const hra_scene *scene) {
    const hra_symbol *symbol;
    if (hra_scene_snapshot(scene)->ground)
        hra_json_text(json, "ground", hra_material_word(hra_scene_snapshot(scene)->ground));
    if (!hra_scene_symbol(scene, 0))
        return;
    hra_json_list(json, "symbols");
    for (int i = 0; (symbol = hra_scene_symbol(scene, i)) != NULL; i++) {
        hra_json_object(json, NULL);
        hra_json_text(json, "id", symbol->id);
        add_pair(json, "box", symbol->width, symbol->height);
        if (symbol->text_size > 0)
            add_pair(json, "text", symbol->text_y, symbol->text_size);
        hra_json_list(json, "paths");
        for (int k = 0; k < symbol->paths; k++)
            add_path(json, &symbol->path[k]);
        hra_json_end(json);
        hra_json_end(json);
    }
    hra_json_end(json);
}

void hra_json_scene(hra_json *json, const char *key, const hra_scene *scene, hra_scene_part part) {
    hra_json_object(json, key);
    if (part == HRA_SCENE_BOARD) {
        add_seats(json, scene);
        add_symbols(json, scene);
    } else {
        add_size(json, scene);
    }
    add_shapes(json, scene, part);
    hra_json_end(json);
}

/* ---- what changed ---------------------------------------------------------------------------*/

static const hra_shape *now_of(const hra_scene *scene, int i) {
    return hra_scene_shape(scene, HRA_SCENE_NOW, i);
}

/* The shape of this id, looked for from `from` on and then before it; -1: there is none. */
static int find(const hra_scene *scene, int from, const char *id) {
    int n = hra_scene_count(scene, HRA_SCENE_NOW);
    for (int k = 0; k < n; k++) {
        int i = from + k < n ? from + k : from + k - n;
        if (strcmp(now_of(scene, i)->id, id) == 0)
            return i;
    }
    return -1;
}

static bool has_same_outline(const hra_shape *a, const hra_shape *b) {
    return a->corners == b->corners &&
           (a->corners == 0 || memcmp(a->corner, b->corner, 2 * (size_t)a->corners * sizeof *a->corner) == 0);
}

static bool is_same(const hra_shape *a, const hra_shape *b) {
    return a->kind == b->kind && a->form == b->form && a->owner == b->owner && a->tone == b->tone &&
           a->marks == b->marks && memcmp(&a->x, &b->x, sizeof a->x) == 0 &&
           memcmp(&a->y, &b->y, sizeof a->y) == 0 && memcmp(&a->width, &b->width, sizeof a->width) == 0 &&
           memcmp(&a->height, &b->height, sizeof a->height) == 0 && strcmp(a->name, b->name) == 0 &&
           strcmp(a->text, b->text) == 0 && strcmp(a->on, b->on) == 0 && strcmp(a->group, b->group) == 0 &&
           strcmp(a->symbol, b->symbol) == 0 && a->material == b->material && has_same_outline(a, b);
}

static void add_gone(hra_json *json, const hra_scene *before, const hra_scene *after) {
    int next = 0;
    size_t from = json->out->length;
    hra_json_list(json, "removed");
    for (int i = 0; hra_scene_shape(before, HRA_SCENE_NOW, i); i++) {
        int at = find(after, next, now_of(before, i)->id);
        if (at < 0)
            hra_json_text(json, NULL, now_of(before, i)->id);
        else
            next = at + 1;
    }
    hra_json_end(json);
    hra_json_renamed(json, from, "removed", "gone");
}

/* Shapes that were there keep their order among each other, from the first on that is not out of it. */
static void add_put(hra_json *json, const hra_scene *before, const hra_scene *after) {
    int next = 0;
    size_t from = json->out->length;
    hra_json_list(json, "changed");
    for (int i = 0; hra_scene_shape(after, HRA_SCENE_NOW, i); i++) {
        const hra_shape *shape = now_of(after, i);
        int at = find(before, next, shape->id);
        bool stays = at >= next;
        if (stays) {
            next = at + 1;
            if (is_same(now_of(before, at), shape))
                continue;
        }
        hra_json_object(json, NULL);
        add_members(json, shape);
        if (!stays)
            hra_json_text(json, "after", i ? now_of(after, i - 1)->id : NULL);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_json_renamed(json, from, "changed", "put");
}

void hra_json_scene_change(hra_json *json, const char *key, const hra_scene *before, const hra_scene *after) {
    hra_json_object(json, key);
    add_size(json, after);
    add_gone(json, before, after);
    add_put(json, before, after);
    hra_json_end(json);
}

/* ---- presses --------------------------------------------------------------------------------*/

static void add_steps(hra_json *json, const hra_input_path *way) {
    hra_json_list(json, "steps");
    for (int i = 0; i < way->steps; i++) {
        hra_json_list(json, NULL);
        hra_json_text(json, NULL, way->step[2 * i]);
        hra_json_text(json, NULL, way->step[2 * i + 1]);
        hra_json_end(json);
    }
    hra_json_end(json);
}

void hra_json_scene_input(hra_json *json, const char *key, const hra_scene *scene) {
    hra_json_list(json, key);
    for (int i = 0; hra_scene_path(scene, i); i++) {
        const hra_input_path *way = hra_scene_path(scene, i);
        hra_json_object(json, NULL);
        hra_json_text(json, "move", way->text);
        if (json->keys == HRA_JSON_NEW_KEYS && strcmp(hra_scene_said(scene, i), way->text) != 0)
            hra_json_text(json, "move_said", hra_scene_said(scene, i));
        size_t from = json->out->length;
        hra_json_list(json, "input");
        for (int k = 0; k < way->count; k++)
            hra_json_text(json, NULL, way->ids[k]);
        hra_json_end(json);
        hra_json_renamed(json, from, "input", "press");
        if (way->set)
            hra_json_bool(json, "set", true);
        if (way->steps)
            add_steps(json, way);
        hra_json_end(json);
    }
    hra_json_end(json);
}
