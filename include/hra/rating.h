/* hra/rating.h: how strong players are, from results of games: the strength of one against another, a test
 * that ends as soon as it knows enough, ratings of many, and who stays where strengths go in circles.
 * docs/ratings.md explains the numbers.
 *
 * Only mathematics: nothing is kept, read or written, and no result depends on the order of what is handed
 * over. Every number that comes out is finite, or infinite where this is said; none is ever "not a number".
 *
 * Thread-safety: every function may be called from any thread. */
#ifndef HRA_RATING_H
#define HRA_RATING_H

#include "hra/base.h"
#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- one player against another --------------------------------------------------------------*/

/* Groups of games between two players, by what the first of them got. A group is what luck is shared in: the
 * games with one ballot or one stream of dice, the players rotated through the seats; for two seats a pair.
 * Games of a group depend on one another, groups do not. */
typedef struct hra_sample {
    const double *value; /* of each kind: mean points a game of the group; finite. For pairs 0, 1/4, 1/2, 3/4
                          * and 1: LL, LD, WL + DD, WD, WW */
    const uint64_t *count; /* how often it occurred. A kind that is listed could occur: where it has not yet,
                            * it counts as 10^-3, which keeps the deviation from 0 */
    int kinds;
    double reference; /* what equal players get: 1/2 where a win is 1; 0 for differences of points */
    int games;        /* of a group, 1 or more */
} hra_sample;

/* Normalized Elo measures how fast a difference shows: what a game tells, over its deviation. So draws do not
 * make it smaller, and the number of games that a test needs depends on it alone. Logistic Elo says what
 * share of the points is to be expected. Formulas: M. Van den Bergh, "Comments on Normalized Elo" and "A
 * practical introduction to the GSPRT" (2019-2021), as fishtest, fastchess and OpenBench use them. */
typedef struct hra_elo_stats {
    uint64_t groups;         /* that occurred; UINT64_MAX where they are more */
    double mean, stddev;     /* of value, as it occurred; of no groups the reference and 0 */
    double t;                /* (mean - reference) / stddev */
    double normalized;       /* t / sqrt(games) * 800 / ln 10 */
    double normalized_error; /* half width with 95 %: 1.96 / sqrt(games * groups) * 800 / ln 10 */
    bool logistic;           /* the reference is 1/2, and the next three mean something; else they are 0 */
    double elo;              /* hra_elo_of the mean */
    double low, high;        /* of the mean less and plus 1.96 stddev / sqrt(groups) */
    double superior;         /* how likely the mean is above the reference (LOS): the normal distribution's
                              * share below (mean - reference) * sqrt(groups) / stddev */
} hra_elo_stats;

/* Of counts where fewer than two kinds with different values occurred there is no deviation: t, normalized
 * are 0 or infinite with the sign of mean - reference, their error is infinite, low and high are -+infinite,
 * superior is 0, 1/2 or 1. Of nothing at all it is 1/2 and elo 0. elo is infinite where all was won, or all
 * lost. A sample that makes no sense (a value or the reference not finite, games below 1, no arrays) counts
 * as nothing. */
HRA_API void hra_elo_stats_of(const hra_sample *sample, hra_elo_stats *out);

/* ---- a test that ends as soon as it knows enough ---------------------------------------------*/

/* Whether the first player is `low` (the first hypothesis) or `high` normalized Elo stronger (A. Wald,
 * Sequential Analysis, 1947). */
typedef struct hra_sequential {
    double low, high;   /* normalized Elo; low < high, at most HRA_SEQUENTIAL_APART apart */
    double alpha, beta; /* how often it may accept `high` where `low` is true, and the other way round; above
                         * 0, together below 1 */
} hra_sequential;

enum { HRA_SEQUENTIAL_APART = 50 };

typedef enum hra_verdict { HRA_GO_ON, HRA_ACCEPT_LOW, HRA_ACCEPT_HIGH } hra_verdict;

/* HRA_EINPUT: the hypotheses are not in order, not finite, or more than HRA_SEQUENTIAL_APART apart, where
 * draws alone would decide; a share of errors that is none. */
