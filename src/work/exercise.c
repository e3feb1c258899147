/* Exercises that are made in tasks: tasks are exercises of a course, "exercises FROM TO", and results are their texts with
 * keys, one after another. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/exercise.h"
#include "work/kind.h"

typedef struct making {
    hra_work *work;
    hra_course *course;
    uint64_t count, made; /* exercises */
    char **texts;         /* of each, when it is made; else NULL */
} making;

static const hra_line_rule lines[] = {{.name = "course", .type = HRA_LINE_TEXT, .needed = true, .many = true},
                                      {0}};

static const hra_task_form forms[] = {{"exercises", 2}, {0}};

/* ---- opening --------------------------------------------------------------------------------*/

static void close_making(void *self) {
    making *m = self;
    for (uint64_t i = 0; m->texts && i < m->count; i++)
        free(m->texts[i]);
    free(m->texts);
    hra_course_close(m->course);
}

static hra_err open_making(void *self, hra_work *work, hra_error *why) {
    making *m = self;
    hra_text text;
    size_t length;
    m->work = work;
    hra_text_init(&text);
    hra_keyed_join(hra_work_keyed(work), "course", &text);
    hra_err err =
        text.err ? hra_no_memory(why) : hra_course_open(&m->course, hra_text_string(&text), text.length, why);
    hra_text_release(&text);
    if (err)
        return err;
    while (hra_course_exercise(m->course, (int)m->count, &length, NULL))
        m->count++;
    m->texts = calloc((size_t)m->count + 1, sizeof *m->texts);
    return m->texts ? HRA_OK : hra_no_memory(why);
}

/* ---- tasks ----------------------------------------------------------------------------------*/

static bool fits(const void *self, const hra_task *t) {
    return t->number[1] <= ((const making *)self)->count;
}

static uint64_t cut(void *self, uint64_t from, uint64_t most) {
    const making *m = self;
    const uint64_t left = from < m->count ? m->count - from : 0;
    return left ? from + (most < left ? most : left) : 0;
}

static hra_err run(void *self, const hra_task *t, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why) {
    const making *m = self;
    const hra_work_setup *brought = hra_work_brought(m->work);
    hra_err err = HRA_OK;
    for (uint64_t i = t->number[0]; i < t->number[1] && !err; i++) {
        hra_exercise *x;
        size_t length;
        int line;
        hra_error inner;
        const char *text = hra_course_exercise(m->course, (int)i, &length, &line);
        err = hra_exercise_make(&x, brought->host, brought->data, text, length,
                                progress ? progress->stop : NULL, &inner);
        if (err)
            return hra_fail(why, err, -1, _("the exercise at line %d of the course: %s"), line, inner.text);
        err = hra_exercise_write(x, result) ? hra_no_memory(why) : HRA_OK;
        hra_exercise_close(x);
    }
    return err;
}

/* ---- counting -------------------------------------------------------------------------------*/

/* The result is a course of as many exercises, each whole. */
static hra_err add(void *self, const hra_task *t, const char *bytes, size_t length, hra_error *why) {
    making *m = self;
    hra_course *made;
    hra_err err = hra_course_open(&made, bytes, length, NULL);
    if (err)
        return err == HRA_ENOMEM ? hra_no_memory(why) : hra_work_damaged(why);
    const uint64_t from = t->number[0], count = t->number[1] - from;
    size_t size = 0;
    const char *text = hra_course_exercise(made, (int)count, &size, NULL);
    err = text || !hra_course_exercise(made, (int)count - 1, &size, NULL) ? hra_work_damaged(why) : HRA_OK;
    for (uint64_t i = 0; i < count && !err; i++) {
        text = hra_course_exercise(made, (int)i, &size, NULL);
        m->texts[from + i] = strndup(text, size);
        err = m->texts[from + i] ? HRA_OK : hra_no_memory(why);
        m->made += !err;
    }
    for (uint64_t i = 0; i < count && err; i++) { /* nothing was counted */
        m->made -= m->texts[from + i] != NULL;
        free(m->texts[from + i]);
        m->texts[from + i] = NULL;
    }
    hra_course_close(made);
    return err;
}

static void look(void *self, uint64_t *done, uint64_t *of, bool *finished) {
    const making *m = self;
    *done = m->made;
    *of = m->count;
    *finished = *done == *of;
}

static hra_err report(void *self, double seconds, hra_json *json, const char *key, hra_error *why) {
    const making *m = self;
    hra_err err = HRA_OK;
    hra_json_object(json, key);
    hra_json_text(json, "title", *hra_course_title(m->course) ? hra_course_title(m->course) : NULL);
    hra_json_list(json, "exercises");
    for (uint64_t i = 0; i < m->count && !err; i++) {
        hra_exercise *x;
        if (!m->texts[i])
            continue;
        err = hra_exercise_open(&x, hra_work_brought(m->work)->host, m->texts[i], strlen(m->texts[i]), why);
        if (!err)
            hra_json_exercise(json, NULL, x);
        hra_exercise_close(err ? NULL : x);
    }
    hra_json_end(json);
    hra_json_end(json);
    return err;
}

const hra_work_kind hra_exercise_work = {
    .name = "exercises",
    .word = "exercises",
    .pieces = N_("exercises"),
    .doing = N_("making exercises"),
    .lines = lines,
    .forms = forms,
    .self_size = sizeof(making),
    .open = open_making,
    .close = close_making,
    .fits = fits,
    .cut = cut,
    .add = add,
    .texts = true,
    .look = look,
    .report = report,
    .run = run,
};

hra_err hra_work_course(hra_work *work, hra_text *out) {
    const making *m = hra_work_self(work, &hra_exercise_work);
    if (!m)
        return HRA_EFIT;
    hra_text_add(out, "hra-course 1\n");
    if (*hra_course_title(m->course))
        hra_text_addf(out, "title %s\n", hra_course_title(m->course));
    for (uint64_t i = 0; i < m->count; i++)
        if (m->texts[i])
            hra_text_addf(out, "%s\n", m->texts[i]);
    return out->err;
}
