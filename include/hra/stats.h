/* hra/stats.h: statistics of a stream of numbers.
 *
 * The numbers are kept as a table of distinct values and counts, so that mean, deviation and every
 * percentile are exact and do not depend on the order of arrival: N threads give the figures of
 * one to the last bit. Scores of games take few distinct values (Yahtzee: under 1,600). */
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

/* A stream of numbers; one of zeros, as `hra_stats stats = {0}`, is empty. */
typedef struct hra_stats {
    hra_stats_bin *bins; /* a hash table while adding; ascending by value after hra_stats_summary */
    size_t used, capacity;
    uint64_t count;
    bool sorted;
} hra_stats;

HRA_API void hra_stats_release(hra_stats *stats);
/* Adds `value` (finite) `times` times; -0 is 0. HRA_ENOMEM; HRA_EINPUT for a value that is not
 * finite; HRA_ELIMIT for more than 2^64-1 numbers. After an error nothing was added. */
HRA_API hra_err hra_stats_add(hra_stats *stats, double value, uint64_t times);
/* Adds all of `other`, with the errors of hra_stats_add. */
HRA_API hra_err hra_stats_merge(hra_stats *stats, const hra_stats *other);
/* What a stream is like; of an empty one all is 0. */
typedef struct hra_summary {
    double mean;
    double stddev; /* with n-1; 0 for fewer than two numbers */
    double error;  /* standard error of the mean */
    double min, max;
    double tail; /* 99.9 % are at most this: bars beyond it would be thin, and flatten all others */
} hra_summary;

/* Returns the summary of all numbers, and puts the bins in ascending order. */
HRA_API hra_summary hra_stats_summary(hra_stats *stats);
/* The smallest value x with F(x) >= q, F the share of numbers that are <= x; q in 0..1. 0 of an empty stream. */
HRA_API double hra_stats_percentile(hra_stats *stats, double q);

/* ---- histograms -----------------------------------------------------------------------------*/

enum { HRA_HISTOGRAM_BARS = 64 };

/* Bar i counts the numbers from `from` + i * width up to the next bar; the first also those below, the last
 * also those above. */
typedef struct hra_histogram {
    double from, width; /* round numbers: the width is 1, 2 or 5 times a power of ten */
    int count;          /* of bars */
    uint64_t bar[HRA_HISTOGRAM_BARS];
} hra_histogram;

/* The least of 1, 2 or 5 times a power of ten that divides a span into at most so many parts: for axes. The
 * span is above 0. */
HRA_API double hra_stats_step(double span, int parts);
/* Bars over low..high, at most so many (3 to HRA_HISTOGRAM_BARS). The same limits and number give the same
 * bars, so that several streams can be compared. */
HRA_API void hra_stats_histogram(hra_stats *stats, double low, double high, int at_most, hra_histogram *out);

/* ---- playing strength -----------------------------------------------------------------------*/

/* How much stronger a player is than whom it met, from games won, drawn and lost. */
typedef struct hra_elo {
    double score;     /* points a game: a win 1, a draw 1/2 */
    double elo;       /* 400 log10(score / (1 - score)); infinite where all was won, or all lost */
    double low, high; /* the same of the score less and plus 1.96 standard errors: with 95 % the truth lies
                         between; infinite where that score leaves 0..1 */
    double error;     /* half of high - low, for "+-"; infinite where one of them is */
    double superior;  /* how likely it is the stronger one: of the errors' normal distribution the share where
                         the score  is above 1/2 (LOS); 1, 1/2 or 0 where all games ended alike */
} hra_elo;

/* The strength that a score of a game means, 0..1: the logistic curve of Elo, as FIDE and match programs use
 * it (A. Elo, The Rating of Chessplayers, 1978): infinite at 0 and 1, 0 at 1/2. */
HRA_API double hra_elo_of(double score);
/* From counts; of none at all the score is 1/2, elo 0 and the error infinite. The variance is that of single
 * games, w (1 - s)^2 + d (1/2 - s)^2 + l s^2 over their number: draws make the error smaller, as in cutechess
 * and fastchess. It holds where games do not depend on one another, so not for pairs with the same dice or
 * opening, whose error it overstates. */
HRA_API void hra_elo_from(uint64_t wins, uint64_t draws, uint64_t losses, hra_elo *out);

#ifdef __cplusplus
}
#endif
#endif
