/* Free room on a disk, which WASI does not know. */
#ifndef HRA_NPM_STATVFS_H
#define HRA_NPM_STATVFS_H

struct statvfs {
    unsigned long f_bavail, f_frsize;
};

static inline int statvfs(const char *path, struct statvfs *out) {
    (void)path;
    (void)out;
    return -1;
}

#endif
