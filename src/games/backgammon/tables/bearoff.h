/* Tables of bearing off, when all checkers of both sides are home and none can be hit.
 *
 * One-sided: how many throws a side needs, played so that they are fewest on average. Two-sided: the exact
 * value of few checkers against few. */
#ifndef BG_BEAROFF_H
#define BG_BEAROFF_H

#include "games/backgammon/rules/board.h"

enum {
    BG_BEAROFF_BOTH = 6,    /* checkers of each side in the two-sided table at most: 924 * 924 positions */
    BG_BEAROFF_THROWS = 34, /* 0..33; all 15 on the six need no more, even of 2-1 alone */
};

typedef struct bg_bearoff bg_bearoff;

/* The tables of at most CHECKERS checkers, 1..BG_CHECKERS, which have C(checkers + 6, 6) positions, and, for
 * `both` checkers of each side, 0..BG_BEAROFF_BOTH (at most `checkers`), the two-sided one. They are built when
 * they are first asked, up to the number of checkers that is asked for, which takes some hundredths of a second.
 * Shared between threads. HRA_ENOMEM. */
hra_err bg_bearoff_open(bg_bearoff **out, int checkers, int both);
void bg_bearoff_close(bg_bearoff *table); /* NULL is allowed */

/* The number of a side's position, 0: all are off; -1: not all are home, or there are more than in the
 * tables. A position of fewer checkers has a lower number. */
int bg_bearoff_index(const bg_bearoff *table, const bg_side *s);

double bg_bearoff_mean(const bg_bearoff *table, int index); /* throws */
/* The chance to need k throws, k = 0..BG_BEAROFF_THROWS - 1. */
const double *bg_bearoff_throws(const bg_bearoff *table, int index);

/* The chance to win less that to lose of who is to throw, without gammons; exact where both have so few
 * checkers that the two-sided table knows them (*exact), else as if both played to be off soonest. */
double bg_bearoff_value(const bg_bearoff *table, int roller, int other, bool *exact);

#endif
