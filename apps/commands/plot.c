/* Histograms of scores, as text and as SVG. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "plot.h"
#include "speech/say.h"

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
        hra_text_addf(out, "%.4g%%", 100 * i * step);
    }
    hra_text_add_char(out, '\n');
}

void plot_text(hra_stats *stats, int rows, hra_text *out) {
    hra_histogram b;
    if (!stats->count)
        return;
    double most = hra_stats_max(stats);
    hra_stats_histogram(stats, hra_stats_min(stats), hra_stats_most(stats), rows, &b);
    uint64_t top = highest(&b);
    hra_text_add(out, "  ");
    say_add_cell(out, 7, _("score"));
    hra_text_add(out, "  ");
    say_add_cell(out, 7, _("share"));
    hra_text_add_char(out, '\n');
    for (int i = 0; i < b.count; i++) {
        bool tail = i == b.count - 1 && most >= b.from + b.count * b.width;
        double share = (double)b.bar[i] / (double)stats->count;
        hra_text_addf(out, "  %7.6g%s %6.2f%% ", b.from + i * b.width, tail ? "+" : " ", 100 * share);
        hra_text_add(out, "  |");
        int length = (int)lround(BAR * (double)b.bar[i] / (double)top);
        for (int k = 0; k < length; k++)
            hra_text_add_char(out, '#');
        if (tail)
            hra_text_addf(out, _(" up to %.6g"), most);
        hra_text_add_char(out, '\n');
    }
    add_share_axis((double)top / (double)stats->count, out);
}

/* ---- SVG ------------------------------------------------------------------------------------*/

enum { LEFT = 80, RIGHT = 780, TOP = 50, BOTTOM = 350 };

const char *const plot_colours[8] = {"#1f6fb2", "#c8641b", "#2e8b57", "#8a4fb0",
                                     "#b02a4c", "#7a6a1f", "#4b5563", "#0f8b8d"};

static void add_escaped(hra_text *out, const char *text) {
    for (; *text; text++) {
        const char *entity = *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : *text == '&' ? "&amp;" : NULL;
        if (entity)
            hra_text_add(out, entity);
        else
            hra_text_add_char(out, *text);
    }
}

/* The shares, from 0 to the highest bar, at the left. */
static void add_shares(hra_text *out, double top) {
    double step = hra_stats_step(top, 6);
    for (int i = 0; i * step <= top * (1 + 1e-9); i++) {
        double y = BOTTOM - i * step / top * (BOTTOM - TOP);
        hra_text_addf(out,
                      "<path d='M%d %.1fH%d' stroke='#ddd'/><path d='M%d %.1fh-6' stroke='#333'/>"
                      "<text x='%d' y='%.1f' text-anchor='end'>%.4g %%</text>\n",
                      LEFT, y, RIGHT, LEFT, y, LEFT - 9, y + 4, 100 * i * step);
    }
    hra_text_addf(out, "<path d='M%d %dV%d' stroke='#333' fill='none'/>\n", LEFT, TOP, BOTTOM);
    hra_text_addf(out, "<text transform='translate(14 %d) rotate(-90)' text-anchor='middle'>%s</text>\n",
                  (TOP + BOTTOM) / 2, _("share of the games"));
}

static void add_axes(hra_text *out, double low, double high) {
    enum { TICKS = 10 };
    double step = hra_stats_step(high - low, TICKS), first = ceil(low / step) * step;
    hra_text_addf(out, "<path d='M%d %dH%d' stroke='#333' fill='none'/>\n", LEFT, BOTTOM, RIGHT);
    for (int i = 0; i <= TICKS && first + i * step <= high; i++) {
        double x = first + i * step;
        double px = LEFT + (x - low) / (high - low) * (RIGHT - LEFT);
        hra_text_addf(
            out,
            "<path d='M%.1f %dv6' stroke='#333'/><text x='%.1f' y='%d' text-anchor='middle'>%.6g</text>\n",
            px, BOTTOM, px, BOTTOM + 22, x);
    }
}

/* One series as a stepped line over its bars; heights are shares, so that series of different lengths can be
 * compared. */
static void add_series(hra_text *out, const hra_histogram *b, uint64_t games, double low, double high,
                       double top, int index) {
    double scale = (RIGHT - LEFT) / (high - low);
    hra_text_addf(out, "<path fill='%s' fill-opacity='0.25' stroke='%s' stroke-width='1.5'%s d='M",
                  plot_colours[index], plot_colours[index], index ? " stroke-dasharray='6 3'" : "");
    for (int i = 0; i < b->count; i++) {
        double x0 = LEFT + (b->from + i * b->width - low) * scale, x1 = x0 + b->width * scale;
        double y = BOTTOM - (double)b->bar[i] / (double)games / top * (BOTTOM - TOP);
        hra_text_addf(out, i ? "L%.1f %.1fL%.1f %.1f" : "%.1f 350L%.1f %.1fL%.1f %.1f", x0, i ? y : x0,
                      i ? x1 : y, i ? y : x1, y);
    }
    hra_text_addf(out, "V%d'/>\n", BOTTOM);
}

void plot_svg(hra_stats *const *stats, const char *const *titles, int count, const char *title,
              hra_text *out) {
    hra_histogram all[8];
    double low = INFINITY, high = -INFINITY, top = 0;
    assert(count > 0);
    for (int i = 0; i < count; i++) {
        low = fmin(low, hra_stats_min(stats[i]));
        high = fmax(high, hra_stats_max(stats[i]));
    }
    for (int i = 0; i < count; i++) {
        hra_stats_histogram(stats[i], low, high, HRA_HISTOGRAM_BARS - 4, &all[i]);
        top = fmax(top, (double)highest(&all[i]) / (double)stats[i]->count);
    }
    low = all[0].from;
    high = all[0].from + all[0].width * all[0].count;
    hra_text_add(out,
                 "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 800 400' font-family='sans-serif' "
                 "font-size='13'>\n<rect width='800' height='400' fill='white'/>\n"
                 "<text x='80' y='26' font-size='16'>");
    add_escaped(out, title);
    hra_text_add(out, "</text>\n");
    add_shares(out, top);
    add_axes(out, low, high);
    for (int i = 0; i < count; i++) {
        add_series(out, &all[i], stats[i]->count, low, high, top, i);
        hra_text_addf(out, "<text x='775' y='%d' text-anchor='end' fill='%s'>", 62 + 18 * i, plot_colours[i]);
        add_escaped(out, titles[i]);
        hra_text_addf(out, _("  mean %.2f, sd %.2f"), say_rounded(hra_stats_mean(stats[i]), 2),
                      hra_stats_stddev(stats[i]));
        hra_text_add(out, "</text>\n");
    }
    hra_text_add(out, "<text x='430' y='392' text-anchor='middle'>");
    hra_text_addf(out, _("score (bars of %.6g)"), all[0].width);
    hra_text_add(out, "</text>\n</svg>\n");
}
