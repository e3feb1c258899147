/* Work that is cut into tasks; saved in a file, stopped, resumed and shared. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "_hra.h"
#include "hra/work.h"

typedef struct py_work {
    PyObject_HEAD py_core *core;
    PyObject *module; /* holds core */
    hra_work *work;
    FILE *file;          /* where it is saved; NULL: nowhere */
    char *data, *tables; /* folders; NULL: none */
} py_work;

/* ---- opening ----------------------------------------------------------------------------------*/

static hra_err save(void *self, const char *bytes, size_t length) {
    FILE *file = self;
    return fwrite(bytes, 1, length, file) == length && fflush(file) == 0 ? HRA_OK : HRA_EIO;
}

/* Restores what the file holds, and cuts away what was not written to its end. */
static hra_err restore(py_work *w, hra_error *why) {
    char bytes[1 << 14];
    size_t length, used = 0;
    hra_text saved;
    hra_text_init(&saved);
    while ((length = fread(bytes, 1, sizeof bytes, w->file)) > 0)
        hra_text_add_bytes(&saved, bytes, length);
    hra_err err = saved.err || ferror(w->file)
                      ? hra_fail(why, saved.err ? saved.err : HRA_EIO, -1, "the file cannot be read")
                      : hra_work_restore(w->work, hra_text_string(&saved), saved.length, &used, why);
    hra_text_release(&saved);
    if (!err && (fseek(w->file, (long)used, SEEK_SET) != 0 || ftruncate(fileno(w->file), (off_t)used) != 0))
        err = hra_fail(why, HRA_EIO, -1, "%s", strerror(errno));
    hra_work_return_task(w->work, NULL);
    return err;
}

typedef struct opening {
    py_work *w;
    const char *kind, *spec, *path;
    double task_seconds;
    bool files;
    hra_progress progress;
    hra_stop stop;
    hra_error why;
} opening;

static hra_err open_work(void *self) {
    opening *o = self;
    py_work *w = o->w;
    hra_host host = {.size = sizeof host, .tables = w->tables, .read = o->files ? hra_host_read_file : NULL};
    hra_work_setup setup = {.size = sizeof setup,
                            .host = &host,
                            .data = w->data,
                            .progress = &o->progress,
                            .task_seconds = o->task_seconds};
    if (o->path && !(w->file = fopen(o->path, "a+b")))
        return hra_fail(&o->why, HRA_EIO, -1, "%s: %s", o->path, strerror(errno));
    if (w->file) {
        setup.save = save;
        setup.save_self = w->file;
        rewind(w->file);
    }
    hra_err err = hra_work_open(&w->work, o->kind, o->spec, &setup, &o->why);
    return err || !w->file ? err : restore(w, &o->why);
}

PyObject *py_work_open(PyObject *module, PyObject *args, PyObject *names) {
    static char *keys[] = {"spec", "kind", "file", "data", "files", "task_seconds", NULL};
    opening o = {.spec = NULL};
    PyObject *path = NULL;
    const char *data = NULL;
    int files = 0;
    hra_err err = HRA_OK;
    py_core *core = PyModule_GetState(module);
    if (!PyArg_ParseTupleAndKeywords(args, names, "s|zO&zpd:work", keys, &o.spec, &o.kind,
                                     PyUnicode_FSConverter, &path, &data, &files, &o.task_seconds))
        return NULL;
    py_work *w = (py_work *)py_new(core->work);
    if (!w) {
        Py_XDECREF(path);
        return NULL;
    }
    w->core = core;
    w->module = module;
    Py_INCREF(module);
    w->data = data ? strdup(data) : NULL;
    w->tables = py_data_folder();
    o.w = w;
    o.path = path ? PyBytes_AsString(path) : NULL;
    o.files = files != 0;
    o.progress = (hra_progress){.stop = &o.stop};
    int raised = py_run(open_work, &o, &o.stop, NULL, NULL, &err);
    Py_XDECREF(path);
    if (!raised && !err)
        return (PyObject *)w;
    Py_DECREF(w);
    return raised ? NULL : py_fail(core, err, &o.why);
}

