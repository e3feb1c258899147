/* Programs that run beside this one, by the calls of POSIX: each has a group of processes of its own and is
 * spoken to through its standard input and output. */
#ifndef HRA_HOST_PROCESS_H
#define HRA_HOST_PROCESS_H

#include "hra/host.h"

/* Starts a command line of the shell. `log` (NULL: none) is a file to which each line of the dialogue is
 * appended, as "PID > line" what goes to the program and "PID < line" what comes from it, and between them
 * whatever it writes to its standard error. The program and all that it starts in its group are killed when
 * this one dies. HRA_EIO: no process could be made, or the log cannot be written; HRA_ENOMEM; HRA_EFIT:
 * this build cannot run programs. */
hra_err hra_process_open(hra_channel **out, const char *command, const char *log, hra_error *why);

#endif
