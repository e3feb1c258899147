/* hra/graph.h: search graphs: a search tree with each position drawn once.
 *
 * Two positions are the same if the keys of their canonical states are equal (`key` and `canonical` in hra/rules.h). So
 * transpositions, and positions that differ only by rotation or reflection, are drawn once.
 *
 * Thread-safety: one thread records a graph; threads may share a finished one. */
#ifndef HRA_GRAPH_H
#define HRA_GRAPH_H

#include "hra/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A move from one position to another. */
typedef struct hra_graph_edge {
    int32_t from, to;   /* positions */
    hra_move move;      /* the first move from the recorded position `from` to position `to` */
    const char *text;   /* the same as text */
    int alike;          /* number of moves that lead there */
    double probability; /* of all of them, if the mover moves at random; else 1 */
    bool pruned;        /* no search entered it */
    hra_cut reason;     /* the reason of that */
    bool best; /* the value of `from` comes from it: the first of equal moves, or any outcome of chance */
    bool line; /* it and a path of best edges before it: the PV, and what may follow it */
} hra_graph_edge;

/* A finished graph. Positions are sorted by level, the root first, and are nodes as in a trace. The links of the nodes
 * form a tree with one path to each position: `parent` is a position one level above, `move` leads from it, and `ply`
 * is the level. `text`, `probability` and `best` belong to that link, one of several that may lead to the position. If
 * a position was searched several times, it has the best value: an exact one before a bound, then the deepest; with
 * Monte Carlo methods the mean by visits. `folded`, `order`, `entered`, `left`, `cut_at` and `rank` are 0; `left_out`
 * counts moves to positions that are not recorded. */
typedef struct hra_graph {
    hra_trace_tree tree;   /* entered, leaves and cuts count each visit of the search */
    hra_graph_edge *edges; /* by position, then in the order of the rules */
    uint32_t edge_count;
    uint64_t positions; /* number of different positions, recorded or not */
    bool more;          /* there were too many positions to count: `positions` is a lower bound */
    /* A game may repeat a position. Levels are then the smallest number of moves from the root; else the largest, so
     * that each edge leads to a lower level. */
    bool cyclic;
    void *own; /* memory of the graph */
} hra_graph;

/* Asks the agent's player about the question's state, and records the graph of its search; `result` gets the answer.
 * For a player without a search tree it records one turn. Of `limits` (may be NULL) nodes is the most positions (0:
 * 200), depth the most levels, breadth the most moves of a position. The caller closes *out. Returns what
 * hra_trace_walk returns. */
HRA_API hra_err hra_graph_walk(hra_graph **out, hra_agent *agent, const hra_question *question,
                               const hra_trace_limits *limits, hra_analysis *result, hra_error *why);
HRA_API void hra_graph_close(hra_graph *graph); /* NULL is allowed */

/* Writes a graph as hra_json_tree writes a tree; `walked` has the graph's tree. "format" is "hra graph 1", "tree" lists
 * the positions, and there are "positions", "more", "cyclic" and "edges":[{"from","to","move","alike","best","line"}].
 * An edge has "probability" if the mover moves at random, and "cut" if no search entered it. */
HRA_API void hra_json_graph(hra_json *json, const char *key, const hra_walked *walked, const hra_graph *graph,
                            bool boards);

#ifdef __cplusplus
}
#endif
#endif
