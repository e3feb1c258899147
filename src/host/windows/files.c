/* Files and folders by the calls of POSIX, on those of Windows. Files are opened so that others may rename and
 * remove them meanwhile, as POSIX has it. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <windows.h>

#include "wide.h"

#undef open

enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

static HANDLE handle_of(int file) {
    return (HANDLE)_get_osfhandle(file);
}

/* ---- opening --------------------------------------------------------------------------------*/

static DWORD access_of(int flags) {
    const int way = flags & (O_RDONLY | O_WRONLY | O_RDWR);
    if (flags & O_APPEND)
        return (way == O_RDWR ? GENERIC_READ : 0) | FILE_APPEND_DATA | FILE_READ_ATTRIBUTES | SYNCHRONIZE;
    return way == O_RDONLY ? GENERIC_READ : way == O_WRONLY ? GENERIC_WRITE : GENERIC_READ | GENERIC_WRITE;
}

static int open_wide(const wchar_t *path, int flags) {
    const DWORD how = !(flags & O_CREAT) ? flags & O_TRUNC ? TRUNCATE_EXISTING : OPEN_EXISTING
                      : flags & O_EXCL   ? CREATE_NEW
                      : flags & O_TRUNC  ? CREATE_ALWAYS
                                         : OPEN_ALWAYS;
    const DWORD is = GetFileAttributesW(path);
    const bool there = is != INVALID_FILE_ATTRIBUTES, folder = there && (is & FILE_ATTRIBUTE_DIRECTORY);
    if (there && (flags & O_NOFOLLOW) && (is & FILE_ATTRIBUTE_REPARSE_POINT)) {
        errno = ELOOP;
        return -1;
    }
    if (folder ? (flags & (O_WRONLY | O_RDWR)) != 0 : there && (flags & O_DIRECTORY)) {
        errno = folder ? EISDIR : ENOTDIR;
        return -1;
    }
    HANDLE handle = CreateFileW(path, access_of(flags), SHARED, NULL, how,
                                folder ? FILE_FLAG_BACKUP_SEMANTICS : FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return windows_failed();
    int file = _open_osfhandle((intptr_t)handle, (flags & (O_RDONLY | O_WRONLY | O_RDWR | O_APPEND)) |
                                                     _O_BINARY | _O_NOINHERIT);
    if (file < 0)
        CloseHandle(handle);
    return file;
}

int posix_open(const char *path, int flags, ...) {
    wchar_t wide[WINDOWS_PATH];
    return windows_wide(path, wide) ? open_wide(wide, flags) : -1;
}

int openat(int folder, const char *path, int flags, ...) {
    wchar_t wide[WINDOWS_PATH];
    return windows_wide_at(folder, path, wide) ? open_wide(wide, flags) : -1;
}

#undef fopen
FILE *posix_fopen(const char *path, const char *mode) {
    const int flags = strchr(mode, '+') ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    const int file = posix_open(path, flags | (mode[0] == 'w'   ? O_CREAT | O_TRUNC
                                               : mode[0] == 'a' ? O_CREAT | O_APPEND
                                                                : 0));
    char binary[8] = {mode[0], 'b', strchr(mode, '+') ? '+' : '\0'};
    FILE *stream = file < 0 ? NULL : _fdopen(file, binary);
    if (!stream && file >= 0)
        _close(file);
    return stream;
}

int posix_mkstemps(char *path, int ending) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    const size_t length = strlen(path);
    char *x = path + length - (size_t)ending - 6;
    if (length < 6 + (size_t)ending)
        return errno = EINVAL, -1;
    for (int tries = 0; tries < 100; tries++) {
        unsigned char chance[6];
        if (getentropy(chance, sizeof chance) != 0)
            return -1;
        for (int i = 0; i < 6; i++)
            x[i] = letters[chance[i] % (sizeof letters - 1)];
        const int file = posix_open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

char *realpath(const char *path, char *out) {
    wchar_t wide[WINDOWS_PATH];
    const int file = posix_open(path, O_RDONLY);
    const bool known = file >= 0 && GetFinalPathNameByHandleW(handle_of(file), wide, WINDOWS_PATH, 0) > 0;
    if (file >= 0)
        _close(file);
    char *to = known ? out ? out : malloc(WINDOWS_PATH) : NULL;
    if (to && !windows_narrow(wide, to, WINDOWS_PATH)) {
        if (!out)
            free(to);
        return NULL;
    }
    return to;
}

/* "/proc/self/exe" is the one link that hra reads. */
ssize_t readlink(const char *path, char *out, size_t size) {
    wchar_t wide[WINDOWS_PATH];
    char name[WINDOWS_PATH];
    if (strcmp(path, "/proc/self/exe") != 0)
        return errno = EINVAL, -1;
    const DWORD length = GetModuleFileNameW(NULL, wide, WINDOWS_PATH);
    if (length == 0 || length >= WINDOWS_PATH || !windows_narrow(wide, name, WINDOWS_PATH))
        return windows_failed();
    const size_t n = strlen(name) < size ? strlen(name) : size;
    memcpy(out, name, n);
    return (ssize_t)n;
}

/* ---- what a file is -------------------------------------------------------------------------*/

static struct timespec time_of(FILETIME time) {
    const long long ticks =
        ((long long)time.dwHighDateTime << 32 | time.dwLowDateTime) - 116444736000000000LL;
    return (struct timespec){.tv_sec = ticks / 10000000, .tv_nsec = (long)(ticks % 10000000 * 100)};
}

int posix_fstat(int file, struct posix_stat *out) {
    HANDLE handle = handle_of(file);
    BY_HANDLE_FILE_INFORMATION info;
    FILE_STANDARD_INFO standard = {0};
    *out = (struct posix_stat){0};
    if (handle == INVALID_HANDLE_VALUE)
        return errno = EBADF, -1;
    const DWORD type = GetFileType(handle);
    if (type != FILE_TYPE_DISK) {
        out->st_mode = type == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR;
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &info))
        return windows_failed();
    const bool gone = GetFileInformationByHandleEx(handle, FileStandardInfo, &standard, sizeof standard) &&
                      standard.DeletePending;
    const bool folder = info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    out->st_mode = (folder ? S_IFDIR | 0700u : S_IFREG | 0600u) &
                   ~(info.dwFileAttributes & FILE_ATTRIBUTE_READONLY && !folder ? 0200u : 0u);
    out->st_dev = info.dwVolumeSerialNumber;
    out->st_ino = (unsigned long long)info.nFileIndexHigh << 32 | info.nFileIndexLow;
    out->st_nlink = gone ? 0 : info.nNumberOfLinks;
    out->st_size = (long long)info.nFileSizeHigh << 32 | info.nFileSizeLow;
    out->st_mtim = time_of(info.ftLastWriteTime);
    out->st_mtime = out->st_mtim.tv_sec;
    return 0;
}

static int stat_wide(const wchar_t *path, struct posix_stat *out, bool follow) {
    HANDLE handle =
        CreateFileW(path, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING,
                    FILE_FLAG_BACKUP_SEMANTICS | (follow ? 0 : FILE_FLAG_OPEN_REPARSE_POINT), NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return windows_failed();
    const int file = _open_osfhandle((intptr_t)handle, _O_BINARY);
    if (file < 0) {
        CloseHandle(handle);
        return -1;
    }
    const int result = posix_fstat(file, out);
    _close(file);
    return result;
}

int posix_stat(const char *path, struct posix_stat *out) {
    wchar_t wide[WINDOWS_PATH];
    return windows_wide(path, wide) ? stat_wide(wide, out, true) : -1;
}

int posix_lstat(const char *path, struct posix_stat *out) {
    wchar_t wide[WINDOWS_PATH];
    return windows_wide(path, wide) ? stat_wide(wide, out, false) : -1;
}

int posix_fstatat(int folder, const char *path, struct posix_stat *out, int flags) {
    wchar_t wide[WINDOWS_PATH];
    return windows_wide_at(folder, path, wide) ? stat_wide(wide, out, !(flags & AT_SYMLINK_NOFOLLOW)) : -1;
}

int posix_access(const char *path, int how) {
    struct posix_stat info;
    if (posix_stat(path, &info) != 0)
        return -1;
    if ((how & W_OK) && !(info.st_mode & 0200))
        return errno = EACCES, -1;
    return 0;
}

int statvfs(const char *path, struct statvfs *out) {
    wchar_t wide[WINDOWS_PATH];
    ULARGE_INTEGER there;
    if (!windows_wide(path, wide))
        return -1;
    if (!GetDiskFreeSpaceExW(wide, &there, NULL, NULL))
        return windows_failed();
    *out = (struct statvfs){.f_bavail = there.QuadPart, .f_frsize = 1};
    return 0;
}

/* ---- reading and writing at a place, locks --------------------------------------------------*/

static ssize_t transfer(int file, void *to, const void *from, size_t size, long long at) {
    OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
    const DWORD most = size < 1u << 30 ? (DWORD)size : 1u << 30;
    DWORD done = 0;
    if (to ? ReadFile(handle_of(file), to, most, &done, &place)
           : WriteFile(handle_of(file), from, most, &done, &place))
        return done;
    return GetLastError() == ERROR_HANDLE_EOF ? 0 : windows_failed();
}

ssize_t pread(int file, void *bytes, size_t size, long long at) {
    return transfer(file, bytes, NULL, size, at);
}

ssize_t pwrite(int file, const void *bytes, size_t size, long long at) {
    return transfer(file, NULL, bytes, size, at);
}

/* A folder has nothing to write: Windows writes names with the file. What was opened to be read is opened again, for only
 * who may write may ask for this. */
int fsync(int file) {
    struct posix_stat info;
    if (posix_fstat(file, &info) == 0 && S_ISDIR(info.st_mode))
        return 0;
    if (FlushFileBuffers(handle_of(file)))
        return 0;
    HANDLE writing = ReOpenFile(handle_of(file), GENERIC_WRITE, SHARED, 0);
    const bool flushed = writing != INVALID_HANDLE_VALUE && FlushFileBuffers(writing);
    const int result = flushed ? 0 : windows_failed();
    if (writing != INVALID_HANDLE_VALUE)
        CloseHandle(writing);
    return result;
}

int fchmod(int file, int mode) {
    (void)file, (void)mode;
    return 0;
}

/* Windows keeps others from reading what is locked: so a byte far behind the end of every file is. */
int flock(int file, int how) {
    OVERLAPPED place = {.OffsetHigh = 0x7fffffff};
    if (how & LOCK_UN)
        return UnlockFileEx(handle_of(file), 0, 1, 0, &place) ? 0 : windows_failed();
    const DWORD flags =
        (how & LOCK_EX ? LOCKFILE_EXCLUSIVE_LOCK : 0u) | (how & LOCK_NB ? LOCKFILE_FAIL_IMMEDIATELY : 0u);
    if (LockFileEx(handle_of(file), flags, 0, 1, 0, &place))
        return 0;
    if (GetLastError() == ERROR_LOCK_VIOLATION || GetLastError() == ERROR_IO_PENDING)
        return errno = EWOULDBLOCK, -1;
    return windows_failed();
}

/* ---- names ----------------------------------------------------------------------------------*/

/* Elsewhere a file that is open can be renamed, but not replaced: it goes out of the way first, and comes back if the new
 * one cannot have its name. */
static bool replace_open(const wchar_t *from, const wchar_t *to) {
    wchar_t aside[WINDOWS_PATH];
    const DWORD reason = GetLastError();
    const size_t length = wcslen(to);
    if ((reason != ERROR_ACCESS_DENIED && reason != ERROR_SHARING_VIOLATION) || length + 3 > WINDOWS_PATH)
        return false;
    memcpy(aside, to, length * sizeof *to);
    memcpy(aside + length, L"~~", sizeof L"~~");
    if (!MoveFileExW(to, aside, MOVEFILE_REPLACE_EXISTING))
        return false;
    if (MoveFileExW(from, to, MOVEFILE_WRITE_THROUGH)) {
        (void)DeleteFileW(aside);
        return true;
    }
    (void)MoveFileExW(aside, to, 0);
    return false;
}

/* As POSIX has it where the file system can (NTFS from Windows 10 on): also over a file that is open. */
static int rename_wide(const wchar_t *from, const wchar_t *to) {
    enum { RENAME_INFO_EX = 22, REPLACE = 1, POSIX_WAY = 2 };
    struct {
        DWORD flags;
        HANDLE root;
        DWORD length;
        wchar_t name[WINDOWS_PATH];
    } info = {.flags = REPLACE | POSIX_WAY};
    wchar_t whole[WINDOWS_PATH];
    const DWORD length = GetFullPathNameW(to, WINDOWS_PATH, whole, NULL);
    HANDLE handle = CreateFileW(from, DELETE | SYNCHRONIZE, SHARED, NULL, OPEN_EXISTING,
                                FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return windows_failed();
    bool done = false;
    if (length > 0 && length < WINDOWS_PATH) {
        memcpy(info.name, whole, (length + 1) * sizeof *whole);
        info.length = length * (DWORD)sizeof *whole;
        done =
            SetFileInformationByHandle(handle, (FILE_INFO_BY_HANDLE_CLASS)RENAME_INFO_EX, &info, sizeof info);
    }
    CloseHandle(handle);
    return done || MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ||
                   replace_open(from, to)
               ? 0
               : windows_failed();
}

int posix_rename(const char *from, const char *to) {
    wchar_t old[WINDOWS_PATH], new[WINDOWS_PATH];
    return windows_wide(from, old) && windows_wide(to, new) ? rename_wide(old, new) : -1;
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    wchar_t old[WINDOWS_PATH], new[WINDOWS_PATH];
    return windows_wide_at(from_folder, from, old) && windows_wide_at(to_folder, to, new)
               ? rename_wide(old, new)
               : -1;
}

int link(const char *from, const char *to) {
    wchar_t old[WINDOWS_PATH], new[WINDOWS_PATH];
    if (!windows_wide(from, old) || !windows_wide(to, new))
        return -1;
    return CreateHardLinkW(new, old, NULL) ? 0 : windows_failed();
}

int posix_unlink(const char *path) {
    wchar_t wide[WINDOWS_PATH];
    return !windows_wide(path, wide) ? -1 : DeleteFileW(wide) ? 0 : windows_failed();
}

int unlinkat(int folder, const char *path, int flags) {
    wchar_t wide[WINDOWS_PATH];
    (void)flags;
    return !windows_wide_at(folder, path, wide) ? -1 : DeleteFileW(wide) ? 0 : windows_failed();
}

int posix_mkdir(const char *path, int mode) {
    wchar_t wide[WINDOWS_PATH];
    (void)mode;
    if (!windows_wide(path, wide))
        return -1;
    if (CreateDirectoryW(wide, NULL))
        return 0;
    const DWORD is = GetFileAttributesW(wide); /* a drive may not be made, and is there */
    if (is != INVALID_FILE_ATTRIBUTES && (is & FILE_ATTRIBUTE_DIRECTORY))
        return errno = EEXIST, -1;
    return windows_failed();
}

int mkdirat(int folder, const char *path, int mode) {
    wchar_t wide[WINDOWS_PATH];
    (void)mode;
    return !windows_wide_at(folder, path, wide) ? -1 : CreateDirectoryW(wide, NULL) ? 0 : windows_failed();
}
