/* Options, within the library. */
#ifndef HRA_RULES_OPTIONS_H
#define HRA_RULES_OPTIONS_H

#include "hra/spec.h"

/* Whether the table has an option of this name. */
bool hra_options_has(const hra_options *options, const char *name);

#endif
