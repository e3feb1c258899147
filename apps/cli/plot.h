/* Histograms, as text and as SVG. */
#ifndef HRA_CLI_PLOT_H
#define HRA_CLI_PLOT_H

#include <hra/hra.h>

/* At most `rows` bars of equal width in value. */
void plot_text(hra_stats *stats, int rows, hra_text *out);
/* A picture of 800 x 400 with axes; `titles` one per series, at most 8. */
void plot_svg(hra_stats *const *stats, const char *const *titles, int count, const char *title,
              hra_text *out);

#endif
