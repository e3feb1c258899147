/* The greatest likelihood of Plackett and Luce's model: what ratings.c and bootstrap.c share. */
#ifndef HRA_RATING_PLACKETT_LUCE_H
#define HRA_RATING_PLACKETT_LUCE_H

#include "ranking_choices.h"

/* Who met whom, and room to work in. */
typedef struct hra_fit {
    const hra_ranking_choices *choices; /* complete, and the caller's */
    size_t players;
    const hra_choice **order; /* by their members, so that sums are the same in whatever order games came */
    int *island;              /* of each player, the first player that is linked to it by games */
    int *islanders;           /* of each island, how many they are */
    int *opponents;           /* how many players each one met */
    bool *met;                /* [i * players + j] */
    bool *pseudo;             /* of each island: pseudo results counted when it was fitted last */
    double *theta;            /* the result; the mean of each island is 0 */
    double *flow;             /* [i * players + j], j < i: of the slope of i, what comes from j */
    double *link;             /* the same place: minus the second derivative */
    double *step, *start, *sum;
    bool *beat; /* [i * players + j]: i came first of a set with j in it; also i = j */
    bool *seen;
    int *queue;
} hra_fit;

/* Who is linked to whom by games: met[i * n + j]. island[i] becomes the first player that is linked to i, and
 * islanders, all 0 before, of such a first player how many are; queue is room for n. */
void hra_find_islands(const bool *met, size_t n, int *island, int *islanders, int *queue);

/* HRA_ENOMEM. Released after an error too. */
hra_err hra_fit_init(hra_fit *fit, const hra_ranking_choices *choices);
void hra_fit_release(hra_fit *fit);
/* Fills fit->theta for these firsts of each choice; it begins with what theta holds. */
void hra_fit_solve(hra_fit *fit, const hra_firsts *firsts);
/* After hra_fit_solve: column i of the inverse of the second derivatives, where the mean of the island is
 * fixed: column[j] is the covariance of theta[i] and theta[j]. */
void hra_fit_covariance(hra_fit *fit, size_t i, double *column);

#endif
