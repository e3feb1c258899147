/* hra/rating.h: playing strength from results of games: Elo of one player against another, a sequential test (SPRT),
 * ratings of many players, and a ranking for cycles (A beats B, B beats C, C beats A). docs/ratings.md explains the
 * numbers.
 *
 * The functions only compute: they have no state, and results do not depend on the order of games. Every result is a
 * finite number, or infinite if its comment says so; never NAN.
 *
 * Thread-safety: any thread may call every function. */
#ifndef HRA_RATING_H
#define HRA_RATING_H

#include "hra/base.h"
#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- one player against another --------------------------------------------------------------*/

/* Results of groups of games between two players, counted by the points of the first one. A group is one opening or
 * one stream of dice, played once with every seating; with two seats a game pair. Games of a group depend on each
 * other, groups do not. */
typedef struct hra_sample {
    /* Of each kind of result: the first player's mean points per game of the group, finite. Pairs have 0, 1/4, 1/2, 3/4
     * and 1: LL, LD, WL + DD, WD, WW. */
    const double *value;
    /* Number of groups of each kind. List every kind that can occur: a count of 0 is taken as 10^-3, so that the
     * standard deviation is not 0. */
    const uint64_t *count;
    int kinds;        /* number of kinds */
    double reference; /* value of equal players: 1/2 if a win is 1; 0 for differences of points */
    int games;        /* games per group, at least 1 */
} hra_sample;

/* Normalized Elo is the mean advantage per game over its standard deviation. So it does not shrink with draws, and
 * determines how many games a test needs. Logistic Elo gives the expected score rate. Formulas: M. Van den Bergh,
 * "Comments on Normalized Elo" and "A practical introduction to the GSPRT" (2019-2021), as in fishtest, fastchess and
 * OpenBench. */
typedef struct hra_elo_stats {
    uint64_t groups;         /* total number; UINT64_MAX if there are more */
    double mean, stddev;     /* of the observed values; without groups the reference and 0 */
    double t;                /* (mean - reference) / stddev */
    double normalized;       /* t / sqrt(games) * 800 / ln 10 */
    double normalized_error; /* half width of the 95 % interval: 1.96 / sqrt(games * groups) * 800 / ln 10 */
    bool logistic;           /* the reference is 1/2; else the next three are 0 */
    double elo;              /* hra_elo_of the mean */
    double low, high;        /* hra_elo_of mean -+ 1.96 stddev / sqrt(groups) */
    /* Likelihood of superiority: probability that the mean is above the reference, which is the normal distribution
     * function at (mean - reference) * sqrt(groups) / stddev. */
    double los;
} hra_elo_stats;

/* Writes the statistics of a sample. Special cases:
 *   fewer than two different values occurred: there is no standard deviation. t and normalized are 0, or infinite with
 *     the sign of mean - reference; normalized_error is infinite, low and high are -+infinite, los is 0, 1/2 or 1
 *   no groups: los is 1/2 and elo 0
 *   all points won, or none: elo is infinite
 *   a wrong sample (a value or the reference is not finite, games < 1, an array is NULL): as no groups. */
HRA_API void hra_elo_stats_of(const hra_sample *sample, hra_elo_stats *out);

/* ---- a sequential test (SPRT) ----------------------------------------------------------------*/

/* Tests whether the first player is `low` or `high` Elo stronger than the second, with as few games as possible
 * (A. Wald, Sequential Analysis, 1947). */
typedef struct hra_sequential {
    double low, high; /* the hypotheses, in Elo; low < high, at most HRA_SEQUENTIAL_APART apart */
    double alpha,
        beta; /* probabilities to accept `high` if `low` is true, and `low` if `high` is true; each > 0,
                         * alpha + beta < 1 */
    /* The hypotheses are logistic Elo: score rates of 1 / (1 + 10^(-Elo / 400)), for samples whose reference is 1/2.
     * False: normalized Elo. */
    bool logistic;
} hra_sequential;

enum { HRA_SEQUENTIAL_APART = 50 };

typedef enum hra_verdict { HRA_GO_ON, HRA_ACCEPT_LOW, HRA_ACCEPT_HIGH } hra_verdict;

/* Checks a test. Returns
 *   HRA_EINPUT  if low >= high, one of them is not finite, they are more than HRA_SEQUENTIAL_APART apart (draws alone
 *               could then decide), or alpha or beta is out of range. */
