/* Waiting for pipes and the console, as poll does: console.c. */
#ifndef HRA_WINDOWS_SYS_SELECT_H
#define HRA_WINDOWS_SYS_SELECT_H

#include <signal.h>
#include <time.h>

#define POSIX_SELECT 64 /* files */
typedef struct posix_file_set {
    unsigned char has[POSIX_SELECT];
} posix_file_set;
#define fd_set posix_file_set
#define FD_ZERO(set) (*(set) = (posix_file_set){{0}})
#define FD_SET(file, set) ((void)((set)->has[(file) % POSIX_SELECT] = 1))
#define FD_ISSET(file, set) ((set)->has[(file) % POSIX_SELECT])
int pselect(int files, posix_file_set *in, posix_file_set *out, posix_file_set *other,
            const struct timespec *most, const posix_sigset *mask);

#endif
