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

/* The nodes of one tree in the order in which the observer received them, preorder. Of a node's links only
 * `parent` is set; its vectors are a range of `numbers` that begins at `vectors_at`. */
typedef struct hra_trace_pool {
    hra_trace_node *nodes;
    size_t *vectors_at;
    int32_t count, capacity;
    double *numbers;
    size_t used, number_capacity; /* of numbers */
    int floor;                    /* plies below this one are folded */
    int deepest;                  /* ply of any node */
    int depth;                    /* of the iteration */
    bool complete;
    uint64_t entered, leaves, cuts, moments;
} hra_trace_pool;

struct hra_trace {
    const hra_game *game;
    hra_opponent_model others;
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

/* Nodes are allowed, and no limit is negative; where nodes are not said it is HRA_TRACE_NODES. HRA_EINPUT. */
hra_err hra_trace_limits_check(hra_trace_limits *limits, hra_error *why);
/* Copies the data of a node that is entered, or of moves that are cut off below it. */
void hra_trace_fill(hra_trace_node *node, const hra_node_enter *entering);
void hra_trace_cut(hra_trace_node *node, hra_cut reason, double alpha, double beta);
/* Has the agent analyse, or look out where it walks no tree, with an observer. */
hra_err hra_trace_run(hra_agent *agent, const hra_question *question, const hra_observer *observer,
                      hra_analysis *result, hra_error *why);

/* Marks what each node's value comes from, and the chosen line; links are set. */
void hra_trace_mark(const hra_trace *trace, hra_trace_pool *pool, const hra_analysis *result);
/* Marks the best ones of the children of a node, `chosen` where it is known (NULL: not). */
void hra_trace_mark_below(const hra_trace *trace, hra_trace_pool *pool, int32_t node, const hra_move *chosen);
hra_role hra_trace_role(const hra_trace *trace, int pov, int mover);
/* The seat whose number is searched for, -1: each its own; `mover` is the first seat that decides. */
int hra_trace_pov_of(const hra_trace *trace, int mover);
int hra_trace_pov(const hra_trace *trace, const hra_trace_pool *pool);

#endif
