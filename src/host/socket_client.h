/* Programs that listen at a socket of this machine. */
#ifndef HRA_HOST_SOCKET_CLIENT_H
#define HRA_HOST_SOCKET_CLIENT_H

#include "hra/host.h"

/* Connects to a port of 127.0.0.1, if `at` is a number, or else to a socket of the file system. `log` as of
 * hra_process_open. HRA_EIO: no program listens there, or the log cannot be written; HRA_EINPUT: `at` is
 * not an address; HRA_ENOMEM; HRA_EFIT: this build cannot. */
hra_err hra_connect_open(hra_channel **out, const char *at, const char *log, hra_error *why);

#endif