static void work_dealloc(PyObject *self) {
    py_work *w = (py_work *)self;
    PyObject *module = w->module;
    hra_work_close(w->work);
    if (w->file)
        (void)fclose(w->file); /* each entry was flushed */
    free(w->data);
    free(w->tables);
    py_free(self);
    Py_XDECREF(module);
}

/* ---- running ----------------------------------------------------------------------------------*/

typedef struct running {
    hra_work *work;
    const char *task; /* NULL: all of them */
    int threads;
    hra_text result, records;
    hra_progress progress;
    hra_stop stop;
    _Atomic double done; /* read by the one who waits */
    double due;
    hra_error why;
} running;

static void report_done(void *self, const char *what, double done) {
    ((running *)self)->done = done;
}

static hra_err run_work(void *self) {
    running *r = self;
    if (!r->task)
        return hra_work_run(r->work, r->threads, &r->progress, &r->why);
    return hra_work_run_task(r->work, r->task, &r->progress, &r->result, &r->records, &r->why);
}

static PyObject *run(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"threads", "seconds", "progress", NULL};
    py_work *w = (py_work *)self;
    PyObject *tell = Py_None;
    double seconds = 0;
    hra_err err = HRA_OK;
    running r = {.work = w->work, .threads = 1};
    if (!PyArg_ParseTupleAndKeywords(args, names, "|idO:run", keys, &r.threads, &seconds, &tell))
        return NULL;
    r.progress = (hra_progress){.report = report_done, .self = &r, .stop = &r.stop, .due = &r.due};
    r.progress.deadline = seconds > 0 ? hra_clock() + seconds : 0;
    if (py_run(run_work, &r, &r.stop, tell == Py_None ? NULL : tell, &r.done, &err) != 0)
        return NULL;
    return err ? py_fail(w->core, err, &r.why) : PyBool_FromLong(hra_work_is_finished(w->work));
}

static PyObject *run_task(PyObject *self, PyObject *task) {
    py_work *w = (py_work *)self;
    hra_err err = HRA_OK;
    running r = {.work = w->work, .task = PyUnicode_AsUTF8AndSize(task, NULL)};
    if (!r.task)
        return NULL;
    hra_text_init(&r.result);
    hra_text_init(&r.records);
    r.progress.stop = &r.stop;
    PyObject *out = NULL;
    if (py_run(run_work, &r, &r.stop, NULL, NULL, &err) == 0)
        out = err ? py_fail(w->core, err, &r.why)
                  : Py_BuildValue("y#y#", hra_text_string(&r.result), (Py_ssize_t)r.result.length,
                                  hra_text_string(&r.records), (Py_ssize_t)r.records.length);
    hra_text_release(&r.result);
    hra_text_release(&r.records);
    return out;
}

/* ---- tasks ------------------------------------------------------------------------------------*/

static PyObject *next_task(PyObject *self, PyObject *none) {
    char task[HRA_WORK_TASK];
    if (hra_work_next_task(((py_work *)self)->work, task))
        return PyUnicode_FromString(task);
    Py_RETURN_NONE;
}

static PyObject *return_task(PyObject *self, PyObject *task) {
    const char *text = PyUnicode_AsUTF8AndSize(task, NULL);
    if (!text)
        return NULL;
    hra_work_return_task(((py_work *)self)->work, text);
    Py_RETURN_NONE;
}

static PyObject *mark_assigned(PyObject *self, PyObject *task) {
    py_work *w = (py_work *)self;
    const char *text = PyUnicode_AsUTF8AndSize(task, NULL);
    hra_error why = {0};
    hra_err err = text ? hra_work_mark_assigned(w->work, text, &why) : HRA_OK;
    if (!text || err)
        return text ? py_fail(w->core, err, &why) : NULL;
    Py_RETURN_NONE;
}

