/* Draws whose bits are the same on every processor, whatever its library of mathematics is like. */
#ifndef HRA_LEARN_PORTABLE_RANDOM_H
#define HRA_LEARN_PORTABLE_RANDOM_H

#include "hra/base.h"

double hra_draw_ln(double x);  /* x > 0 and finite */
double hra_draw_exp(double x); /* 0 below -700, as at 700 above it */

/* n numbers that sum to 1, from Dirichlet's distribution with n times the same alpha, in (0, 1]. Gamma
 * variates by Ahrens and Dieter, "Computer methods for sampling from gamma, beta, Poisson and binomial
 * distributions", 1974. */
void hra_draw_dirichlet(hra_rng *rng, double alpha, int n, float *out);
/* An index, with a chance that goes by visits^(1/temperature); at least one was visited. temperature 0: the
 * most visited, the first of equals, without a draw. */
int hra_draw_visited(hra_rng *rng, const uint16_t *visits, int n, double temperature);

#endif
