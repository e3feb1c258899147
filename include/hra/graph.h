/* hra/graph.h: the tree that a search walked with each position once: a graph.
 *
 * Positions are one where the game's keys of their canonical states are (hra/rules.h, `key` and `canonical`),
 * however the search came to them, so that what stands alike or is but turned or mirrored is drawn once.
 *
 * Thread-safety: as a trace; a finished graph may be read by many. */
#ifndef HRA_GRAPH_H
#define HRA_GRAPH_H

#include "hra/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A move from one position to another. */
typedef struct hra_graph_edge {
    int32_t from, to;   /* positions */
    hra_move move;      /* the first of those that lead there from the position as it is told */
    const char *text;   /* the same in the game's words */
    int alike;          /* how many moves lead there */
    double probability; /* of all of them, where the mover moves at random, else 1 */
    bool pruned;        /* it was never searched here, */
    hra_cut reason;     /* because of this */
    bool best;          /* a value comes from it: of equals the first, behind chance each */
    bool line;          /* it and a way of best ones before it: the chosen play, and what may follow it */
} hra_graph_edge;

/* A finished graph. Positions stand by level, the root first, and are told as nodes of a trace, of which
 * the links make the tree of the ways by which each was told: `parent` is a position one level above,
 * `move` the one that leads from there, `ply` the level; `text`, `probability` and `best` are those of that
 * link, one of those that may lead to the position. Where a position was searched more than once, it has what
 * is known best: an exact value before a bound, of those the one that looked further; of Monte Carlo methods
 * the mean by visits. `folded`, `order`, `entered`, `left`, `cut_at` and `rank` are 0; `left_out` are moves
 * to positions that are not kept. */
typedef struct hra_graph {
    hra_trace_tree tree;   /* entered, leaves, cuts: of the search, every time it came by */
    hra_graph_edge *edges; /* by position, then in the order of the rules */
    uint32_t edge_count;
    uint64_t positions; /* that were met, kept or not, */
    bool more;          /* at least: there were too many to tell apart */
    bool cyclic;        /* a play may come back to a position; levels are then the least number of moves
                           from the root, else the greatest, so that each move leads down */
    void *own;          /* what the pointers point into */
} hra_graph;

/* The graph of what the agent's player walks from the question's state, and what it answers; of a player that
 * walks no tree the one of the turn. *out is the caller's to close. Of `limits` (may be
 * NULL) nodes counts positions, 200 where it says nothing; depth is in levels, breadth in moves of a
 * position. What hra_trace_walk returns. */
HRA_API hra_err hra_graph_walk(hra_graph **out, hra_agent *agent, const hra_question *question,
                               const hra_trace_limits *limits, hra_analysis *result, hra_error *why);
HRA_API void hra_graph_close(hra_graph *graph); /* NULL is allowed */

/* Writes what hra_json_tree does of a graph, whose tree `walked` has: "format":"hra graph 1", "tree" the positions, and
 * "positions", "more", "cyclic", "edges":[{"from","to","move","alike","best","line"}], of which one that
 * chance or a seat takes at random has a "probability", and one that was never searched a "cut". */
HRA_API void hra_json_graph(hra_json *json, const char *key, const hra_walked *walked, const hra_graph *graph,
                            bool boards);

#ifdef __cplusplus
}
#endif
#endif
