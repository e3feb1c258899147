/* Clocks, stops and progress. */
#include <time.h>

#include "hra/base.h"
#include "messages.h"

static const double report_interval = 0.1; /* seconds */

double hra_clock(void) {
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The flag is a plain int because a signal handler and C++ have to be able to hold one; the
 * compiler's atomic operations make it safe between threads. Nothing else is published through
 * it, so no ordering is needed. */
void hra_stop_set(hra_stop *stop) {
    __atomic_store_n(&stop->flag, 1, __ATOMIC_RELAXED);
}

void hra_stop_clear(hra_stop *stop) {
    __atomic_store_n(&stop->flag, 0, __ATOMIC_RELAXED);
}

bool hra_stop_is_set(const hra_stop *stop) {
    return stop != NULL && __atomic_load_n(&stop->flag, __ATOMIC_RELAXED) != 0;
}

void hra_progress_report(const hra_progress *progress, const char *what, double done) {
    if (progress == NULL || progress->report == NULL)
        return;
    if (progress->due != NULL) {
        double now = hra_clock();
        if (now < *progress->due && done < 1)
            return;
        *progress->due = now + report_interval;
    }
    progress->report(progress->self, _(what), done);
}

bool hra_progress_stopped(const hra_progress *progress) {
    return progress != NULL &&
           (hra_stop_is_set(progress->stop) || (progress->deadline > 0 && hra_clock() >= progress->deadline));
}
