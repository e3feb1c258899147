/* A work as a kind of the queue. */
#include "shared_work.h"

#include <string.h>

#include "workers.h"

#define NEAR_SECONDS 0.25
#define FAR_SECONDS 1 /* where the queue is on another machine */

double shared_work_seconds(const queue *q) {
    return strstr(queue_name(q), "://") ? FAR_SECONDS : NEAR_SECONDS;
}

/* ---- the kind -------------------------------------------------------------------------------*/

static hra_err handed(void *self, const queue_unit *unit, hra_error *why) {
    return hra_work_mark_assigned(((const shared_work *)self)->work, unit->text, why);
}

static void tell_progress(const shared_work *s) {
    hra_work_status now;
    hra_work_snapshot(s->work, &now);
    hra_progress_report(s->progress, now.doing, now.of ? (double)now.done / (double)now.of : 1);
}

static hra_err count(void *self, const queue_unit *unit, const char *result, size_t length, hra_error *why) {
    const shared_work *s = self;
    hra_error inner = {0};
    hra_err err = hra_work_add_result(s->work, unit->text, result, length, &inner);
    if (err == HRA_EDAMAGED)
        return hra_fail(why, err, -1, "%s: %s", queue_name(s->queue), inner.text);
    if (err)
        return hra_fail_as(why, &inner);
    tell_progress(s);
    return HRA_OK;
}

static bool next(void *self, char text[QUEUE_TEXT]) {
    _Static_assert((int)QUEUE_TEXT == (int)HRA_WORK_TASK, "a unit is a task");
    return hra_work_next_task(((const shared_work *)self)->work, text);
}

static void undo(void *self, const char *text) {
    hra_work_return_task(((const shared_work *)self)->work, text);
}

static bool wants(void *self, const char *text) {
    return hra_work_is_needed(((const shared_work *)self)->work, text);
}

static bool over(void *self) {
    return hra_work_is_finished(((const shared_work *)self)->work);
}

static hra_err perform(void *self, const char *text, const hra_progress *progress, hra_text *result,
                       hra_text *records, hra_error *why) {
    return hra_work_run_task(((const shared_work *)self)->work, text, progress, result, records, why);
}

/* It may have been taken before all that it needs was told. */
static hra_err prepare(void *self, const char *text, hra_error *why) {
    const shared_work *s = self;
    return hra_work_is_ready(s->work, text) ? HRA_OK : shared_work_news(s, why);
}

static void took(void *self, const char *text, double seconds) {
    hra_work_note_time(((const shared_work *)self)->work, text, seconds);
}

static const queue_kind kind = {
    .handed = handed,
    .count = count,
    .results = true,
    .next = next,
    .undo = undo,
    .wants = wants,
    .over = over,
    .prepare = prepare,
    .perform = perform,
    .took = took,
};

/* ---- what there is to do with it ------------------------------------------------------------*/

hra_err shared_work_news(const shared_work *s, hra_error *why) {
    return queue_news(s->queue, &kind, (void *)s, why);
}

hra_err shared_work_run(const shared_work *s, uint64_t *done, hra_error *why) {
    workers_setup setup = {.queue = s->queue,
                           .kind = &kind,
                           .self = (void *)s,
                           .threads = s->threads,
                           .pin = s->pin,
                           .progress = s->progress,
                           .done = done};
    return workers_run(&setup, why);
}

hra_err shared_work_records(const shared_work *s, hra_record_sink sink, void *self, hra_error *why) {
    char task[HRA_WORK_TASK];
    uint64_t number;
    bool ended;
    hra_err err = HRA_OK;
    hra_text records;
    hra_text_init(&records);
    for (uint64_t i = 0; !err && hra_work_task_at(s->work, i, task, &number, &ended); i++) {
        hra_text_clear(&records);
        if (ended)
            err = queue_records(s->queue, (int64_t)number, &records, why);
        if (!err && records.length && (err = sink(self, records.data, records.length)) != 0)
            hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    hra_text_release(&records);
    return err;
}