static PyObject *add_result(PyObject *self, PyObject *args) {
    py_work *w = (py_work *)self;
    const char *task, *bytes;
    Py_ssize_t length;
    hra_error why = {0};
    if (!PyArg_ParseTuple(args, "sy#:add_result", &task, &bytes, &length))
        return NULL;
    hra_err err = hra_work_add_result(w->work, task, bytes, (size_t)length, &why);
    if (err)
        return py_fail(w->core, err, &why);
    Py_RETURN_NONE;
}

/* ---- results ----------------------------------------------------------------------------------*/

static PyObject *is_finished(PyObject *self, PyObject *none) {
    return PyBool_FromLong(hra_work_is_finished(((py_work *)self)->work));
}

static PyObject *status(PyObject *self, PyObject *none) {
    py_work *w = (py_work *)self;
    hra_work_status now;
    hra_text text;
    hra_work_snapshot(w->work, &now);
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_object(&json, NULL);
    hra_json_text(&json, "kind", hra_work_info_of(w->work)->kind);
    hra_json_text(&json, "pieces", now.pieces);
    hra_json_count(&json, "done", now.done);
    hra_json_count(&json, "of", now.of);
    hra_json_count(&json, "tasks", now.tasks);
    hra_json_count(&json, "results", now.results);
    hra_json_bool(&json, "finished", now.finished);
    hra_json_end(&json);
    return py_rows(w->core, &text);
}

static PyObject *report(PyObject *self, PyObject *none) {
    py_work *w = (py_work *)self;
    hra_text text;
    hra_error why = {0};
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_err err = hra_work_report(w->work, &json, NULL, &why);
    if (!err)
        return py_rows(w->core, &text);
    hra_text_release(&text);
    return py_fail(w->core, err, &why);
}

static PyObject *model(PyObject *self, PyObject *none) {
    py_work *w = (py_work *)self;
    uint64_t games;
    hra_text text;
    hra_error why = {0};
    hra_text_init(&text);
    hra_err err = hra_work_model(w->work, &text, &games, &why);
    PyObject *out = err ? py_fail(w->core, err, &why)
                        : PyBytes_FromStringAndSize(hra_text_string(&text), (Py_ssize_t)text.length);
    hra_text_release(&text);
    return out;
}

#define NAMED(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS

static PyMethodDef methods[] = {
    {"run", NAMED(run),
     "run(threads=1, seconds=0, progress=None)\n--\n\nRuns tasks until none is left, or so many seconds are "
     "over (0: no "
     "limit). Ctrl-C stops it, and another\ncall goes on. Whether the work is finished."},
    {"next_task", next_task, METH_NOARGS,
     "next_task()\n--\n\nAssigns a task, a line of text; None: there is none now."},
    {"return_task", return_task, METH_O,
     "return_task(task, /)\n--\n\nReturns an assigned task without a result, so that it is assigned again."},
    {"mark_assigned", mark_assigned, METH_O,
     "mark_assigned(task, /)\n--\n\nNotes that another process has assigned this task."},
    {"run_task", run_task, METH_O,
     "run_task(task, /)\n--\n\nRuns one task of this spec, which need not be assigned here: its result and "
     "its records, "
     "as bytes."},
    {"add_result", add_result, METH_VARARGS,
     "add_result(task, result, /)\n--\n\nAdds the result of an assigned task, wherever it was run."},
    {"is_finished", is_finished, METH_NOARGS,
     "is_finished()\n--\n\nWhether no task is left, and no result missing."},
    {"status", status, METH_NOARGS,
     "status()\n--\n\nHow far it is, as a Row: kind, pieces, done, of, tasks, results, finished."},
    {"report", report, METH_NOARGS, "report()\n--\n\nWhat the results come to so far, as a Row."},
    {"model", model, METH_NOARGS,
     "model()\n--\n\nWhat learning has come to so far, as bytes of the file of a model; empty before the "
     "first "
     "round."},
    {0},
};

PyTypeObject *py_make_work(PyObject *module) {
    PyType_Slot slots[] = {
        {Py_tp_dealloc, work_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_doc, (void *)"Work that is cut into tasks, opened by hra.work(). Any thread may use it."},
        {0}};
    PyType_Spec spec = {"hra.Work", sizeof(py_work), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
