/* The 174 three-move openings that a game can be made to begin with. */
#ifndef CK_BALLOTS_H
#define CK_BALLOTS_H

#include "checkers.h"

enum { CK_BALLOTS = 174, CK_ALL_BALLOTS = -1, CK_EACH_BALLOT = -2 };

typedef struct ck_ballot {
    const char *moves; /* "9-13 22-18 6-9" */
    const char *name;  /* by which players know it; "": none that we know */
} ck_ballot;

extern const ck_ballot ck_ballots[CK_BALLOTS]; /* made from ballots.csv */

/* Makes the moves of ballot 1..CK_BALLOTS in the position at the beginning; true: all are legal. */
bool ck_ballot_start(int number, ck_state *s);
/* The option: NULL gives 0 (none), "all" CK_ALL_BALLOTS, "each" CK_EACH_BALLOT, else a number, the moves or a
 * name (of two ballots with one name the first), in which capitals do not count and '-' and '_' stand for a
 * blank. HRA_EINPUT. */
hra_err ck_read_ballot(const char *text, int *out, hra_error *why);
/* Values of the option by name, each with a newline; of another option none. */
void ck_add_ballots(const char *option, hra_text *out);
/* The ballot of a play with this number, 0: none. Of all ballots two numbers in a row share one; in a match
 * that rotates both games of a group have one number, so there each number has its own. */
int ck_ballot_of(int option, uint64_t number);

#endif
