/* hra/json.h: what is known of games, players, analyses, comparisons and counts as JSON, for other programs: the one place where
 * each is written, so that `--json`, descriptions and whoever else sends them give the same bytes but for
 * "seconds". The keys are stable; more may be added. Names of seats, titles, summaries, labels and help are in the language of the process
 * (hra/language.h), the other words in English.
 *
 * Each function writes one value through hra_json (hra/base.h): `key` names it in an object, NULL: it is an
 * entry of a list, or the whole. Running out of memory is remembered in the text that is written to. */
#ifndef HRA_JSON_H
#define HRA_JSON_H

#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- games and players ----------------------------------------------------------------------*/

/* {"games":[...]} of all that the registry has (NULL: the built-in ones), or of `only` where that is not NULL. Each is
 * a game that need not be open: {"name","summary","options":[{"name","values","default","help"}],
 * "title","seats":{"min","max","default"},"players":[{"name","summary","options"}],"evaluations":[...],
 * "protocols":[names]}. The players are its own, those of every game come from hra_registry_player. */
HRA_API void hra_json_games(hra_json *json, const char *key, const hra_registry *registry,
                            const hra_rules *only);
/* The same of a game that is open, and what its options made of it: "game" (its spec), "seat_names",
 * "state_size", "max_moves", "max_chances", "zero_sum", "integral", "min_return", "max_return", "max_sum"
 * (null: unbounded), "repetitions", "move_help"; in numbers (hra_rules_encoding) "features" and "actions": how
 * many, 0: none; "terms": their names. */
HRA_API void hra_json_game(hra_json *json, const char *key, const hra_game *game);
/* {"name","summary","options"} */
HRA_API void hra_json_kind(hra_json *json, const char *key, const hra_player_kind *kind);
/* {"methods":[...]}: hra_json_kind of the search methods that the registry has (NULL: the built-in ones). */
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

/* A move of `state`, by a seat or chance, as a person would type it. */
HRA_API void hra_json_move(hra_json *json, const char *key, const hra_game *game, const void *state,
                           hra_move move);
/* ---- analyses -------------------------------------------------------------------------------*/

/* An analysis of `state`: {"game","position","method","move","value","kind","depth","nodes","leaves",
 * "cutoffs","table_hits","playouts","seconds","stopped","unsound","pv","distance","moves":[...]}, with
 * "bound" where the kind is one, "visits" and "stderr" of a mean, "proof" of andor, "vectors", "more",
 * "worst", "best" of softmaxn; where chance is to move "outcomes" instead of "moves". docs/methods/README.md
 * explains them. `method` is the player's spec. */
HRA_API void hra_json_analysis(hra_json *json, const char *key, const hra_analysis *result,
                               const hra_game *game, const void *state, const char *method);

/* Advice about `state` (HRA_WANT_ADVICE): {"value":{"key","label","unit","kind"},"columns":[the same],"moves":[{"move","value",
 * "kind","loss","columns":[numbers]}],"reason"}, best move first; of a mean "visits" and "stderr" too. Value
 * and loss are null where they are not known. */
HRA_API void hra_json_advice(hra_json *json, const char *key, const hra_game *game, const void *state,
                             const hra_analysis *advice);

/* ---- comparisons ----------------------------------------------------------------------------*/

typedef enum hra_agreement { HRA_DISAGREES, HRA_AGREES, HRA_AGREEMENT_UNKNOWN } hra_agreement;

/* Is the move of a result as good as the best one of the reference, to 1e-9 of that one's value? Both are of
 * one state, where `seat` is to move. Unknown where the reference has no number for it, or a bound that does
 * not tell. Where chance is to move: whether the reply to every outcome is the same, else unknown. */
HRA_API hra_agreement hra_analysis_agrees(const hra_analysis *reference, const hra_analysis *result,
                                          int seat);

/* What one of several players found in a state that is looked at by all. */
typedef struct hra_compared {
    const char *method;         /* the player's spec */
    const hra_analysis *result; /* NULL: it failed, */
    const char *error;          /* because of this; else NULL */
} hra_compared;

/* {"game","position","reference","methods":[{"method","move","value","kind","nodes","leaves","cutoffs","playouts",
 * "seconds","stopped","unsound","agrees"} or {"method","error"}]}. "move" is null where chance is to move in
 * `state`. "agrees" is what hra_analysis_agrees says of the reference, null where that is unknown; reference
 * NULL: there is none. What kind of number the value is, is said as in hra_json_analysis. */
HRA_API void hra_json_comparison(hra_json *json, const char *key, const hra_game *game, const void *state,
                                 const hra_compared *methods, int count, const hra_compared *reference);

/* ---- counts --------------------------------------------------------------------------------*/

/* How many states lie below a first move. */
typedef struct hra_perft_move {
    hra_move move;
    uint64_t leaves;
} hra_perft_move;

/* {"game","depth","leaves","nodes","seconds"}; with `moves` (NULL: none) of `state`
 * "divide":[{"move","leaves"}] too. */
HRA_API void hra_json_perft(hra_json *json, const char *key, const hra_game *game, int depth,
                            const hra_perft_count *total, double seconds, const void *state,
                            const hra_perft_move *moves, int count);

#ifdef __cplusplus
}
#endif
#endif
