/* What mingw-w64's header lacks. */
#ifndef HRA_WINDOWS_UNISTD_H
#define HRA_WINDOWS_UNISTD_H

#include <sys/types.h>
#include_next <unistd.h>

#define _SC_NPROCESSORS_ONLN 0
#define _SC_PAGESIZE 1
#define _SC_OPEN_MAX 2

int fsync(int file);
int fchmod(int file, int mode);
ssize_t pread(int file, void *bytes, size_t size, long long at);
ssize_t pwrite(int file, const void *bytes, size_t size, long long at);
int pipe(int ends[2]);
int link(const char *from, const char *to);
int posix_unlink(const char *path);
int unlinkat(int folder, const char *path, int flags);
int renameat(int from_folder, const char *from, int to_folder, const char *to);
ssize_t readlink(const char *path, char *out, size_t size);
int posix_access(const char *path, int how);
int posix_isatty(int file);
long sysconf(int what);
unsigned geteuid(void);
int gethostname(char *name, int size);
int getentropy(void *bytes, size_t size);
#define unlink posix_unlink
#define access posix_access
#define isatty posix_isatty

#endif
