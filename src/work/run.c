/* All of a work in one process, with threads. */
#include <stdlib.h>

#include "core/messages.h"
#include "work/work.h"

typedef struct running {
    hra_work *work;
    const hra_progress *progress;
    hra_bell *bell; /* of each thread: rung when there may be more to do for it */
    int threads;
    int busy; /* threads that look for a task or are at one; guarded by the lock of the work, as what follows is */
    hra_err failed;
    hra_error why;
} running;

static void report(const running *r) {
    hra_work_status now = {.of = 1};
    hra_work *w = r->work;
    w->kind->look(w->self, &now.done, &now.of, &now.finished);
    hra_progress_report(r->progress, w->kind->doing, now.of ? (double)now.done / (double)now.of : 1);
}

static hra_err hand_in(const running *r, const char *task, const hra_text *result, const hra_text *records,
                       hra_error *why) {
    const hra_work_setup *setup = &r->work->setup;
    hra_err err = HRA_OK;
    if (setup->records && records->length) {
        hra_work_hold(r->work);
        err = setup->records(setup->records_self, task, records->data, records->length);
        hra_work_loose(r->work);
        if (err)
            return hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    return hra_work_add_result(r->work, task, hra_text_string(result), result->length, why);
}

/* Does one task; false: there is none now, or it could not be done. */
static bool do_task(running *r, hra_error *why, hra_err *err) {
    char task[HRA_WORK_TASK];
    hra_text result, records;
    if (hra_progress_stopped(r->progress) || !hra_work_next_task(r->work, task))
        return false;
    hra_text_init(&result);
    hra_text_init(&records);
    double began = hra_clock();
    *err =
        hra_work_run_task(r->work, task, r->progress, &result, r->work->setup.records ? &records : NULL, why);
    if (!*err) {
        hra_work_note_time(r->work, task, hra_clock() - began);
        *err = hand_in(r, task, &result, &records, why);
    }
    if (*err)
        hra_work_return_task(r->work, task);
    hra_text_release(&result);
    hra_text_release(&records);
    return !*err;
}

/* One task more or less; whether there may be another. A thread without a task waits while others are at work, since
 * their results may make more. */
static bool step(running *r, int index) {
    hra_error why = {0};
    hra_err err = HRA_OK;
    hra_work_hold(r->work);
    bool ends = r->failed || hra_progress_stopped(r->progress);
    r->busy += !ends;
    hra_work_loose(r->work);
    if (ends)
        return false;
    bool did = do_task(r, &why, &err);
    hra_work_hold(r->work);
    r->busy--;
    if (did)
        report(r);
    if (err && err != HRA_ESTOPPED && !r->failed) {
        r->failed = err;
        r->why = why;
    }
    ends = err || (!did && r->busy == 0);
    hra_work_loose(r->work);
    for (int i = 0; i < r->threads && (did || ends); i++)
        hra_bell_ring(&r->bell[i]);
    if (!did && !ends)
        (void)hra_bell_wait(&r->bell[index], -1);
    return !ends;
}

static hra_err work(void *self, int index) {
    while (step(self, index))
        continue;
    return HRA_OK;
}

static hra_err run_threads(running *r, hra_error *why) {
    int made = 0;
    hra_err err = HRA_OK;
    r->bell = calloc((size_t)r->threads, sizeof *r->bell);
    if (!r->bell)
        return hra_no_memory(why);
    while (made < r->threads && (err = hra_bell_init(&r->bell[made])) == 0)
        made++;
    if (!err)
        err = hra_workers_run(r->threads, work, r);
    while (made > 0)
        hra_bell_release(&r->bell[--made]);
    free(r->bell);
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

hra_err hra_work_run(hra_work *w, int threads, const hra_progress *progress, hra_error *why) {
    running r = {.work = w, .progress = progress, .threads = threads};
    if (threads < 1 || threads > HRA_MATCH_THREADS)
        return hra_fail(why, HRA_EINPUT, -1, "work is done by 1 to %d threads, not %d", HRA_MATCH_THREADS,
                        threads);
    w->failed = HRA_OK;
    hra_err err = run_threads(&r, why);
    if (err)
        return err;
    if (!r.failed && w->failed)
        return hra_fail(why, w->failed, -1, "%s", hra_err_text(w->failed));
    return r.failed ? hra_fail_as(why, &r.why) : HRA_OK;
}
