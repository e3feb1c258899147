/* What a session needs of a store besides what everybody does: whether it is one, and what its entries are called. */
#ifndef HRA_STORE_SAVED_GAME_H
#define HRA_STORE_SAVED_GAME_H

#include "hra/store.h"

/* HRA_EINPUT: no store, no size, or one of the six is missing; HRA_EVERSION: of a newer library. */
hra_err hra_store_check(const hra_store *store, hra_error *why);
/* HRA_EINPUT: this is no name of an entry; why->at is where. */
hra_err hra_store_check_name(const char *name, hra_error *why);
/* The name of the entry for a play of a game (its spec, of which the name counts) with this seed that begins
 * `now` (seconds since 1970; local time): plays/yahtzee-20261120-053012-17.hra. */
void hra_store_play_name(const char *game, uint64_t seed, double now, char out[HRA_STORE_NAME]);

#endif
