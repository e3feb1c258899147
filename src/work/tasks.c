/* Which tasks were assigned, and which of them have a result. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "work/text.h"
#include "work/work.h"

enum { ROOM = 64, FASTER = 8 /* of few pieces the time tells little */ };
#define SECONDS 0.25 /* the default time of a task */

/* ---- where a task stands --------------------------------------------------------------------*/

static bool is_same(const hra_task *a, const hra_task *b) {
    return a->form == b->form && memcmp(a->number, b->number, sizeof a->number) == 0;
}

/* The slot of a task, or the free one where it belongs. */
static size_t *slot_of(const hra_work *w, const hra_task *task) {
    size_t mask = 2 * w->capacity - 1;
    size_t i = (size_t)(hra_hash(task->number, sizeof task->number) + (uint64_t)task->form) & mask;
    while (w->slots[i] && !is_same(&w->tasks[w->slots[i] - 1].task, task))
        i = (i + 1) & mask;
    return &w->slots[i];
}

static hra_assigned *find(const hra_work *w, const hra_task *task) {
    size_t *slot = w->count ? slot_of(w, task) : NULL;
    return slot && *slot ? &w->tasks[*slot - 1] : NULL;
}

static hra_err grow(hra_work *w) {
    size_t capacity = w->capacity ? 2 * w->capacity : ROOM;
    hra_assigned *tasks = realloc(w->tasks, capacity * sizeof *tasks);
    w->tasks = tasks ? tasks : w->tasks;
    size_t *slots = tasks ? calloc(2 * capacity, sizeof *slots) : NULL;
    if (!slots)
        return HRA_ENOMEM;
    free(w->slots);
    w->slots = slots;
    w->capacity = capacity;
    for (size_t i = 0; i < w->count; i++)
        *slot_of(w, &w->tasks[i].task) = i + 1;
    return HRA_OK;
}

static hra_err push(hra_work *w, const hra_task *task) {
    if (w->count == w->capacity && grow(w) != 0)
        return HRA_ENOMEM;
    *slot_of(w, task) = w->count + 1;
    w->tasks[w->count++] = (hra_assigned){.task = *task};
    return HRA_OK;
}

/* The last one; since none came behind it, no other has passed over its slot. */
static void pop(hra_work *w) {
    *slot_of(w, &w->tasks[w->count - 1].task) = 0;
    w->count--;
    w->sorted = 0;
}

static bool is_needed(const hra_work *w, const hra_task *task) {
    return !w->kind->needed || w->kind->needed(w->self, task);
}

/* Of how many pieces it is made; 0: how long it takes says nothing of others. */
static uint64_t size_of(const hra_work *w, const hra_task *task) {
    const int count = w->kind->forms[task->form].numbers;
    return count < 2 ? 0 : task->number[count - 1] - task->number[count - 2];
}

static bool goes_on(const hra_work *w, const hra_task *task) {
    const int count = w->kind->forms[task->form].numbers;
    return count < 2 || task->number[count - 2] < task->number[count - 1];
}

static bool read_task(const hra_work *w, const char *text, hra_task *out) {
    return hra_task_read(w, text, out) && goes_on(w, out) && w->kind->fits(w->self, out);
}

/* The kind's next task, as if it were assigned. */
static bool cut(hra_work *w, uint64_t most, hra_task *out) {
    if (!w->kind->cut)
        return w->kind->next(w->self, most, out);
    const uint64_t from = w->reached, to = w->kind->cut(w->self, from, most);
    *out = (hra_task){.number = {from, to}};
    w->reached = to ? to : from;
    return to != 0;
}

static bool comes_next(hra_work *w, const hra_task *task) {
    if (!w->kind->cut)
        return w->kind->assigned(w->self, task);
    const bool next = task->number[0] == w->reached;
    w->reached = next ? task->number[1] : w->reached;
    return next;
}

static void undo(hra_work *w, const hra_task *task) {
    if (w->kind->cut)
        w->reached = task->number[0];
    else
        w->kind->undo(w->self, task);
}

static hra_err refuse_task(const char *text, hra_err err, hra_error *why) {
    return hra_fail(why, err, -1, "'%.60s' is not a task of this work", text);
}

/* ---- saving ---------------------------------------------------------------------------------*/

/* Tells `save` what was added to the text, which is released. */
static hra_err tell(hra_work *w, hra_text *kept) {
    hra_err err = kept->err ? kept->err : w->setup.save(w->setup.save_self, kept->data, kept->length);
    hra_text_release(kept);
    return err;
}