HRA_API hra_err hra_sequential_check(const hra_sequential *test, hra_error *why);
/* State of a test. The test ends when `llr` is at most `lower` or at least `upper`. */
typedef struct hra_sequential_state {
    /* Logarithm of the likelihood ratio of `high` to `low`. Normalized: the closed form for an estimated standard
     * deviation, groups / 2 * ln((1 + (t - t0)^2) / (1 + (t - t1)^2)), where t0 and t1 are the hypotheses as t.
     * Logistic: the exact ratio of the likeliest distributions over the kinds with these means. 0 for a wrong sample,
     * until two different values have occurred, and in a logistic test of a sample whose reference is not 1/2 or whose
     * values are all on one side of a hypothesis. */
    double llr;
    double lower, upper; /* ln(beta / (1 - alpha)), ln((1 - beta) / alpha) */
    hra_verdict verdict;
} hra_sequential_state;

/* Returns the state of a test after the groups so far. Call it after each group, in order, until the verdict is not
 * HRA_GO_ON. hra_sequential_check must accept `test`; `sample` NULL: no games yet. */
HRA_API hra_sequential_state hra_sequential_judge(const hra_sequential *test, const hra_sample *sample);

/* ---- ratings of many players ------------------------------------------------------------------*/

enum {
    HRA_RATING_PLAYERS = 1024,   /* the most players */
    HRA_RATING_SAMPLES = 100000, /* the most samples of a bootstrap */
};

/* Places of the players in one game, or in several games of one group with the same places. */
typedef struct hra_ranking {
    int count;                 /* of players, 1..HRA_MAX_SEATS */
    int player[HRA_MAX_SEATS]; /* 0..players-1, all different */
    int rank[HRA_MAX_SEATS];   /* of player[i]: the lowest is the best; equal ranks: a draw between them */
    uint64_t times;            /* number of such games; 0: the ranking is ignored */
    uint64_t group; /* number of the group, the same for all its games; only the bootstrap uses it */
} hra_ranking;

/* The rating of a player. A component is a set of players that are linked by games; only ratings of the same component
 * can be compared. */
typedef struct hra_rating {
    double theta; /* logarithm of its strength; the mean of its component is 0 */
    double elo;   /* theta * 400 / ln 10 */
    /* Half width of the 95 % interval of its distance from the mean of its component, in Elo, from the Hessian. A draw
     * counts as half a win and half a loss by chance, so the interval is too wide if there are many draws or games of
     * a group share luck. Infinite if its component has no other player. */
    double error;
    double low, high; /* 95 % interval by bootstrap; without bootstrap elo -+ error */
    uint64_t games;   /* number of its games; UINT64_MAX if there are more */
    int component;    /* number of the first player of its component */
    bool prior_games; /* a prior was added to its component, since a rating there would be infinite */
} hra_rating;

/* What else hra_rate computes. All members but size may be zero. */
typedef struct hra_rate_options {
    size_t size; /* sizeof(hra_rate_options) of the caller */
    /* NULL, or players^2 numbers: gap[i * players + j] is set to the half width of the 95 % interval of the distance
     * between players i and j, in Elo; infinite in different components, 0 for i = j. It does not follow from their own
     * errors. The probability that i is stronger is the normal distribution function at 1.96 * distance / gap. */
    double *gap;
    /* samples > 0: `low` and `high` come from a bootstrap over groups (B. Efron, 1979). `samples` times
     * (1..HRA_RATING_SAMPLES, usually 1,000), all groups are drawn with replacement and rated; 2.5 % of the ratings of
     * a player are below low, 2.5 % above high. Unlike the Hessian this accounts for draws and shared luck. The same
     * seed gives the same numbers, in any order of the games. A prior is added to a component of a sample if it needs
     * one. */
    uint64_t samples, seed;
    const hra_progress *progress; /* of the bootstrap; NULL: none */
} hra_rate_options;

