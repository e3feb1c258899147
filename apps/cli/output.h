/* Where a command writes: a file that was named, or standard output. */
#ifndef HRA_CLI_OUTPUT_H
#define HRA_CLI_OUTPUT_H

#include "term/say.h"

/* Writes the text to `file`, NULL: to standard output. Exit status; what went wrong was said. */
int output_write(const char *file, const hra_text *text);

#endif
