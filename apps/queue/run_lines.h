/* The lines of a run's spec, by the options that a person types for them. */
#ifndef HRA_QUEUE_RUN_LINES_H
#define HRA_QUEUE_RUN_LINES_H

#include <hra/hra.h>

/* Whether a run of this kind has the value of this option of its command in its spec. */
bool run_has_option(const char *kind, const char *option);
/* Appends the option as it would be typed to begin this run: "--games 2000", "--rotate"; nothing: the run was begun
 * without it. */
void run_add_option(const char *kind, const char *spec, const char *option, hra_text *out);
/* Appends a line of a spec, "games 2000", as it would be typed: "--games 2000", "player random"; nothing for a flag that
 * is not set. */
void run_add_line(const char *kind, const char *line, size_t length, hra_text *out);
/* What people call a kind of work, with its article: "a match". Static. */
const char *run_called(const char *kind);

#endif
