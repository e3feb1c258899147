/* Spans of trials as units of work: "trials FROM TO", and their results, as hra_rollout_write has them: one
 * of each turn where a turn can be the last, else one of all.
 *
 * A span lies within a turn, or is made of whole ones. They are counted turn by turn in the order of trials,
 * so what was found at any moment, and which turn is the last, does not depend on who was how fast. */
#include "rollout_tasks.h"

#include <stdlib.h>

#include "queue/task_text.h"
#include "queue/workers.h"
#include "speech/say.h"

enum { MOST = 1 << 16 /* trials of a unit */ };

typedef struct span {
    uint64_t from, to;
    bool ended;
    hra_text result; /* until it is counted */
} span;

typedef struct rollout_work {
    queue *queue;
    const rollout_work_setup *setup;
    hra_rollout *into;
    uint64_t turn, handed, next; /* trials; of the next unit */
    bool decided;
    span *spans; /* in the order of numbers, from 1 on, and so of trials */
    size_t count, room, first /* that is not counted */;
} rollout_work;

/* ---- texts ----------------------------------------------------------------------------------*/

static uint64_t end_of_turn(const rollout_work *w, uint64_t trial) {
    uint64_t end = trial - trial % w->turn + w->turn;
    return end < w->setup->trials ? end : w->setup->trials;
}

static bool ends_turn(const rollout_work *w, uint64_t to) {
    return to % w->turn == 0 || to == w->setup->trials;
}

/* Where a span that begins here may end. */
static uint64_t fit(const rollout_work *w, uint64_t from, uint64_t most) {
    uint64_t end = end_of_turn(w, from), left = w->setup->trials - from;
    if (from % w->turn || most < w->turn)
        return from + most < end ? from + most : end;
    return most < left ? from + most / w->turn * w->turn : w->setup->trials;
}

static hra_err read_unit(const rollout_work *w, const char *text, span *out, hra_error *why) {
    uint64_t number[2];
    if (!units_read(text, "trials", number, 2) || number[0] >= number[1] || number[1] > w->setup->trials ||
        fit(w, number[0], number[1] - number[0]) != number[1])
        return hra_fail(why, HRA_EDAMAGED, -1, "'%s' is no unit of this rollout", text);
    *out = (span){.from = number[0], .to = number[1]};
    return HRA_OK;
}

/* ---- counting -------------------------------------------------------------------------------*/

static hra_err add_span(rollout_work *w, const span *s, hra_error *why) {
    size_t at = 0, used;
    for (uint64_t from = s->from; from < s->to && !w->decided;) {
        uint64_t to = w->setup->errors ? end_of_turn(w, from) : s->to;
        hra_error inner = {0};
        to = to < s->to ? to : s->to;
        hra_err err =
            hra_rollout_take(w->into, hra_text_string(&s->result) + at, s->result.length - at, &used, &inner);
        if (!err && hra_rollout_trials(w->into) != to)
            err = hra_fail(&inner, HRA_EDAMAGED, -1, "%s", _("a result is not what was written"));
        if (err)
            return hra_fail(why, err, -1, "%s: %s", queue_name(w->queue), inner.text);
        w->decided =
            w->setup->errors && ends_turn(w, to) && hra_rollout_decided(w->into, (double)w->setup->errors);
        at += used;
        from = to;
    }
    return HRA_OK;
}

/* Counts all spans up to the end of a turn to which there is no gap. */
static hra_err count_turns(rollout_work *w, hra_error *why) {
    hra_err err = HRA_OK;
    for (size_t i = w->first; !err && i < w->count && w->spans[i].ended; i++)
        for (; !err && w->first <= i && ends_turn(w, w->spans[i].to); w->first++) {
            err = add_span(w, &w->spans[w->first], why);
            hra_text_release(&w->spans[w->first].result);
        }
    return err;
}

/* ---- the kind -------------------------------------------------------------------------------*/

static hra_err handed(void *self, const queue_unit *unit, hra_error *why) {
    rollout_work *w = self;
    span s = {0};
    hra_err err = read_unit(w, unit->text, &s, why);
    if (!err && s.from != w->handed)
        err = hra_fail(why, HRA_EDAMAGED, -1, "'%s' cannot come next", unit->text);
    span *spans = err ? NULL : units_room(w->spans, w->count, &w->room, sizeof *spans);
    if (!err && !spans)
        err = hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    if (err)
        return err;
    w->spans = spans;
    hra_text_init(&s.result);
    w->spans[w->count++] = s;
    w->handed = s.to;
    return HRA_OK;
}

