/* What the recorder of traces and what finishes them share. */
#ifndef HRA_SEARCH_TRACE_POOL_H
#define HRA_SEARCH_TRACE_POOL_H

#include "hra/trace.h"

enum {
    HRA_TRACE_NODES = 200,       /* where the limits say nothing */
    HRA_TRACE_MOST = 1000000,    /* nodes that may be asked for */
    HRA_TRACE_ROOM = 1 << 16,    /* nodes recorded at least before plies are folded */
    HRA_TRACE_VECTORS = 64,      /* of one node that are kept */
    HRA_TRACE_FOREVER = 1 << 20, /* a depth beyond it means: to the end */
};

/* The nodes of one tree as they were told, in preorder. Of a node's links only `parent` is set;
 * its vectors are a range of `numbers` that begins at `vectors_at`. */
typedef struct hra_trace_pool {
    hra_trace_node *nodes;
    size_t *vectors_at;
    int32_t count, capacity;
    double *numbers;
    size_t used, room; /* of numbers */
    int floor;         /* plies below this one are folded */
    int deepest;       /* ply of any node */
    int depth;         /* of the iteration */
    bool complete;
    uint64_t entered, leaves, cuts, moments;
} hra_trace_pool;

struct hra_trace {
    const hra_game *game;
    hra_others others;
    hra_trace_limits limits;
    hra_observer observer;
    hra_err err; /* memory ran out while recording */
    hra_trace_pool now, last;
    bool has_last, finished;
    int trees;
    int32_t most; /* nodes of a pool */
    int32_t *at;  /* the path, one entry a ply: the node, or -1 where it is folded */
    int path;     /* entries of at */
    void *root;   /* state */
    hra_trace_tree tree;
    hra_trace_node *out; /* what tree.nodes points to */
    double *numbers;     /* and its vectors */
    hra_text words;
};

/* Whether a reason is one of those that searches count as cut-offs. */
bool hra_trace_counts(hra_cut reason);

/* Marks what each node's value comes from, and the chosen line; links are set. */
void hra_trace_mark(const hra_trace *trace, hra_trace_pool *pool, const hra_result *result);
/* The seat whose number is searched for, -1: each its own. */
int hra_trace_pov(const hra_trace *trace, const hra_trace_pool *pool);

#endif
