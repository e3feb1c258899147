/* Programs for tests of the other end of a protocol: each goes by a script. `> line` is what it expects, `< line` what it
 * answers; "stop" sets the stop, "hang" is silent from then on, "end" ends. NULL is the end of a script. */
#ifndef HRA_TESTS_SCRIPTED_H
#define HRA_TESTS_SCRIPTED_H

#include "hra/host.h"

/* What a host lends: one script for each program that is started. */
typedef struct scripts {
    const char *command; /* by which each is to be started */
    const char *const *script[8];
    int started, running;
    hra_stop stop;
} scripts;

/* The member `run` of a host whose `self` is the scripts. */
hra_err scripts_start(void *self, const char *command, const char *log, hra_channel **out, hra_error *why);

#endif
