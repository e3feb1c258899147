/* Tuning: tasks are steps of one batch, "steps FROM TO", and results what they brought. */
#include "tournament/tune_tasks.h"

#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "work/kind.h"

enum { BATCH_MOST = 10000 };

typedef struct tuning {
    hra_tune_setup setup;
    hra_tune_parameter parameters[HRA_TUNE_PARAMETERS];
    char names[HRA_TUNE_PARAMETERS][HRA_NAME_LENGTH];
    hra_tune *t;
    uint64_t most; /* steps of a task */
} tuning;

static const hra_line_rule lines[] = {
    {.name = "template", .type = HRA_LINE_TEXT, .needed = true},
    {.name = "parameter", .type = HRA_LINE_TEXT, .needed = true, .many = true},
    {.name = "whole", .type = HRA_LINE_TEXT, .many = true},
    {.name = "steps", .type = HRA_LINE_NUMBER, .low = 1, .high = 1000000000000, .needed = true},
    {.name = "batch", .type = HRA_LINE_NUMBER, .low = 1, .high = BATCH_MOST},
    {.name = "rate", .type = HRA_LINE_REAL},
    HRA_LINE_SEED,
    HRA_LINES_LIMITS,
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err read_parameter(tuning *u, const char *text, hra_error *why) {
    hra_err err = u->setup.count < HRA_TUNE_PARAMETERS ? HRA_OK : HRA_EINPUT;
    if (!err)
        err = hra_tune_read_parameter(text, &u->parameters[u->setup.count], u->names[u->setup.count]);
    if (err)
        return hra_fail(
            why, err, -1,
            "expected NAME=START,MIN,MAX,C_END, such as king=100,0,300,20, at most %d times; found '%.80s'",
            HRA_TUNE_PARAMETERS, text);
    u->setup.count++;
    return HRA_OK;
}

static hra_err read_parameters(tuning *u, const hra_keyed *spec, hra_error *why) {
    const char *text;
    hra_err err = HRA_OK;
    for (int i = 0; !err && (text = hra_keyed_text(spec, "parameter", i)) != NULL; i++)
        err = read_parameter(u, text, why);
    for (int i = 0; !err && (text = hra_keyed_text(spec, "whole", i)) != NULL; i++) {
        int k = 0;
        while (k < u->setup.count && strcmp(u->names[k], text) != 0)
            k++;
        if (k == u->setup.count)
            err = hra_fail(why, HRA_EINPUT, -1, "integer: unknown parameter '%.80s'", text);
        else
            u->parameters[k].is_integer = true;
    }
    return err;
}

static void close_tuning(void *self) {
    hra_tune_close(((tuning *)self)->t);
}

static hra_err open_tuning(void *self, hra_work *work, hra_error *why) {
    const hra_keyed *spec = hra_work_keyed(work);
    const hra_work_setup *brought = hra_work_brought(work);
    uint64_t workers = brought->workers > 0 ? (uint64_t)brought->workers : 1;
    tuning *u = self;
    u->setup = (hra_tune_setup){.size = sizeof u->setup,
                                .game = hra_work_game(work),
                                .player = hra_keyed_text(spec, "template", 0),
                                .data = brought->data,
                                .parameters = u->parameters,
                                .steps = hra_keyed_number(spec, "steps", 0),
                                .batch = (int)hra_keyed_number(spec, "batch", 8),
                                .rate = hra_keyed_real(spec, "rate", 0.1),
                                .seed = hra_work_seed(work),
                                .limits = hra_work_limits(work),
                                .stepped = brought->stepped,
                                .stepped_self = brought->stepped_self};
    u->most = ((uint64_t)u->setup.batch + workers - 1) / workers;
    hra_err err = read_parameters(u, spec, why);
    return err ? err : hra_tune_open(&u->t, &u->setup, why);
}

/* ---- tasks ----------------------------------------------------------------------------------*/

static const hra_task_form forms[] = {{"steps", 2}, {0}};

static hra_tune_task task_of(const hra_task *t) {
    return (hra_tune_task){t->number[0], t->number[1]};
}

static bool fits(const void *self, const hra_task *t) {
    const tuning *u = self;
    uint64_t from = t->number[0], to = t->number[1], batch = (uint64_t)u->setup.batch;
    return to <= u->setup.steps && from / batch == (to - 1) / batch;
}

static bool next(void *self, uint64_t most, hra_task *out) {
    tuning *u = self;
    hra_tune_task task;
    if (!hra_tune_next_task(u->t, most < u->most ? most : u->most, &task))
        return false;
    *out = (hra_task){.number = {task.from, task.to}};
    return true;
}

static bool assigned(void *self, const hra_task *t) {
    const hra_tune_task task = task_of(t);
    return hra_tune_mark_assigned(((tuning *)self)->t, &task, NULL) == 0;
}

static void undo(void *self, const hra_task *t) {
    const hra_tune_task task = task_of(t);
    (void)hra_tune_return_task(((tuning *)self)->t, &task);
}

/* Steps of a batch begin with what all those before it have come to. */
static bool ready(void *self, const hra_task *t) {
    const hra_tune_task task = task_of(t);
    return hra_tune_place_of(((tuning *)self)->t, &task) != HRA_TUNE_LATER;
}

static hra_err run(void *self, const hra_task *t, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why) {
    tuning *u = self;
    const hra_tune_task task = task_of(t);
    return hra_tune_run_task(u->t, &task, progress, result, why);
}

static hra_err add(void *self, const hra_task *t, const char *bytes, size_t length, hra_error *why) {
    const hra_tune_task task = task_of(t);
    return hra_tune_add_result(((tuning *)self)->t, &task, bytes, why);
}

/* ---- what came out --------------------------------------------------------------------------*/

static void look(void *self, uint64_t *done, uint64_t *of, bool *finished) {
    const tuning *u = self;
    double values[HRA_TUNE_PARAMETERS];
    *done = hra_tune_snapshot(u->t, values);
    *of = u->setup.steps;
    *finished = hra_tune_is_finished(u->t);
}

static hra_err report(void *self, double seconds, hra_json *json, const char *key, hra_error *why) {
    const tuning *u = self;
    double values[HRA_TUNE_PARAMETERS];
    uint64_t steps = hra_tune_snapshot(u->t, values);
    return hra_json_tune(json, key, &u->setup, steps, values, why);
}

const hra_work_kind hra_tune_work = {
    .name = "tune",
    .word = "steps",
    .pieces = N_("iterations"),
    .doing = N_("iterations"),
    .lines = lines,
    .forms = forms,
    .self_size = sizeof(tuning),
    .open = open_tuning,
    .close = close_tuning,
    .fits = fits,
    .next = next,
    .assigned = assigned,
    .undo = undo,
    .ready = ready,
    .add = add,
    .texts = true,
    .look = look,
    .report = report,
    .run = run,
};

const hra_tune_setup *hra_work_tune(hra_work *work, double *values, uint64_t *steps) {
    const tuning *u = hra_work_self(work, &hra_tune_work);
    if (!u)
        return NULL;
    hra_work_hold(work);
    *steps = hra_tune_snapshot(u->t, values);
    hra_work_loose(work);
    return &u->setup;
}
