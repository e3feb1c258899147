/* hra/scene.h: boards as shapes, and the shapes that a person presses for a move.
 *
 * A game describes its board as shapes with a place, a kind, an owner and a spoken name, and for each move the shapes
 * to press. The page, pictures and thumbnails are drawn from these, so that no front end needs to know a game.
 * docs/scene.md is the guide.
 *
 * A scene has two parts: the board, which never changes during a game, and what is on it now. The board is drawn first;
 * within a part, shapes are drawn in order. The unit of places and sizes is a cell; y grows downwards.
 *
 * Thread-safety: one thread at a time uses a scene; scenes of the same game may be used in different threads. */
#ifndef HRA_SCENE_H
#define HRA_SCENE_H

#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- shapes ---------------------------------------------------------------------------------*/

/* All kinds. A front end that draws these can draw every game. */
typedef enum hra_shape_kind {
    HRA_SHAPE_PLACE,  /* a place for a piece, or to press; invisible except for its marks */
    HRA_SHAPE_AREA,   /* a background for other shapes: a board, a score card */
    HRA_SHAPE_CELL,   /* a visible place: a square, a field, a region */
    HRA_SHAPE_WALL,   /* a place that no piece can enter */
    HRA_SHAPE_PATH,   /* a line from its place to its place plus its size, which may be negative */
    HRA_SHAPE_PIECE,  /* a thing that may move */
    HRA_SHAPE_DIE,    /* its text is the number: "4"; "?": not thrown yet */
    HRA_SHAPE_CARD,   /* shows its text */
    HRA_SHAPE_LABEL,  /* a line of text */
    HRA_SHAPE_TEXT,   /* lines of text in columns of equal width */
    HRA_SHAPE_BUTTON, /* a button; its text names the action */
    HRA_SHAPE_KINDS
} hra_shape_kind;

/* Variants of the kinds. A front end draws a form that it does not know as the plain one. */
typedef enum hra_shape_form {
    HRA_FORM_PLAIN,  /* a square, a full line, a round piece with its text on it, centred text */
    HRA_FORM_ROUND,  /* a round cell */
    HRA_FORM_DASHED, /* a dashed path */
    HRA_FORM_KING,   /* a crowned piece */
    HRA_FORM_CROSS,  /* a piece: X */
    HRA_FORM_RING,   /* a piece: O */
    HRA_FORM_STICK,  /* a piece: a match */
    HRA_FORM_DOT,    /* a piece: a small thing to capture */
    HRA_FORM_HOUSE,  /* a piece: a building */
    HRA_FORM_GHOST,  /* a piece: a hunter, with its text on it */
    HRA_FORM_MOUTH,  /* a piece: an eater; its text is its direction: < > ^ v */
    HRA_FORM_UP,     /* a triangle that points up */
    HRA_FORM_DOWN,   /* a triangle that points down */
    HRA_FORM_FLAG,   /* a label that names an owner */
    HRA_FORM_BEGIN,  /* a label with its text at the left */
    HRA_FORM_END,    /* a label with its text at the right */
    HRA_FORM_OVER,   /* a place with the outline of the shape that it is on */
    HRA_FORMS
} hra_shape_form;

/* Marks of a shape, as bits. Front ends draw them by more than a colour. */
enum {
    HRA_MARK_LAST = 1,  /* part of the last move: left, entered, taken */
    HRA_MARK_TURN = 2,  /* to move now */
    HRA_MARK_HELD = 4,  /* stays: a die that is not thrown again */
    HRA_MARK_FAINT = 8, /* unimportant now: a box closed to this roll, a hunter that is hunted */
    HRA_MARKS = 4       /* number of marks */
};

/* Materials of grounds. A front end that does not know one draws the plain ground. */
typedef enum hra_material {
    HRA_MATERIAL_PLAIN,
    HRA_MATERIAL_WOOD,
    HRA_MATERIAL_FELT,
    HRA_MATERIAL_PAPER,
    HRA_MATERIAL_CARD,
    HRA_MATERIAL_NIGHT, /* dark; texts on it are light */
    HRA_MATERIALS
} hra_material;

