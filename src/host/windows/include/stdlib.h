/* What mingw-w64's header lacks. */
#ifndef HRA_WINDOWS_STDLIB_H
#define HRA_WINDOWS_STDLIB_H

#include_next <stdlib.h>

int posix_mkstemps(char *path, int ending);
char *realpath(const char *path, char *out);
#define mkstemp(path) posix_mkstemps(path, 0)
#define mkstemps posix_mkstemps
/* Freed by free, so aligned as malloc does it: vectors are moved by instructions that take any address (meson.build). */
#define aligned_alloc(alignment, size) malloc(size)

#endif
