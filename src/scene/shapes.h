/* The lists that scenes are made of: shapes, and ways to press moves. Texts lie one behind the other and are
 * remembered by where they begin, because the memory moves while it grows; sealing a list makes pointers of
 * that. Memory is kept for the next time. */
#ifndef HRA_SCENE_SHAPES_H
#define HRA_SCENE_SHAPES_H

#include "hra/scene.h"

/* Where the texts of a shape begin; 0: it is empty. And its corners. */
typedef struct hra_shape_words {
    size_t id, name, text, on, group;
    int corner; /* where its corners begin */
} hra_shape_words;

struct hra_shapes {
    hra_shape *shape;
    hra_shape_words *at; /* beside shape */
    int count, capacity;
    double *corner; /* of all shapes, one behind the other */
    int corners, corner_capacity;
    hra_text words;
    bool open; /* a text is being appended that has no end yet */
    double width, height;
    const hra_symbol *symbol; /* of the game */
    int symbols;
    hra_material ground;
    hra_shape spare; /* for hra_shape_last where memory ran out */
    hra_err err;
};

/* Colours of seats, ended by NULL. */
extern const char *const hra_scene_colors[];

/* The words of kinds, forms and marks (of one bit, by its number from 0), as in JSON. */
const char *hra_shape_kind_word(hra_shape_kind kind);
const char *hra_shape_form_word(hra_shape_form form);
const char *hra_shape_mark_word(int bit);
const char *hra_material_word(hra_material material);
const char *hra_symbol_fill_word(hra_symbol_fill fill);

/* Checks all symbols of a board. HRA_EINPUT. */
hra_err hra_symbols_check(const hra_symbol *symbols, int count, hra_error *why);
/* The symbol that is drawn for a shape; NULL: none. */
const hra_symbol *hra_scene_symbol_of(const hra_scene *scene, const hra_shape *shape);

/* Sets what is pressed for one legal move of `state` and nothing else: for the steps of a move that was made,
 * which takes a fraction of the time. HRA_ENOMEM, with nothing set then. */
hra_err hra_scene_set_move(hra_scene *scene, const void *state, hra_move move);

/* Draws a state that need not be a right one: without the labels `turn` and `last`, and nothing can be pressed.
 * HRA_ENOMEM. */
hra_err hra_scene_set_still(hra_scene *scene, const void *state);

/* Writes a sealed list of shapes, as they are in a scene. */
void hra_json_shapes(hra_json *json, const char *key, const hra_shapes *shapes);

/* The move of hra_scene_path(scene, index) in words for people. */
const char *hra_scene_said(const hra_scene *scene, int index);
const hra_game *hra_scene_game(const hra_scene *scene);
int hra_scene_count(const hra_scene *scene, hra_scene_part part); /* of shapes */

void hra_shapes_clear(hra_shapes *shapes);
void hra_shapes_release(hra_shapes *shapes);
/* Gives every shape its texts; those without an id get `prefix` and their number. HRA_ENOMEM. */
hra_err hra_shapes_seal(hra_shapes *shapes, const char *prefix);

/* A list of texts, or of none (NOTHING). */
typedef struct hra_word_list {
    size_t *at;
    const char **word; /* sealed */
    int count, capacity;
} hra_word_list;

/* A way while it is made: ids first..first + ways.count of the list, with one more of room behind them. */
typedef struct hra_way_marks {
    int first, step;
    size_t text, said; /* the move for programs, and for people: the same place if these are the same words */
    bool button;       /* nothing is pressed for it, or the same as for another move */
    bool done;         /* closes it */
} hra_way_marks;

struct hra_move_input {
    hra_input_path *way;
    hra_way_marks *mark; /* beside way */
    int *order;          /* beside way: for sorting */
    int count, capacity;
    hra_word_list ids, steps;
    hra_text words;
    hra_err err;
};

void hra_move_input_clear(hra_move_input *presses);
void hra_move_input_release(hra_move_input *presses);
/* Begins a move; the caller appends its text, and a zero, to what this returns before any press. */
hra_text *hra_move_input_begin(hra_move_input *presses, hra_move m);
/* Begins its words for people, appended in the same way. */
hra_text *hra_move_input_say(hra_move_input *presses);
void hra_move_input_end(hra_move_input *presses); /* the move */
/* Sees to it that no way begins another's: adds `done`, and says by `button` which moves need one. Returns
 * whether `done` is pressed somewhere. */
bool hra_move_input_part(hra_move_input *presses);
/* The way is this id from now on. */
void hra_move_input_replace(hra_move_input *presses, int way, const char *id);
hra_err hra_move_input_seal(hra_move_input *presses);

#endif
