/* A tournament as a picture. */
#ifndef HRA_COMMANDS_MEASURE_TOURNAMENT_PICTURE_H
#define HRA_COMMANDS_MEASURE_TOURNAMENT_PICTURE_H

#include "tournament_report.h"

/* Writes an SVG: ratings with what they may be off, who got what against whom, and of a test how its
 * log-likelihood ratio went. Exit status. */
int tournament_draw(const tournament *u, const char *file);

#endif
