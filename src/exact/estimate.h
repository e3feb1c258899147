/* At least how many positions a game has, from random games: for a word before listing them takes an hour. */
#ifndef HRA_EXACT_ESTIMATE_H
#define HRA_EXACT_ESTIMATE_H

#include "hra/game.h"

typedef struct hra_estimate hra_estimate;

/* Plays the random games, which takes about a second. HRA_ENOMEM; HRA_ESTOPPED by `progress`, which may be NULL. */
hra_err hra_estimate_open(hra_estimate **out, const hra_game *game, const hra_progress *progress);
/* Returns a number that the positions of the game, chance and ends included, are hardly below: what random games from the
 * beginning met, and what by Chao (1987) they must have missed; or by what they met of the `count` positions that are
 * listed, each once and those nearest to the beginning first, `size` bytes each. The same game and list have the same
 * number on every machine. */
double hra_estimate_positions(const hra_estimate *estimate, const unsigned char *listed, size_t size,
                              uint32_t count);
void hra_estimate_close(hra_estimate *estimate); /* may be NULL */

#endif
