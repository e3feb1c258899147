/* hra/report.h: what was found out, as JSON, for other programs: comparisons of players, trees, solutions,
 * counts.
 *
 * As in hra/json.h: one place for each, the keys are stable, `key` names the value in an object (NULL: it is
 * an entry of a list, or the whole), and running out of memory is remembered in the text that is written to.
 *
 * Thread-safety: any thread; what is written may be looked at by many. */
#ifndef HRA_REPORT_H
#define HRA_REPORT_H

#include "hra/graph.h"
#include "hra/json.h"
#include "hra/solve.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* all else in the library is hidden */
#endif

/* ---- comparisons ----------------------------------------------------------------------------*/

typedef enum hra_agreement { HRA_DISAGREES, HRA_AGREES, HRA_AGREEMENT_UNKNOWN } hra_agreement;

/* Is the move of a result as good as the best one of the reference, to 1e-9 of that one's value? Both are of
 * one state, where `seat` is to move. Unknown where the reference has no number for it, or a bound that does
 * not tell. Where chance is to move: whether the reply to every outcome is the same, else unknown. */
hra_agreement hra_result_agrees(const hra_result *reference, const hra_result *result, int seat);

/* What one of several players found in a state that is looked at by all. */
typedef struct hra_compared {
    const char *method;       /* the player's spec */
    const hra_result *result; /* NULL: it failed, */
    const char *error;        /* because of this; else NULL */
} hra_compared;

/* {"game","position","reference","methods":[{"method","move","value","kind","nodes","leaves","cutoffs","playouts",
 * "seconds","stopped","unsound","agrees"} or {"method","error"}]}. "move" is null where chance is to move in
 * `state`. "agrees" is what hra_result_agrees says of the reference, null where that is unknown; reference
 * NULL: there is none. What kind of number the value is, is said as in hra_json_result. */
void hra_json_comparison(hra_json *json, const char *key, const hra_game *game, const void *state,
                         const hra_compared *methods, int count, const hra_compared *reference);

/* ---- trees ----------------------------------------------------------------------------------*/

/* The tree that a player walked. */
typedef struct hra_walked {
    const hra_game *game;
    const void *state;        /* from which it was walked */
    const char *method;       /* the player's spec */
    const hra_result *result; /* what the player answered */
    const hra_trace_tree *tree;
} hra_walked;

/* {"format":"hra tree 1",...,"tree":[nodes]}; docs/methods/README.md lists the members. With boards there are
 * "board", what never changes in a play, and of each node but those that were not searched "scene" at the
 * root, and "change" against the node above at the others (hra/scene.h); seen as hra_scene_set has it of seat
 * -1. */
void hra_json_tree(hra_json *json, const char *key, const hra_walked *walked, bool boards);

/* The same of a graph, whose tree `walked` has: "format":"hra graph 1", "tree" the positions, and
 * "positions", "more", "cyclic", "edges":[{"from","to","move","alike","best","line"}], of which one that
 * chance or a seat takes at random has a "probability", and one that was never searched a "cut". */
void hra_json_graph(hra_json *json, const char *key, const hra_walked *walked, const hra_graph *graph,
                    bool boards);

/* ---- solutions and counts -------------------------------------------------------------------*/

/* {"game","value","states" (null: more than a number holds),"seconds"} and a member for every figure and list
 * of figures that it has. "value" is that of the beginning, null for each seat where the solution does not
 * hold it; `position` (a state of the game, NULL: none) adds "position_value", likewise, and
 * "position_distance". seconds: how long it took.
 */
void hra_json_solution(hra_json *json, const char *key, const hra_solution *solution, const hra_game *game,
                       const void *position, double seconds);

/* {"game","slices":[{"name","positions","files":[paths within the folder of data],"needs":[names]}]}, in an
 * order in which each comes behind those that it needs. hra_json_slice writes one of them. */
void hra_json_slices(hra_json *json, const char *key, const hra_slices *slices, const hra_game *game);
void hra_json_slice(hra_json *json, const char *key, const hra_slices *slices, int slice);

/* How many states lie below a first move. */
typedef struct hra_perft_move {
    hra_move move;
    uint64_t leaves;
} hra_perft_move;

/* {"game","depth","leaves","nodes","seconds"}; with `moves` (NULL: none) of `state`
 * "divide":[{"move","leaves"}] too. */
void hra_json_perft(hra_json *json, const char *key, const hra_game *game, int depth,
                    const hra_perft_count *total, double seconds, const void *state,
                    const hra_perft_move *moves, int count);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
