/* Wald's sequential test for normalized Elo. The hypotheses name t, the mean over the deviation, and the
 * deviation is estimated along with it; for normal observations the ratio of the two greatest likelihoods is
 * the closed form below, and sums of groups are as good as normal (M. Van den Bergh, "A practical
 * introduction to the GSPRT"; his exact form for five kinds is the oracle of sequential_test.c). */
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
        return hra_fail(
            why, HRA_EINPUT, -1,
            "the hypotheses %g and %g are more than %d normalized Elo apart, where draws alone would "
            "decide: 0 and 5 are usual, and a match says it of large differences",
            test->low, test->high, HRA_SEQUENTIAL_APART);
    if (!is_share(test->alpha) || !is_share(test->beta) || !(test->alpha + test->beta < 1))
        return hra_fail(why, HRA_EINPUT, -1,
                        "error rates %g and %g: both must be above 0 and their sum below 1; 0.05 is usual",
                        test->alpha, test->beta);
    return 0;
}

static double llr_of(const hra_sequential *test, const hra_sample *sample) {
    if (hra_sample_variety(sample) < 2)
        return 0;
    hra_moments m;
    hra_moments_of(sample, hra_sample_absent, &m);
    double unit = hra_t_of_normalized(sample->games);
    double over_low = m.t - unit * test->low, over_high = m.t - unit * test->high;
    /* ln(a / b) by how much a is above b, which is little beside either */
    double excess = unit * (test->high - test->low) * (over_low + over_high);
    double llr = m.groups / 2 * log1p(excess / (1 + over_high * over_high));
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
