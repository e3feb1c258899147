/* Pictures in other formats, by the program rsvg-convert (Debian: librsvg2-bin), where it is installed. */
#ifndef HRA_COMMANDS_CONVERT_H
#define HRA_COMMANDS_CONVERT_H

#include <hra/hra.h>

/* Whether the program is in a directory of PATH. */
bool convert_is_there(void);
/* Appends SVG pictures in the format "png", which has one, or "pdf", a page each. False: they were not converted, and the
 * program has said why on standard error, or errno does. */
bool convert_pictures(const hra_text *svg, int count, const char *format, hra_text *out);

#endif
