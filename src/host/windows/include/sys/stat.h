/* What a file is: files.c. Rights of groups and others are lists in Windows, which nothing here asks for. */
#ifndef HRA_WINDOWS_SYS_STAT_H
#define HRA_WINDOWS_SYS_STAT_H

#include_next <sys/stat.h>
#include <sys/types.h>
#include <time.h>

struct posix_stat {
    unsigned long long st_dev, st_ino;
    unsigned st_mode, st_nlink, st_uid;
    long long st_size;
    struct timespec st_mtim;
    time_t st_mtime;
};
int posix_stat(const char *path, struct posix_stat *out);
int posix_lstat(const char *path, struct posix_stat *out);
int posix_fstat(int file, struct posix_stat *out);
int posix_fstatat(int folder, const char *path, struct posix_stat *out, int flags);
int posix_mkdir(const char *path, int mode);
int mkdirat(int folder, const char *path, int mode);
#undef stat
#undef fstat
#define stat posix_stat
#define lstat posix_lstat
#define fstat posix_fstat
#define fstatat posix_fstatat
#define mkdir posix_mkdir

#endif
