#include "fault_plan.h"

#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <zstd.h>

static fault plan;
static fault_counts *counts; /* NULL: nothing is counted yet */

static struct timespec began;

int __real_clock_gettime(clockid_t clock, struct timespec *out);

void fault_begin(const fault *wanted, fault_counts *shared) {
    (void)__real_clock_gettime(CLOCK_MONOTONIC, &began);
    plan = *wanted;
    counts = shared;
}

/* ---- deciding -------------------------------------------------------------------------------*/

static bool is_due(fault_kind kind, fault_kind counted, bool lasts) {
    long call = __atomic_add_fetch(&counts->calls[counted], 1, __ATOMIC_RELAXED);
    bool due = plan.kind == kind && (call == plan.at || (lasts && plan.lasts && call > plan.at));
    if (due && __atomic_add_fetch(&counts->failed, 1, __ATOMIC_RELAXED) == 1 && plan.traced) {
        void *from[32];
        backtrace_symbols_fd(from, backtrace(from, 32), STDOUT_FILENO);
    }
    return due;
}

static bool is_out_of_memory(void) {
    if (!counts || !is_due(FAULT_MEMORY, FAULT_MEMORY, true))
        return false;
    errno = ENOMEM;
    return true;
}

static bool is_unreadable(void) {
    if (!counts || !is_due(FAULT_READ, FAULT_READ, true))
        return false;
    errno = plan.number;
    return true;
}

/* `fills`: the call needs room on the disk. */
static bool is_unwritable(bool fills) {
    fault_kind kind = plan.kind == FAULT_KILL ? FAULT_KILL : FAULT_FILE;
    if (!counts || !is_due(kind, FAULT_FILE, fills))
        return false;
    if (kind == FAULT_KILL && !(fills && plan.part))
        _exit(FAULT_KILLED);
    errno = plan.number;
    return true;
}

/* What cannot be removed stays: that is no fault to be told, but a moment to be killed in. */
static bool ends_here(void) {
    return plan.kind == FAULT_KILL && is_unwritable(false);
}

int __real_fstat64(int descriptor, struct stat *out);

static bool is_file(int descriptor) {
    struct stat info;
    return __real_fstat64(descriptor, &info) == 0 && S_ISREG(info.st_mode);
}

/* ---- memory ---------------------------------------------------------------------------------*/

#define WRAP(type, name, ...)                                                                                \
    type __real_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__)

WRAP(void *, malloc, size_t size) {
    return is_out_of_memory() ? NULL : __real_malloc(size);
}

WRAP(void *, calloc, size_t count, size_t size) {
    return is_out_of_memory() ? NULL : __real_calloc(count, size);
}

WRAP(void *, realloc, void *at, size_t size) {
    return is_out_of_memory() ? NULL : __real_realloc(at, size);
}

WRAP(void *, aligned_alloc, size_t alignment, size_t size) {
    return is_out_of_memory() ? NULL : __real_aligned_alloc(alignment, size);
}

WRAP(char *, strdup, const char *text) {
    return is_out_of_memory() ? NULL : __real_strdup(text);
}

WRAP(char *, realpath, const char *path, char *out) {
    return is_out_of_memory() ? NULL : __real_realpath(path, out);
}

WRAP(DIR *, fdopendir, int descriptor) {
    return is_out_of_memory() ? NULL : __real_fdopendir(descriptor);
}

WRAP(ZSTD_CCtx *, ZSTD_createCCtx, void) {
    return is_out_of_memory() ? NULL : __real_ZSTD_createCCtx();
}

WRAP(ZSTD_DCtx *, ZSTD_createDCtx, void) {
    return is_out_of_memory() ? NULL : __real_ZSTD_createDCtx();
}

WRAP(int, pthread_create, pthread_t *out, const pthread_attr_t *how, void *(*run)(void *), void *self) {
    bool fails = is_out_of_memory() || (counts && is_due(FAULT_THREAD, FAULT_THREAD, true));
    return fails ? EAGAIN : __real_pthread_create(out, how, run, self);
}

/* ---- files ----------------------------------------------------------------------------------*/

enum { WRITES = O_WRONLY | O_RDWR | O_CREAT };

WRAP(int, open64, const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    bool fails = flags & WRITES ? is_unwritable(flags & O_CREAT) : is_unreadable();
    return fails ? -1 : __real_open64(path, flags, mode);
}

WRAP(int, openat64, int folder, const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    bool fails = flags & WRITES ? is_unwritable(flags & O_CREAT) : is_unreadable();
    return fails ? -1 : __real_openat64(folder, path, flags, mode);
}

