/* Signals by signal(): Ctrl-C and Ctrl-Break are all there are. clock.c. */
#ifndef HRA_WINDOWS_SIGNAL_H
#define HRA_WINDOWS_SIGNAL_H

#include_next <signal.h>
#include <sys/types.h>

#define SIGHUP 1
#define SIGPIPE 13
#define SIGXFSZ 25
#define SIGTSTP 20
#define SIG_BLOCK 0
#define SIG_SETMASK 2

typedef int posix_sigset;
struct sigaction {
    void (*sa_handler)(int);
    posix_sigset sa_mask;
    int sa_flags;
};
int sigaction(int number, const struct sigaction *now, struct sigaction *before);
#undef pid_t
typedef _pid_t pid_t;
int kill(pid_t process, int number);
#define sigset_t posix_sigset
#define sigemptyset(set) ((void)(*(set) = 0))
#define sigfillset(set) ((void)(*(set) = 0))
#define sigaddset(set, number) ((void)(set))
#define sigprocmask(how, set, old) ((void)(set), (void)(old), 0)
#define pthread_sigmask(how, set, old) ((void)(set), (void)(old), 0)

#endif
