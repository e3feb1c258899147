/* What the faults are tried on: every command, doing little. */
#ifndef FAULT_SCENES_H
#define FAULT_SCENES_H

#include <stdbool.h>

typedef struct scene {
    const char *name;
    const char *before[4];    /* commands that make the files it finds */
    const char *before_input; /* of those */
    const char *command, *input;
    const char *tells; /* what its output says where a fault is answered there */
    bool serves;       /* it is a server: somebody asks it, and ends it */
} scene;

extern const scene scenes[]; /* ended by one without a name */

#endif
