/* Steps of one batch as units of work: "steps FROM TO", and what they brought. */
#include "tune_tasks.h"

#include "queue/task_text.h"
#include "queue/workers.h"

typedef struct tune_work {
    queue *queue;
    hra_tune *t;
    uint64_t most, next; /* steps of a unit, and of the next one */
} tune_work;

static hra_err read_unit(const char *text, hra_tune_unit *out, hra_error *why) {
    uint64_t number[2];
    if (!units_read(text, "steps", number, 2))
        return hra_fail(why, HRA_EDAMAGED, -1, "'%s' is no unit of tuning", text);
    *out = (hra_tune_unit){number[0], number[1]};
    return HRA_OK;
}

static hra_err handed(void *self, const queue_unit *unit, hra_error *why) {
    tune_work *w = self;
    hra_tune_unit own = {0};
    hra_err err = read_unit(unit->text, &own, why);
    return err ? err : hra_tune_handed(w->t, &own, why);
}

static hra_err count(void *self, const queue_unit *unit, const char *result, size_t length, hra_error *why) {
    tune_work *w = self;
    hra_tune_unit own = {0};
    hra_error inner = {0};
    hra_err err = read_unit(unit->text, &own, why);
    if (!err && (err = hra_tune_count(w->t, &own, result, &inner)) != 0)
        hra_fail(why, err, -1, "%s: %s", queue_name(w->queue), inner.text);
    return err;
}

static bool next(void *self, char text[QUEUE_TEXT]) {
    tune_work *w = self;
    hra_tune_unit unit = {0};
    if (!hra_tune_hand(w->t, w->next, &unit))
        return false;
    hra_snprintf(text, QUEUE_TEXT, "steps %llu %llu", (unsigned long long)unit.from,
                 (unsigned long long)unit.to);
    return true;
}

static void undo(void *self, const char *text) {
    tune_work *w = self;
    hra_tune_unit unit = {0};
    if (read_unit(text, &unit, NULL) == 0)
        (void)hra_tune_take_back(w->t, &unit);
}

static bool wants(void *self, const char *text) {
    return true;
}

static bool over(void *self) {
    return hra_tune_over(((const tune_work *)self)->t);
}

/* A unit of the next batch may have been taken before it was told that this one is over. */
static hra_err prepare(void *self, const char *text, hra_error *why);

/* The batch may be over by now, where a lease ran out and somebody else has done the unit. Nothing is written
 * then, since a result is there. */
static hra_err perform(void *self, const char *text, const hra_progress *progress, hra_text *result,
                       hra_text *records, hra_error *why) {
    tune_work *w = self;
    hra_tune_unit unit = {0};
    hra_err err = read_unit(text, &unit, why);
    if (!err)
        err = hra_tune_play(w->t, &unit, progress, result, why);
    return err && hra_tune_place_of(w->t, &unit) == HRA_TUNE_PAST ? HRA_OK : err;
}

static void took(void *self, const char *text, double seconds) {
    tune_work *w = self;
    hra_tune_unit unit = {0};
    if (read_unit(text, &unit, NULL) == 0)
        w->next = units_fit(w->queue, unit.to - unit.from, seconds, w->most);
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

static hra_err prepare(void *self, const char *text, hra_error *why) {
    tune_work *w = self;
    hra_tune_unit unit = {0};
    hra_err err = read_unit(text, &unit, why);
    if (!err && hra_tune_place_of(w->t, &unit) == HRA_TUNE_LATER)
        err = queue_news(w->queue, &kind, w, why);
    return err;
}

hra_err tune_work_run(queue *q, hra_tune *t, const hra_tune_setup *setup, bool plays, uint64_t *done,
                      hra_error *why) {
    uint64_t share = ((uint64_t)setup->batch + (uint64_t)setup->threads - 1) / (uint64_t)setup->threads;
    tune_work w = {.queue = q, .t = t, .most = share, .next = 1};
    workers_setup workers = {.queue = q,
                             .kind = &kind,
                             .self = &w,
                             .threads = setup->threads,
                             .progress = setup->progress,
                             .done = done};
    return plays ? workers_run(&workers, why) : queue_news(q, &kind, &w, why);
}
