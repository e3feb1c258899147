/* Openings by the name that players know them by. */
#ifndef CK_OPENING_NAMES_H
#define CK_OPENING_NAMES_H

#include "checkers.h"

typedef struct ck_opening {
    uint32_t men[2]; /* squares of Black's, of White's; bit 0 is square 1. There are no kings yet */
    uint8_t side;    /* to move */
    uint8_t ballot;  /* 1..CK_BALLOTS; 0: it is none */
    const char *moves;
    const char *name; /* of a ballot that has none: that of the opening it begins with, or "" */
} ck_opening;

extern const ck_opening
    ck_openings[]; /* made from opening_names.csv and ballots.csv; the last has no moves */

/* The opening that has led to this position, or would have, by whatever moves; NULL: none that has a name or
 * is a ballot. */
const ck_opening *ck_find_opening(const ck_state *s);
/* Appends what it is called, in English: "Cross, ballot 121". */
void ck_write_opening(const ck_opening *opening, hra_text *out);

/* Of the table of manners. */
bool ck_say_opening(const hra_game *game, const void *s, hra_text *out);

#endif