/* A shape. Its texts are UTF-8, never NULL, and valid until the scene is set again. */
typedef struct hra_shape {
    const char *id;   /* such as "b2"; unique in the scene */
    const char *name; /* for a screen reader: "b2, X"; never empty */
    const char *text; /* on the shape; "": none */
    /* Id of the shape on which it is; "": none. If a person presses a shape that is not an input of a move, the press
     * counts for this one. */
    const char *on;
    hra_shape_kind kind;
    hra_shape_form form;
    int owner;                  /* a seat; -1: none */
    int tone;                   /* of backgrounds: 0, the lightest, and up; distinguishes neighbours */
    unsigned marks;             /* HRA_MARK_... */
    double x, y, width, height; /* in cells: the upper left corner, and the size */
    int corners;                /* number of corners of its outline; 0: a box, or by its kind and form */
    const double
        *corner; /* x and y of each corner, 2 * corners numbers, within the box; the outline is closed */
    /* Name of a group of which it is a part: "continent B"; "": none. The parts follow each other, and one line is
     * drawn around all of them. */
    const char *group;
    /* Id of a symbol of the board that is drawn for it; "": the symbol that has the name of its form, if there is one
     * and the shape is a piece. */
    const char *symbol;
    /* Of an area, a cell, a card or a wall; of a label: of the ground on which its text is. */
    hra_material material;
} hra_shape;

/* ---- symbols --------------------------------------------------------------------------------*/

/* Colours of the paths of a symbol. Front ends choose the shades, so that a theme may change them. */
typedef enum hra_symbol_fill {
    HRA_SYMBOL_OWNER,  /* colour of the shape's owner */
    HRA_SYMBOL_EDGE,   /* a dark shade of it */
    HRA_SYMBOL_INK,    /* dark on light grounds */
    HRA_SYMBOL_PAPER,  /* nearly white */
    HRA_SYMBOL_ACCENT, /* colour of what matters now */
    HRA_SYMBOL_SHADE,  /* a shadow on what is below */
    HRA_SYMBOL_LIGHT,  /* a light on what is below */
    HRA_SYMBOL_GOLD,
    HRA_SYMBOL_WOOD,
    HRA_SYMBOL_RED,
    HRA_SYMBOL_GREEN,
    HRA_SYMBOL_BLUE,
    HRA_SYMBOL_GREY,
    HRA_SYMBOL_FILLS
} hra_symbol_fill;

/* A path of a symbol. `d` is path data of SVG with these limits: it begins with M; numbers have no exponent and are
 * within -9999 to 9999; at most HRA_PATH_LENGTH bytes. */
typedef struct hra_symbol_path {
    hra_symbol_fill fill;
    double line; /* width of a line of that colour along the path; 0: the path is filled */
    const char *d;
} hra_symbol_path;

/* A drawing that shapes name. It is drawn in its proportions, as large as the shape, in the middle; on a label at its
 * beginning, before the text. */
typedef struct hra_symbol {
    const char *id;       /* letters, digits, '.' and '-' */
    double width, height; /* of its box, whose corner is 0,0 */
    double text_y;        /* line of the middle of the text of a piece */
    double text_size;     /* height of that text; 0: the text is not shown */
    int paths;
    const hra_symbol_path *path; /* in the order of drawing */
} hra_symbol;

enum { HRA_PATH_LENGTH = 600, HRA_SYMBOL_PATHS = 24, HRA_SYMBOLS = 64 }; /* limits */

/* Checks path data. HRA_EINPUT: `why` has the place of the first wrong character. */
HRA_API hra_err hra_path_check(const char *d, hra_error *why);

/* ---- what a game fills in -------------------------------------------------------------------*/

/* A growing list of shapes of the library; so the functions of a game do not allocate. If memory runs out,
 * hra_scene_open or hra_scene_set returns HRA_ENOMEM. */
typedef struct hra_shapes hra_shapes;

