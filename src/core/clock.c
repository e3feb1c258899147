/* Clocks, stops and progress. */
#include <time.h>

#include "hra/base.h"
#include "messages.h"
#include "pause.h"

static const double report_interval = 0.1; /* seconds */

double hra_clock(void) {
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The flag is a plain int because a signal handler and C++ have to be able to hold one; the
 * compiler's atomic operations make it safe between threads. Nothing else is published through
 * it, so no ordering is needed. */
enum { SET = 1, PAUSE = 2 /* the stop is the first member of an hra_pause */ };

void hra_stop_set(hra_stop *stop) {
    (void)__atomic_fetch_or(&stop->flag, SET, __ATOMIC_RELAXED);
}

void hra_stop_clear(hra_stop *stop) {
    __atomic_store_n(&stop->flag, 0, __ATOMIC_RELAXED);
}

void hra_pause_ask(hra_pause *pause) {
    (void)__atomic_fetch_or(&pause->stop.flag, PAUSE, __ATOMIC_RELAXED);
}

void hra_pause_end(hra_pause *pause) {
    (void)__atomic_fetch_and(&pause->stop.flag, ~PAUSE, __ATOMIC_RELAXED);
}

bool hra_pause_is_stopped(const hra_pause *pause) {
    return (__atomic_load_n(&pause->stop.flag, __ATOMIC_RELAXED) & SET) != 0;
}

bool hra_stop_is_set(const hra_stop *stop) {
    int flag = stop ? __atomic_load_n(&stop->flag, __ATOMIC_RELAXED) : 0;
    if (flag == PAUSE) {
        hra_pause *pause = (hra_pause *)(uintptr_t)stop;
        pause->wait(pause);
        return hra_pause_is_stopped(pause);
    }
    return (flag & SET) != 0;
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
