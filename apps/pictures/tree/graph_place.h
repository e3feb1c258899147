/* Where the boxes of a graph stand. */
#ifndef HRA_PICTURES_TREE_GRAPH_PLACE_H
#define HRA_PICTURES_TREE_GRAPH_PLACE_H

#include <hra/base.h>

typedef struct graph_box {
    int32_t level; /* the first box's is 0 */
    double width, height;
    double x, y; /* out: the middle of the top edge */
} graph_box;

typedef struct graph_link {
    int32_t from, to; /* boxes */
    double gap;       /* room for its words, as wide as a box */
    int32_t bends;    /* out: the first of its bends, one for each level that it passes by; -1: none */
} graph_link;

typedef struct graph_bend {
    double x, top, bottom; /* it goes straight down between these */
} graph_bend;

typedef struct graph_layout {
    graph_box *boxes;
    graph_link *links;
    int32_t box_count, link_count;
    double drop;          /* between levels */
    graph_bend *bends;    /* out: the caller frees them */
    double width, height; /* out: of the whole */
} graph_layout;

/* Places boxes level by level: no two overlap, links cross rarely, and each box is near the middle of those
 * that it is linked to. Links lead down, and those that pass a level bend around its boxes; a link that
 * does not lead down has no bends. Sugiyama, Tagawa and Toda 1981, "Methods for visual understanding of
 * hierarchical system structures" (order by the mean of neighbours); the places of one level are the
 * nearest to these means that keep the order and the distances (pool adjacent violators, Ayer and others
 * 1955). HRA_ENOMEM. */
hra_err graph_place(graph_layout *layout);

#endif
