/* Who wins, from the distributions of two final scores that do not depend on each other. */
#ifndef YZ_WIN_H
#define YZ_WIN_H

#include "distribution.h"

struct yz_win {
    double win, draw, loss; /* add up to 1 */
};

struct yz_win yz_win_of(const struct yz_distribution *mine, const struct yz_distribution *theirs);

/* What each final score of mine is worth against theirs: worth[s - low] is the
 * chance that they stay below s and half the chance that they have s too, for
 * low <= s < high. */
void yz_win_worth(const struct yz_distribution *theirs, int low, int high, double *worth);

#endif
