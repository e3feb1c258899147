/* A trace in the hands of who runs the search: an observer (hra/search.h).
 *
 *     hra_trace_open(&trace, game, others, &limits, &why);
 *     hra_agent_set_observer(agent, hra_trace_observer(trace));
 *     hra_agent_ask(agent, &question, &result);
 *     hra_trace_finish(trace, &result, &why);
 *     const hra_trace_tree *tree = hra_trace_nodes(trace); */
#ifndef HRA_SEARCH_TRACE_TRACE_H
#define HRA_SEARCH_TRACE_TRACE_H

#include "hra/trace.h"

/* Opens a trace of searches on `game`, which outlives it, by a method that takes the other seats for
 * `others`. limits may be NULL. HRA_EINPUT: a limit that is negative or too large; HRA_ENOMEM. */
hra_err hra_trace_open(hra_trace **out, const hra_game *game, hra_opponent_model others,
                       const hra_trace_limits *limits, hra_error *why);

/* The observer to hand to hra_search_observe; belongs to the trace. Every run of the search starts
 * the trace afresh after it has been finished. Its memory grows with what is kept, to some 300
 * bytes a node for a few times the nodes allowed; running out is reported by hra_trace_finish. */
const hra_observer *hra_trace_observer(hra_trace *trace);

/* After a run that succeeded: marks the chosen line, keeps what the limits allow (the chosen line
 * and its alternatives first, then level by level), finds the words. `result` is that of the run.
 * HRA_ENOMEM; HRA_ESTATE: the observer has seen no tree. */
hra_err hra_trace_finish(hra_trace *trace, const hra_analysis *result, hra_error *why);

#endif