static hra_err count(void *self, const queue_unit *unit, const char *result, size_t length, hra_error *why) {
    rollout_work *w = self;
    span *s = unit->number > 0 && (uint64_t)unit->number <= w->count ? &w->spans[unit->number - 1] : NULL;
    if (!s || s->ended)
        return hra_fail(why, HRA_EDAMAGED, -1, "%s: a result is not what was written", queue_name(w->queue));
    s->ended = true;
    if (w->decided) /* it came too late, or was not wanted any more */
        return HRA_OK;
    hra_text_add_bytes(&s->result, result, length);
    if (s->result.err)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    hra_err err = count_turns(w, why);
    hra_progress_report(w->setup->progress, N_("rolling out"),
                        (double)hra_rollout_trials(w->into) / (double)w->setup->trials);
    return err;
}

static bool over(void *self) {
    const rollout_work *w = self;
    return w->decided || hra_rollout_trials(w->into) == w->setup->trials;
}

static bool next(void *self, char text[QUEUE_TEXT]) {
    rollout_work *w = self;
    uint64_t from = w->handed;
    if (w->decided || from == w->setup->trials)
        return false;
    w->handed = fit(w, from, w->next);
    hra_snprintf(text, QUEUE_TEXT, "trials %llu %llu", (unsigned long long)from,
                 (unsigned long long)w->handed);
    return true;
}

static void undo(void *self, const char *text) {
    rollout_work *w = self;
    span s = {0};
    if (read_unit(w, text, &s, NULL) == 0)
        w->handed = s.from;
}

static bool wants(void *self, const char *text) {
    return !((const rollout_work *)self)->decided;
}

/* Trials of one turn, or of a span. */
static hra_err make_trials(const rollout_work_setup *how, uint64_t from, uint64_t to,
                           const hra_progress *progress, hra_text *result, hra_error *why) {
    hra_rollout *own;
    hra_err err = hra_rollout_open(&own, &how->how, how->state, how->moves, how->count, why);
    if (err)
        return err;
    err = hra_rollout_run(own, from, to, 1, progress->stop);
    if (!err)
        err = hra_rollout_write(own, result);
    hra_rollout_close(own);
    if (err == HRA_EFIT)
        return hra_fail(why, err, -1, "%s cannot tell what a position is worth; name another with --player",
                        hra_player_spec(how->how.player));
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

static hra_err perform(void *self, const char *text, const hra_progress *progress, hra_text *result,
                       hra_text *records, hra_error *why) {
    const rollout_work *w = self;
    span s = {0};
    hra_err err = read_unit(w, text, &s, why);
    for (uint64_t from = s.from, to; !err && from < s.to; from = to) {
        to = w->setup->errors ? end_of_turn(w, from) : s.to;
        to = to < s.to ? to : s.to;
        err = make_trials(w->setup, from, to, progress, result, why);
    }
    return err;
}

static void took(void *self, const char *text, double seconds) {
    rollout_work *w = self;
    span s = {0};
    if (read_unit(w, text, &s, NULL) == 0)
        w->next = units_fit(w->queue, s.to - s.from, seconds, MOST);
}

static const queue_kind kind = {
    .handed = handed,
    .count = count,
    .results = true,
    .next = next,
    .undo = undo,
    .wants = wants,
    .over = over,
    .perform = perform,
    .took = took,
};

/* ---- the whole ------------------------------------------------------------------------------*/

hra_err rollout_work_run(queue *q, const rollout_work_setup *setup, hra_rollout *into, bool plays,
                         bool *ended, uint64_t *done, hra_error *why) {
    rollout_work w = {
        .queue = q, .setup = setup, .into = into, .turn = (uint64_t)hra_rollout_turn(into), .next = 1};
    workers_setup workers = {.queue = q,
                             .kind = &kind,
                             .self = &w,
                             .threads = setup->threads,
                             .progress = setup->progress,
                             .done = done};
    hra_err err = plays ? workers_run(&workers, why) : queue_news(q, &kind, &w, why);
    *ended = over(&w);
    for (size_t i = 0; i < w.count; i++)
        hra_text_release(&w.spans[i].result);
    free(w.spans);
    return err;
}
