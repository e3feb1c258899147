/* The 174 three-move openings that a game can be made to begin with. */
#ifndef CK_BALLOTS_H
#define CK_BALLOTS_H

#include "checkers.h"

enum { CK_BALLOTS = 174, CK_ALL_BALLOTS = -1, CK_EACH_BALLOT = -2 };

/* Makes the moves of ballot 1..CK_BALLOTS in the position at the beginning; true: all are legal. */
bool ck_ballot_start(int number, ck_state *s);
/* The option: NULL gives 0 (none), "all" CK_ALL_BALLOTS, "each" CK_EACH_BALLOT, else a number. HRA_EINPUT. */
hra_err ck_read_ballot(const char *text, int *out, hra_error *why);
/* The ballot of a play with this number, 0: none. Of all ballots two numbers in a row share one; in a match
 * that rotates both games of a group have one number, so there each number has its own. */
int ck_ballot_of(int option, uint64_t number);

#endif
