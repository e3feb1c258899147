/* Reading the text of a position word by word. `at` is the index of the next character, moved on behind
 * what was read; blanks before it are passed over. */
#ifndef HRA_CORE_TOKEN_READER_H
#define HRA_CORE_TOKEN_READER_H

#include "hra/base.h"

void hra_scan_blanks(const char *text, int *at);
/* Whether this word stands there, in any case; else only the blanks are passed over. */
bool hra_scan_word(const char *text, int *at, const char *word);
/* A number of one to `digits` digits (at most 9); -1: none stands there. */
int hra_scan_number(const char *text, int *at, int digits);

#endif
