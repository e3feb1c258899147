/* Reading positions word by word. */
#include <string.h>
#include <strings.h>

#include "core/token_reader.h"

void hra_scan_blanks(const char *text, int *at) {
    while (text[*at] == ' ')
        ++*at;
}

bool hra_scan_word(const char *text, int *at, const char *word) {
    size_t length = strlen(word);
    hra_scan_blanks(text, at);
    if (strncasecmp(text + *at, word, length) != 0)
        return false;
    *at += (int)length;
    return true;
}

int hra_scan_number(const char *text, int *at, int digits) {
    hra_scan_blanks(text, at);
    int from = *at, x = 0;
    while (text[*at] >= '0' && text[*at] <= '9' && *at - from < digits)
        x = 10 * x + (text[(*at)++] - '0');
    return *at > from ? x : -1;
}