/* Rates players by maximum likelihood in the Plackett-Luce model: among the players without a place, player k takes
 * the next place with probability e^theta[k] / sum of e^theta (R. Plackett, "The analysis of permutations", 1975). For
 * two players this is the model of Bradley and Terry, and of Elo. Equal ranks count as all their orders with equal
 * weights; so a draw is half a win and half a loss, and the distance of two players that met only each other is
 * hra_elo_of their score rate. The log-likelihood is concave; Newton's method finds its maximum.
 *
 * The maximum exists if, for each division of a component into two parts, each part has a player that beat one of the
 * other (L. Ford, 1957). It does not exist if, for instance, a player won all its games. Then every player of the
 * component gets a prior: half a win and half a loss, spread evenly over the players that it met: if two players that
 * met have met m and n players, both get (1/m + 1/n) / 4. So ten wins in ten games against one player count as 10.5 of
 * 11.
 *
 * `out` has `players` entries; after an error it is unchanged. A player without games is a component of its own: theta
 * 0, error infinite. `options` may be NULL. Memory grows with players^2 and with the number of different sets of
 * players that met, time also with players^3: 1,024 players take seconds. A draw of eight players has 247 terms, of two
 * one. Returns
 *   HRA_EINPUT    if `players` is not 1..HRA_RATING_PLAYERS, a ranking is wrong (`why` says which), samples are out of
 *                 range, or options do not begin with their size
 *   HRA_EVERSION  if options are of a newer library
 *   HRA_ELIMIT    if there are 2^32 rankings or more, with samples
 *   HRA_ESTOPPED  if `progress` was stopped
 *   HRA_ENOMEM. */
HRA_API hra_err hra_rate(const hra_ranking *games, size_t count, int players, const hra_rate_options *options,
                         hra_rating *out, hra_error *why);

/* ---- draws as outcomes of their own ------------------------------------------------------------*/

typedef struct hra_tie_rating {
    double
        log; /* logarithm of its strength; the mean of its component is 0. This is not Elo: see hra_rate_ties */
    double
        error; /* half width of the 95 % interval of its distance from the mean of its component, in the same unit;
                   * infinite if its component has no other player */
    int component; /* as in hra_rating */
} hra_tie_rating;

/* Rates players in a model where a tie is an outcome of its own, the more likely the closer the players are. Among the
 * players without a place, a set of c players takes the next place together with a probability proportional to
 * tie[c] * (product of their strengths)^(1/c), where tie[1] = 1 (H. Turner, J. van Etten, D. Firth, I. Kosmidis,
 * "Modelling rankings in R: the PlackettLuce package", 2020; for two players R. Davidson, "On extending the
 * Bradley-Terry model to accommodate ties in paired comparison experiments", 1970).
 *
 * So 60 wins, 900 draws and 40 losses give the same distance as 60 wins and 40 losses: a distance predicts who wins a
 * decided game. It does not predict the score rate, as Elo does. tie[2] is the rate of draws of two equal players over
 * the rate of wins of one of them; tie[c] is 0 if no c players tied.
 *
 * Every player has the prior of hra_rate, so the maximum always exists. After
 * an error `out` and `tie` are unchanged. Errors and memory as hra_rate. */
HRA_API hra_err hra_rate_ties(const hra_ranking *games, size_t count, int players, hra_tie_rating *out,
                              double tie[HRA_MAX_SEATS + 1], hra_error *why);

/* ---- cycles -----------------------------------------------------------------------------------*/

/* Writes the score rate of each player against each other: payoff[i * players + j] is the mean of i's points in games
 * with j, 1 for a better rank and 1/2 for an equal one. It is 1/2 if they did not meet, and for i = j. met, which may
 * be NULL, gets the number of these games. Errors as hra_rate. */
HRA_API hra_err hra_payoffs(const hra_ranking *games, size_t count, int players, double *payoff, double *met,
                            hra_error *why);

/* Ranks players by alpha-Rank. A rating puts players in a line even if A beats B, B beats C and C beats A; alpha-Rank
 * does not. In its model all members of a population play the same strategy; now and then one tries another, and
 * success is imitated. mass[i] is set to the fraction of time in which all play i; the sum is 1 (S. Omidshafiei and
 * others, "alpha-Rank: Multi-Agent Evaluation by Evolution", Scientific Reports 9, 2019; one population). A player
 * that is beaten in the end gets almost 0, players of a cycle share.
 *
 * payoff[i * players + j] is i's score rate against j, also for i = j. alpha, 0 to 10^100, is the strength of
 * imitation: 0 gives all players the same mass, 10 or more separates winners from losers. population is the number of
 * members, 2..10000, usually 50. After an error `mass` is unchanged. Returns
 *   HRA_EINPUT  if `players` is not 1..HRA_RATING_PLAYERS, alpha or population is out of range, or a payoff is not
 *               finite or above 10^100 in size
 *   HRA_ENOMEM. */
HRA_API hra_err hra_alpha_rank(const double *payoff, int players, double alpha, int population, double *mass,
                               hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
