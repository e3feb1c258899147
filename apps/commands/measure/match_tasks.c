/* Blocks of games as units of work: "games FROM TO", and their results, as hra_match_write has them. */
#include "match_tasks.h"

#include <stdlib.h>
#include <string.h>

#include "queue/task_text.h"
#include "queue/workers.h"
#include "speech/say.h"

enum { MOST = 16384 /* games of a unit */, PARTS = 64 /* that are merged at a time */ };

typedef struct block {
    uint64_t from, to; /* games */
    bool ended;
} block;

struct match_work {
    queue *queue;
    const hra_match_setup *match;
    uint64_t handed, counted, next; /* games; of the next unit */
    block *units;                   /* in the order of numbers, from 1 on, and so of games */
    size_t unit_count, room;
    hra_match_result *parts; /* PARTS of them, and room for what they come to */
    int part_count;
};

/* ---- parts ----------------------------------------------------------------------------------*/

static hra_err merge(match_work *w, hra_error *why) {
    const hra_match_result *list[PARTS];
    hra_match_result *whole = &w->parts[PARTS];
    for (int i = 0; i < w->part_count; i++)
        list[i] = &w->parts[i];
    *whole = (hra_match_result){.size = sizeof *whole};
    hra_err err = hra_match_merge(whole, list, w->part_count, why);
    if (err) {
        hra_match_release(whole);
        return err;
    }
    for (int i = 0; i < w->part_count; i++)
        hra_match_release(&w->parts[i]);
    w->parts[0] = *whole;
    w->part_count = 1;
    return HRA_OK;
}

/* Whether it is this match, and these games of it. */
static bool is_part(const match_work *w, const hra_match_result *r, uint64_t from, uint64_t to) {
    const hra_match_setup *m = w->match;
    bool same = strcmp(r->game, m->game->spec) == 0 && r->seed == m->seed && r->whole == m->games &&
                r->rotate == m->rotate && r->count == m->count && r->limits.nodes == m->limits.nodes;
    same = same && r->range_count == 1 && r->ranges[0].from == from && r->ranges[0].to == to;
    for (int i = 0; i < m->count && same; i++)
        same = strcmp(r->players[i].spec, hra_player_spec(m->players[i])) == 0;
    return same;
}

static hra_err add_part(match_work *w, const char *text, size_t length, uint64_t from, uint64_t to,
                        hra_error *why) {
    hra_error inner = {0};
    hra_err err = w->part_count == PARTS ? merge(w, why) : HRA_OK;
    hra_match_result *part = &w->parts[w->part_count];
    if (err)
        return err;
    *part = (hra_match_result){.size = sizeof *part};
    err = hra_match_read(part, text, length, &inner);
    if (!err && is_part(w, part, from, to)) {
        w->part_count++;
        return HRA_OK;
    }
    hra_match_release(part);
    if (err == HRA_ENOMEM)
        return hra_fail(why, err, -1, "%s", inner.text);
    return hra_fail(why, HRA_EDAMAGED, -1, "%s: a result is not what was written", queue_name(w->queue));
}

/* ---- the kind -------------------------------------------------------------------------------*/

static hra_err read_unit(const match_work *w, const char *text, block *out, hra_error *why) {
    uint64_t number[2];
    if (!units_read(text, "games", number, 2) || number[0] >= number[1] || number[1] > w->match->games ||
        number[1] - number[0] > MOST)
        return hra_fail(why, HRA_EDAMAGED, -1, "'%s' is no unit of this match", text);
    *out = (block){number[0], number[1], false};
    return HRA_OK;
}

static hra_err handed(void *self, const queue_unit *unit, hra_error *why) {
    match_work *w = self;
    block b = {0};
    hra_err err = read_unit(w, unit->text, &b, why);
    if (!err && b.from != w->handed)
        err = hra_fail(why, HRA_EDAMAGED, -1, "'%s' cannot come next", unit->text);
    block *units = err ? NULL : units_room(w->units, w->unit_count, &w->room, sizeof *units);
    if (!err && !units)
        err = hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    if (err)
        return err;
    w->units = units;
    w->units[w->unit_count++] = b;
    w->handed = b.to;
    return HRA_OK;
}

