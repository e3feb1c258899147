/* Long work that reports its progress and can be stopped. */
#include <hra/base.h>
#include <stdio.h>

static void report(void *self, const char *what, double done) {
    hra_stop *stop = self;
    printf("%s: %.0f %%\n", what, 100 * done);
    if (done >= 0.5)
        hra_stop_set(stop); /* any thread, or a signal handler, may do this */
}

static hra_err work(const hra_progress *progress) {
    for (int i = 1; i <= 4; i++) {
        if (hra_progress_stopped(progress))
            return HRA_ESTOPPED;
        hra_progress_report(progress, "counting", i / 4.0);
    }
    return HRA_OK;
}

int main(void) {
    hra_stop stop = {0};
    const hra_progress progress = {.report = report, .self = &stop, .stop = &stop};
    hra_err err = work(&progress);
    printf("%s: %d\n", hra_stop_is_set(&stop) ? "stopped" : "done", err);
    return 0;
}

/* It prints:

counting: 25 %
counting: 50 %
stopped: -7
*/
