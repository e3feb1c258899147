/* The room on a disk, on Windows (files.c) and in WebAssembly (packages/npm/program/program.c). */
#ifndef HRA_HOST_SYS_STATVFS_H
#define HRA_HOST_SYS_STATVFS_H

struct statvfs {
    unsigned long long f_bavail, f_frsize;
};
int statvfs(const char *path, struct statvfs *out);

#endif
