/* Text as JSON, for what writes JSON by hand. */
#ifndef HRA_CORE_TEXT_H
#define HRA_CORE_TEXT_H

#include "hra/base.h"

/* As a JSON string, in quotes. */
void hra_text_add_json(hra_text *text, const char *string);

#endif
