/* hra/stats.h: statistics of numbers, and Elo from wins, draws and losses.
 *
 * Numbers are stored as distinct values with counts. So mean, standard deviation and percentiles are exact and do not
 * depend on the order of the numbers: any number of threads gives the same result to the last bit. Returns of games
 * have few distinct values (Yahtzee: under 1,600).
 *
 * Thread-safety: one thread at a time uses an object. */
#ifndef HRA_STATS_H
#define HRA_STATS_H

#include "hra/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_stats_bin {
    double value;
    uint64_t count;
} hra_stats_bin;

/* A set of numbers; `hra_stats stats = {0}` is empty. The caller releases it. */
typedef struct hra_stats {
    hra_stats_bin *bins; /* a hash table while adding; ascending by value after hra_stats_summary */
    size_t used, capacity;
    uint64_t count;
    bool sorted;
} hra_stats;

HRA_API void hra_stats_release(hra_stats *stats);
/* Adds `value` `times` times; -0 counts as 0. After an error nothing was added. Returns
 *   HRA_EINPUT  if the value is not finite
 *   HRA_ELIMIT  if there would be more than 2^64-1 numbers
 *   HRA_ENOMEM. */
HRA_API hra_err hra_stats_add(hra_stats *stats, double value, uint64_t times);
/* Adds all numbers of `other`. Errors as hra_stats_add. */
HRA_API hra_err hra_stats_merge(hra_stats *stats, const hra_stats *other);
/* Summary of a set of numbers; all 0 for an empty one. */
typedef struct hra_summary {
    double mean;
    double stddev; /* with n-1; 0 for fewer than two numbers */
    double error;  /* standard error of the mean */
    double min, max;
    double tail; /* the 99.9th percentile: a histogram up to here has no long flat tail */
} hra_summary;

/* Returns the summary of all numbers, and sorts the bins by value. */
HRA_API hra_summary hra_stats_summary(hra_stats *stats);
/* Returns the smallest value x such that at least the fraction q (0..1) of all numbers is <= x; 0 for no numbers. */
HRA_API double hra_stats_percentile(hra_stats *stats, double q);

/* ---- histograms -----------------------------------------------------------------------------*/

enum { HRA_HISTOGRAM_BARS = 64 };

/* Bar i counts the numbers from `from` + i * width up to the next bar. The first bar also counts those below, the last
 * those above. */
typedef struct hra_histogram {
    double from, width; /* the width is 1, 2 or 5 times a power of ten, and `from` a multiple of it */
    int count;          /* number of bars */
    uint64_t bar[HRA_HISTOGRAM_BARS];
} hra_histogram;

/* Returns the smallest of 1, 2 or 5 times a power of ten that divides a span > 0 into at most `parts` parts, for
 * axes. */
HRA_API double hra_stats_step(double span, int parts);
/* Writes a histogram over low..high of at most `at_most` bars, 3..HRA_HISTOGRAM_BARS. The same bounds and maximum give
 * the same bars, so that several sets of numbers can be compared. */
HRA_API void hra_stats_histogram(hra_stats *stats, double low, double high, int at_most, hra_histogram *out);

/* ---- playing strength -----------------------------------------------------------------------*/

/* Strength of a player relative to its opponents, from wins, draws and losses. */
typedef struct hra_elo {
    double score;     /* score rate: points per game, a win 1, a draw 1/2 */
    double elo;       /* 400 log10(score / (1 - score)); infinite if all games were won, or all lost */
    double low, high; /* 95 % interval: the same for score -+ 1.96 standard errors; infinite outside 0..1 */
    double error;     /* half of high - low, for "+-"; infinite if one of them is */
    double los;       /* likelihood of superiority: probability that the score is above 1/2, by the normal
                         distribution of its error; 1, 1/2 or 0 if all games had the same result */
} hra_elo;

/* Returns the Elo difference of a score rate 0..1 by the logistic curve, as FIDE and match programs use it (A. Elo, The
 * Rating of Chessplayers, 1978): 0 at 1/2, infinite at 0 and 1. */
HRA_API double hra_elo_of(double score);
/* Writes the strength from counts. Without games the score is 1/2, elo 0 and the error infinite. The variance is that
 * of single games, (w (1 - s)^2 + d (1/2 - s)^2 + l s^2) / n, so that draws reduce the error, as in cutechess and
 * fastchess. It assumes independent games, and so overstates the error of pairs with the same dice or opening. */
HRA_API void hra_elo_from(uint64_t wins, uint64_t draws, uint64_t losses, hra_elo *out);

#ifdef __cplusplus
}
#endif
#endif
