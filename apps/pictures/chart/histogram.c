/* Histograms of scores, as text and as SVG. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "chart.h"
#include "histogram.h"
#include "speech/print.h"

static uint64_t highest(const hra_histogram *h) {
    uint64_t top = 0;
    for (int i = 0; i < h->count; i++)
        top = h->bar[i] > top ? h->bar[i] : top;
    return top;
}

enum { BAR = 50 }; /* columns of the longest one */

/* The axis of the shares below the bars: its marks, then their numbers. */
static void add_share_axis(double most, hra_text *out) {
    double step = hra_stats_step(most, 4);
    hra_text_add(out, "                     ");
    for (int column = 0, next = 0; column <= BAR; column++) {
        bool mark = (int)lround(BAR * next * step / most) == column;
        hra_text_add_char(out, mark ? '+' : '-');
        next += mark;
    }
    hra_text_add_char(out, '\n');
    size_t from = out->length;
    for (int i = 0; i * step <= most * (1 + 1e-9); i++) {
        hra_text_pad(out, from, 21 + (int)lround(BAR * i * step / most));
        hra_text_addf(out, "%.4G %%", 100 * i * step);
    }
    hra_text_add_char(out, '\n');
}

void histogram_text(hra_stats *stats, int rows, hra_text *out) {
    hra_histogram b;
    if (!stats->count)
        return;
    const hra_summary whole = hra_stats_summary(stats);
    double most = whole.max;
    hra_stats_histogram(stats, whole.min, whole.tail, rows, &b);
    uint64_t top = highest(&b);
    hra_text_add(out, "  ");
    print_add_cell(out, 7, _("score"));
    hra_text_add(out, "  ");
    print_add_cell(out, 7, _("games"));
    hra_text_add_char(out, '\n');
    for (int i = 0; i < b.count; i++) {
        bool tail = i == b.count - 1 && most >= b.from + b.count * b.width;
        double share = (double)b.bar[i] / (double)stats->count;
        hra_text_addf(out, "  %7.6G%s %6.2F %%", b.from + i * b.width, tail ? "+" : " ", 100 * share);
        hra_text_add(out, "  |");
        int length = (int)lround(BAR * (double)b.bar[i] / (double)top);
        for (int k = 0; k < length; k++)
            hra_text_add_char(out, '#');
        if (tail)
            hra_text_addf(out, _(" up to %.6G"), most);
        hra_text_add_char(out, '\n');
    }
    add_share_axis((double)top / (double)stats->count, out);
}

/* ---- SVG ------------------------------------------------------------------------------------*/

enum { LEFT = 80, RIGHT = 780, TOP = 50, BOTTOM = 350 };

/* One series as a stepped line over its bars; heights are shares, so that series of different lengths can be
 * compared. */
static void add_series(hra_text *out, const hra_histogram *b, uint64_t games, const chart_axis *scores,
                       const chart_axis *shares, int index) {
    hra_text_addf(out, "<path fill='%s' fill-opacity='0.25' stroke='%s' stroke-width='1.5'%s d='M%.1f %dL",
                  chart_colour(index), chart_colour(index), chart_dashes(index), chart_at(scores, b->from),
                  BOTTOM);
    for (int i = 0; i < b->count; i++) {
        double y = chart_at(shares, (double)b->bar[i] / (double)games);
        hra_text_addf(out, "%s%.1f %.1fL%.1f %.1f", i ? "L" : "", chart_at(scores, b->from + i * b->width), y,
                      chart_at(scores, b->from + (i + 1) * b->width), y);
    }
    hra_text_addf(out, "V%d'/>\n", BOTTOM);
}

/* All over one range; `top`: the highest share. */
static void count(hra_stats *const *stats, int count, hra_histogram *all, double *top) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++) {
        const hra_summary whole = hra_stats_summary(stats[i]);
        low = fmin(low, whole.min);
        high = fmax(high, whole.max);
    }
    for (int i = 0; i < count; i++) {
        hra_stats_histogram(stats[i], low, high, HRA_HISTOGRAM_BARS - 4, &all[i]);
        *top = fmax(*top, (double)highest(&all[i]) / (double)stats[i]->count);
    }
}

void histogram_svg(hra_stats *const *stats, const char *const *titles, int series, const char *title,
                   hra_text *out) {
    hra_histogram all[CHART_SERIES];
    double top = 0;
    assert(series > 0 && series <= CHART_SERIES);
    count(stats, series, all, &top);
    const chart_axis scores = {all[0].from, all[0].from + all[0].width * all[0].count, LEFT, RIGHT};
    const chart_axis shares = {0, top, BOTTOM, TOP};
    hra_text text;
    hra_text_init(&text);
    chart_begin(out, 800, 400, LEFT, title);
    chart_up(out, &shares, 6, LEFT, RIGHT, 100, " %");
    chart_name_up(out, &shares, _("fraction of the games"));
    chart_across(out, &scores, 10, BOTTOM);
    for (int i = 0; i < series; i++) {
        char fill[40];
        add_series(out, &all[i], stats[i]->count, &scores, &shares, i);
        hra_text_clear(&text);
        hra_text_add(&text, titles[i]);
        const hra_summary whole = hra_stats_summary(stats[i]);
        hra_text_addf(&text, _("  mean %.2F, sd %.2F"), print_rounded(whole.mean, 2), whole.stddev);
        hra_snprintf(fill, sizeof fill, " fill='%s'", chart_colour(i));
        chart_text(out, 775, 62 + 18 * i, "end", fill, hra_text_string(&text));
    }
    hra_text_clear(&text);
    hra_text_addf(&text, _("score (bars of %.6G)"), all[0].width);
    chart_name_across(out, &scores, 392, hra_text_string(&text));
    chart_end(out);
    out->err = out->err ? out->err : text.err;
    hra_text_release(&text);
}
