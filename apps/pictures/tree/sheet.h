/* The tree of an exercise for paper: fields to fill in, or their key. */
#ifndef HRA_PICTURES_TREE_SHEET_H
#define HRA_PICTURES_TREE_SHEET_H

#include <hra/exercise.h>

/* Appends the tree as a group of SVG, its left upper corner at the origin, and sets its size in pixels; `key`: with what belongs
 * into the fields. It uses the classes of svg_style. HRA_EINPUT if the exercise has no tree; HRA_ENOMEM. */
hra_err sheet_tree(const hra_exercise *exercise, bool key, double *width, double *height, hra_text *out);
/* The style of its classes. */
const char *sheet_style(void);
/* How wide a text of this size is, about. */
double sheet_text_width(const char *text, double size);

#endif
