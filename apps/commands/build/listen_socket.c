/* A socket of this machine: waiting for who connects, and saying lines to him. */
#include "listen_socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "commands/commands.h"

static bool is_port(const char *at) {
    return at[0] && !at[strspn(at, "0123456789")];
}

static int bind_port(const char *at) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    unsigned long port = strtoul(at, NULL, 10);
    int yes = 1, door = port > 65535 ? -1 : socket(AF_INET, SOCK_STREAM, 0);
    address.sin_port = htons((uint16_t)port);
    errno = port > 65535 ? EINVAL : errno;
    if (door >= 0 && (setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
                      bind(door, (struct sockaddr *)&address, sizeof address) != 0 || listen(door, 1) != 0 ||
                      getsockname(door, (struct sockaddr *)&address, &size) != 0)) {
        int reason = errno;
        close(door);
        errno = reason;
        return -1;
    }
    if (door >= 0)
        print_note(_("listening on 127.0.0.1:%d"), ntohs(address.sin_port));
    return door;
}

/* A file that is there stays: it may be another program's. */
static int bind_path(const char *at) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    errno = ENAMETOOLONG;
    int door = strlen(at) < sizeof address.sun_path && at[0] ? socket(AF_UNIX, SOCK_STREAM, 0) : -1;
    if (door < 0)
        return -1;
    memcpy(address.sun_path, at, strlen(at));
    bool bound = bind(door, (struct sockaddr *)&address, sizeof address) == 0;
    if (!bound || listen(door, 1) != 0) {
        int reason = errno;
        if (bound)
            unlink(at);
        close(door);
        errno = reason;
        return -1;
    }
    print_note(_("listening on %s"), at);
    return door;
}

int listening_open(const char *at) {
    int door = is_port(at) ? bind_port(at) : bind_path(at);
    if (door < 0)
        print_error(_("cannot listen on '%s': %s"), at, hra_system_text(errno));
    else
        (void)fcntl(door, F_SETFD, FD_CLOEXEC);
    return door;
}

int listening_accept(int door) {
    sigset_t held, before;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGHUP);
    while (!print_interrupted()) {
        fd_set ready;
        FD_ZERO(&ready);
        FD_SET(door, &ready);
        sigprocmask(SIG_BLOCK, &held, &before);
        int n = print_interrupted() ? -1 : pselect(door + 1, &ready, NULL, NULL, NULL, &before);
        sigprocmask(SIG_SETMASK, &before, NULL);
        int file = n > 0 ? accept(door, NULL, NULL) : -1;
        if (file >= 0) {
            (void)fcntl(file, F_SETFD, FD_CLOEXEC);
            return file;
        }
    }
    return -1;
}

bool listening_send(int file, const char *text, size_t length) {
    while (length > 0) {
        ssize_t n = send(file, text, length, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR)
            return false;
        text += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

void listening_close(int door, const char *at) {
    close(door);
    if (!is_port(at))
        unlink(at);
}
