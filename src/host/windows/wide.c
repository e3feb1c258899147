/* Names of files, and errors, between POSIX and Windows. */
#include <errno.h>
#include <io.h>
#include <string.h>
#include <windows.h>

#include "wide.h"

bool windows_wide(const char *text, wchar_t out[WINDOWS_PATH]) {
    if (strcmp(text, "/dev/null") == 0)
        text = "NUL";
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, out, WINDOWS_PATH) > 0)
        return true;
    errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : ENOENT;
    return false;
}

bool windows_narrow(const wchar_t *text, char *out, int capacity) {
    if (wcsncmp(text, L"\\\\?\\UNC\\", 8) == 0) {
        if (WideCharToMultiByte(CP_UTF8, 0, text + 6, -1, out, capacity, NULL, NULL) <= 0)
            return false;
        out[0] = '\\';
    } else {
        text += wcsncmp(text, L"\\\\?\\", 4) == 0 ? 4 : 0;
        if (WideCharToMultiByte(CP_UTF8, 0, text, -1, out, capacity, NULL, NULL) <= 0)
            return false;
    }
    for (char *at = out; *at; at++)
        *at = *at == '\\' ? '/' : *at;
    return true;
}

bool windows_wide_at(int folder, const char *path, wchar_t out[WINDOWS_PATH]) {
    wchar_t rest[WINDOWS_PATH];
    HANDLE handle = (HANDLE)_get_osfhandle(folder);
    DWORD length = GetFinalPathNameByHandleW(handle, out, WINDOWS_PATH, 0);
    if (length == 0 || length >= WINDOWS_PATH) {
        (void)windows_failed();
        return false;
    }
    if (!windows_wide(path, rest))
        return false;
    if (length + 1 + wcslen(rest) >= WINDOWS_PATH) {
        errno = ENAMETOOLONG;
        return false;
    }
    out[length] = L'\\';
    for (wchar_t *to = out + length + 1, *from = rest;; to++, from++) {
        *to = *from == L'/' ? L'\\' : *from;
        if (!*from)
            return true;
    }
}

int windows_failed(void) {
    static const struct {
        DWORD windows;
        int posix;
    } numbers[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
    };
    const DWORD error = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].windows == error)
            errno = numbers[i].posix;
    return -1;
}
