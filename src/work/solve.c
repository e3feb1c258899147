/* Tables in slices: tasks are slices, "slice NAME", and results the bytes of their files, each behind its length in eight
 * bytes. What they are called is asked of the solver, never of a result. A task needs the files of other slices in the
 * folder of data; what is not there is taken from their results. */
#include "hra/solve.h"

#include <stdlib.h>

#include "core/messages.h"
#include "exact/slice_files.h"
#include "work/kind.h"

typedef struct tables {
    hra_work *work;
    const hra_work_setup *brought;
    hra_slices *slices;
    bool *assigned, *built; /* by slice; guarded by the lock of the work, as what follows is */
    int count, left;
    uint64_t positions, solved;
} tables;

static const hra_line_rule lines[] = {{0}};

/* ---- opening --------------------------------------------------------------------------------*/

static void close_tables(void *self) {
    tables *t = self;
    hra_slices_close(t->slices);
    free(t->assigned);
    free(t->built);
}

static hra_err open_tables(void *self, hra_work *work, hra_error *why) {
    tables *t = self;
    t->work = work;
    t->brought = hra_work_brought(work);
    if (!t->brought->data && !t->brought->no_tasks)
        return hra_fail(why, HRA_EINPUT, -1, "%s", _("tables that are built in tasks need a folder of data"));
    hra_err err = hra_slices_open(&t->slices, hra_work_game(work), why);
    if (err)
        return err;
    for (const hra_slice *slice; (slice = hra_slices_at(t->slices, t->count)) != NULL; t->count++)
        t->positions += slice->positions;
    t->left = t->count;
    t->assigned = calloc((size_t)t->count + 1, sizeof *t->assigned);
    t->built = calloc((size_t)t->count + 1, sizeof *t->built);
    return t->assigned && t->built ? HRA_OK : hra_no_memory(why);
}

/* ---- tasks ----------------------------------------------------------------------------------*/

static const hra_task_form forms[] = {{"slice", HRA_TASK_NAMED}, {0}};

static hra_task task_of(int slice) {
    return (hra_task){.number = {(uint64_t)slice}};
}

static int slice_of(const hra_task *task) {
    return (int)task->number[0];
}

static const char *name_of(const void *self, uint64_t number) {
    return hra_slices_at(((const tables *)self)->slices, (int)number)->name;
}

static bool find(const void *self, const char *name, uint64_t *number) {
    int slice;
    if (hra_slices_find(((const tables *)self)->slices, name, &slice, NULL) != 0)
        return false;
    *number = (uint64_t)slice;
    return true;
}

static bool fits(const void *self, const hra_task *task) {
    return task->number[0] < (uint64_t)((const tables *)self)->count;
}

static bool ready(void *self, const hra_task *task) {
    const tables *t = self;
    const hra_slice *slice = hra_slices_at(t->slices, slice_of(task));
    for (int i = 0; i < slice->need_count; i++)
        if (!t->built[slice->needs[i]])
            return false;
    return true;
}

static bool next(void *self, uint64_t most, hra_task *out) {
    tables *t = self;
    for (int i = 0; i < t->count; i++) {
        *out = task_of(i);
        if (!t->assigned[i] && ready(t, out))
            return t->assigned[i] = true;
    }
    return false;
}

static bool assigned(void *self, const hra_task *task) {
    tables *t = self;
    const bool fresh = !t->assigned[slice_of(task)];
    t->assigned[slice_of(task)] = true;
    return fresh;
}

static void undo(void *self, const hra_task *task) {
    ((tables *)self)->assigned[slice_of(task)] = false;
}

/* ---- files ----------------------------------------------------------------------------------*/

/* Has the files of a slice in the folder of data. */
static hra_err need(tables *t, int slice, hra_error *why) {
    const hra_task task = task_of(slice);
    hra_text result;
    hra_err err = HRA_OK;
    hra_text_init(&result);
    hra_work_enter(t->work);
    if (!hra_slices_are_there(t->slices, slice, t->brought->data)) {
        err = hra_work_fetch(t->work, &task, &result, why);
        if (!err)
            err = hra_slices_unpack(t->slices, slice, hra_text_string(&result), result.length,
                                    t->brought->data, why);
    }
    hra_work_leave(t->work);
    hra_text_release(&result);
    return err;
}

static hra_err run(void *self, const hra_task *task, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why) {
    tables *t = self;
    const hra_solve_setup how = {
        .size = sizeof how, .threads = 1, .data = t->brought->data, .progress = progress};
    if (!t->brought->data)
        return hra_fail(why, HRA_EINPUT, -1, "%s", _("tables that are built in tasks need a folder of data"));
    const hra_slice *slice = hra_slices_at(t->slices, slice_of(task));
    hra_err err = HRA_OK;
    for (int i = 0; i < slice->need_count && !err; i++)
        err = need(t, slice->needs[i], why);
    if (!err)
        err = hra_slices_build(t->slices, slice_of(task), &how, why);
    return err ? err : hra_slices_pack(t->slices, slice_of(task), how.data, result, why);
}

/* ---- counting -------------------------------------------------------------------------------*/

static hra_err add(void *self, const hra_task *task, const char *bytes, size_t length, hra_error *why) {
    tables *t = self;
    const int slice = slice_of(task);
    const char *data = t->brought->no_tasks ? NULL : t->brought->data;
    hra_err err = bytes ? hra_slices_unpack(t->slices, slice, bytes, length, NULL, why) : HRA_OK;
    if (!err && bytes && data && !hra_slices_are_there(t->slices, slice, data))
        err = hra_slices_unpack(t->slices, slice, bytes, length, data, why);
    if (err)
        return err;
    t->built[slice] = true;
    t->left--;
    t->solved += hra_slices_at(t->slices, slice)->positions;
    return HRA_OK;
}

static void look(void *self, uint64_t *done, uint64_t *of, bool *finished) {
    const tables *t = self;
    *done = t->solved;
    *of = t->positions;
    *finished = t->left == 0;
}

static hra_err report(void *self, double seconds, hra_json *json, const char *key, hra_error *why) {
    const tables *t = self;
    hra_json_object(json, key);
    hra_json_text(json, "game", hra_work_game(t->work)->spec);
    hra_json_count(json, "positions", t->positions);
    hra_json_count(json, "positions_solved", t->solved);
    hra_json_list(json, "slices");
    for (int i = 0; i < t->count; i++) {
        hra_json_object(json, NULL);
        hra_json_text(json, "name", hra_slices_at(t->slices, i)->name);
        hra_json_count(json, "positions", hra_slices_at(t->slices, i)->positions);
        hra_json_bool(json, "built", t->built[i]);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_json_end(json);
    return HRA_OK;
}

const hra_work_kind hra_solve_work = {
    .name = "solve",
    .word = "tables",
    .pieces = N_("positions"),
    .doing = N_("slices"),
    .lines = lines,
    .forms = forms,
    .fetches = true,
    .self_size = sizeof(tables),
    .open = open_tables,
    .close = close_tables,
    .fits = fits,
    .name_of = name_of,
    .find = find,
    .next = next,
    .assigned = assigned,
    .undo = undo,
    .ready = ready,
    .add = add,
    .look = look,
    .report = report,
    .run = run,
};

hra_err hra_work_tables(hra_work *work, hra_error *why) {
    tables *t = hra_work_self(work, &hra_solve_work);
    hra_err err = HRA_OK;
    if (!t || !t->brought->data)
        return hra_fail(why, HRA_EFIT, -1, "%s", _("this work builds no tables into a folder"));
    for (int i = 0; i < t->count && !err; i++)
        err = need(t, i, why);
    return err;
}
