/* hra replay --output: the games of a file in another format. */
#ifndef HRA_COMMANDS_REPLAY_OUTPUT_H
#define HRA_COMMANDS_REPLAY_OUTPUT_H

#include "commands/args.h"

/* Writes the chosen games of the file at `path`, or the last saved game if it is NULL, to the file that --output names, or standard
 * output; the format is --format, or its ending. Returns the exit status; errors were printed. */
int replay_output(const args *a, const char *path);

#endif
