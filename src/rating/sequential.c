/* Wald's sequential test. Hypotheses of normalized Elo name t, the mean over the deviation, and the deviation is estimated
 * along with it; for normal observations the ratio of the two greatest likelihoods is a closed form, and sums of groups
 * are as good as normal (M. Van den Bergh, "A practical introduction to the GSPRT"; his exact form for five kinds is the
 * oracle of sequential_test.c). Hypotheses of logistic Elo name the mean itself. With many draws they can be so far
 * apart that a dozen groups decide, which are not normal; but the exact form of a mean is a single root. */
#include <float.h>
#include <math.h>

#include "elo_stats.h"

static bool is_share(double x) {
    return x > 0 && x < 1;
}

hra_err hra_sequential_check(const hra_sequential *test, hra_error *why) {
    if (!isfinite(test->low) || !isfinite(test->high) || !(test->low < test->high))
        return hra_fail(why, HRA_EINPUT, -1,
                        "the hypotheses %g and %g are in the wrong order: ELO0 must be less than ELO1",
                        test->low, test->high);
    if (test->high - test->low > HRA_SEQUENTIAL_APART)
        return hra_fail(why, HRA_EINPUT, -1,
                        "the hypotheses %g and %g are more than %d Elo apart, where draws alone would "
                        "decide: 0 and 5 are usual, and a match says it of large differences",
                        test->low, test->high, HRA_SEQUENTIAL_APART);
    if (!is_share(test->alpha) || !is_share(test->beta) || !(test->alpha + test->beta < 1))
        return hra_fail(why, HRA_EINPUT, -1,
                        "error rates %g and %g: both must be above 0 and their sum below 1; 0.05 is usual",
                        test->alpha, test->beta);
    return 0;
}

static double weight_of(const hra_sample *sample, int kind) {
    return sample->count[kind] > 0 ? (double)sample->count[kind] : hra_sample_absent;
}

/* Lagrange's multiplier of the likeliest distribution with this mean, in which kind k has a probability proportional to
 * weight / (1 + x (value - mean)): where the sum of weight (value - mean) / (1 + x (value - mean)) is 0, which falls
 * with x. False: all values are on one side of the mean. */
static bool multiplier_of(const hra_sample *sample, double mean, double *x) {
    double least = INFINITY, most = -INFINITY;
    for (int k = 0; k < sample->kinds; k++) {
        least = fmin(least, sample->value[k] - mean);
        most = fmax(most, sample->value[k] - mean);
    }
    if (!(least < 0 && most > 0))
        return false;
    double low = -1 / most, high = -1 / least;
    for (int i = 0; i < DBL_MANT_DIG + 10; i++) {
        double sum = 0;
        *x = (low + high) / 2;
        for (int k = 0; k < sample->kinds; k++) {
            double off = sample->value[k] - mean;
            sum += weight_of(sample, k) * off / (1 + *x * off);
        }
        *(sum > 0 ? &low : &high) = *x;
    }
    return true;
}

/* The exact ratio for two means. */
static double llr_of_means(const hra_sample *sample, double low, double high) {
    double x, y, llr = 0;
    if (!multiplier_of(sample, low, &x) || !multiplier_of(sample, high, &y))
        return 0;
    for (int k = 0; k < sample->kinds; k++)
        llr += weight_of(sample, k) *
               (log1p(x * (sample->value[k] - low)) - log1p(y * (sample->value[k] - high)));
    return llr;
}

/* The closed form for two means over the deviation. */
static double llr_of_t(const hra_sample *sample, double low, double high) {
    hra_moments m;
    hra_moments_of(sample, hra_sample_absent, &m);
    double unit = hra_t_of_normalized(sample->games);
    double over_low = m.t - unit * low, over_high = m.t - unit * high;
    /* ln(a / b) by how much a is above b, which is little beside either */
    double excess = unit * (high - low) * (over_low + over_high);
    return m.groups / 2 * log1p(excess / (1 + over_high * over_high));
}

static double score_of(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

static double llr_of(const hra_sequential *test, const hra_sample *sample) {
    if (hra_sample_variety(sample) < 2 || (test->logistic && sample->reference != 0.5))
        return 0;
    double llr = test->logistic ? llr_of_means(sample, score_of(test->low), score_of(test->high))
                                : llr_of_t(sample, test->low, test->high);
    return isfinite(llr) ? llr : 0; /* values so close to one another that their squares vanish */
}

hra_sequential_state hra_sequential_judge(const hra_sequential *test, const hra_sample *sample) {
    hra_sequential_state s = {.lower = log(test->beta / (1 - test->alpha)),
                              .upper = log((1 - test->beta) / test->alpha)};
    if (!sample)
        return s;
    s.llr = llr_of(test, sample);
    s.verdict = s.llr >= s.upper ? HRA_ACCEPT_HIGH : s.llr <= s.lower ? HRA_ACCEPT_LOW : HRA_GO_ON;
    return s;
}
