/* Random numbers of the system: clock.c. */
#ifndef HRA_WINDOWS_SYS_RANDOM_H
#define HRA_WINDOWS_SYS_RANDOM_H

#include <sys/types.h>

ssize_t getrandom(void *bytes, size_t size, unsigned flags);

#endif
