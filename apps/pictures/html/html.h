/* Pages of HTML that are one file: no script, nothing from elsewhere, a policy of their own.
 *
 * Every text that is not of the program itself, such as a name out of a file, is written by html_text or html_element,
 * and by nothing else: they write it by hra_text_add_xml, as pictures do. */
#ifndef HRA_PICTURES_HTML_HTML_H
#define HRA_PICTURES_HTML_HTML_H

#include <hra/hra.h>

/* Begins a page in the language of the process; `style` is CSS of the program. html_end ends it. */
void html_begin(hra_text *out, const char *title, const char *const *style, int styles);
void html_end(hra_text *out);

/* Appends a text: what could be markup, steer a terminal or turn the direction of text is made harmless. */
void html_text(hra_text *out, const char *text);
/* The same, apart from the text around it, whose direction it does not change: for names and words out of files. */
void html_foreign(hra_text *out, const char *text);
/* Appends an element with a text; class "": none. The tag and the class are words of the program. */
void html_element(hra_text *out, const char *tag, const char *class, const char *text);

#endif
