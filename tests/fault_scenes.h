/* What the faults are tried on: every command, doing little. */
#ifndef FAULT_SCENES_H
#define FAULT_SCENES_H

typedef struct scene {
    const char *name;
    const char *before[4];    /* commands that make the files it finds */
    const char *before_input; /* of those */
    const char *command, *input;
    int status; /* of the command where nothing fails */
} scene;

extern const scene scenes[]; /* ended by one without a name */

#endif