HRA_API hra_err hra_sequential_check(const hra_sequential *test, hra_error *why);
/* How far a test is. It ends when `llr` is at most `lower` or at least `upper`. */
typedef struct hra_sequential_state {
    double llr; /* the logarithm of the likelihood ratio of `high` against `low`, in the closed form that
                          * holds where the deviation is estimated too: groups / 2 * ln((1 + (t - t0)^2) /
                          * (1 + (t - t1)^2)), t0 and t1 the hypotheses as t. 0 until two kinds with different values
                          * have occurred, and for a sample that makes no sense */
    double lower, upper; /* ln(beta / (1 - alpha)), ln((1 - beta) / alpha) */
    hra_verdict verdict;
} hra_sequential_state;

/* Returns what the groups so far say. Call it after each group, in their order, until the verdict is not HRA_GO_ON.
 * `test` is one that hra_sequential_check takes; `sample` NULL: nothing was played yet. */
HRA_API hra_sequential_state hra_sequential_judge(const hra_sequential *test, const hra_sample *sample);

/* ---- ratings of many players ------------------------------------------------------------------*/

enum {
    HRA_RATING_PLAYERS = 1024,   /* at most */
    HRA_RATING_SAMPLES = 100000, /* of a bootstrap at most */
};

/* One game, or so many alike of one group: who came in which place. */
typedef struct hra_ranking {
    int count;                 /* 1..HRA_MAX_SEATS */
    int player[HRA_MAX_SEATS]; /* 0..players-1, nobody twice */
    int rank[HRA_MAX_SEATS];   /* of player[i]: the lowest is the best; equal: a draw between them */
    uint64_t times;            /* 0: as if it were not there */
    uint64_t group;            /* games of one group have one number, different groups different ones; only
                                * resampling looks at it */
} hra_ranking;

typedef struct hra_rating {
    double theta;     /* the logarithm of its strength; the mean of its island is 0 */
    double elo;       /* theta * 400 / ln 10 */
    double error;     /* in Elo, half width with 95 %, of its distance from the mean of its island, from the
                       * Hessian: as if a draw were half a win and half a loss that came by chance, so too wide
                       * where draws are many or luck is shared; infinite where there is nobody to compare with */
    double low, high; /* 95 % of the resampled ratings lie between; without resampling elo less and plus
                       * error */
    uint64_t games;   /* that it was in; UINT64_MAX where they are more */
    int island;       /* only players of the same island can be compared: they are linked by games. The number
                       * is that of the first player in it */
    bool pseudo; /* the results of its island set no limit to somebody's rating, so pseudo results count */
} hra_rating;

/* What hra_rate works out besides. All members may be zero. */
typedef struct hra_rate_options {
    size_t size; /* sizeof(hra_rate_options) where it was compiled */
    /* NULL, or players^2 numbers: gap[i * players + j] becomes the half width with 95 %, in Elo, of the distance
     * between the players i and j, which their own errors do not say; infinite where they are on different islands,
     * 0 for i = j. How likely i is the better one is the normal distribution's share below 1.96 times distance / gap. */
    double *gap;
    /* Not 0: `low` and `high` by bootstrap over groups (B. Efron, 1979): as many groups as there are are drawn with
     * replacement and rated, `samples` times (1..HRA_RATING_SAMPLES; 1,000 are usual); of the ratings of a player
     * 2.5 % lie below low, 2.5 % above high. So they see what the Hessian does not: draws, and luck that games of a
     * group share. The same seed gives the same numbers, in whatever order the games come. Where a sample does not
     * set limits to an island pseudo results count in it. */
    uint64_t samples, seed;
    const hra_progress *progress; /* of the bootstrap; NULL: none */
} hra_rate_options;

