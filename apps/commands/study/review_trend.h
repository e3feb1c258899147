/* Error rates over time, by player and game. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_TREND_H
#define HRA_COMMANDS_STUDY_REVIEW_TREND_H

#include "review_totals.h"

/* The name of a period for people: "2026-11", "2026", "unknown". */
const char *review_period_name(const review_row *row);
/* Writes a table for each player of each game, with a sparkline on a terminal that can show one. HRA_ENOMEM. */
hra_err review_trend_text(const review_totals *totals, review_period period, bool unicode, hra_text *out);
hra_err review_trend_json(const review_totals *totals, review_period period, hra_text *out); /* a line */

#endif
