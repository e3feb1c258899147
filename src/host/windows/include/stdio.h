/* Names in UTF-8, and a new file that takes the place of an old one. */
#ifndef HRA_WINDOWS_STDIO_H
#define HRA_WINDOWS_STDIO_H

#include_next <stdio.h>

int posix_rename(const char *from, const char *to);
FILE *posix_fopen(const char *path, const char *mode);
#define rename posix_rename
#define fopen posix_fopen

#endif