static hra_err count(void *self, const queue_unit *unit, const char *result, size_t length, hra_error *why) {
    match_work *w = self;
    block *r =
        unit->number > 0 && (uint64_t)unit->number <= w->unit_count ? &w->units[unit->number - 1] : NULL;
    if (!r || r->ended)
        return hra_fail(why, HRA_EDAMAGED, -1, "%s: a result is not what was written", queue_name(w->queue));
    hra_err err = add_part(w, result, length, r->from, r->to, why);
    if (err)
        return err;
    r->ended = true;
    w->counted += r->to - r->from;
    hra_progress_report(w->match->progress, N_("games"), (double)w->counted / (double)w->match->games);
    return HRA_OK;
}

static bool next(void *self, char text[QUEUE_TEXT]) {
    match_work *w = self;
    uint64_t left = w->match->games - w->handed, from = w->handed;
    w->handed += left < w->next ? left : w->next;
    hra_snprintf(text, QUEUE_TEXT, "games %llu %llu", (unsigned long long)from,
                 (unsigned long long)w->handed);
    return left > 0;
}

static void undo(void *self, const char *text) {
    match_work *w = self;
    block b = {0};
    if (read_unit(w, text, &b, NULL) == 0)
        w->handed = b.from;
}

static bool wants(void *self, const char *text) {
    return true;
}

static bool over(void *self) {
    return match_work_over(self);
}

static hra_err add_record(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return ((hra_text *)self)->err;
}

static hra_err perform(void *self, const char *text, const hra_progress *progress, hra_text *result,
                       hra_text *records, hra_error *why) {
    const match_work *w = self;
    hra_match_setup how = *w->match;
    hra_match_result part = {.size = sizeof part};
    block b = {0};
    hra_err err = read_unit(w, text, &b, why);
    if (err)
        return err;
    how.first = b.from;
    how.games = b.to - b.from;
    how.whole = w->match->games;
    how.threads = 1;
    how.progress = progress;
    how.sink = how.sink ? add_record : NULL;
    how.sink_self = records;
    err = hra_match_run(&how, &part, why);
    if (!err && part.games < how.games)
        err = hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
    if (!err)
        hra_match_write(&part, result);
    hra_match_release(&part);
    return err ? err : result->err ? hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM)) : HRA_OK;
}

static void took(void *self, const char *text, double seconds) {
    match_work *w = self;
    block b = {0};
    if (read_unit(w, text, &b, NULL) == 0)
        w->next = units_fit(w->queue, b.to - b.from, seconds, MOST);
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

hra_err match_work_open(match_work **out, queue *q, const hra_match_setup *match, hra_error *why) {
    match_work *w = calloc(1, sizeof *w);
    hra_match_result *parts = calloc(PARTS + 1, sizeof *parts);
    if (!w || !parts) {
        free(w);
        free(parts);
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    }
    *w = (match_work){.queue = q, .match = match, .next = 1, .parts = parts};
    hra_err err = queue_news(q, &kind, w, why);
    if (err)
        match_work_close(w);
    else
        *out = w;
    return err;
}

void match_work_close(match_work *w) {
    if (!w)
        return;
    for (int i = 0; i < w->part_count; i++)
        hra_match_release(&w->parts[i]);
    free(w->parts);
    free(w->units);
    free(w);
}

uint64_t match_work_games(const match_work *w) {
    return w->counted;
}

bool match_work_over(const match_work *w) {
    return w->counted == w->match->games;
}

hra_err match_work_run(match_work *w, uint64_t *done, hra_error *why) {
    workers_setup setup = {.queue = w->queue,
                           .kind = &kind,
                           .self = w,
                           .threads = w->match->threads,
                           .progress = w->match->progress,
                           .done = done};
    return workers_run(&setup, why);
}

hra_err match_work_result(match_work *w, hra_match_result *out, hra_error *why) {
    hra_err err = w->part_count ? merge(w, why) : HRA_OK;
    if (err || w->part_count == 0)
        return err;
    *out = w->parts[0];
    w->part_count = 0;
    return HRA_OK;
}

hra_err match_work_records(const match_work *w, hra_record_sink sink, void *self, hra_error *why) {
    hra_err err = HRA_OK;
    hra_text records;
    hra_text_init(&records);
    for (size_t i = 0; i < w->unit_count && !err; i++) {
        hra_text_clear(&records);
        if (w->units[i].ended)
            err = queue_records(w->queue, (int64_t)i + 1, &records, why);
        if (!err && records.length && (err = sink(self, records.data, records.length)) != 0)
            hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    hra_text_release(&records);
    return err;
}
