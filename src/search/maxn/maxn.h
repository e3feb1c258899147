/* What the files of Max^n share. */
#ifndef HRA_SEARCH_MAXN_H
#define HRA_SEARCH_MAXN_H

#include "search/walk/walk.h"

struct hra_maxn {
    hra_walk walk;
    double *vectors; /* a row for each ply: one number per seat */
    bool shallow;
    double most_sum;   /* of the numbers of all seats */
    double least_rest; /* of the numbers of all seats but two */
    double least;
    bool outside; /* an evaluation left the bounds */
};

/* The evaluation of s, one number a seat; halts where it leaves the bounds by which we prune. */
void hra_maxn_estimate(hra_maxn *m, const unsigned char *s, double *out);

#endif
