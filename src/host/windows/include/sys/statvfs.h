/* The room on a disk: files.c. */
#ifndef HRA_WINDOWS_SYS_STATVFS_H
#define HRA_WINDOWS_SYS_STATVFS_H

struct statvfs {
    unsigned long long f_bavail, f_frsize;
};
int statvfs(const char *path, struct statvfs *out);

#endif
