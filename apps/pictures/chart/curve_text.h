/* A curve in characters, and drawn in place on a terminal while it grows. */
#ifndef HRA_PICTURES_CHART_CURVE_TEXT_H
#define HRA_PICTURES_CHART_CURVE_TEXT_H

#include "curve.h"

/* Appends a chart of about 30 columns and 2 rows at least: marks, both axes with their bounds, and a line that says whose
 * mark is which; without two different moments it appends nothing. At most CURVE_LINES lines. */
void curve_text(const curve *c, const char *const *titles, int count, const curve_axes *axes, int columns,
                int rows, hra_text *out);

/* Draws the chart on a terminal that can be drawn in place, below what was printed, in place of the one before; else
 * nothing. No state of the terminal is changed, so that the program may end at any time. */
void curve_live_draw(const curve *c, const char *const *titles, int count, const curve_axes *axes);
/* Removes the chart, so that lines can be printed where it was. */
void curve_live_erase(void);
/* The chart stays where it is, and what follows is printed below it. */
void curve_live_leave(void);

#endif
