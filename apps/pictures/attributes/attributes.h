/* Pictures without style sheets, for programs that read only the attributes of SVG. */
#ifndef HRA_PICTURES_ATTRIBUTES_ATTRIBUTES_H
#define HRA_PICTURES_ATTRIBUTES_ATTRIBUTES_H

#include <hra/hra.h>

/* Appends a picture of this program whose classes have become attributes. One with a script, or an animation by CSS, which need
 * their classes, is appended as it is. Selectors are of tags, classes and [class*=...], with ' ' and '>' between; those with ':' are
 * for pointers and keys, and go. Running out of memory is remembered in the text. */
void attributes_add(const char *svg, hra_text *out);

#endif
