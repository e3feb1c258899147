/* The project's texts, which are Markdown of a plain kind, as lines of a terminal. */
#ifndef HRA_TERM_MARKDOWN_H
#define HRA_TERM_MARKDOWN_H

#include <hra/hra.h>

/* Appends the lines, ended by NULL, without marks of emphasis, pictures and addresses of links within the
 * project; paragraphs and cells of tables are broken to `width` columns. */
void prose_add(const char *const *lines, int width, hra_text *out);

#endif
