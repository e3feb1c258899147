/* CMA-ES: a search for the least of a function that is known by its values alone (N. Hansen, "The CMA evolution
 * strategy: a tutorial", 2016). A generation is some points around a mean; only the order of their values
 * counts. */
#ifndef YZ_LEARN_CMA_H
#define YZ_LEARN_CMA_H

#include "nets/bytes.h"

enum { YZ_CMA_NUMBERS = 48, YZ_CMA_POINTS = 32 };

typedef struct yz_cma {
    int n, lambda, mu;
    double weight[YZ_CMA_POINTS], mu_eff, c_c, c_s, c_1, c_mu, damp, expected_norm;
    uint64_t seed, generation;
    double step, mean[YZ_CMA_NUMBERS], path_c[YZ_CMA_NUMBERS], path_s[YZ_CMA_NUMBERS];
    double covariance[YZ_CMA_NUMBERS][YZ_CMA_NUMBERS];
    double axes[YZ_CMA_NUMBERS][YZ_CMA_NUMBERS],
        length[YZ_CMA_NUMBERS];              /* covariance = axes length^2 axes' */
    double y[YZ_CMA_POINTS][YZ_CMA_NUMBERS]; /* the points of this generation: mean + step * y */
} yz_cma;

/* Starts at 0 with this step size; n is 1..YZ_CMA_NUMBERS. */
void yz_cma_init(yz_cma *c, int n, double step, uint64_t seed);
/* Point k of this generation, 0..lambda - 1. */
void yz_cma_point(const yz_cma *c, int k, double *out);
/* Goes on to the next generation. */
void yz_cma_update(yz_cma *c, const double *values);

/* What it needs to go on, and that again into one that was begun alike. False: these are no such numbers, and it
 * is as it was. */
void yz_cma_write(const yz_cma *c, hra_text *out);
bool yz_cma_read(yz_cma *c, hra_bytes *from);

#endif
