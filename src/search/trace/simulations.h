/* Recorded simulations as a tree, and as JSON. */
#ifndef HRA_SEARCH_TRACE_SIMULATIONS_H
#define HRA_SEARCH_TRACE_SIMULATIONS_H

#include "hra/json.h"
#include "hra/trace.h"

/* Sets *out to the tree after the last recorded simulation, with the numbers of its nodes. The caller frees out->nodes;
 * their texts are the simulations'. HRA_ENOMEM. */
hra_err hra_simulations_tree(const hra_simulations *simulations, const hra_analysis *result,
                             hra_trace_tree *out);
/* Writes the list "simulations"; `boards` adds to each playout the difference of its last board from that of the
 * node where it began. */
void hra_simulations_add_list(hra_json *json, const hra_walked *walked, const hra_simulations *simulations,
                              bool boards);

#endif