/* Sets the size of the board, once per board. Shapes that `now` adds beyond it enlarge the scene. */
HRA_API void hra_shapes_size(hra_shapes *shapes, double width, double height);
/* Sets the symbols of the board, once per board. They must outlive the scene. A wrong one fails hra_scene_open. */
HRA_API void hra_shapes_symbols(hra_shapes *shapes, const hra_symbol *symbols, int count);
/* Sets the ground of the whole board, once per board. */
HRA_API void hra_shapes_ground(hra_shapes *shapes, hra_material ground);
/* Adds a shape without id, name, text and owner; the functions below set those of the last shape. Without an id the
 * shape gets a unique one; without a name it gets its text, or its kind in words. */
HRA_API void hra_shape_add(hra_shapes *shapes, hra_shape_kind kind, double x, double y, double width,
                           double height);
HRA_API void hra_shape_id(hra_shapes *shapes, const char *format, ...) HRA_PRINTF(2, 3);
HRA_API void hra_shape_name(hra_shapes *shapes, const char *format, ...) HRA_PRINTF(2, 3);
HRA_API void hra_shape_text(hra_shapes *shapes, const char *format, ...) HRA_PRINTF(2, 3);
HRA_API void hra_shape_on(hra_shapes *shapes, const char *format, ...) HRA_PRINTF(2, 3);
/* Adds a corner to the outline of the last shape, a cell or an area, in cells of the scene. */
HRA_API void hra_shape_corner(hra_shapes *shapes, double x, double y);
/* Returns the last shape. Its `form`, `owner`, `tone`, `marks`, `material` and `symbol` (a text that outlives the scene)
 * may be set; do not change the rest. Never NULL; valid until the next call of a function of shapes. */
HRA_API hra_shape *hra_shape_last(hra_shapes *shapes);

typedef enum hra_shape_words_of { HRA_WRITE_NAME, HRA_WRITE_TEXT, HRA_WRITE_GROUP } hra_shape_words_of;

/* Returns a text for the name, the text or the group of the last shape. Use it for texts of other functions, such as
 * show_move, and for groups. It takes what is appended until the next call of a function of shapes. */
HRA_API hra_text *hra_shape_write(hra_shapes *shapes, hra_shape_words_of what);

/* The ways to press a move, and its steps; the library owns it. */
typedef struct hra_move_input hra_move_input;

/* Adds the id of the next shape to press. */
HRA_API void hra_input_press(hra_move_input *input, const char *format, ...) HRA_PRINTF(2, 3);
/* Makes this way a set: its shapes are pressed in any order, and a shape `done` ends it. A set may be empty, and may have
 * a shape several times: it is pressed as often. A press beyond what any set has takes one off. */
HRA_API void hra_input_set(hra_move_input *input);
/* Begins another way to press the same move. */
HRA_API void hra_input_or(hra_move_input *input);
/* Adds a step of the move, in order: the thing on place `from` goes to place `to`. NULL: it appears, or disappears. */
HRA_API void hra_input_step(hra_move_input *input, const char *from, const char *to);

/* What to draw: a state, and the move that led to it. */
typedef struct hra_scene_view {
    const void *state;
    const void *before; /* the state before `last`; NULL: no last move is marked */
    hra_move last;
    int seat;         /* the scene shows what this seat may see (`observation` of the rules); -1: all */
    bool manual_dice; /* a person throws real dice: chance moves have inputs too */
} hra_scene_view;

/* What an editor sets in a position besides pieces, such as the side to move. */
typedef struct hra_edit_setting {
    const char *name;  /* "turn" */
    const char *label; /* for people, translatable: "to move" */
    /* The values to choose from, ended by NULL, and what people call them, translatable; NULL: the values. Without
     * values the setting is a whole number in min..max. */
    const char *const *values, *const *said;
    int min, max;
} hra_edit_setting;

enum { HRA_MAX_EDIT_SETTINGS = 8 };

/* An editor of positions: what a person puts on the board and sets beside it. The states between may be wrong, such as
 * an empty board, but `now`, write_position and these functions take them; read_position says what is wrong with the
 * position. HRA_EINPUT: the step is refused, and s is as it was. */