static hra_err save_spec(hra_work *w) {
    hra_text kept;
    if (w->told_spec)
        return HRA_OK;
    hra_text_init(&kept);
    hra_log_spec(w->text, &kept);
    hra_err err = tell(w, &kept);
    w->told_spec = !err;
    return err;
}

static hra_err save_task(hra_work *w, const char *task) {
    hra_text kept;
    if (!w->setup.save)
        return HRA_OK;
    hra_err err = save_spec(w);
    if (err)
        return err;
    hra_text_init(&kept);
    hra_log_task(task, &kept);
    return tell(w, &kept);
}

static hra_err save_result(hra_work *w, const char *task, const char *bytes, size_t length) {
    hra_text kept;
    if (!w->setup.save)
        return HRA_OK;
    hra_text_init(&kept);
    hra_log_result(task, bytes, length, &kept);
    return tell(w, &kept);
}

/* ---- assigning ------------------------------------------------------------------------------*/

/* The first that was returned and is still needed. */
static hra_assigned *again(const hra_work *w) {
    for (size_t i = 0; i < w->count && w->returned; i++)
        if (w->tasks[i].returned && is_needed(w, &w->tasks[i].task))
            return &w->tasks[i];
    return NULL;
}

static bool assign(hra_work *w, char text[HRA_WORK_TASK]) {
    hra_task task = {0};
    hra_assigned *old = again(w);
    if (old) {
        old->returned = false;
        w->returned--;
        hra_task_write(w, &old->task, text);
        return true;
    }
    if (!cut(w, w->most < 1 ? 1 : (uint64_t)w->most, &task))
        return false;
    hra_task_write(w, &task, text);
    hra_err err = save_task(w, text);
    if (!err)
        err = push(w, &task);
    if (err)
        undo(w, &task);
    w->failed = err;
    return !err;
}

bool hra_work_next_task(hra_work *w, char task[HRA_WORK_TASK]) {
    hra_work_hold(w);
    bool some = assign(w, task);
    hra_work_loose(w);
    return some;
}

static void give_up(hra_work *w, hra_assigned *a) {
    if (a->ended || a->returned)
        return;
    if (a == &w->tasks[w->count - 1] && !w->setup.save) {
        undo(w, &a->task);
        pop(w);
        return;
    }
    a->returned = true;
    w->returned++;
}

void hra_work_return_task(hra_work *w, const char *text) {
    hra_task task;
    hra_work_hold(w);
    hra_assigned *a = text && hra_task_read(w, text, &task) ? find(w, &task) : NULL;
    if (a)
        give_up(w, a);
    for (size_t i = w->count; i > 0 && !text; i--)
        give_up(w, &w->tasks[i - 1]);
    hra_work_loose(w);
}

