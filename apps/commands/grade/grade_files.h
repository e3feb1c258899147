/* The wrappers and templates of hra grade, docs/agents, which are part of the program. */
#ifndef HRA_COMMANDS_GRADE_FILES_H
#define HRA_COMMANDS_GRADE_FILES_H

typedef struct grade_file {
    const char *name;         /* "pacman.py" */
    const char *const *lines; /* ended by NULL */
} grade_file;

extern const grade_file grade_files[]; /* ended by a NULL name */

#endif
