/* Pictures in other formats, by the program rsvg-convert (Debian: librsvg2-bin), where it is installed. */
#ifndef HRA_COMMANDS_CONVERT_H
#define HRA_COMMANDS_CONVERT_H

#include <hra/hra.h>

/* Whether the program is in a directory of PATH. */
bool convert_is_there(void);
/* Appends an SVG picture in the format "png" or "pdf". False: it was not converted, and the program has said why on
 * standard error, or errno does. */
bool convert_picture(const hra_text *svg, const char *format, hra_text *out);

#endif
