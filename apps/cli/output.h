/* Where a command writes: a file that was named, or standard output. */
#ifndef HRA_CLI_OUTPUT_H
#define HRA_CLI_OUTPUT_H

#include "term/say.h"

/* Before long work: whether a file could be written now. False: why not was said. NULL: nothing is asked. */
bool output_fits(const char *file);

/* Writes the text to `file`, NULL: to standard output. A file is written whole under another name beside it
 * first, so that under its own there is never a half; a device or a pipe is written to. Exit status; what
 * went wrong was said. */
int output_write(const char *file, const hra_text *text);

/* Behind a rename: what was renamed is where a power cut leaves it. False: errno says why. */
bool output_sync_folder(const char *path);

#endif
