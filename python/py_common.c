/* Errors, long work and answers: what every type of the module needs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "_hra.h"

/* ---- errors -----------------------------------------------------------------------------------*/

static PyObject *exception_of(const py_core *core, hra_err err) {
    switch (err) {
    case HRA_EINPUT:
        return core->input;
    case HRA_EFIT:
        return core->fit;
    case HRA_ESTATE:
    case HRA_ESTOPPED:
        return core->moment;
    case HRA_ELIMIT:
        return core->limit;
    case HRA_EIO:
    case HRA_EDAMAGED:
    case HRA_EVERSION:
    case HRA_EDENIED:
    case HRA_EMISSING:
        return core->file;
    default:
        return core->error;
    }
}

/* An exception with the words, and where in a text they point as its attribute `at`. */
static PyObject *raise_words(PyObject *type, const char *words, int at) {
    PyObject *text = PyUnicode_DecodeUTF8(words, (Py_ssize_t)strlen(words), "replace");
    PyObject *exception = text ? PyObject_CallFunctionObjArgs(type, text, NULL) : NULL;
    PyObject *place = exception && at >= 0 ? PyLong_FromLong(at) : NULL;
    if (exception && (at < 0 || (place && PyObject_SetAttrString(exception, "at", place) == 0)))
        PyErr_SetObject(type, exception);
    Py_XDECREF(place);
    Py_XDECREF(exception);
    Py_XDECREF(text);
    return NULL;
}

PyObject *py_fail(py_core *core, hra_err err, const hra_error *why) {
    if (err == HRA_ENOMEM)
        return PyErr_NoMemory();
    const bool said = why && why->code && *why->text;
    return raise_words(exception_of(core, err), said ? why->text : hra_err_text(err), said ? why->at : -1);
}

PyObject *py_refuse(py_core *core, hra_err err, const char *format, ...) {
    hra_error why = {.code = err, .at = -1};
    va_list list;
    va_start(list, format);
    hra_vsnprintf(why.text, sizeof why.text, format, list);
    va_end(list);
    return py_fail(core, err, &why);
}

/* ---- long work --------------------------------------------------------------------------------*/

/* A waiting caller checks for signals at this interval, in seconds; a person who presses Ctrl-C notices
 * half a second. */
static const double glance = 0.05;

int py_run(hra_err (*work)(void *self), void *self, hra_stop *stop, PyObject *tell,
           const _Atomic double *done, hra_err *err) {
    hra_job *job = NULL;
    bool raised = false, over = false;
    if (hra_job_start(&job, work, self) != 0) {
        PyErr_NoMemory();
        return -1;
    }
    while (!over) {
        Py_BEGIN_ALLOW_THREADS;
        over = hra_job_wait(job, tell ? 2 * glance : glance);
        Py_END_ALLOW_THREADS;
        if (raised)
            continue;
        raised = PyErr_CheckSignals() != 0;
        if (!raised && tell) {
            PyObject *answer = PyObject_CallFunction(tell, "d", done ? *done : -1.0);
            raised = !answer;
            Py_XDECREF(answer);
        }
        if (raised)
            hra_stop_set(stop);
    }
    *err = hra_job_join(job);
    return raised ? -1 : 0;
}

/* ---- answers ----------------------------------------------------------------------------------*/

PyObject *py_give(py_core *core, char *text) {
    PyObject *out = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
    hra_string_free(text);
    return out;
}

PyObject *py_text(py_core *core, hra_text *text) {
    PyObject *out = text->err
                        ? PyErr_NoMemory()
                        : PyUnicode_DecodeUTF8(hra_text_string(text), (Py_ssize_t)text->length, "replace");
    hra_text_release(text);
    return out;
}

PyObject *py_rows(py_core *core, hra_text *json) {
    PyObject *text = py_text(core, json);
    PyObject *rows = text ? PyObject_CallFunctionObjArgs(core->read, text, NULL) : NULL;
    Py_XDECREF(text);
    return rows;
}

PyObject *py_numbers(const double *value, int n) {
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) {
        PyObject *number = PyFloat_FromDouble(value[i]);
        if (!number || PyList_SetItem(list, i, number) != 0)
            Py_CLEAR(list);
    }
    return list;
}

PyObject *py_new(PyTypeObject *type) {
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return make(type, 0);
}

void py_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

int py_limits(py_core *core, hra_limits *out, long long depth, long long nodes, long long playouts,
              double seconds) {
    if (depth < 0 || depth > HRA_TO_THE_END || nodes < 0 || playouts < 0 || !(seconds >= 0) ||
        !isfinite(seconds)) {
        py_refuse(core, HRA_EINPUT,
                  "limits are numbers from 0 (no limit): depth up to %d, nodes, playouts, seconds",
                  HRA_TO_THE_END);
        return -1;
    }
    *out = (hra_limits){(int)depth, (uint64_t)nodes, (uint64_t)playouts, seconds};
    return 0;
}

int py_name_action(py_game *game, const void *state, PyObject *row, hra_move move) {
    PyObject *action = PyLong_FromUnsignedLong(py_action_of(game, state, move));
    PyObject *name = action ? PyUnicode_FromString("action") : NULL;
    int bad = name ? PyObject_SetItem(row, name, action) : -1;
    Py_XDECREF(name);
    Py_XDECREF(action);
    return bad;
}

int py_name_actions(py_game *game, const void *state, PyObject *rows, const char *list, int count,
                    const hra_move *moves, size_t stride) {
    PyObject *name = PyUnicode_FromString(list);
    PyObject *entries = name ? PyObject_GetItem(rows, name) : NULL;
    int bad = entries && PyList_Check(entries) ? 0 : -1;
    for (int i = 0; !bad && i < count && i < PyList_Size(entries); i++) {
        hra_move move;
        memcpy(&move, (const char *)moves + (size_t)i * stride, sizeof move);
        bad = py_name_action(game, state, PyList_GetItem(entries, i), move);
    }
    Py_XDECREF(entries);
    Py_XDECREF(name);
    return bad;
}
