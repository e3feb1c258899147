/* Pieces of JSON that several rooms write. */
#ifndef HRA_PLAYERS_JSON_H
#define HRA_PLAYERS_JSON_H

#include "hra/json.h"

/* A list of the moves of a line that begins at `state` and leaves moves of chance out, up to where one is
 * due: which states those behind it belong to is not known. */
void hra_json_line(hra_json *json, const char *key, const hra_game *game, const void *state,
                   const hra_move *line, int length);
/* Of a writer of new keys, which sessions have: "KEY_said", the move in words of the language, if these are other words
 * than hra_json_move() writes under `key`. */
void hra_json_said(hra_json *json, const char *key, const hra_game *game, const void *state, hra_move move);
/* The position as one line that can be read back. */
void hra_json_position(hra_json *json, const char *key, const hra_game *game, const void *state);
/* "value": a number for each of the seats, null if it is not known (only that of seat `told` is, if `told`
 * is not -1); "kind" as hra_value_kind_text; and of a bound "bound": "at most" or "at least", of what the
 * mover gets. Members of an object. */
void hra_json_values(hra_json *json, const double *value, int seats, hra_value_kind kind, int told);
/* "distance", the plies to the end that a value stands for, and of a writer of new keys "value_said", the same in words: "mate in 5", of
 * bounds "mate in 5 at best";
 * nothing if there is none. Members of an object. */
void hra_json_end_of(hra_json *json, const hra_game *game, double value, hra_value_kind kind, int distance);
/* "value_said" alone, of the seat to move. */
void hra_json_end_at(hra_json *json, const hra_game *game, const void *state, const double *value,
                     hra_value_kind kind, int distance);
/* The kind alone. */
void hra_json_value_kind(hra_json *json, hra_value_kind kind);
/* "label" and "labels", what the option and the words among its values are called; nothing in English. */
void hra_json_option_words(hra_json *json, const hra_option *option);
/* {"depth","nodes","playouts","seconds"}, those that are set. */
void hra_json_limits(hra_json *json, const char *key, const hra_limits *limits);

#endif
