/* Somebody who asks the server of a scene. */
#ifndef FAULT_GUEST_H
#define FAULT_GUEST_H

#include <sys/types.h>

/* Waits until the server has written its address to this file, asks what its browsers ask, one request after
 * another, and ends it by SIGTERM; at once where it has ended by itself. Returns what is wrong with an answer;
 * NULL: each was whole, said that something is lacking, or never came. */
const char *fault_guest(pid_t server, int output);

#endif
