/* Every registered game in several sets of options. */
#ifndef HRA_TESTS_SPECS_H
#define HRA_TESTS_SPECS_H

#include "hra/hra.h"

enum { MAX_SPECS = 96 };

typedef struct spec_list {
    char spec[MAX_SPECS][HRA_SPEC_LENGTH];
    int count;
} spec_list;

/* Each game with its default options and with its least and greatest number of seats, and other options worth
 * playing. The first spec of each game is the default. */
void specs_list(spec_list *list);

#endif
