/* Histograms, as text and as SVG. */
#ifndef HRA_PICTURES_CHART_HISTOGRAM_H
#define HRA_PICTURES_CHART_HISTOGRAM_H

#include <hra/hra.h>

/* At most `rows` bars of equal width in value, the last one with the thin tail beyond it, and both axes. */
void histogram_text(hra_stats *stats, int rows, hra_text *out);
/* A picture of 800 x 400 over the whole range, with both axes; `titles` one per series, at most CHART_SERIES. */
void histogram_svg(hra_stats *const *stats, const char *const *titles, int series, const char *title,
                   hra_text *out);

#endif