/* Rates by maximum likelihood of the model of Plackett and Luce: of those who have no place yet, player k
 * takes the next one with probability e^theta[k] / sum of e^theta (R. Plackett, "The analysis of
 * permutations", 1975; of two players it is that of Bradley and Terry, and of Elo). Equal ranks count as
 * every order of them, with equal shares, so a draw is half a win and half a loss, and the distance of two
 * players who met nobody else is hra_elo_of their points. Newton's method on the logarithm of the likelihood,
 * which is concave.
 *
 * The maximum exists where of any two parts of an island each beat somebody of the other (L. Ford, 1957).
 * Where not - one won all, or lost all - every player of the island gets half a pseudo win and half a pseudo
 * loss, spread evenly over those it met: of each two that met both get (1/m + 1/n) / 4, where they met m and
 * n players. So ten wins of ten against one player count as 10.5 of 11.
 *
 * `out` has `players` entries. A player without games, or the only one, is an island: 0, the error infinite.
 * `options` may be NULL. HRA_EINPUT: players not 1..HRA_RATING_PLAYERS, a ranking that does not hold together (why
 * says which), samples out of range, options that do not begin with their size; HRA_EVERSION: options of a newer
 * library; HRA_ELIMIT: 2^32 rankings and more with samples; HRA_ESTOPPED: `progress` was stopped; HRA_ENOMEM; after an
 * error `out` is untouched. Memory goes with players^2 and with how many different sets of players met at a table,
 * time with players^3 besides: 1,024 players take seconds. A draw among eight is 247 terms, among two one. */
HRA_API hra_err hra_rate(const hra_ranking *games, size_t count, int players, const hra_rate_options *options,
                         hra_rating *out, hra_error *why);

/* ---- draws as outcomes of their own ------------------------------------------------------------*/

typedef struct hra_tie_rating {
    double log;   /* the logarithm of its worth; the mean of its island is 0. No Elo: see hra_rate_ties */
    double error; /* half width with 95 %, in the same unit, of its distance from the mean of its island;
                   * infinite where there is nobody to compare with */
    int island;   /* as of hra_rating */
} hra_tie_rating;

/* Another model of the same games: a tie is no half win, but something that happens the more often the closer
 * players are. Of those who have no place yet a set of c players takes the next one together with a
 * probability in proportion to tie[c] * (product of their worths)^(1/c), tie[1] = 1 (H. Turner, J. van Etten,
 * D. Firth, I. Kosmidis, "Modelling rankings in R: the PlackettLuce package", 2020; of two players R.
 * Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments",
 * 1970). So 60 won, 900 drawn and 40 lost are as far apart as 60 won and 40 lost: differences of worths say
 * who wins where somebody wins, and nothing of the points to be expected, which Elo does. tie[2] is how often
 * two equal players draw over how often a given one of them wins.
 *
 * tie[c] is 0 where no c players were tied. Everybody has half a pseudo win and half a pseudo loss, spread
 * over those it met as in hra_rate, so there is always a maximum. Errors and memory as of hra_rate, out and
 * tie untouched after an error. */
HRA_API hra_err hra_rate_ties(const hra_ranking *games, size_t count, int players, hra_tie_rating *out,
                              double tie[HRA_MAX_SEATS + 1], hra_error *why);

/* ---- cycles -----------------------------------------------------------------------------------*/

/* Who got what against whom: payoff[i * players + j] becomes the mean of what i got in the games with j, 1
 * for a better rank, 1/2 for an equal one; 1/2 where they did not meet and for i = j. met (NULL: not wanted)
 * becomes how many games that were. Errors as of hra_rate. */
HRA_API hra_err hra_payoffs(const hra_ranking *games, size_t count, int players, double *payoff, double *met,
                            hra_error *why);

/* A rating puts players in a line, also where A beats B, B beats C and C beats A. alpha-Rank does not: all of
 * a population play one of the strategies, now and then one tries another, and whoever does better is
 * imitated; mass[i] becomes the share of time in which all play i (S. Omidshafiei and others, "alpha-Rank:
 * Multi-Agent Evaluation by Evolution", Scientific Reports 9, 2019; one population). Sums to 1. What is
 * beaten in the end gets next to nothing, a cycle shares.
 *
 * payoff[i * players + j] is what i gets against j, also for i = j. alpha, 0 to 10^100, is how strongly
 * success is imitated: 0 shares evenly, with 10 and more winners are told from losers. population is how many
 * they are, 2..10000: 50 is usual. HRA_EINPUT: players not 1..HRA_RATING_PLAYERS; alpha or population out of
 * range; a payoff that is not finite, or whose size is above 10^100; HRA_ENOMEM. `mass` is untouched after an
 * error. */
HRA_API hra_err hra_alpha_rank(const double *payoff, int players, double alpha, int population, double *mass,
                               hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
