/* Openings by the name that players know them by. */
#ifndef CH_OPENING_NAMES_H
#define CH_OPENING_NAMES_H

#include "games/chess/chess.h"

typedef struct ch_opening {
    ch_set kind[CH_KINDS]; /* pieces of both sides */
    ch_set white;
    uint8_t turn; /* to move */
    const char *moves;
    const char *name; /* in every language */
} ch_opening;

extern const ch_opening ch_openings[]; /* made from opening_names.csv; the last has no moves */

/* The name of the opening that has led to this position, or would have, by whatever moves; NULL: it has none. */
const char *ch_find_opening(const ch_state *s);

/* Appends that name, or the number of a first position of Chess960. False: neither. */
bool ch_say_opening(const hra_game *game, const void *s, hra_text *out);

#endif
