/* The chance to win from two distributions of scores. */
#include "win.h"

struct yz_win yz_win_of(const struct yz_distribution *mine, const struct yz_distribution *theirs) {
    struct yz_win w = {0, 0, 0};
    double below = 0; /* the chance that they have less than s */
    int t = theirs->low;
    for (int s = mine->low; s <= mine->high; s++) {
        double same = yz_distribution_exactly(theirs, s);
        for (; t < s && t <= theirs->high; t++)
            below += theirs->chance[t - theirs->low];
        w.win += mine->chance[s - mine->low] * below;
        w.draw += mine->chance[s - mine->low] * same;
    }
    double above = 0;
    t = theirs->high;
    for (int s = mine->high; s >= mine->low; s--) { /* not 1 - win - draw: small chances would drown */
        for (; t > s && t >= theirs->low; t--)
            above += theirs->chance[t - theirs->low];
        w.loss += mine->chance[s - mine->low] * above;
    }
    return w;
}

void yz_win_worth(const struct yz_distribution *theirs, int low, int high, double *worth) {
    double below = 0;
    for (int t = theirs->low; t < low && t <= theirs->high; t++)
        below += theirs->chance[t - theirs->low];
    for (int s = low; s < high; s++) {
        double same = yz_distribution_exactly(theirs, s);
        worth[s - low] = below + same / 2;
        below += same;
    }
}
