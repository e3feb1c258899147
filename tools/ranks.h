/* Spearman's rank correlation, with ties: for the judges of this folder. */
#ifndef RANKS_H
#define RANKS_H

#include <math.h>
#include <stdlib.h>

typedef struct ranked {
    double value;
    int place;
} ranked;

static inline int ranks_order(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* Ranks instead of numbers, from 0 on, of equal ones the mean; false: no memory. */
static inline bool ranks_of(const double *value, int n, double *out) {
    ranked *order = malloc((size_t)(n > 0 ? n : 1) * sizeof *order);
    if (!order)
        return false;
    for (int i = 0; i < n; i++)
        order[i] = (ranked){value[i], i};
    qsort(order, (size_t)n, sizeof *order, ranks_order);
    for (int i = 0, next; i < n; i = next) {
        for (next = i; next < n && order[next].value == order[i].value; next++)
            continue;
        for (int k = i; k < next; k++)
            out[order[k].place] = (i + next - 1) / 2.0;
    }
    free(order);
    return true;
}

/* Pearson's correlation, which of ranks is Spearman's; NAN where one of them does not vary. */
static inline double ranks_correlation(const double *a, const double *b, int n) {
    double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
    for (int i = 0; i < n; i++) {
        ma += a[i] / n;
        mb += b[i] / n;
    }
    for (int i = 0; i < n; i++) {
        aa += (a[i] - ma) * (a[i] - ma);
        bb += (b[i] - mb) * (b[i] - mb);
        ab += (a[i] - ma) * (b[i] - mb);
    }
    return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : NAN;
}

/* The greatest correlation with these ranks that numbers without ties can have: those in the same order.
 * Where many are equal it is well below 1, for how the numbers order these counts as a mistake. */
static inline double ranks_ceiling(const double *rank, int n) {
    double square = 0;
    for (int i = 0; i < n; i++)
        square += (rank[i] - (n - 1) / 2.0) * (rank[i] - (n - 1) / 2.0);
    return n > 1 ? sqrt(square / ((double)n * ((double)n * n - 1) / 12)) : NAN;
}

#endif
