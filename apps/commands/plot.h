/* Histograms, as text and as SVG. */
#ifndef HRA_COMMANDS_PLOT_H
#define HRA_COMMANDS_PLOT_H

#include <hra/hra.h>

extern const char *const plot_colours[8]; /* of players, as SVG has them */

/* At most `rows` bars of equal width in value, the last one with the thin tail beyond it, and both axes. */
void plot_text(hra_stats *stats, int rows, hra_text *out);
/* A picture of 800 x 400 over the whole range, with both axes; `titles` one per series, at most 8. */
void plot_svg(hra_stats *const *stats, const char *const *titles, int count, const char *title,
              hra_text *out);

#endif
