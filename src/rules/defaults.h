/* Defaults for what the rules of a game leave out, within the library. */
#ifndef HRA_RULES_DEFAULTS_H
#define HRA_RULES_DEFAULTS_H

#include "hra/game.h"

/* How game `number` of a match begins: the rules' `start`, or init. */
void hra_game_begin(const hra_game *, uint64_t number, void *s);

/* The number for a game that is in no match, by its seed: 0 if no game begins elsewhere than the first. HRA_ENOMEM. */
hra_err hra_game_number_of(const hra_game *, uint64_t seed, uint64_t *out);

/* The rules' `canonical`, or a copy of s. `out` is state_size bytes of the caller's, not s. */
void hra_game_canonical(const hra_game *, const void *s, void *out);

/* The model of this name; NULL: the game has none. */
const hra_model *hra_model_find(const hra_rules *rules, const char *name);

#endif
