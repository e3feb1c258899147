/* Short names for the sources of the library, of which po/extract.sh makes the list of all sentences. */
#ifndef HRA_CORE_MESSAGES_H
#define HRA_CORE_MESSAGES_H

#include "hra/language.h"

#define _(english) hra_translate(english)
#define _n(one, many, n) hra_translate_many(one, many, (uint64_t)(n))
#define N_(english) english /* in a table; what shows it passes it through _() */

/* hra_language_load of bytes that malloc gave, which are freed with an error, or when another is taken. */
hra_err hra_language_keep(char *bytes, size_t length);

/* Letters that stand for things on a drawing, one for each: the translation where it is as many letters of
 * ASCII, of one size with those in English, and no two are the same. */
const char *hra_signs(const char *english);

/* ", " between numbers; "; " in a language with a decimal comma, which would be lost among commas. */
const char *hra_between_numbers(void);

#endif
