/* Charts as SVG: the frame, axes with round numbers, series that differ without colour too. All charts of
 * the program are drawn with these. The text remembers all errors, a lack of memory too. */
#ifndef HRA_PICTURES_CHART_CHART_H
#define HRA_PICTURES_CHART_CHART_H

#include <hra/hra.h>

enum { CHART_SERIES = 8 }; /* at most, of one chart */

/* The colour of a series; more than CHART_SERIES begin again. */
const char *chart_colour(int series);
/* An attribute of its lines, " stroke-dasharray='...'", or "": the first is drawn through. */
const char *chart_dashes(int series);

/* The picture on white ground, with its title at (x, y = 26), lower without one; chart_end closes it. */
void chart_begin(hra_text *out, double width, double height, int x, const char *title);
void chart_end(hra_text *out);

/* A line of values on the paper: `low` lies at pixel `from`, `high` at pixel `to`. */
typedef struct chart_axis {
    double low, high, from, to;
} chart_axis;

double chart_at(const chart_axis *axis, double value);
/* With bounds moved out to round numbers, about `parts` of them. */
chart_axis chart_round(double low, double high, int parts, double from, double to);

/* About `parts` marks below a line at pixel y that goes along the axis, with their numbers. */
void chart_across(hra_text *out, const chart_axis *axis, int parts, double y);
/* About `parts` grid lines from pixel `left` to `right`, with their numbers, times `factor` and with `unit` behind them. */
void chart_up(hra_text *out, const chart_axis *axis, int parts, double left, double right, double factor,
              const char *unit);
/* What an axis counts: below the middle of one across, or beside that of one upwards, turned. */
void chart_name_across(hra_text *out, const chart_axis *axis, double y, const char *name);
void chart_name_up(hra_text *out, const chart_axis *axis, const char *name);

/* A text; anchor "start", "middle" or "end", with further attributes, such as " fill='#333'", or "". */
void chart_text(hra_text *out, double x, double y, const char *anchor, const char *attributes,
                const char *text);

#endif
