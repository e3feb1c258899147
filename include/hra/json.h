/* hra/json.h: games, players, analyses, comparisons and counts as JSON, for other programs.
 *
 * All parts of hra write JSON by these functions, so the same value always gives the same bytes, except for "seconds".
 * Keys are stable; keys may be added. Names of seats, titles, summaries, labels and help are in the language of the
 * process (hra/language.h), other words in English.
 *
 * Each function writes one value by a writer of hra/base.h. `key` names a member of the innermost object; NULL: an
 * entry of a list, or the whole value. If memory runs out, `err` of the text is set.
 *
 * Thread-safety: one thread at a time uses a writer. */
#ifndef HRA_JSON_H
#define HRA_JSON_H

#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- games and players ----------------------------------------------------------------------*/

/* Writes {"games":[...]}: all games of the registry (NULL: the built-in ones), or `only` that one if it is not NULL.
 * The games need not be open. Each is {"name","summary","options":[{"name","values","default","help"}],
 * "title","seats":{"min","max","default"},"players":[{"name","summary","options"}],"evaluations":[...],
 * "protocols":[names]}. "players" are the game's own; hra_registry_player lists those of every game. */
HRA_API void hra_json_games(hra_json *json, const char *key, const hra_registry *registry,
                            const hra_rules *only);
/* Writes an open game: the same members, and those that depend on its options: "game" (its spec), "seat_names",
 * "state_size", "max_moves", "max_chances", "zero_sum", "integral", "min_return", "max_return", "max_sum" (null:
 * unbounded), "repetitions", "move_help"; "features" and "actions": their numbers, 0: none (hra_rules_encoding);
 * "terms": their names. */
HRA_API void hra_json_game(hra_json *json, const char *key, const hra_game *game);
/* Writes {"name","summary","options"}. */
HRA_API void hra_json_kind(hra_json *json, const char *key, const hra_player_kind *kind);
/* Writes {"methods":[...]}: each search method of the registry (NULL: the built-in ones), as hra_json_kind. */
static inline void hra_json_methods(hra_json *json, const char *key, const hra_registry *registry) {
    const hra_player_kind *kind;
    hra_json_object(json, key);
    hra_json_list(json, "methods");
    for (int i = 0; (kind = hra_registry_player(registry, i)) != NULL; i++)
        if (kind->title)
            hra_json_kind(json, NULL, kind);
    hra_json_end(json);
    hra_json_end(json);
}

/* ---- states ---------------------------------------------------------------------------------*/

/* Writes a move of `state`, of a seat or of chance, as a person types it. */
HRA_API void hra_json_move(hra_json *json, const char *key, const hra_game *game, const void *state,
                           hra_move move);
/* ---- analyses -------------------------------------------------------------------------------*/

/* Writes an analysis of `state`: {"game","position","method","move","value","kind","depth","nodes","leaves",
 * "cutoffs","table_hits","playouts","seconds","stopped","unsound","pv","distance","moves":[...]}. `method` is the
 * player's spec. docs/methods/README.md explains the keys. There are also
 *   "bound"                               for a value that is a bound
 *   "visits", "stderr"                    for a mean
 *   "proof"                               with andor
 *   "vectors", "more", "worst", "best"    with softmaxn
 *   "outcomes", in place of "moves"       if chance is to move. */
HRA_API void hra_json_analysis(hra_json *json, const char *key, const hra_analysis *result,
                               const hra_game *game, const void *state, const char *method);

/* Writes advice about `state` (HRA_WANT_ADVICE): {"value":{"key","label","unit","kind"},"columns":[the same],
 * "moves":[{"move","value","kind","loss","columns":[numbers]}],"reason"}, best move first. A mean also has "visits" and
 * "stderr". Unknown values and losses are null. */
HRA_API void hra_json_advice(hra_json *json, const char *key, const hra_game *game, const void *state,
                             const hra_analysis *advice);

/* ---- comparisons ----------------------------------------------------------------------------*/

typedef enum hra_agreement { HRA_DISAGREES, HRA_AGREES, HRA_AGREEMENT_UNKNOWN } hra_agreement;

/* Returns whether the move of a result is as good as the best move of the reference, within 1e-9 of its value. Both are
 * analyses of the same state, where `seat` is to move. Unknown if the reference has no value of that move, or only a
 * bound that does not decide. If chance is to move, it agrees if the reply to every outcome is the same; else it is
 * unknown. */
HRA_API hra_agreement hra_analysis_agrees(const hra_analysis *reference, const hra_analysis *result,
                                          int seat);

/* The result of one of several players for the same state. */
typedef struct hra_compared {
    const char *method;         /* the player's spec */
    const hra_analysis *result; /* NULL: the player failed */
    const char *error;          /* the reason of that; else NULL */
} hra_compared;

/* Writes a comparison: {"game","position","reference","methods":[{"method","move","value","kind","nodes","leaves",
 * "cutoffs","playouts","seconds","stopped","unsound","agrees"} or {"method","error"}]}. "move" is null if chance is to
 * move in `state`. "agrees" is that of hra_analysis_agrees, null if unknown; `reference` NULL: none. "kind" is as in
 * hra_json_analysis. */
HRA_API void hra_json_comparison(hra_json *json, const char *key, const hra_game *game, const void *state,
                                 const hra_compared *methods, int count, const hra_compared *reference);

/* ---- counts --------------------------------------------------------------------------------*/

/* Number of states below a first move. */
typedef struct hra_perft_move {
    hra_move move;
    uint64_t leaves;
} hra_perft_move;

/* Writes {"game","depth","leaves","nodes","seconds"}; `moves` of `state` (NULL: none) add
 * "divide":[{"move","leaves"}]. */
HRA_API void hra_json_perft(hra_json *json, const char *key, const hra_game *game, int depth,
                            const hra_perft_count *total, double seconds, const void *state,
                            const hra_perft_move *moves, int count);

#ifdef __cplusplus
}
#endif
#endif
