/* Long work inside a page (hra/work.h): one worker assigns tasks and adds their results, others run them, each with the
 * same spec opened. What is to outlive the page it takes by hra_engine_work_saved and puts in again by _restore: so a run
 * is stopped, and resumed after a reload.
 *
 * Calls return a number of 0 or more, or a negative hra_err; what they have to say is the text behind
 * hra_engine_text, until the next call. */
#include <stdlib.h>
#include <string.h>

#include "hra/language.h"
#include "hra/work.h"
#include "wasm_engine.h"

enum { WORKS = 16, SAVED = 64 << 20 /* bytes that wait to be taken */ };

typedef struct page_work {
    hra_work *work;
    hra_text saved; /* since it was taken last */
} page_work;

static page_work works[WORKS];
static hra_text said;

export("hra_engine_text") const char *hra_engine_text(void) {
    return hra_text_string(&said);
}

export("hra_engine_text_length") size_t hra_engine_text_length(void) {
    return said.length;
}

static int refuse(const hra_error *why) {
    hra_text_clear(&said);
    hra_text_add(&said, why->text);
    return why->code ? why->code : HRA_EINPUT;
}

static page_work *find(int number) {
    hra_text_clear(&said);
    return number >= 0 && number < WORKS && works[number].work ? &works[number] : NULL;
}

static hra_err save(void *self, const char *bytes, size_t length) {
    page_work *w = self;
    if (length > SAVED - w->saved.length)
        return HRA_ELIMIT;
    hra_text_add_bytes(&w->saved, bytes, length);
    return w->saved.err;
}

/* Text of the room, with a zero behind it; NULL: it holds one, or there is no memory. */
static char *copy_room(size_t length) {
    char *text = memchr(engine_room(), 0, length) ? NULL : malloc(length + 1);
    if (!text)
        return NULL;
    memcpy(text, engine_room(), length);
    text[length] = '\0';
    return text;
}

/* Opens the work whose spec lies in the room; its number, or an error with the reason as the text. */
export("hra_engine_work_open") int hra_engine_work_open(size_t length) {
    hra_error why = {0};
    hra_work_setup setup = {.size = sizeof setup, .save = save};
    int number = 0;
    hra_text_clear(&said);
    while (number < WORKS && works[number].work)
        number++;
    if (number == WORKS)
        return HRA_ELIMIT;
    page_work *w = &works[number];
    hra_text_init(&w->saved);
    setup.save_self = w;
    hra_err err = engine_host(&setup.host, &why);
    char *spec = err ? NULL : copy_room(length);
    if (!err && !spec)
        return HRA_EINPUT;
    if (!err)
        err = hra_work_open(&w->work, NULL, spec, &setup, &why);
    free(spec);
    if (!err)
        return number;
    w->work = NULL;
    return refuse(&why);
}

export("hra_engine_work_close") void hra_engine_work_close(int number) {
    page_work *w = find(number);
    if (!w)
        return;
    hra_work_close(w->work);
    hra_text_release(&w->saved);
    w->work = NULL;
}

/* Restores what was saved, which lies in the room, before anything else is asked of the work. How many bytes of it are
 * whole, where what is saved next belongs; tasks that had no result will be assigned again. */
export("hra_engine_work_restore") int hra_engine_work_restore(int number, size_t length) {
    page_work *w = find(number);
    hra_error why = {0};
    size_t used = 0;
    if (!w)
        return HRA_ESTATE;
    hra_err err = hra_work_restore(w->work, engine_room(), length, &used, &why);
    if (err)
        return refuse(&why);
    hra_work_return_task(w->work, NULL);
    return (int)used;
}

/* The text is what was saved since this was asked last; its length. */
export("hra_engine_work_saved") int hra_engine_work_saved(int number) {
    page_work *w = find(number);
    if (!w)
        return HRA_ESTATE;
    hra_text_add_bytes(&said, w->saved.data, w->saved.length);
    if (said.err)
        return HRA_ENOMEM;
    hra_text_clear(&w->saved);
    return (int)said.length;
}

/* 1: the text is the next task; 0: there is none now. */
export("hra_engine_work_next") int hra_engine_work_next(int number) {
    page_work *w = find(number);
    char task[HRA_WORK_TASK];
    if (!w)
        return HRA_ESTATE;
    if (!hra_work_next_task(w->work, task))
        return 0;
    hra_text_add(&said, task);
    return said.err ? HRA_ENOMEM : 1;
}

/* Returns the task in the room, which nobody will run; of length 0: all that have no result. */
export("hra_engine_work_return") int hra_engine_work_return(int number, size_t length) {
    page_work *w = find(number);
    char *task = w ? copy_room(length) : NULL;
    if (!task)
        return w ? HRA_EINPUT : HRA_ESTATE;
    hra_work_return_task(w->work, length ? task : NULL);
    free(task);
    return 0;
}

/* Runs the task in the room; the text is its result. It need not have been assigned by this module. */
export("hra_engine_work_run") int hra_engine_work_run(int number, size_t length) {
    page_work *w = find(number);
    hra_error why = {0};
    char *task = w ? copy_room(length) : NULL;
    if (!task)
        return w ? HRA_EINPUT : HRA_ESTATE;
    hra_err err = hra_work_run_task(w->work, task, NULL, &said, NULL, &why);
    free(task);
    return err ? refuse(&why) : (int)said.length;
}

/* Adds a result: the room holds the task, a zero and the result; `seconds` it took. */
export("hra_engine_work_add") int hra_engine_work_add(int number, size_t length, double seconds) {
    page_work *w = find(number);
    hra_error why = {0};
    const char *task = engine_room(), *end = memchr(task, 0, length);
    if (!w || !end)
        return w ? HRA_EINPUT : HRA_ESTATE;
    hra_err err = hra_work_add_result(w->work, task, end + 1, length - (size_t)(end + 1 - task), &why);
    if (err)
        return refuse(&why);
    if (seconds > 0)
        hra_work_note_time(w->work, task, seconds);
    return 0;
}

/* The text is {"kind","game","pieces","done","of","finished","report"}, as `GET /api/work` of hra serve has it. */
export("hra_engine_work_report") int hra_engine_work_report(int number) {
    page_work *w = find(number);
    hra_work_status now;
    hra_error why = {0};
    if (!w)
        return HRA_ESTATE;
    hra_json json = hra_json_begin(&said);
    hra_work_snapshot(w->work, &now);
    hra_json_object(&json, NULL);
    hra_json_text(&json, "kind", hra_work_kind_name(hra_work_get_kind(w->work)));
    hra_json_text(&json, "game", hra_work_game(w->work)->spec);
    hra_json_text(&json, "pieces", hra_translate(now.pieces));
    hra_json_count(&json, "done", now.done);
    hra_json_count(&json, "of", now.of);
    hra_json_bool(&json, "finished", now.finished);
    hra_err err = hra_work_report(w->work, &json, "report", &why);
    hra_json_end(&json);
    return err ? refuse(&why) : said.err ? HRA_ENOMEM : (int)said.length;
}
