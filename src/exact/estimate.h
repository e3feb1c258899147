/* At least how many positions a game has, from random games: for a word before listing them takes an hour. */
#ifndef HRA_EXACT_ESTIMATE_H
#define HRA_EXACT_ESTIMATE_H

#include "hra/game.h"

/* Writes a number that the positions of a game, chance and ends included, are hardly below: what random games from the
 * beginning met, and what by Chao (1987) they must have missed. The same game has the same number on every machine.
 * HRA_ENOMEM; HRA_ESTOPPED by `progress`, which may be NULL. */
hra_err hra_estimate_positions(const hra_game *game, const hra_progress *progress, double *out);

#endif