static hra_err mark(hra_work *w, const char *text, hra_error *why) {
    hra_task task;
    if (!read_task(w, text, &task))
        return refuse_task(text, HRA_EDAMAGED, why);
    if (find(w, &task) || !comes_next(w, &task))
        return hra_fail(why, HRA_EDAMAGED, -1, "'%s' cannot come next", text);
    return push(w, &task) ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_work_mark_assigned(hra_work *w, const char *task, hra_error *why) {
    hra_work_hold(w);
    hra_err err = mark(w, task, why);
    if (!err && (err = save_task(w, task)) != 0)
        hra_fail(why, err, -1, "%s", hra_err_text(err));
    hra_work_loose(w);
    return err;
}

bool hra_work_is_needed(hra_work *w, const char *text) {
    hra_task task;
    hra_work_hold(w);
    bool needed = read_task(w, text, &task) && is_needed(w, &task);
    hra_work_loose(w);
    return needed;
}

static bool is_ready(const hra_work *w, const hra_task *task) {
    return !w->kind->ready || w->kind->ready(w->self, task);
}

bool hra_work_is_ready(hra_work *w, const char *text) {
    hra_task task;
    hra_work_hold(w);
    bool ready = read_task(w, text, &task) && is_ready(w, &task);
    hra_work_loose(w);
    return ready;
}

/* ---- doing ----------------------------------------------------------------------------------*/

static bool has_ended(hra_work *w, const hra_task *task) {
    hra_work_hold(w);
    const hra_assigned *a = find(w, task);
    bool ended = a && a->ended;
    hra_work_loose(w);
    return ended;
}

static void cut_to(hra_text *text, size_t length) {
    if (text && text->data) {
        text->length = length;
        text->data[length] = '\0';
    }
}

hra_err hra_work_do_task(hra_work *w, const char *text, const hra_progress *progress, hra_text *result,
                         hra_text *records, hra_error *why) {
    size_t before = result->length, records_before = records ? records->length : 0;
    hra_task task;
    if (!read_task(w, text, &task))
        return refuse_task(text, HRA_EINPUT, why);
    if (!hra_work_is_ready(w, text))
        return hra_fail(why, HRA_EINPUT, -1, "'%.60s' needs results that do not exist yet", text);
    hra_err err = w->kind->run(w->self, &task, progress, result, records, why);
    if (!err && (result->err || (records && records->err)))
        err = hra_no_memory(why);
    if (err) {
        cut_to(result, before);
        cut_to(records, records_before);
    }
    return err && has_ended(w, &task) ? HRA_OK : err;
}

hra_err hra_work_run_task(hra_work *w, const char *text, const hra_progress *progress, hra_text *result,
                          hra_text *records, hra_error *why) {
    const hra_progress quiet = {.stop = progress ? progress->stop : NULL,
                                .deadline = progress ? progress->deadline : 0};
    return w->setup.pool ? hra_work_do_task_in(w, text, &quiet, result, records, why)
                         : hra_work_do_task(w, text, &quiet, result, records, why);
}

void hra_work_note_time(hra_work *w, const char *text, double seconds) {
    hra_task task;
    double wanted = w->setup.task_seconds > 0 ? w->setup.task_seconds : SECONDS;
    double size = read_task(w, text, &task) ? (double)size_of(w, &task) : 0;
    hra_work_hold(w);
    w->seconds += seconds;
    if (size > 0) {
        w->most = fmin(wanted * size / fmax(seconds, 1e-9), FASTER * size);
        w->most = fmax(fmin(w->most, 1e15), 1);
    }
    hra_work_loose(w);
}

/* ---- results --------------------------------------------------------------------------------*/

static void release_held(hra_assigned *a) {
    if (a->held)
        hra_text_release(a->held);
    free(a->held);
    a->held = NULL;
}

/* Counts a result, which the kind is given with a zero behind it. */
static hra_err count(hra_work *w, hra_assigned *a, const char *bytes, size_t length, hra_error *why) {
    hra_text *own = malloc(sizeof *own);
    if (!own)
        return hra_no_memory(why);
    hra_text_init(own);
    hra_text_add_bytes(own, bytes, length);
    hra_err err = own->err ? hra_no_memory(why)
                  : w->kind->texts && strlen(hra_text_string(own)) != length
                      ? hra_work_damaged(why)
                      : w->kind->add(w->self, &a->task, hra_text_string(own), length, why);
    a->held = own;
    if (err || !w->kind->holds || w->setup.fetch)
        release_held(a);
    return err;
}

/* *fresh: it had none before. */
static hra_err add(hra_work *w, const char *text, const char *bytes, size_t length, bool *fresh,
                   hra_error *why) {
    hra_task task;
    hra_assigned *a = read_task(w, text, &task) ? find(w, &task) : NULL;
    hra_err err = HRA_OK;
    *fresh = a && !a->ended;
    if (!a)
        return refuse_task(text, HRA_EDAMAGED, why);
    if (a->ended)
        return HRA_OK;
    if (w->info.fetches)
        err = w->kind->add(w->self, &task, NULL, 0, why);
    else if (length || is_needed(w, &task))
        err = count(w, a, bytes, length, why);
    if (err)
        return err;
    w->returned -= a->returned;
    a->returned = false;
    a->ended = true;
    w->results++;
    return HRA_OK;
}

hra_err hra_work_add_result(hra_work *w, const char *task, const char *bytes, size_t length, hra_error *why) {
    bool fresh;
    hra_work_hold(w);
    hra_err err = add(w, task, bytes, length, &fresh, why);
    if (!err && fresh && (err = save_result(w, task, bytes, length)) != 0)
        hra_fail(why, err, -1, "%s", hra_err_text(err));
    hra_work_loose(w);
    return err;
}

static hra_err take_one(hra_work *w, const hra_log_entry *kept, hra_error *why) {
    bool fresh;
    if (kept->what == HRA_LOG_TASK && w->told_spec)
        return mark(w, kept->task, why);
    if (kept->what == HRA_LOG_RESULT && w->told_spec)
        return add(w, kept->task, kept->bytes, kept->length, &fresh, why);
    if (kept->what != HRA_LOG_SPEC)
        return hra_fail(why, HRA_EDAMAGED, -1, "%s", _("the saved state of the work is damaged"));
    if (strlen(w->text) != kept->length || memcmp(w->text, kept->bytes, kept->length) != 0)
        return hra_fail(why, HRA_ESTATE, -1, "%s", _("the saved state belongs to other work"));
    w->told_spec = true;
    return HRA_OK;
}

hra_err hra_work_restore(hra_work *w, const char *bytes, size_t length, size_t *used, hra_error *why) {
    size_t at = 0, some;
    hra_log_entry kept;
    hra_work_hold(w);
    hra_err err = hra_log_read(bytes, length, &kept, &some, why);
    while (!err && some) {
        err = take_one(w, &kept, why);
        at += err ? 0 : some;
        if (!err)
            err = hra_log_read(bytes + at, length - at, &kept, &some, why);
    }
    hra_work_loose(w);
    if (used)
        *used = at;
    return err;
}

/* ---- results that others need ---------------------------------------------------------------*/

size_t hra_work_assigned(const hra_work *w) {
    return w->count;
}

const hra_task *hra_work_assigned_at(const hra_work *w, size_t index) {
    return &w->tasks[index].task;
}

hra_err hra_work_fetch(hra_work *w, const hra_task *task, hra_text *out, hra_error *why) {
    char text[HRA_WORK_TASK];
    hra_task_write(w, task, text);
    hra_work_hold(w);
    const hra_assigned *a = find(w, task);
    uint64_t number = a && a->ended ? (uint64_t)(a - w->tasks) + 1 : 0;
    if (number && a->held)
        hra_text_add_bytes(out, hra_text_string(a->held), a->held->length);
    hra_work_loose(w);
    if (!number)
        return hra_fail(why, HRA_EMISSING, -1, "the result of '%.60s' does not exist yet", text);
    if (out->err)
        return hra_no_memory(why);
    return w->setup.fetch ? w->setup.fetch(w->setup.fetch_self, text, number, out, why) : HRA_OK;
}

hra_err hra_work_forget(hra_work *w, size_t from, size_t to, hra_error *why) {
    hra_work_hold(w);
    for (size_t i = from; i < to && i < w->count; i++)
        release_held(&w->tasks[i]);
    hra_work_loose(w);
    return w->setup.forget && from < to ? w->setup.forget(w->setup.fetch_self, from + 1, to + 1, why)
                                        : HRA_OK;
}

void hra_work_release_held(hra_work *w) {
    for (size_t i = 0; i < w->count; i++)
        release_held(&w->tasks[i]);
}

/* ---- looking --------------------------------------------------------------------------------*/

bool hra_work_is_finished(hra_work *w) {
    hra_work_status now;
    hra_work_snapshot(w, &now);
    return now.finished;
}

void hra_work_snapshot(hra_work *w, hra_work_status *out) {
    hra_work_hold(w);
    *out = (hra_work_status){
        .pieces = w->kind->pieces, .doing = w->kind->doing, .tasks = w->count, .results = w->results};
    w->kind->look(w->self, &out->done, &out->of, &out->finished);
    hra_work_loose(w);
}

typedef struct place {
    hra_task task;
    size_t index;
} place;

static int by_place(const void *a, const void *b) {
    const hra_task *x = &((const place *)a)->task, *y = &((const place *)b)->task;
    for (int i = 0; i < HRA_TASK_NUMBERS; i++)
        if (x->number[i] != y->number[i])
            return x->number[i] < y->number[i] ? -1 : 1;
    return x->form - y->form;
}

static bool sort(hra_work *w) {
    if (w->sorted == w->count)
        return true;
    place *places = malloc(w->count * sizeof *places);
    size_t *order = places ? realloc(w->order, w->capacity * sizeof *order) : NULL;
    if (order)
        w->order = order;
    for (size_t i = 0; i < w->count && order; i++)
        places[i] = (place){w->tasks[i].task, i};
    if (order)
        qsort(places, w->count, sizeof *places, by_place);
    for (size_t i = 0; i < w->count && order; i++)
        order[i] = places[i].index;
    w->sorted = order ? w->count : 0;
    free(places);
    return order != NULL;
}

bool hra_work_task_at(hra_work *w, uint64_t index, char task[HRA_WORK_TASK], uint64_t *number, bool *ended) {
    hra_work_hold(w);
    bool some = index < w->count && sort(w);
    if (some) {
        size_t i = w->order[index];
        hra_task_write(w, &w->tasks[i].task, task);
        *number = i + 1;
        *ended = w->tasks[i].ended;
    }
    hra_work_loose(w);
    return some;
}

hra_err hra_work_report(hra_work *w, hra_json *json, const char *key, hra_error *why) {
    hra_work_hold(w);
    hra_err err = w->kind->report(w->self, w->seconds, json, key, why);
    hra_work_loose(w);
    return !err && json->out->err ? hra_no_memory(why) : err;
}
