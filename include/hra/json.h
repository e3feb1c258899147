/* hra/json.h: what is known of games, players and analyses as JSON, for other programs: the one place where
 * each is written, so that `--json`, descriptions and whoever else sends them give the same bytes but for
 * "seconds". The keys are stable; more may be added. hra/report.h has the rest: comparisons, solutions,
 * counts. Names of seats, titles, summaries, labels and help are in the language of the process
 * (hra/language.h), the other words in English.
 *
 * Each function writes one value through hra_json (hra/base.h): `key` names it in an object, NULL: it is an
 * entry of a list, or the whole. Running out of memory is remembered in the text that is written to. */
#ifndef HRA_JSON_H
#define HRA_JSON_H

#include "hra/host.h"
#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* all else in the library is hidden */
#endif

/* ---- games and players ----------------------------------------------------------------------*/

/* A game that need not be open: {"name","summary","options":[{"name","values","default","help"}],
 * "title","seats":{"min","max","default"},"players":[{"name","summary","options"}],"evaluations":[...],
 * "protocols":[names]}. The players are its own, those of every game come from hra_registry_player. */
void hra_json_rules(hra_json *json, const char *key, const hra_rules *rules);
/* {"games":[...]}: hra_json_rules of all that the registry has (NULL: the built-in ones), or of `only` where
 * that is not NULL. */
void hra_json_games(hra_json *json, const char *key, const hra_registry *registry, const hra_rules *only);
/* The same of a game that is open, and what its options made of it: "game" (its spec), "seat_names",
 * "state_size", "max_moves", "max_chances", "zero_sum", "integral", "min_return", "max_return", "max_sum"
 * (null: unbounded), "repetitions", "move_help"; in numbers (hra_rules_numbers) "features" and "actions": how
 * many, 0: none; "terms": their names. */
void hra_json_game(hra_json *json, const char *key, const hra_game *game);
/* {"name","summary","options"} */
void hra_json_kind(hra_json *json, const char *key, const hra_player_kind *kind);
/* {"methods":[...]}: hra_json_kind of the search methods that the registry has (NULL: the built-in ones). */
void hra_json_methods(hra_json *json, const char *key, const hra_registry *registry);

/* ---- states ---------------------------------------------------------------------------------*/

/* A move of `state`, by a seat or chance, as a person would type it. */
void hra_json_move(hra_json *json, const char *key, const hra_game *game, const void *state, hra_move move);
/* A list of the moves of a line that begins at `state` and leaves moves of chance out, up to where one is
 * due: which states those behind it belong to is not known. */
void hra_json_line(hra_json *json, const char *key, const hra_game *game, const void *state,
                   const hra_move *line, int length);
/* The position as one line that can be read back. */
void hra_json_position(hra_json *json, const char *key, const hra_game *game, const void *state);

/* ---- analyses -------------------------------------------------------------------------------*/

/* "value": a number for each of the seats, null where none is known (but that of seat `told`, where that is
 * not -1); "kind" as hra_value_kind_text; and of a bound "bound": "at most" or "at least", of what the mover
 * gets. Members of an object. */
void hra_json_values(hra_json *json, const double *value, int seats, hra_value_kind kind, int told);
/* The kind alone. */
void hra_json_value_kind(hra_json *json, hra_value_kind kind);
/* {"depth","nodes","playouts","seconds"}, those that are set. */
void hra_json_limits(hra_json *json, const char *key, const hra_limits *limits);
/* An analysis of `state`: {"game","position","method","move","value","kind","depth","nodes","leaves",
 * "cutoffs","table_hits","playouts","seconds","stopped","unsound","pv","distance","moves":[...]}, with
 * "bound" where the kind is one, "visits" and "stderr" of a mean, "proof" of andor, "vectors", "more",
 * "worst", "best" of softmaxn; where chance is to move "outcomes" instead of "moves". docs/methods/README.md
 * explains them. `method` is the player's spec. */
void hra_json_result(hra_json *json, const char *key, const hra_result *result, const hra_game *game,
                     const void *state, const char *method);

/* Advice about `state`: {"value":{"key","label","unit","kind"},"columns":[the same],"moves":[{"move","value",
 * "kind","loss","columns":[numbers]}],"reason"}, best move first; of a mean "visits" and "stderr" too. Value
 * and loss are null where they are not known. */
void hra_json_advice(hra_json *json, const char *key, const hra_game *game, const void *state,
                     const hra_advice *advice);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
