/* What the program asks of a system and wasi-libc does not declare; included before every source. */
#ifndef HRA_NPM_PROGRAM_H
#define HRA_NPM_PROGRAM_H

#define HRA_NODE 1 /* hra doctor says what another build would bring only where somebody builds */

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "system.h"

char *realpath(const char *path, char *out);
uid_t geteuid(void);
uid_t getuid(void);
int getpid(void);
int kill(int process, int number);
int gethostname(char *out, size_t size);

/* No signal comes: Ctrl-C ends the program from outside. */
#define sigset_t unsigned
#define SA_RESTART 0
#define sigemptyset(set) (*(set) = 0)
#define sigaddset(set, number) 0
#define sigprocmask(how, set, before) 0
#define sigaction(number, act, before) ignore_signal(act, before)

struct sigaction {
    void (*sa_handler)(int);
    sigset_t sa_mask;
    int sa_flags;
};

static inline int ignore_signal(const struct sigaction *act, struct sigaction *before) {
    (void)act;
    if (before)
        *before = (struct sigaction){0};
    return 0;
}

#endif
