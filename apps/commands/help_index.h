/* docs/index.txt and its translations as the program has them: which page explains which term; and the pages that
 * docs/translations.txt lists. */
#ifndef HRA_COMMANDS_HELP_INDEX_H
#define HRA_COMMANDS_HELP_INDEX_H

#include <stdbool.h>

#include "hra/base.h"

typedef struct help_term {
    const char *language; /* "cs"; NULL: English */
    const char *terms;    /* the term and its other spellings, with "; " between them */
    const char *page;     /* in docs */
    const char *sentence; /* what it is */
} help_term;

extern const help_term help_index[];          /* ended by NULL terms */
extern const char *const help_translations[]; /* "docs/lesson.cs.md", ended by NULL */

/* Adds the path of a page of docs, "lesson.md", in the language of the process if it is translated. */
void help_add_page(hra_text *t, const char *page);
/* Whether a term is for this process: in its language, or in English if its page has none in that language. */
bool help_is_shown(const help_term *t);
/* Whether the index names such a page. */
bool help_has_page(const char *page);

#endif
