/* Texts that are longer than a screen. */
#ifndef HRA_SPEECH_PAGER_H
#define HRA_SPEECH_PAGER_H

#include <hra/hra.h>

/* Says a text and releases it, on a terminal a screenful at a time. Returns an exit status. */
int pages_show(hra_text *text);

/* Between these two what is printed is a text that pages_show shows; on anything but a terminal it is printed at once.
 * pages_end returns `status`, or if that is 0 the exit status of showing. */
void pages_begin(hra_text *text);
int pages_end(hra_text *text, int status);

#endif
