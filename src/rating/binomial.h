/* Random numbers of the binomial distribution: the successes in n trials. */
#ifndef HRA_RATING_BINOMIAL_H
#define HRA_RATING_BINOMIAL_H

#include "hra/base.h"

/* A number of 0..n drawn from the binomial distribution; p is 0..1. The time does not grow with n. */
uint64_t hra_binomial(hra_rng *rng, uint64_t n, double p);

#endif
