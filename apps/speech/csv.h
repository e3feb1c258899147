/* Cells of CSV (RFC 4180), for spreadsheets and programs: always in English, numbers with a point. */
#ifndef APPS_SPEECH_CSV_H
#define APPS_SPEECH_CSV_H

#include "hra/base.h"

/* Appends a text as a cell. A spreadsheet takes a cell that begins with = + - @ for a formula, so that a name out of a file
 * could run one: an apostrophe before it makes it text. What would steer a terminal becomes '?'. */
void csv_text(hra_text *out, const char *text);
/* Appends the heading of a column: "time per game", "ms" as time_per_game_ms; "%" as percent; unit "": none. */
void csv_heading(hra_text *out, const char *name, const char *unit);
/* Appends a number that was measured, with six digits; an integer with all. */
void csv_measured(hra_text *out, double value);

#endif
