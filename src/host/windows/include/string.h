/* What mingw-w64's header lacks. */
#ifndef HRA_WINDOWS_STRING_H
#define HRA_WINDOWS_STRING_H

#include_next <string.h>

char *strndup(const char *text, size_t most);

#endif
