/* Words of a line, in place. */
#ifndef HRA_CORE_WORDS_H
#define HRA_CORE_WORDS_H

#include "hra/base.h"

/* The first character that is not a blank. */
char *hra_words_skip(char *at);
/* Takes a word off the line, in place; one in double quotes is a string of JSON, wherever the quotes begin.
 * *word NULL: there is none left, or (HRA_EINPUT) its quotes do not end. */
hra_err hra_words_take(char **line, char **word, hra_error *why);
/* The one word that a line has, or none (NULL). HRA_EINPUT: its quotes do not end, or there are more. */
hra_err hra_words_only(char *line, char **out, hra_error *why);

#endif
