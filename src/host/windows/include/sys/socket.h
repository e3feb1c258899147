/* Sockets of Windows, which are not files: what is closed where this is included is a socket. */
#ifndef HRA_WINDOWS_SYS_SOCKET_H
#define HRA_WINDOWS_SYS_SOCKET_H

#include <errno.h>
#include <sys/time.h>
#include <unistd.h>
#include <winsock2.h>
#include <ws2tcpip.h>

#define SHUT_WR SD_SEND
#define SOCK_CLOEXEC 0
#undef EADDRINUSE
#define EADDRINUSE WSAEADDRINUSE

/* How long to wait is a number of milliseconds. */
static inline int posix_setsockopt(SOCKET file, int level, int option, const void *value, int size) {
    DWORD milliseconds;
    if (level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO)) {
        const struct timeval *time = (const struct timeval *)value;
        milliseconds = (DWORD)(time->tv_sec * 1000 + time->tv_usec / 1000);
        value = &milliseconds;
        size = sizeof milliseconds;
    }
    return setsockopt(file, level, option, (const char *)value, size);
}
#define setsockopt posix_setsockopt
#define close(file) closesocket((SOCKET)(file))

#endif
