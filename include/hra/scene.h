/* hra/scene.h: what a game looks like, as shapes, and what is pressed for a move.
 *
 * Beside its text a game describes its board once, as shapes with a place, a kind, an owner and a name to be
 * spoken, and for every move the shapes that are pressed for it. A page, a picture on a command line,
 * thumbnails and figures are all drawn from that, so that no front end knows a game. docs/scene.md walks
 * through it.
 *
 * A scene has two parts: the board, which never changes in a play, and what stands there now. The board lies
 * below; within a part the order is that of drawing. Places are counted in cells, y grows downwards.
 *
 * Thread-safety: a scene is used by one thread at a time; scenes of one game are used in many. */
#ifndef HRA_SCENE_H
#define HRA_SCENE_H

#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- shapes ---------------------------------------------------------------------------------*/

/* All kinds that there are. A front end that knows these can draw every game. */
typedef enum hra_shape_kind {
    HRA_SHAPE_PLACE,  /* nothing to be seen but its marks: something can stand here, or be pressed */
    HRA_SHAPE_AREA,   /* ground on which others lie: a board, a card to be filled in */
    HRA_SHAPE_CELL,   /* a place to be seen: a square, a field, a region */
    HRA_SHAPE_WALL,   /* where nobody can be */
    HRA_SHAPE_PATH,   /* a line from its place to the place plus its size, which may be negative */
    HRA_SHAPE_PIECE,  /* what stands somewhere and may move */
    HRA_SHAPE_DIE,    /* its text is what it shows: "4"; "?": not thrown yet */
    HRA_SHAPE_CARD,   /* its text stands on it */
    HRA_SHAPE_LABEL,  /* a line of text */
    HRA_SHAPE_TEXT,   /* lines of text in columns of equal width */
    HRA_SHAPE_BUTTON, /* to be pressed; its text says what it does */
    HRA_SHAPE_KINDS
} hra_shape_kind;

/* How a shape of its kind looks; one that does not know a form draws the plain one. */
typedef enum hra_shape_form {
    HRA_FORM_PLAIN,  /* a square, a full line, a round piece with its text on it, text in the middle */
    HRA_FORM_ROUND,  /* of a cell */
    HRA_FORM_DASHED, /* of a path */
    HRA_FORM_KING,   /* of a piece: a crowned one */
    HRA_FORM_CROSS,  /* of pieces: X, O, a match, */
    HRA_FORM_RING,
    HRA_FORM_STICK,
    HRA_FORM_DOT,   /* something small to be taken, */
    HRA_FORM_HOUSE, /* a building, */
    HRA_FORM_GHOST, /* one that hunts, with its text on it, */
    HRA_FORM_MOUTH, /* one that eats; its text is the way it looks: < > ^ v */
    HRA_FORM_UP,    /* a triangle that points up, */
    HRA_FORM_DOWN,  /* or down */
    HRA_FORM_FLAG,  /* of a label: it says who holds something */
    HRA_FORM_BEGIN, /* of labels: the text begins at the left, */
    HRA_FORM_END,   /* or ends at the right */
    HRA_FORM_OVER,  /* of places: has the outline of what it stands on */
    HRA_FORMS
} hra_shape_form;

/* What a shape is marked with, as bits; to be told apart by more than a colour. */
enum {
    HRA_MARK_LAST = 1,  /* the last move was made here: left, entered, taken */
    HRA_MARK_TURN = 2,  /* of whom or what it is the turn */
    HRA_MARK_HELD = 4,  /* stays where it is: a die that is not thrown again */
    HRA_MARK_FAINT = 8, /* counts for little now: a box closed to this roll, a hunter that is hunted */
    HRA_MARKS = 4
};

/* The texts are UTF-8, never NULL, and live until the scene is set anew. */
typedef struct hra_shape {
    const char *id;   /* names a place, such as "b2"; no other shape of the scene has it */
    const char *name; /* as it is spoken: "b2, X"; never empty */
    const char *text; /* to be read on it; "": none */
    const char *on;   /* id of the shape on which it stands; "": none. Who presses what no move is pressed by
                         presses what it stands on */
    hra_shape_kind kind;
    hra_shape_form form;
    int owner;                  /* a seat, -1: nobody */
    int tone;                   /* 0.. of grounds: of another tone than one's neighbours, 0 the lightest */
    unsigned marks;             /* HRA_MARK_... */
    double x, y, width, height; /* in cells: the upper left corner, and the size */
    int corners;                /* of its outline; 0: it is a box, or what its kind and form say */
    const double *corner; /* x and y of each, 2 * corners, within the box; the last is joined to the first */
    const char *group;    /* name of what it is a part of: "continent B"; "": nothing. The parts stand one
                             behind the other, and one line is drawn round all of them */
} hra_shape;

