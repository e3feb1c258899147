/* What the recorder of graphs and what finishes them share. */
#ifndef HRA_SEARCH_GRAPH_POOL_H
#define HRA_SEARCH_GRAPH_POOL_H

#include "hra/graph.h"
#include "trace_pool.h"

/* A way from one position to another, in a list of those of the first. */
typedef struct hra_graph_way {
    int32_t to, next; /* next -1: the last */
    bool pruned;      /* never gone, because of this: */
    hra_cut reason;
} hra_graph_way;

/* A position, what is known best of it, and where its ways begin and end. */
typedef struct hra_graph_spot {
    uint64_t key;
    hra_trace_node node;
    double *vectors; /* own; node.vector_count of them */
    int32_t first, last;
} hra_graph_spot;

/* The positions of one tree of the search. */
typedef struct hra_graph_pool {
    hra_graph_spot *spots;
    hra_graph_way *ways;
    int32_t *table; /* by key: a spot, or -1; a power of two of them */
    int32_t count, capacity, way_count, way_capacity, table_size;
    uint64_t entered, leaves, cuts;
    int depth;
    bool more, complete;
} hra_graph_pool;

/* What is being looked at, one a ply. */
typedef struct hra_graph_visit {
    int32_t spot; /* -1: there was no room for it */
    hra_trace_node node;
} hra_graph_visit;

typedef struct hra_graph_recorder {
    hra_trace marking; /* game, others and limits: what marks the nodes of a trace marks those of a graph */
    hra_observer observer;
    hra_err err; /* memory ran out */
    hra_graph_pool now, last;
    bool has_last;
    int trees;
    int32_t most; /* spots of a pool */
    hra_graph_visit *path;
    unsigned char *states; /* one a ply */
    int plies;             /* the number of states that there is room for */
    unsigned char *root, *scratch;
} hra_graph_recorder;

/* The spot of a state; -1: it was not met. Works in r->scratch, so not for two threads. */
int32_t hra_graph_find(const hra_graph_recorder *r, const hra_graph_pool *p, const void *s);
/* graph_finish.c: the finished graph. HRA_ENOMEM; HRA_ESTATE: nothing was seen. */
hra_err hra_graph_finish(hra_graph_recorder *r, const hra_analysis *result, hra_graph **out, hra_error *why);

#endif
