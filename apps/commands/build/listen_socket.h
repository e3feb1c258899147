/* A socket of this machine at which other programs find this one. */
#ifndef HRA_COMMANDS_BUILD_LISTEN_SOCKET_H
#define HRA_COMMANDS_BUILD_LISTEN_SOCKET_H

#include <stdbool.h>
#include <stddef.h>

/* Listens at a port of 127.0.0.1, where `at` is a number (0: any that is free), or else at a socket of the
 * file system, and says where. Negative: it cannot, which it has said. */
int listening_open(const char *at);
/* Who connects next; negative: there was an interrupt, or a failure that was said. */
int listening_accept(int door);
/* False: the other end is closed. */
bool listening_send(int file, const char *text, size_t length);
void listening_close(int door, const char *at); /* the socket's file goes too */

#endif