typedef struct hra_scene_editor {
    size_t size;
    /* Adds the pieces of the palette: shapes of kind HRA_SHAPE_PIECE with an id and a name. */
    void (*palette)(const hra_game *, hra_shapes *out);
    /* Puts a piece of the palette on a shape of the board; NULL: takes one piece from it. A piece that cannot be beside
     * those that are there takes their place. */
    hra_err (*put)(const hra_game *, void *s, const char *piece, const char *place, hra_error *);
    /* Returns the id of the uppermost piece on a shape of the board, NULL if there is none. */
    const char *(*piece_at)(const hra_game *, const void *s, const char *place);
    /* Takes all pieces from the board. */
    void (*clear)(const hra_game *, void *s);
    /* Writes the settings of this game, and returns their number. NULL: there are none. */
    int (*settings)(const hra_game *, hra_edit_setting out[HRA_MAX_EDIT_SETTINGS]);
    /* Appends the value of a setting in s. */
    void (*write_setting)(const hra_game *, const void *s, const char *name, hra_text *out);
    /* Sets one of its values, or a number in its bounds. */
    hra_err (*set)(const hra_game *, void *s, const char *name, const char *value, hra_error *);
} hra_scene_editor;

/* The part `scene` of hra_rules; each member may be NULL. Without `now` the scene is the text of `show`. Without
 * `move_input`, and for a move without an input, each move has a button. */
struct hra_rules_scene {
    size_t size;
    const char *const *seat_names; /* if the part `text` has none: "X", "O" */
    /* One per seat: "black", "white", "red", "blue", "green", "yellow", "violet" or "orange". Front ends choose the
     * shades. NULL: in this order. */
    const char *const *seat_colors;
    /* Adds what never changes during a game, and sets the size. */
    void (*board)(const hra_game *, hra_shapes *out);
    /* Adds what is on the board now. The states have only what the seat of the view may see; `before` is NULL if it may
     * not see the last move. */
    void (*now)(const hra_game *, const hra_scene_view *, hra_shapes *out);
    /* Writes the ways to press m, a legal move of s; a chance move if the view has `manual_dice`. The scene adds
     * `done`: as the last id of an ordered way that is the beginning of another move's way, and as a button if the game
     * has no such shape. */
    void (*move_input)(const hra_game *, const void *s, hra_move m, hra_move_input *out);
    /* Appends what to do when chance is to move: "blue throws". NULL: "chance is to move". */
    void (*chance_prompt)(const hra_game *, const void *s, hra_text *out);
    /* Appends what a seat has now, for beside its name: "167 pips", "12 points, 9 coins". NULL: nothing is counted. */
    void (*seat_count)(const hra_game *, const void *s, int seat, hra_text *out);
    /* Appends by what a game ended that is over by the rules: "no move left". NULL or no text: the result says it all. */
    void (*ending)(const hra_game *, const void *s, hra_text *out);
    /* NULL: positions are edited as text alone. */
    const hra_scene_editor *editor;
};

/* ---- the scene ------------------------------------------------------------------------------*/

typedef struct hra_scene hra_scene;

typedef enum hra_scene_part { HRA_SCENE_BOARD, HRA_SCENE_NOW, HRA_SCENE_PARTS } hra_scene_part;

/* A way to press a move. A move may have several ways. No two moves have the same, and no way begins with that of
 * another move. */
typedef struct hra_input_path {
    hra_move move;
    const char *text; /* of the move, by show_move */
    bool set;  /* press the ids in any order, then the last one, `done`; else press them in this order */
    int count; /* number of ids */
    const char *const *ids;
    int steps;               /* number of steps */
    const char *const *step; /* from and to of each step, 2 * steps; NULL: it appears, or disappears */
} hra_input_path;

/* Opens the scene of a game, with its board and without a view. The caller closes it before the game. HRA_ENOMEM,
 * HRA_EINPUT if a symbol of the game is wrong. */
