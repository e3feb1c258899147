/* Statistics of a sample, kept as counts of distinct values. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats.h"

void hra_stats_release(hra_stats *stats) {
    free(stats->bins);
    *stats = (hra_stats){0};
}

/* The bin of `value` in a hash table with a free place, or the free bin (count 0) for it. */
static hra_stats_bin *find_hashed(hra_stats_bin *bins, size_t capacity, double value) {
    size_t at = (size_t)hra_hash(&value, sizeof value) & (capacity - 1);
    while (bins[at].count != 0 && bins[at].value != value)
        at = (at + 1) & (capacity - 1);
    return &bins[at];
}

static hra_stats_bin *find_sorted(const hra_stats *stats, double value) {
    size_t low = 0, high = stats->used;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (stats->bins[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < stats->used && stats->bins[low].value == value ? &stats->bins[low] : NULL;
}

static hra_stats_bin *find(const hra_stats *stats, double value) {
    if (stats->used == 0)
        return NULL;
    if (stats->sorted)
        return find_sorted(stats, value);
    hra_stats_bin *bin = find_hashed(stats->bins, stats->capacity, value);
    return bin->count != 0 ? bin : NULL;
}

/* Makes it a hash table that stays at most two thirds full with `more` more values. */
static hra_err make_room(hra_stats *stats, size_t more) {
    if (more > SIZE_MAX / (4 * sizeof(hra_stats_bin)) - stats->used)
        return HRA_ENOMEM;
    size_t need = stats->used + more, capacity = 16;
    while (capacity / 3 * 2 < need)
        capacity *= 2;
    if (!stats->sorted && capacity <= stats->capacity)
        return 0;
    if (capacity < stats->capacity)
        capacity = stats->capacity;
    hra_stats_bin *bins = calloc(capacity, sizeof *bins);
    if (bins == NULL)
        return HRA_ENOMEM;
    size_t slots = stats->sorted ? stats->used : stats->capacity;
    for (size_t i = 0; i < slots; i++)
        if (stats->bins[i].count != 0)
            *find_hashed(bins, capacity, stats->bins[i].value) = stats->bins[i];
    free(stats->bins);
    stats->bins = bins;
    stats->capacity = capacity;
    stats->sorted = false;
    return 0;
}

hra_err hra_stats_add(hra_stats *stats, double value, uint64_t times) {
    if (!isfinite(value))
        return HRA_EINPUT;
    if (times > UINT64_MAX - stats->count)
        return HRA_ELIMIT;
    if (times == 0)
        return 0;
    value += 0.0; /* -0 becomes 0, which is the same number and must be the same bin */
    hra_stats_bin *bin = find(stats, value);
    if (bin == NULL) {
        hra_err err = make_room(stats, 1);
        if (err != 0)
            return err;
        bin = find_hashed(stats->bins, stats->capacity, value);
        bin->value = value;
        stats->used++;
    }
    bin->count += times;
    stats->count += times;
    return 0;
}

hra_err hra_stats_merge(hra_stats *stats, const hra_stats *other) {
    if (other->count > UINT64_MAX - stats->count)
        return HRA_ELIMIT;
    /* Room first, so that either everything is added or nothing. */
    hra_err err = other->used == 0 ? 0 : make_room(stats, other->used);
    if (err != 0)
        return err;
    size_t slots = other->sorted ? other->used : other->capacity;
    for (size_t i = 0; i < slots; i++) {
        err = hra_stats_add(stats, other->bins[i].value, other->bins[i].count);
        assert(err == 0);
    }
    return err;
}

static int by_value(const void *a, const void *b) {
    double x = ((const hra_stats_bin *)a)->value, y = ((const hra_stats_bin *)b)->value;
    return (x > y) - (x < y);
}

void hra_stats_sort(hra_stats *stats) {
    if (stats->sorted || stats->used == 0)
        return;
    size_t n = 0;
    for (size_t i = 0; i < stats->capacity; i++)
        if (stats->bins[i].count != 0)
            stats->bins[n++] = stats->bins[i];
    qsort(stats->bins, n, sizeof *stats->bins, by_value);
    stats->sorted = true;
}

/* Sum of count * (value - origin)^power, power 1 or 2, with the rounding errors kept apart
 * (Neumaier 1974). The order is that of the values, whatever the order of arrival was. */
static double moment(const hra_stats *stats, double origin, int power) {
    double sum = 0, lost = 0;
    for (size_t i = 0; i < stats->used; i++) {
        double away = stats->bins[i].value - origin;
        double term = (double)stats->bins[i].count * (power == 2 ? away * away : away);
        double next = sum + term;
        lost += fabs(sum) >= fabs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
    }
    return sum + lost;
}

double hra_stats_step(double span, int parts) {
    double step = pow(10, floor(log10(span / parts)));
    static const double factors[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++)
        if (span / (step * factors[i]) <= parts)
            return step * factors[i];
    return step * 10;
}

void hra_stats_histogram(hra_stats *stats, double low, double high, int at_most, hra_histogram *out) {
    *out = (hra_histogram){.width = high > low ? hra_stats_step(high - low, at_most - 2) : 1};
    out->from = floor(low / out->width) * out->width;
    out->count = (int)fmin(floor((high - out->from) / out->width) + 1, HRA_HISTOGRAM_BARS);
    hra_stats_sort(stats);
    for (size_t i = 0; i < stats->used; i++) {
        double bar = floor((stats->bins[i].value - out->from) / out->width); /* of the tail beyond any int */
        out->bar[(int)fmax(0, fmin(bar, out->count - 1))] += stats->bins[i].count;
    }
}

double hra_stats_percentile(hra_stats *stats, double q) {
    if (stats->count == 0)
        return 0;
    hra_stats_sort(stats);
    uint64_t below = 0;
    for (size_t i = 0; i + 1 < stats->used; i++) {
        below += stats->bins[i].count;
        /* The quotient, not q * count: k/n and a q written as that decimal round alike. */
        if ((double)below / (double)stats->count >= q)
            return stats->bins[i].value;
    }
    return stats->bins[stats->used - 1].value;
}

hra_summary hra_stats_summary(hra_stats *stats) {
    if (stats->count == 0)
        return (hra_summary){0};
    hra_stats_sort(stats);
    double count = (double)stats->count, mean = moment(stats, 0, 1) / count;
    double stddev = stats->count < 2 ? 0 : sqrt(moment(stats, mean, 2) / (double)(stats->count - 1));
    return (hra_summary){.mean = mean,
                         .stddev = stddev,
                         .error = stddev / sqrt(count),
                         .min = stats->bins[0].value,
                         .max = stats->bins[stats->used - 1].value,
                         .tail = hra_stats_percentile(stats, 0.999)};
}
