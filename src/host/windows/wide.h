/* Names of files: UTF-8 in hra, UTF-16 in Windows. */
#ifndef HRA_WINDOWS_WIDE_H
#define HRA_WINDOWS_WIDE_H

#include <stdbool.h>
#include <wchar.h>

enum { WINDOWS_PATH = 4096 /* characters of a path */ };

/* False: it is too long, or not UTF-8; errno says so. "/dev/null" is NUL. */
bool windows_wide(const char *text, wchar_t out[WINDOWS_PATH]);
/* With '/' between folders. */
bool windows_narrow(const wchar_t *text, char *out, int capacity);
/* The path of something in an open folder. */
bool windows_wide_at(int folder, const char *path, wchar_t out[WINDOWS_PATH]);
/* errno from what Windows says; -1. */
int windows_failed(void);

#endif