/* ---- what a game fills in -------------------------------------------------------------------*/

/* A growing list of shapes, kept by the library: the functions of a game allocate nothing. Running out of
 * memory is remembered. */
typedef struct hra_shapes hra_shapes;

/* The whole size of the board, once a board. What is added now beyond it widens the scene. */
HRA_API void hra_shapes_size(hra_shapes *shapes, double width, double height);
/* Adds a shape with neither id, name, text nor owner; what follows is about the one added last. Without an id
 * it gets one of its own, without a name its text, or its kind in words. */
HRA_API void hra_shape_add(hra_shapes *shapes, hra_shape_kind kind, double x, double y, double width,
                           double height);
HRA_API void hra_shape_id(hra_shapes *shapes, const char *format, ...) HRA_PRINTF(2, 3);
HRA_API void hra_shape_name(hra_shapes *shapes, const char *format, ...) HRA_PRINTF(2, 3);
HRA_API void hra_shape_text(hra_shapes *shapes, const char *format, ...) HRA_PRINTF(2, 3);
HRA_API void hra_shape_on(hra_shapes *shapes, const char *format, ...) HRA_PRINTF(2, 3);
/* The next corner of its outline, in cells of the scene; of cells and areas. */
HRA_API void hra_shape_corner(hra_shapes *shapes, double x, double y);
/* Returns the shape added last, whose `form`, `owner`, `tone` and `marks` may be set; the rest of it is the
 * library's. Never NULL; valid until the next call of a function of shapes. */
HRA_API hra_shape *hra_shape_last(hra_shapes *shapes);

typedef enum hra_shape_words_of { HRA_WRITE_NAME, HRA_WRITE_TEXT, HRA_WRITE_GROUP } hra_shape_words_of;

/* For texts that others write, such as show_move, and for groups: what is appended there until the next call of a
 * function of shapes becomes the name, the text or the group of the shape added last. */
HRA_API hra_text *hra_shape_write(hra_shapes *shapes, hra_shape_words_of what);

/* How a move is pressed, and what it moves; kept by the library as shapes are. */
typedef struct hra_move_input hra_move_input;

/* The id that is pressed next. */
HRA_API void hra_input_press(hra_move_input *input, const char *format, ...) HRA_PRINTF(2, 3);
/* This way is a set: pressed in any order, pressing again takes off, and a shape `done` closes it. A set may
 * be empty. */
HRA_API void hra_input_set(hra_move_input *input);
/* Begins another way to press the same move. */
HRA_API void hra_input_or(hra_move_input *input);
/* A step of the move: what stands on the place `from` goes to `to`; NULL: it comes from, or goes to, nowhere.
 * In the order in which they happen. */
HRA_API void hra_input_step(hra_move_input *input, const char *from, const char *to);

/* What is drawn: a state, and the move that led there. */
typedef struct hra_scene_view {
    const void *state;
    const void *before; /* the state in which `last` was made; NULL: no last move is marked */
    hra_move last;
    int seat; /* who looks: sees what the rules' `observation` shows it; -1: all that the states hold */
    bool manual_dice; /* chance is moved by a person who throws real dice: its moves are pressed too */
} hra_scene_view;

/* A game's part `scene` (hra_rules): each member may be NULL. Without `now` the scene is the text of `show`,
 * without `move_input`, or for a move for which nothing is pressed, there is a button a move. */
struct hra_rules_scene {
    size_t size;
    const char *const *seat_names; /* where the part `text` names none: "X", "O" */
    /* Of each seat "black", "white", "red", "blue", "green", "yellow", "violet" or "orange", which a front end gives
     * its own shades; NULL: in this order. */
    const char *const *seat_colors;
    /* Adds what never changes in a play, and says the size. */
    void (*board)(const hra_game *, hra_shapes *out);
    /* Adds what stands there now. The states are those that the looker may see, and so is the last move:
     * before is NULL where it may not. */
    void (*now)(const hra_game *, const hra_scene_view *, hra_shapes *out);
    /* How m, a legal move of s, is pressed; one of chance where a view says `manual_dice`. The scene sees to
     * `done`: an ordered way that begins another move's gets it as its last id, and where no shape of the
     * game is called so it is added.
     */
    void (*move_input)(const hra_game *, const void *s, hra_move m, hra_move_input *out);
    /* Appends what is to be done where chance is to move: "blue throws". NULL: "chance is to move". */
    void (*chance_prompt)(const hra_game *, const void *s, hra_text *out);
};

/* ---- the scene ------------------------------------------------------------------------------*/

typedef struct hra_scene hra_scene;

typedef enum hra_scene_part { HRA_SCENE_BOARD, HRA_SCENE_NOW, HRA_SCENE_PARTS } hra_scene_part;

