/* A step of a search in its picture: how each thing looks then. */
#ifndef HRA_PICTURES_TREE_SVG_FRAME_H
#define HRA_PICTURES_TREE_SVG_FRAME_H

#include "story.h"
#include "svg.h"

typedef struct svg_frame svg_frame;

/* The step p->step of the search. item_of: of a node of the tree, as long as the frame is open. HRA_ENOMEM. */
hra_err svg_frame_open(svg_frame **out, const tree_picture *p, const int32_t *item_of);
void svg_frame_close(svg_frame *frame); /* NULL is allowed */
/* Whether the search is over, so that everything is shown. */
bool svg_frame_is_last(const svg_frame *frame);
/* The step from which an item is there, has its value or is cut; the last one if it never is. */
int32_t svg_step_of(const story *s, const svg_item *item, story_what what);
/* Appends classes of the style: of an edge, and of the item k. */
void svg_frame_edge(const svg_frame *frame, const svg_item *item, hra_text *out);
void svg_frame_node(const svg_frame *frame, const svg_item *item, int32_t k, hra_text *out);
/* Appends alpha and beta of an item that is being searched, at this place; else nothing. */
void svg_frame_window(const svg_frame *frame, const svg_item *item, double x, double y, hra_text *out);

#endif
