/* What the files of the SVG picture share. */
#ifndef HRA_PICTURES_TREE_SVG_H
#define HRA_PICTURES_TREE_SVG_H

#include "layout.h"
#include "tree_picture.h"

enum {
    SVG_SHOWN = 100, /* nodes that are unfolded at first */
    SVG_MANY = 5,    /* this number of moves, pruned at once, is drawn as one */
    SVG_MARGIN = 16,
    SVG_HEAD = 84,   /* height of the title, the counts and the legend */
    SVG_LEAST = 560, /* width of a picture */
    SVG_BADGE = 14,  /* height of the count below a folded node */
    SVG_LINES = 6,   /* lines below a shape */
    SVG_LINE = 96,   /* bytes of one */
    SVG_LABEL = 14   /* columns of a move's text */
};

typedef enum svg_shape {
    SVG_UP,     /* MAX, OR, the first seat */
    SVG_DOWN,   /* MIN, AND, the second of two seats */
    SVG_SQUARE, /* further seats ... */
    SVG_DIAMOND,
    SVG_PENTAGON,
    SVG_HEXAGON,
    SVG_OCTAGON,
    SVG_SHIELD,
    SVG_SLANTED,
    SVG_CIRCLE, /* chance */
    SVG_RING,   /* a seat that moves at random */
    SVG_BOX,    /* the end of the game */
    SVG_ROUND,  /* evaluated */
    SVG_CROSS,  /* not searched */
    SVG_STACK,  /* folded */
    SVG_SHAPES
} svg_shape;

/* One thing that is drawn: a node of the tree, several pruned ones, or what is folded beside the
 * children of a node. */
typedef struct svg_item {
    int32_t node;
    bool rest;
    int run;          /* pruned moves that stand for each other, `node` being the first; else 1 */
    bool open, shown; /* its children are unfolded; it is seen at first */
    svg_shape shape;
    char label[2][SVG_LINE]; /* above: the move, the probability */
    char value[SVG_LINE];    /* inside */
    char below[SVG_LINES][SVG_LINE];
    int labels, lines, cut_lines; /* how many there are; the last cut_lines ones tell of a cut */
    double width, height;         /* of the shape alone */
    uint64_t under;               /* nodes below, kept or not: what folding it hides */
} svg_item;

/* Fills the words and the size of an item whose node and rest are set; *box its whole extent. */
hra_err svg_item_fill(const tree_picture *picture, svg_item *item, layout_box *box);
/* The drawing of an item, its origin being the middle of its top edge. */
void svg_item_draw(const tree_picture *picture, const svg_item *item, hra_text *out);
/* The outline of a shape with its middle at x and its top at y. */
void svg_outline(svg_shape shape, double x, double y, double width, double height, hra_text *out);
const char *svg_shape_class(svg_shape shape);

extern const char svg_style[];
/* What stands above the picture: what was searched, by which method, what came out, and the legend; *least: how wide it is. */
void svg_head(const tree_picture *picture, const svg_item *items, int32_t count, double *least,
              hra_text *out);
/* Begins the file, whose drawing is `height` high below SVG_HEAD; `script` says more about its first element. */
void svg_begin(const tree_picture *picture, double width, double height, const char *script,
               const char *style, hra_text *out);
/* Appends the hint of an item for pointers and screen readers. */
void svg_hint(const tree_picture *picture, const svg_item *item, hra_text *line);

/* tree_boards.c: the style of boards and what is the same on all; whether an item has one, and how large; and
 * that one, its top at y. */
void tree_boards_style(const tree_boards *boards, hra_text *out);
bool tree_boards_size(const tree_picture *picture, const svg_item *item, double *width, double *height);
void tree_boards_draw(const tree_picture *picture, const svg_item *item, double y, hra_text *out);

double svg_text_width(const char *string, double size);
void svg_number(double value, hra_text *out);

/* The steps of the search as data of the script: per item the step at which it appears, at which
 * its value is known and at which it is cut; and for each step the item and a sentence. item_of: of
 * a node of the tree. HRA_ENOMEM. */
hra_err svg_steps(const tree_picture *picture, const int32_t *item_of, const svg_item *items, int32_t count,
                  hra_text *out);

extern const char *const picture_svg_script[]; /* lines; ends with NULL. Made from svg.js by the build */

#endif