WRAP(FILE *, fopen64, const char *path, const char *mode) {
    if (is_out_of_memory() || (*mode == 'r' ? is_unreadable() : is_unwritable(true)))
        return NULL;
    return __real_fopen64(path, mode);
}

WRAP(int, mkstemp64, char *path) {
    return is_unwritable(true) ? -1 : __real_mkstemp64(path);
}

WRAP(int, mkdir, const char *path, mode_t mode) {
    return is_unwritable(true) ? -1 : __real_mkdir(path, mode);
}

WRAP(int, mkdirat, int folder, const char *path, mode_t mode) {
    return is_unwritable(true) ? -1 : __real_mkdirat(folder, path, mode);
}

/* A part is written where there is more than a byte to write. */
static bool cut_short(size_t *length) {
    bool fails = is_unwritable(true), some = fails && plan.part && *length > 1;
    if (some && counts->calls[FAULT_FILE] == plan.at)
        *length /= 2;
    else if (fails && plan.kind == FAULT_KILL)
        _exit(FAULT_KILLED);
    else
        some = false;
    return fails && !some;
}

static ssize_t written(ssize_t n, bool ends) {
    if (ends && plan.kind == FAULT_KILL)
        _exit(FAULT_KILLED);
    return n;
}

ssize_t __real_write(int descriptor, const void *bytes, size_t length);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t length);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t length) {
    size_t whole = length;
    if (is_file(descriptor) && cut_short(&length))
        return -1;
    return written(__real_write(descriptor, bytes, length), length < whole);
}

WRAP(ssize_t, pwrite64, int descriptor, const void *bytes, size_t length, off_t at) {
    size_t whole = length;
    if (cut_short(&length))
        return -1;
    return written(__real_pwrite64(descriptor, bytes, length, at), length < whole);
}

WRAP(int, fsync, int descriptor) {
    if (!is_unwritable(false))
        return __real_fsync(descriptor);
    counts->unsynced++;
    return -1;
}

WRAP(int, ftruncate64, int descriptor, off_t length) {
    return is_unwritable(false) ? -1 : __real_ftruncate64(descriptor, length);
}

WRAP(int, rename, const char *from, const char *to) {
    return is_unwritable(false) ? -1 : __real_rename(from, to);
}

WRAP(int, renameat, int from_folder, const char *from, int to_folder, const char *to) {
    return is_unwritable(false) ? -1 : __real_renameat(from_folder, from, to_folder, to);
}

WRAP(int, unlink, const char *path) {
    return ends_here() ? -1 : __real_unlink(path);
}

WRAP(int, unlinkat, int folder, const char *path, int flags) {
    return ends_here() ? -1 : __real_unlinkat(folder, path, flags);
}

WRAP(ssize_t, read, int descriptor, void *bytes, size_t length) {
    return is_file(descriptor) && is_unreadable() ? -1 : __real_read(descriptor, bytes, length);
}

WRAP(ssize_t, pread64, int descriptor, void *bytes, size_t length, off_t at) {
    return is_unreadable() ? -1 : __real_pread64(descriptor, bytes, length, at);
}

int __wrap_fstat64(int descriptor, struct stat *out);
int __wrap_fstat64(int descriptor, struct stat *out) {
    return is_unreadable() ? -1 : __real_fstat64(descriptor, out);
}

WRAP(int, stat64, const char *path, struct stat *out) {
    return is_unreadable() ? -1 : __real_stat64(path, out);
}

WRAP(struct dirent *, readdir64, DIR *folder) {
    return is_unreadable() ? NULL : __real_readdir64(folder);
}

/* ---- the clock ------------------------------------------------------------------------------*/

enum { DATE = 1700000000 };

/* Waiting ends by the real clock, which has gone on since; dates are always the same. */
int __wrap_clock_gettime(clockid_t clock, struct timespec *out);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out) {
    *out = clock == CLOCK_REALTIME ? (struct timespec){.tv_sec = DATE} : began;
    return 0;
}

/* Files were changed at that date too. */
WRAP(int, fstatat64, int folder, const char *path, struct stat *out, int flags) {
    int result = is_unreadable() ? -1 : __real_fstatat64(folder, path, out, flags);
    if (result == 0)
        out->st_mtim = (struct timespec){.tv_sec = DATE};
    return result;
}

time_t __wrap_time(time_t *out);
time_t __wrap_time(time_t *out) {
    if (out)
        *out = DATE;
    return DATE;
}
