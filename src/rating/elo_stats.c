/* The strength of one player against another, from groups of games. */
#include "elo_stats.h"

#include <math.h>

#include "hra/stats.h"

int hra_sample_variety(const hra_sample *s) {
    if (!s->value || !s->count || s->games < 1 || !isfinite(s->reference))
        return 0;
    double least = INFINITY, most = -INFINITY;
    for (int k = 0; k < s->kinds; k++) {
        if (!isfinite(s->value[k]))
            return 0;
        if (s->count[k] > 0) {
            least = fmin(least, s->value[k]);
            most = fmax(most, s->value[k]);
        }
    }
    return least > most ? 0 : least == most ? 1 : 2;
}

/* The power of two that brings all values below 1/2, so that neither differences nor squares overflow. */
static int scale_of(const hra_sample *s) {
    double largest = fabs(s->reference);
    for (int k = 0; k < s->kinds; k++)
        largest = fmax(largest, fabs(s->value[k]));
    int scale = 0;
    frexp(largest, &scale);
    return scale < -1000 ? -1000 : scale + 1; /* its inverse is a double too */
}

void hra_moments_of(const hra_sample *s, double absent, hra_moments *out) {
    int scale = scale_of(s);
    double groups = 0, sum = 0, squares = 0, down = ldexp(1, -scale);
    for (int k = 0; k < s->kinds; k++) {
        double weight = s->count[k] > 0 ? (double)s->count[k] : absent;
        groups += weight;
        sum += weight * (s->value[k] * down);
    }
    double mean = sum / groups;
    for (int k = 0; k < s->kinds; k++) {
        double weight = s->count[k] > 0 ? (double)s->count[k] : absent;
        double off = s->value[k] * down - mean;
        squares += weight * off * off;
    }
    double stddev = sqrt(squares / groups), over = mean - s->reference * down;
    out->groups = groups;
    out->mean = ldexp(mean, scale);
    out->stddev = ldexp(stddev, scale);
    out->t = stddev > 0 ? over / stddev : over == 0 ? 0 : copysign(INFINITY, over);
}

double hra_t_of_normalized(int games) {
    return sqrt(games) * log(10) / 800;
}

static uint64_t groups_of(const hra_sample *s) {
    uint64_t sum = 0;
    for (int k = 0; k < s->kinds; k++)
        sum = s->count[k] > UINT64_MAX - sum ? UINT64_MAX : sum + s->count[k];
    return sum;
}

/* One kind alone has no deviation: its side of the reference is all that it says. */
static void tell_one_kind(const hra_sample *s, hra_elo_stats *out) {
    int k = 0;
    while (s->count[k] == 0)
        k++;
    double over = s->value[k] - s->reference; /* its sign is all that counts */
    out->mean = s->value[k];
    out->t = out->normalized = over == 0 ? 0 : copysign(INFINITY, over);
    out->los = over > 0 ? 1 : over < 0 ? 0 : 0.5;
    if (out->logistic)
        out->elo = hra_elo_within(out->mean);
}

static void tell_several(const hra_sample *s, hra_elo_stats *out) {
    hra_moments occurred, m;
    hra_moments_of(s, 0, &occurred);
    hra_moments_of(s, hra_sample_absent, &m);
    out->mean = occurred.mean;
    out->stddev = occurred.stddev;
    out->t = m.t;
    out->normalized = m.t / hra_t_of_normalized(s->games);
    out->normalized_error = HRA_TWO_SIDED_95 / sqrt(m.groups) / hra_t_of_normalized(s->games);
    out->los = erfc(-m.t * sqrt(m.groups / 2)) / 2;
    if (out->logistic) {
        double error = HRA_TWO_SIDED_95 * m.stddev / sqrt(m.groups);
        out->elo = hra_elo_within(m.mean);
        out->low = hra_elo_within(m.mean - error);
        out->high = hra_elo_within(m.mean + error);
    }
}

void hra_elo_stats_of(const hra_sample *s, hra_elo_stats *out) {
    bool logistic = s->reference == 0.5;
    *out = (hra_elo_stats){.mean = isfinite(s->reference) ? s->reference : 0,
                           .normalized_error = INFINITY,
                           .logistic = logistic,
                           .low = logistic ? -INFINITY : 0,
                           .high = logistic ? INFINITY : 0,
                           .los = 0.5};
    int variety = hra_sample_variety(s);
    if (variety == 0)
        return;
    out->groups = groups_of(s);
    if (variety == 1)
        tell_one_kind(s, out);
    else
        tell_several(s, out);
}
