/* What mingw-w64's header lacks of POSIX: files.c, clock.c. */
#ifndef HRA_WINDOWS_FCNTL_H
#define HRA_WINDOWS_FCNTL_H

#include_next <fcntl.h>
#include <sys/types.h>

#define O_CLOEXEC _O_NOINHERIT
#define O_DIRECTORY 0x10000000
#define O_NOFOLLOW 0x20000000
#define O_NONBLOCK 0x40000000
#define O_NOCTTY 0
#define AT_SYMLINK_NOFOLLOW 1
#define F_GETFL 3
#define F_SETFL 4
#define F_SETFD 2
#define F_DUPFD_CLOEXEC 1030
#define FD_CLOEXEC 1

int posix_open(const char *path, int flags, ...);
int openat(int folder, const char *path, int flags, ...);
int fcntl(int file, int order, ...);
#define open posix_open

#endif
