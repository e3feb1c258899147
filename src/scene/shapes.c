/* Shapes, one behind the other, as a game adds them. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "shapes.h"

const char *const hra_scene_colors[] = {"black",  "white",  "red",    "blue", "green",
                                        "yellow", "violet", "orange", NULL};

const char *hra_shape_kind_word(hra_shape_kind kind) {
    static const char *const words[HRA_SHAPE_KINDS] = {"place", "area", "cell",  "wall", "path",  "piece",
                                                       "die",   "card", "label", "text", "button"};
    return words[kind];
}

const char *hra_shape_form_word(hra_shape_form form) {
    static const char *const words[HRA_FORMS] = {"plain", "round", "dashed", "king",  "cross", "ring",
                                                 "stick", "dot",   "house",  "ghost", "mouth", "up",
                                                 "down",  "flag",  "begin",  "end",   "over"};
    return words[form];
}

const char *hra_shape_mark_word(int bit) {
    static const char *const words[HRA_MARKS] = {"last", "turn", "held", "faint"};
    return words[bit];
}

void hra_shapes_clear(hra_shapes *s) {
    s->count = s->corners = 0;
    s->open = false;
    s->width = s->height = 0;
    s->symbol = NULL;
    s->symbols = 0;
    s->ground = HRA_MATERIAL_PLAIN;
    hra_text_clear(&s->words);
    hra_text_add_char(&s->words, '\0'); /* the empty text */
    s->err = HRA_OK;
}

void hra_shapes_release(hra_shapes *s) {
    free(s->shape);
    free(s->at);
    free(s->corner);
    hra_text_release(&s->words);
    *s = (hra_shapes){0};
}

static bool grow(hra_shapes *s) {
    int capacity = s->capacity ? 2 * s->capacity : 64;
    hra_shape *shape = realloc(s->shape, (size_t)capacity * sizeof *shape);
    s->shape = shape ? shape : s->shape;
    hra_shape_words *at = shape ? realloc(s->at, (size_t)capacity * sizeof *at) : NULL;
    s->at = at ? at : s->at;
    if (at)
        s->capacity = capacity;
    else
        s->err = HRA_ENOMEM;
    return at != NULL;
}

/* ---- adding ---------------------------------------------------------------------------------*/

static void end_text(hra_shapes *s) {
    if (s->open)
        hra_text_add_char(&s->words, '\0');
    s->open = false;
}

void hra_shapes_size(hra_shapes *s, double width, double height) {
    s->width = width;
    s->height = height;
}

void hra_shapes_symbols(hra_shapes *s, const hra_symbol *symbols, int count) {
    s->symbol = symbols;
    s->symbols = count;
}

void hra_shapes_ground(hra_shapes *s, hra_material ground) {
    s->ground = ground;
}

static void reach(hra_shapes *s, double x, double y) {
    s->width = x > s->width ? x : s->width;
    s->height = y > s->height ? y : s->height;
}

void hra_shape_add(hra_shapes *s, hra_shape_kind kind, double x, double y, double width, double height) {
    end_text(s);
    if (s->count == s->capacity && !grow(s))
        return;
    s->shape[s->count] = (hra_shape){
        .kind = kind, .owner = -1, .x = x, .y = y, .width = width, .height = height, .symbol = ""};
    s->at[s->count++] = (hra_shape_words){.corner = s->corners};
    reach(s, x, y);
    reach(s, x + width, y + height);
}

/* The shape added last; where there is none, because memory ran out or none was added, one that is not shown.
 */
static int last(hra_shapes *s) {
    end_text(s);
    if (s->count == 0 && !s->err)
        hra_shape_add(s, HRA_SHAPE_PLACE, 0, 0, 0, 0);
    return s->count - 1;
}

/* A text behind the others; returns where it begins. */
static size_t add_text(hra_shapes *s, const char *format, va_list list) {
    size_t at = s->words.length;
    hra_text_addv(&s->words, format, list);
    hra_text_add_char(&s->words, '\0');
    return at;
}

void hra_shape_id(hra_shapes *s, const char *format, ...) {
    int i = last(s);
    va_list list;
    va_start(list, format);
    if (i >= 0)
        s->at[i].id = add_text(s, format, list);
    va_end(list);
}

void hra_shape_name(hra_shapes *s, const char *format, ...) {
    int i = last(s);
    va_list list;
    va_start(list, format);
    if (i >= 0)
        s->at[i].name = add_text(s, _(format), list);
    va_end(list);
}

void hra_shape_text(hra_shapes *s, const char *format, ...) {
    int i = last(s);
    va_list list;
    va_start(list, format);
    if (i >= 0)
        s->at[i].text = add_text(s, _(format), list);
    va_end(list);
}

void hra_shape_on(hra_shapes *s, const char *format, ...) {
    int i = last(s);
    va_list list;
    va_start(list, format);
    if (i >= 0)
        s->at[i].on = add_text(s, format, list);
    va_end(list);
}

hra_text *hra_shape_write(hra_shapes *s, hra_shape_words_of what) {
    int i = last(s);
    if (i >= 0)
        *(what == HRA_WRITE_NAME   ? &s->at[i].name
          : what == HRA_WRITE_TEXT ? &s->at[i].text
                                   : &s->at[i].group) = s->words.length;
    s->open = true;
    return &s->words;
}

static bool grow_corners(hra_shapes *s) {
    int capacity = s->corner_capacity ? 2 * s->corner_capacity : 64;
    double *corner = realloc(s->corner, 2 * (size_t)capacity * sizeof *corner);
    if (!corner) {
        s->err = HRA_ENOMEM;
        return false;
    }
    s->corner = corner;
    s->corner_capacity = capacity;
    return true;
}

void hra_shape_corner(hra_shapes *s, double x, double y) {
    int i = last(s);
    if (i < 0 || (s->corners == s->corner_capacity && !grow_corners(s)))
        return;
    s->corner[2 * s->corners] = x;
    s->corner[2 * s->corners + 1] = y;
    s->corners++;
    s->shape[i].corners++;
    reach(s, x, y);
}

hra_shape *hra_shape_last(hra_shapes *s) {
    int i = last(s);
    return i >= 0 ? &s->shape[i] : &s->spare;
}

/* ---- the end --------------------------------------------------------------------------------*/

static void name_all(hra_shapes *s, const char *prefix) {
    end_text(s);
    for (int i = 0; i < s->count; i++) {
        hra_shape_words *at = &s->at[i];
        if (!at->id) {
            at->id = s->words.length;
            hra_text_addf(&s->words, "%s%d", prefix, i);
            hra_text_add_char(&s->words, '\0');
        }
        at->name = at->name ? at->name : at->text;
        if (!at->name) {
            at->name = s->words.length;
            hra_text_add(&s->words, hra_shape_kind_word(s->shape[i].kind));
            hra_text_add_char(&s->words, '\0');
        }
    }
}

hra_err hra_shapes_seal(hra_shapes *s, const char *prefix) {
    name_all(s, prefix);
    s->err = s->err ? s->err : s->words.err;
    const char *words = hra_text_string(&s->words);
    for (int i = 0; i < s->count && !s->err; i++) {
        s->shape[i].id = words + s->at[i].id;
        s->shape[i].name = words + s->at[i].name;
        s->shape[i].text = words + s->at[i].text;
        s->shape[i].on = words + s->at[i].on;
        s->shape[i].group = words + s->at[i].group;
        s->shape[i].corner = s->shape[i].corners ? s->corner + 2 * s->at[i].corner : NULL;
    }
    return s->err;
}