/* A way to press a move. A move may have several; no two moves have the same, and none begins another's. */
typedef struct hra_input_path {
    hra_move move;
    const char *text; /* of the move, by show_move */
    bool set;         /* in any order, then `done`, which is the last of the ids; else in this order */
    int count;        /* of ids */
    const char *const *ids;
    int steps;
    const char *const *step; /* from and to of each, 2 * steps, of which NULL is nowhere */
} hra_input_path;

/* Opens the scene of a game, with its board drawn and nothing set. The game outlives it. HRA_ENOMEM. */
HRA_API hra_err hra_scene_open(hra_scene **out, const hra_game *game, hra_error *why);
HRA_API void hra_scene_close(hra_scene *scene); /* NULL is allowed */
/* Draws a view: what was drawn and could be pressed before is gone. Labels `turn`, whose move it is or how the play
 * ended, and `last`, what was played last, stand below the board of every game. Allocates nothing once it
 * has drawn as much before. HRA_ENOMEM, with nothing set then. */
HRA_API hra_err hra_scene_set(hra_scene *scene, const hra_scene_view *view);

/* What is known of a scene as a whole. */
typedef struct hra_scene_info {
    size_t size; /* sizeof(hra_scene_info) of the library: members beyond it do not exist */
    const hra_game *game;
    double width, height;              /* of both parts, in cells */
    const char *colors[HRA_MAX_SEATS]; /* of each seat: a word, as of `seat_colors` */
} hra_scene_info;

/* Returns what is known now. The scene owns the struct; it is valid until the next call with this scene. */
HRA_API const hra_scene_info *hra_scene_snapshot(const hra_scene *scene);
/* Returns a shape of a part, in the order of drawing: index 0 and up, NULL past the last. */
HRA_API const hra_shape *hra_scene_shape(const hra_scene *scene, hra_scene_part part, int index);
/* Returns the shape of an id in either part, NULL if there is none. It compares all of them. */
static inline const hra_shape *hra_scene_find(const hra_scene *scene, const char *id) {
    const hra_shape *shape;
    for (int part = 0; part < HRA_SCENE_PARTS; part++)
        for (int i = 0; (shape = hra_scene_shape(scene, (hra_scene_part)part, i)) != NULL; i++)
            if (strcmp(shape->id, id) == 0)
                return shape;
    return NULL;
}
/* Returns a way to press a move: index 0 and up, NULL past the last. */
HRA_API const hra_input_path *hra_scene_path(const hra_scene *scene, int index);

/* ---- JSON and pictures ----------------------------------------------------------------------
 * What is written is a member `key` of what is open, NULL: an entry, or the whole. A shape is {"id","kind",
 * "at":[x,y],"size":[w,h],"name"} and, where they say something, "form","text","on","owner","shade",
 * "marks":[...],"group","outline":[x,y,x,y,...]. */

/* HRA_SCENE_BOARD: {"seats":[{"name","color"}],"shapes":[...]}, once a play. HRA_SCENE_NOW: {"size":[w,h],
 * "shapes":[...]}, all that stands there now; the size is that of both parts. */
HRA_API void hra_json_scene(hra_json *json, const char *key, const hra_scene *scene, hra_scene_part part);
/* {"size":[w,h],"removed":[ids],"changed":[shapes]}: what turns the shapes of one moment into those of another, of
 * the same game. First those that are removed go. Then each that is changed takes the place of the one of its id;
 * where it has "after", it stands behind the shape of that id from now on, null: it is the first. */
HRA_API void hra_json_scene_change(hra_json *json, const char *key, const hra_scene *before,
                                   const hra_scene *after);
/* [{"move","input":[ids],"set":true,"steps":[[from,to],...]},...]: every way to press a move; "set" and
 * "steps" only where there are such. */
HRA_API void hra_json_scene_input(hra_json *json, const char *key, const hra_scene *scene);

typedef enum hra_svg_kind {
    HRA_SVG_FILE, /* a file: light, without scripts, with a title, a description, and the names of all pieces */
    HRA_SVG_PART, /* for a picture in a picture: one part, its upper left corner at 0,0. Without names, buttons, and the
                      labels `turn` and `last` */
    HRA_SVG_STYLE, /* the CSS that pictures with parts need, once; the scene may be NULL */
} hra_svg_kind;

typedef struct hra_svg_options {
    hra_svg_kind kind;
    hra_scene_part part; /* of HRA_SVG_PART */
    double cell;         /* of HRA_SVG_PART: width of a cell */
} hra_svg_options;

/* Appends the scene as SVG. `options` NULL: a file. */
HRA_API void hra_scene_svg(const hra_scene *scene, const hra_svg_options *options, hra_text *out);

#ifdef __cplusplus
}
#endif
#endif
