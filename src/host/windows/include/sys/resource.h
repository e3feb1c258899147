/* Windows limits no number of files that is worth a question. */
#ifndef HRA_WINDOWS_SYS_RESOURCE_H
#define HRA_WINDOWS_SYS_RESOURCE_H

#define RLIMIT_NOFILE 0
typedef unsigned long long rlim_t;
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
#define RLIM_INFINITY (~(rlim_t)0)
static inline int getrlimit(int what, struct rlimit *out) {
    (void)what;
    *out = (struct rlimit){0};
    return -1;
}

static inline int setrlimit(int what, const struct rlimit *to) {
    (void)what, (void)to;
    return -1;
}

#endif
