#include "chart.h"

#include <math.h>

enum { TITLE = 26 }; /* height of its line */

const char *chart_colour(int series) {
    static const char *const colours[CHART_SERIES] = {"#1f6fb2", "#c8641b", "#2e8b57", "#8a4fb0",
                                                      "#b02a4c", "#7a6a1f", "#4b5563", "#0f8b8d"};
    return colours[series % CHART_SERIES];
}

const char *chart_dashes(int series) {
    return series ? " stroke-dasharray='6 3'" : "";
}

void chart_begin(hra_text *out, double width, double height, int x, const char *title) {
    const double top = *title ? 0 : TITLE;
    hra_text_addf(
        out,
        "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' viewBox='0 %.0f %.0f %.0f' "
        "font-family=\"Helvetica,Arial,'DejaVu Sans',sans-serif\" font-size='13'>\n"
        "<rect",
        width, height - top, top, width, height - top);
    if (!*title)
        hra_text_addf(out, " y='%.0f'", top);
    hra_text_addf(out, " width='%.0f' height='%.0f' fill='white'/>\n", width, height - top);
    if (*title)
        chart_text(out, x, 26, "start", " font-size='16'", title);
}

void chart_end(hra_text *out) {
    hra_text_add(out, "</svg>\n");
}

void chart_text(hra_text *out, double x, double y, const char *anchor, const char *attributes,
                const char *text) {
    hra_text_addf(out, "<text x='%.6g' y='%.6g' text-anchor='%s'%s>", x, y, anchor, attributes);
    hra_text_add_xml(out, text);
    hra_text_add(out, "</text>\n");
}

double chart_at(const chart_axis *axis, double value) {
    return axis->from + (value - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
}

chart_axis chart_round(double low, double high, int parts, double from, double to) {
    double step = high > low ? hra_stats_step(high - low, parts) : 1;
    low = floor(low / step) * step;
    return (chart_axis){low, fmax(ceil(high / step), low / step + 1) * step, from, to};
}

/* The marks from the first round number within the axis on; false: there are no more. */
static bool next_mark(const chart_axis *axis, int parts, int i, double *value) {
    double step = hra_stats_step(axis->high - axis->low, parts);
    *value = ceil(axis->low / step - 1e-9) * step + i * step + 0.0;
    if (fabs(*value) < step / 2)
        *value = 0;
    return *value <= axis->high + step * 1e-9;
}

void chart_across(hra_text *out, const chart_axis *axis, int parts, double y) {
    double value;
    hra_text_addf(out, "<path d='M%.6g %.6gH%.6g' stroke='#333' fill='none'/>\n", axis->from, y, axis->to);
    for (int i = 0; next_mark(axis, parts, i, &value); i++) {
        double x = chart_at(axis, value);
        hra_text_addf(out,
                      "<path d='M%.1f %.6gv6' stroke='#333'/>"
                      "<text x='%.1f' y='%.6g' text-anchor='middle'>%.6G</text>\n",
                      x, y, x, y + 22, value);
    }
}

void chart_up(hra_text *out, const chart_axis *axis, int parts, double left, double right, double factor,
              const char *unit) {
    double value;
    for (int i = 0; next_mark(axis, parts, i, &value); i++) {
        double y = chart_at(axis, value);
        hra_text_addf(out,
                      "<path d='M%.6g %.1fH%.6g' stroke='#ddd'/>"
                      "<text x='%.6g' y='%.1f' text-anchor='end'>%.4G%s</text>\n",
                      left, y, right, left - 9, y + 4, factor * value, unit);
    }
    hra_text_addf(out, "<path d='M%.6g %.6gV%.6g' stroke='#333' fill='none'/>\n", left, axis->to, axis->from);
}

void chart_name_across(hra_text *out, const chart_axis *axis, double y, const char *name) {
    chart_text(out, (axis->from + axis->to) / 2, y, "middle", "", name);
}

void chart_name_up(hra_text *out, const chart_axis *axis, const char *name) {
    hra_text_addf(out, "<text transform='translate(14 %.6g) rotate(-90)' text-anchor='middle'>",
                  (axis->from + axis->to) / 2);
    hra_text_add_xml(out, name);
    hra_text_add(out, "</text>\n");
}
