/* Blocks of groups as units of work: "games PAIRING FROM TO", and their results. */
#include <stdlib.h>
#include <string.h>

#include "queue/task_text.h"
#include "queue/workers.h"
#include "speech/say.h"
#include "tournament_tasks.h"

enum { MOST = 4096 /* groups of a unit */ };

typedef struct entry {
    hra_tournament_unit unit;
    int64_t number;
    bool ended;
} entry;

struct tournament_work {
    tournament_work_setup setup;
    uint64_t most; /* groups of the next unit */
    entry *units;  /* in the order of numbers, from 1 on */
    size_t count, room;
};

/* ---- texts ----------------------------------------------------------------------------------*/

static void write_unit(const hra_tournament_unit *unit, char text[QUEUE_TEXT]) {
    hra_snprintf(text, QUEUE_TEXT, "games %d %llu %llu", unit->pairing, (unsigned long long)unit->from,
                 (unsigned long long)unit->to);
}

static hra_err read_unit(const char *text, hra_tournament_unit *out, hra_error *why) {
    uint64_t number[3];
    if (!units_read(text, "games", number, 3) || number[0] > HRA_TOURNAMENT_PAIRINGS)
        return hra_fail(why, HRA_EDAMAGED, -1, "'%s' is no unit of a tournament", text);
    *out = (hra_tournament_unit){(int)number[0], number[1], number[2]};
    return HRA_OK;
}

/* ---- the kind -------------------------------------------------------------------------------*/

static hra_err handed(void *self, const queue_unit *unit, hra_error *why) {
    tournament_work *w = self;
    hra_tournament_unit own;
    hra_err err = read_unit(unit->text, &own, why);
    entry *units = err ? NULL : units_room(w->units, w->count, &w->room, sizeof *units);
    if (!err && !units)
        err = hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    if (!err) {
        w->units = units;
        err = hra_tournament_handed(w->setup.t, &own, why);
    }
    if (!err)
        w->units[w->count++] = (entry){own, unit->number, false};
    return err;
}

/* Numbers have no gaps; a second result of a unit, or one of another, is somebody's invention. */
static hra_err count(void *self, const queue_unit *unit, const char *result, size_t length, hra_error *why) {
    tournament_work *w = self;
    entry *e = unit->number > 0 && (uint64_t)unit->number <= w->count ? &w->units[unit->number - 1] : NULL;
    if (!e || e->ended || (length == 0 && hra_tournament_wants(w->setup.t, &e->unit)))
        return hra_fail(why, HRA_EDAMAGED, -1, "%s: a result is not what was written",
                        queue_name(w->setup.queue));
    e->ended = true;
    if (length == 0)
        return HRA_OK;
    hra_error inner = {0};
    hra_err err = hra_tournament_count(w->setup.t, &e->unit, result, w->setup.progress, &inner);
    if (err == HRA_EDAMAGED)
        return hra_fail(why, err, -1, "%s: %s", queue_name(w->setup.queue), inner.text);
    return err ? hra_fail(why, err, -1, "%s", inner.text) : HRA_OK;
}

static bool next(void *self, char text[QUEUE_TEXT]) {
    tournament_work *w = self;
    hra_tournament_unit unit = {0};
    if (!hra_tournament_hand(w->setup.t, w->most, &unit))
        return false;
    write_unit(&unit, text);
    return true;
}

static void undo(void *self, const char *text) {
    tournament_work *w = self;
    hra_tournament_unit unit = {0};
    if (read_unit(text, &unit, NULL) == 0)
        (void)hra_tournament_take_back(w->setup.t, &unit);
}

static bool wants(void *self, const char *text) {
    tournament_work *w = self;
    hra_tournament_unit unit = {0};
    return read_unit(text, &unit, NULL) == 0 && hra_tournament_wants(w->setup.t, &unit);
}

static bool over(void *self) {
    tournament_work *w = self;
    return hra_tournament_over(w->setup.t);
}

static hra_err perform(void *self, const char *text, const hra_progress *progress, hra_text *result,
                       hra_text *records, hra_error *why) {
    tournament_work *w = self;
    hra_tournament_unit unit = {0};
    hra_err err = read_unit(text, &unit, why);
    return err ? err
               : hra_tournament_play(w->setup.t, &unit, progress, result, w->setup.records ? records : NULL,
                                     why);
}

static void took(void *self, const char *text, double seconds) {
    tournament_work *w = self;
    hra_tournament_unit unit = {0};
    if (read_unit(text, &unit, NULL) == 0)
        w->most = units_fit(w->setup.queue, unit.to - unit.from, seconds, MOST);
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

/* ---- what there is to do with it ------------------------------------------------------------*/

hra_err tournament_work_news(tournament_work *w, hra_error *why) {
    return queue_news(w->setup.queue, &kind, w, why);
}

hra_err tournament_work_open(tournament_work **out, const tournament_work_setup *setup, hra_error *why) {
    tournament_work *w = calloc(1, sizeof *w);
    if (!w)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    w->setup = *setup;
    w->most = 1;
    hra_err err = tournament_work_news(w, why);
    if (err)
        tournament_work_close(w);
    else
        *out = w;
    return err;
}

void tournament_work_close(tournament_work *w) {
    if (w)
        free(w->units);
    free(w);
}

hra_err tournament_work_run(tournament_work *w, uint64_t *done, hra_error *why) {
    workers_setup setup = {.queue = w->setup.queue,
                           .kind = &kind,
                           .self = w,
                           .threads = w->setup.threads,
                           .pin = w->setup.pin,
                           .progress = w->setup.progress,
                           .done = done};
    return workers_run(&setup, why);
}

static int by_place(const void *a, const void *b) {
    const hra_tournament_unit *x = &((const entry *)a)->unit, *y = &((const entry *)b)->unit;
    if (x->pairing != y->pairing)
        return x->pairing < y->pairing ? -1 : 1;
    return (x->from > y->from) - (x->from < y->from);
}

hra_err tournament_work_records(tournament_work *w, hra_record_sink sink, void *self, hra_error *why) {
    hra_err err = HRA_OK;
    entry *sorted = malloc((w->count + 1) * sizeof *sorted);
    if (!sorted)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    memcpy(sorted, w->units, w->count * sizeof *sorted);
    qsort(sorted, w->count, sizeof *sorted, by_place);
    hra_text records;
    hra_text_init(&records);
    for (size_t i = 0; i < w->count && !err; i++) {
        hra_text_clear(&records);
        if (sorted[i].ended)
            err = queue_records(w->setup.queue, sorted[i].number, &records, why);
        if (!err && records.length && (err = sink(self, records.data, records.length)) != 0)
            hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    hra_text_release(&records);
    free(sorted);
    return err;
}
