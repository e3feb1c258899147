/* Where the boxes of a tree stand. */
#ifndef HRA_PICTURES_TREE_LAYOUT_H
#define HRA_PICTURES_TREE_LAYOUT_H

#include <hra/base.h>

enum {
    LAYOUT_NEAR = 10, /* between boxes of one parent */
    LAYOUT_FAR = 24,  /* between others */
    LAYOUT_DROP = 40, /* between levels */
};

typedef struct layout_box {
    int32_t parent, first, next; /* -1: none; a parent stands before its children */
    double width, height;
    double x, y;   /* out: the middle of the top edge */
    double bottom; /* out: of its level */
} layout_box;

/* Places the boxes level by level, the first one being the root: no two overlap, a parent stands
 * over the middle of its children, equal subtrees look equal. The left edge is 0, the top 0.
 * Buchheim, Junger and Leipert 2002, "Improving Walker's algorithm to run in linear time"; the
 * distance of two boxes is made of their widths. HRA_ENOMEM. */
hra_err layout_place(layout_box *boxes, int32_t count, double *width, double *height);

#endif
