/* docs/index.txt as the program has it: which page explains which term. */
#ifndef HRA_COMMANDS_HELP_INDEX_H
#define HRA_COMMANDS_HELP_INDEX_H

typedef struct help_term {
    const char *terms;    /* the term and its other spellings, with "; " between them */
    const char *page;     /* in docs */
    const char *sentence; /* what it is */
} help_term;

extern const help_term help_index[]; /* ended by NULL terms */

#endif
