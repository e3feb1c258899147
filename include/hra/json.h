/* hra/json.h: what is known of games, players and analyses, for other programs. The keys are stable; more may
 * be added. Running out of memory is remembered in out->err. */
#ifndef HRA_JSON_H
#define HRA_JSON_H

#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* all else in the library is hidden */
#endif

/* Appends a game that need not be open: {"name","summary","options":[{"name","values","default","help"}],
 * "title","seats":{"min","max","default"},"players":[{"name","summary","options"}],"evaluations":[...]}. The
 * players are its own, those of every game come from hra_registry_player. */
void hra_json_rules(const hra_rules *rules, hra_text *out);
/* The same of a game that is open, and what its options made of it: "game" (its spec), "seat_names",
 * "state_size", "max_moves", "max_chances", "zero_sum", "integral", "min_return", "max_return", "max_sum"
 * (null: unbounded), "repetitions", "move_help". */
void hra_json_game(const hra_game *game, hra_text *out);
/* {"name","summary","options"} */
void hra_json_kind(const hra_player_kind *kind, hra_text *out);
/* Appends an analysis of `state`: {"game","position","method","move","value","kind","depth","nodes","leaves",
 * "cutoffs","table_hits","playouts","seconds","stopped","unsound","pv","distance","moves":[...]}, with
 * "proof" of andor; where chance is to move "outcomes" instead of "moves". docs/methods/README.md explains
 * them. `method` is the player's spec. */
void hra_json_result(const hra_result *result, const hra_game *game, const void *state, const char *method,
                     hra_text *out);

/* Advice about `state`: {"value":{"key","label","unit","kind"},"columns":[the same],"moves":[{"move","value",
 * "loss","columns":[numbers]}],"reason"}, best move first. */
void hra_json_advice(hra_json *json, const char *key, const hra_game *game, const void *state,
                     const hra_advice *advice);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
