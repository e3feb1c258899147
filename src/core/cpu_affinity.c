/* Processors: how many there are, and staying on one. */
#define _GNU_SOURCE /* sched_setaffinity */
#include <unistd.h>

#include "hra/base.h"

#if defined(__linux__) && !defined(HRA_NO_THREADS)
#define HAS_AFFINITY
#include <sched.h>
#endif

int hra_processors(void) {
#if defined(HRA_NO_THREADS) || !defined(_SC_NPROCESSORS_ONLN)
    return 1;
#else
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 64 ? 64 : (int)n;
#endif
}

bool hra_pin_thread(int number) {
#ifdef HAS_AFFINITY
    cpu_set_t allowed, one;
    if (number < 0 || sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return false;
    int count = CPU_COUNT(&allowed), left = count > 0 ? number % count : -1;
    for (size_t core = 0; left >= 0 && core < CPU_SETSIZE; core++)
        if (CPU_ISSET(core, &allowed) && left-- == 0) {
            CPU_ZERO(&one);
            CPU_SET(core, &one);
            return sched_setaffinity(0, sizeof one, &one) == 0;
        }
#endif
    return false;
}
