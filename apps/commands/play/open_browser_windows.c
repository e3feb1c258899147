/* By what Windows opens a file of this name with. */
#include <windows.h>

#include <shellapi.h>
#include <stdlib.h>

#include "open_browser.h"

enum { LONGEST = 4096 };

void open_browser(const char *path) {
    wchar_t wide[LONGEST];
    if (MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, LONGEST) <= 0)
        return;
    for (wchar_t *at = wide; *at; at++)
        *at = *at == L'/' ? L'\\' : *at;
    (void)ShellExecuteW(NULL, L"open", wide, NULL, NULL, SW_SHOWNORMAL);
}
