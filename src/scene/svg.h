/* What the files that draw scenes as SVG share. */
#ifndef HRA_SCENE_SVG_H
#define HRA_SCENE_SVG_H

#include "shapes.h"

/* Where a picture is drawn, and how large. */
typedef struct hra_pen {
    const hra_scene *scene;
    hra_text *out;
    double cell; /* units of the picture */
} hra_pen;

/* A rectangle of the picture. */
typedef struct hra_box {
    double x, y, width, height;
} hra_box;

hra_box hra_pen_box(const hra_pen *pen, const hra_shape *shape);
/* ` x="1.5"`: an attribute, to a tenth. */
void hra_pen_number(const hra_pen *pen, const char *attribute, double value);
/* Points for `d` and `points`: "1.5 2 ". */
void hra_pen_point(const hra_pen *pen, double x, double y);
/* One line of text with its middle, beginning or end at x (class "m", "b", "e") and its base line at y. */
void hra_pen_text(const hra_pen *pen, const char *class, double x, double y, double size, const char *text);
/* Whether lines are drawn finer, as on boards of a tree. */
static inline bool hra_pen_is_small(const hra_pen *pen) {
    return pen->cell < 20;
}
/* The colour of a shape's owner: "red"; "none". */
const char *hra_pen_color(const hra_pen *pen, const hra_shape *shape);
/* A font size in which the text fits, at most `size`. */
double hra_pen_fit(const char *text, double width, double size);

/* svg_symbols.c */
extern const char hra_pen_symbol_style[];
/* Defines the symbols of a board for hra_pen_symbol: all, or those that the scene draws. */
void hra_pen_define_symbols(const hra_pen *pen, bool all);
/* Draws a symbol in the middle of a box, in the colours of a shape's owner; returns where it is. */
hra_box hra_pen_symbol(const hra_pen *pen, const hra_symbol *symbol, const hra_shape *shape, hra_box box);
/* The class of a material and its tone: "m-wood1". */
void hra_pen_material(hra_material material, int tone, char *out, size_t size);
/* The class for text of a shape: " in" on a dark ground, else "". */
const char *hra_pen_ink(const hra_pen *pen, const hra_shape *shape);

/* pieces.c */
void hra_pen_piece(const hra_pen *pen, const hra_shape *shape);
void hra_pen_die(const hra_pen *pen, const hra_shape *shape);

#endif
