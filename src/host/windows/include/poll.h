/* Waiting for files: console.c. */
#ifndef HRA_WINDOWS_POLL_H
#define HRA_WINDOWS_POLL_H

#define POLLIN 1
#define POLLOUT 4

struct pollfd {
    int fd;
    short events, revents;
};
int poll(struct pollfd *files, unsigned count, int milliseconds);

#endif
