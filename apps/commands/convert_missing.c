/* Pictures stay SVG on a system where no other program makes something else of them. */
#include "convert.h"

bool convert_is_there(void) {
    return false;
}

bool convert_pictures(const hra_text *svg, int count, const char *format, hra_text *out) {
    return false;
}
