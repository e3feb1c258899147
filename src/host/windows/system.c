/* Random numbers, processors, deadlines, signals. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
#include <windows.h>

#include <ntsecapi.h>

#undef pthread_cond_timedwait

int getentropy(void *bytes, size_t size) {
    return RtlGenRandom(bytes, (ULONG)size) ? 0 : (errno = EIO, -1);
}

ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
    (void)flags;
    return getentropy(bytes, size) == 0 ? (ssize_t)size : -1;
}

long sysconf(int what) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return what == _SC_NPROCESSORS_ONLN ? (long)info.dwNumberOfProcessors
           : what == _SC_PAGESIZE       ? (long)info.dwPageSize
                                        : -1;
}

char *strndup(const char *text, size_t most) {
    const size_t length = strnlen(text, most);
    char *out = malloc(length + 1);
    if (out) {
        memcpy(out, text, length);
        out[length] = '\0';
    }
    return out;
}

unsigned geteuid(void) {
    return 0; /* the owner of every file, in files.c */
}

int gethostname(char *name, int size) {
    DWORD length = (DWORD)size;
    return GetComputerNameA(name, &length) ? 0 : -1;
}

int posix_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *until) {
    enum { BILLION = 1000000000 };
    struct timespec steady, day;
    clock_gettime(CLOCK_MONOTONIC, &steady);
    clock_gettime(CLOCK_REALTIME, &day);
    long long left = (long long)(until->tv_sec - steady.tv_sec) * BILLION + (until->tv_nsec - steady.tv_nsec);
    long long end = (long long)day.tv_sec * BILLION + day.tv_nsec + (left > 0 ? left : 0);
    const struct timespec by_day = {.tv_sec = (time_t)(end / BILLION), .tv_nsec = (long)(end % BILLION)};
    return pthread_cond_timedwait(condition, lock, &by_day);
}

/* signal() of Windows forgets a handler when it calls it. */
static void (*handlers[NSIG])(int);

static void on_signal(int number) {
    signal(number, on_signal);
    if (handlers[number])
        handlers[number](number);
}

int sigaction(int number, const struct sigaction *now, struct sigaction *before) {
    const bool known = number == SIGINT || number == SIGTERM || number == SIGBREAK;
    if (before)
        *before = (struct sigaction){.sa_handler = !known             ? SIG_IGN
                                                   : handlers[number] ? handlers[number]
                                                                      : SIG_DFL};
    if (!now || !known)
        return 0;
    const bool own = now->sa_handler != SIG_DFL && now->sa_handler != SIG_IGN;
    handlers[number] = own ? now->sa_handler : NULL;
    return signal(number, own ? on_signal : now->sa_handler) == SIG_ERR ? -1 : 0;
}

int kill(pid_t process, int number) {
    (void)number;
    HANDLE handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)process);
    if (!handle)
        return errno = GetLastError() == ERROR_ACCESS_DENIED ? EPERM : ESRCH, -1;
    DWORD status;
    const bool runs = GetExitCodeProcess(handle, &status) && status == STILL_ACTIVE;
    CloseHandle(handle);
    return runs ? 0 : (errno = ESRCH, -1);
}
