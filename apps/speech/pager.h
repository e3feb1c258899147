/* Texts that are longer than a screen. */
#ifndef HRA_SPEECH_PAGER_H
#define HRA_SPEECH_PAGER_H

#include <hra/hra.h>

/* Says a text and releases it, on a terminal a screenful at a time. Returns an exit status. */
int pages_show(hra_text *text);

#endif