HRA_API hra_err hra_scene_open(hra_scene **out, const hra_game *game, hra_error *why);
HRA_API void hra_scene_close(hra_scene *scene); /* NULL is allowed */
/* Sets the view, in place of the last one. Below the board of every game are the labels `turn` (the seat to move, or
 * how the game ended) and `last` (the last move). It allocates only if the view needs more memory than earlier ones.
 * HRA_ENOMEM; then no view is set. */
HRA_API hra_err hra_scene_set(hra_scene *scene, const hra_scene_view *view);

/* Facts about a scene. */
typedef struct hra_scene_info {
    size_t size; /* sizeof(hra_scene_info) of the library: members beyond it do not exist */
    const hra_game *game;
    double width, height;              /* of both parts, in cells */
    const char *colors[HRA_MAX_SEATS]; /* one per seat: a word of `seat_colors` */
    hra_material ground;               /* of the whole board */
} hra_scene_info;

/* Returns the facts as of now. The scene owns the struct and updates it: the pointer is valid until hra_scene_close. */
HRA_API const hra_scene_info *hra_scene_snapshot(const hra_scene *scene);
/* Returns a shape of a part, in the order of drawing: index 0 and up, NULL past the last. */
HRA_API const hra_shape *hra_scene_shape(const hra_scene *scene, hra_scene_part part, int index);
/* Returns a symbol of the board: index 0 and up, NULL past the last. The scene's game owns it. */
HRA_API const hra_symbol *hra_scene_symbol(const hra_scene *scene, int index);
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
 * `key` names a member of the innermost object; NULL: an entry of a list, or the whole value. A shape is {"id","kind",
 * "at":[x,y],"size":[w,h],"name"} and, unless they are empty or 0, "form","text","on","owner","shade",
 * "marks":[...],"group","outline":[x,y,x,y,...],"symbol","material". */

/* Writes a part. HRA_SCENE_BOARD: {"seats":[{"name","color"}],"ground","symbols":[{"id","box":[w,h],"text":[y,size],
 * "paths":[{"fill","line","d"}]}],"shapes":[...]}, once per game; empty or 0 members are left out. HRA_SCENE_NOW:
 * {"size":[w,h],"shapes":[...]}; the size is that of both parts. */
HRA_API void hra_json_scene(hra_json *json, const char *key, const hra_scene *scene, hra_scene_part part);
/* Writes the difference of the parts HRA_SCENE_NOW of two scenes of the same game: {"size":[w,h],"removed":[ids],
 * "changed":[shapes]}. To apply it, first remove the shapes of "removed". Then each shape of "changed" replaces the one
 * with its id, or is new. If it has "after", move it to the place after the shape with that id; null: to the front. */
HRA_API void hra_json_scene_change(hra_json *json, const char *key, const hra_scene *before,
                                   const hra_scene *after);
/* Writes every way to press a move: [{"move","input":[ids],"set":true,"steps":[[from,to],...]},...]. "set" is left out
 * if it is false, "steps" if there are none. */
HRA_API void hra_json_scene_input(hra_json *json, const char *key, const hra_scene *scene);

typedef enum hra_svg_kind {
    HRA_SVG_FILE, /* a file: in light colours, without scripts, with a title, a description, and the names of all pieces */
    /* One part, for use in another picture, its upper left corner at 0,0. Without names, buttons, and the labels `turn`
     * and `last`. HRA_SCENE_BOARD also defines the symbols that HRA_SCENE_NOW uses, so a picture needs it once. */
    HRA_SVG_PART,
    HRA_SVG_STYLE, /* the CSS for HRA_SVG_PART, once per picture; the scene may be NULL */
} hra_svg_kind;

typedef struct hra_svg_options {
    hra_svg_kind kind;
    hra_scene_part part; /* for HRA_SVG_PART */
    double cell;         /* for HRA_SVG_PART: width of a cell */
} hra_svg_options;

/* Appends the scene as SVG. `options` NULL: a file. */
HRA_API void hra_scene_svg(const hra_scene *scene, const hra_svg_options *options, hra_text *out);

#ifdef __cplusplus
}
#endif
#endif
