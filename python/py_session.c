/* A session: lines of text in, events out, as docs/session.md has them. */
#include <stdlib.h>
#include <string.h>

#include "_hra.h"
#include "hra/session.h"

typedef struct py_session {
    PyObject_HEAD py_core *core;
    PyObject *module;
    hra_session *session;
    hra_text events; /* JSON, commas between */
    char *data, *tables;
    bool busy; /* another thread is in a call */
} py_session;

static void note(void *self, const hra_session_event *event) {
    hra_text *events = &((py_session *)self)->events;
    if (!event->json)
        return;
    hra_text_add_char(events, events->length ? ',' : '[');
    hra_text_addf(events, "{\"looker\":%d,\"event\":", event->client);
    hra_text_add(events, event->json);
    hra_text_add_char(events, '}');
}

PyObject *py_session_open(PyObject *module, PyObject *args, PyObject *names) {
    static char *keys[] = {"data", "threads", "version", NULL};
    py_core *core = PyModule_GetState(module);
    const char *data = NULL;
    int threads = 0, version = HRA_SESSION_VERSION;
    hra_error why = {0};
    if (!PyArg_ParseTupleAndKeywords(args, names, "|zii:Session", keys, &data, &threads, &version))
        return NULL;
    py_session *out = (py_session *)py_new(core->session);
    if (!out)
        return NULL;
    out->core = core;
    out->module = module;
    Py_INCREF(module);
    hra_text_init(&out->events);
    out->data = data ? strdup(data) : NULL;
    out->tables = py_data_folder();
    const hra_host host = {.size = sizeof host, .tables = out->tables};
    const hra_session_setup setup = {.size = sizeof setup,
                                     .host = &host,
                                     .data = out->data,
                                     .event = note,
                                     .self = out,
                                     .threads = threads,
                                     .version = version};
    hra_err err = data && !out->data ? HRA_ENOMEM : hra_session_open(&out->session, &setup, &why);
    if (!err)
        return (PyObject *)out;
    Py_DECREF(out);
    return py_fail(core, err, &why);
}

static void session_dealloc(PyObject *self) {
    py_session *session = (py_session *)self;
    PyObject *module = session->module;
    hra_session_close(session->session);
    hra_text_release(&session->events);
    free(session->data);
    free(session->tables);
    py_free(self);
    Py_XDECREF(module);
}

static const double glance = 0.05; /* seconds between looks for Ctrl-C */

#define NAMED(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS

/* What has happened since the last call. */
static PyObject *events(py_session *session) {
    if (session->events.length)
        hra_text_add_char(&session->events, ']');
    else
        hra_text_add(&session->events, "[]");
    return py_rows(session->core, &session->events);
}

static py_session *idle(PyObject *self) {
    py_session *session = (py_session *)self;
    if (!session->busy)
        return session;
    py_refuse(session->core, HRA_ESTATE, "another thread is in a call of this session");
    return NULL;
}

static PyObject *attach(PyObject *self, PyObject *args) {
    py_session *session = idle(self);
    int seat = HRA_VIEW_TABLE;
    if (!session || !PyArg_ParseTuple(args, "|i:attach", &seat))
        return NULL;
    const int client = hra_session_attach(session->session, seat);
    return client < 0 ? py_fail(session->core, client, NULL) : PyLong_FromLong(client);
}

static PyObject *detach(PyObject *self, PyObject *object) {
    py_session *session = idle(self);
    const long client = session ? PyLong_AsLong(object) : -1;
    if (PyErr_Occurred())
        return NULL;
    if (client >= 0 && client < HRA_SESSION_CLIENTS)
        hra_session_detach(session->session, (int)client);
    Py_RETURN_NONE;
}

static PyObject *say(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"text", "looker", NULL};
    py_session *session = idle(self);
    const char *text;
    Py_ssize_t length;
    int client = 0;
    if (!session || !PyArg_ParseTupleAndKeywords(args, names, "s#|i:line", keys, &text, &length, &client))
        return NULL;
    if (client < 0 || client >= HRA_SESSION_CLIENTS)
        return py_refuse(session->core, HRA_EINPUT, "clients have the numbers 0 to %d",
                         HRA_SESSION_CLIENTS - 1);
    hra_session_line(session->session, client, text, (size_t)length);
    return events(session);
}

static PyObject *step(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"seconds", NULL};
    py_session *session = idle(self);
    double seconds = 0;
    if (!session || !PyArg_ParseTupleAndKeywords(args, names, "|d:step", keys, &seconds))
        return NULL;
    const double end = hra_clock() + (seconds > 0 ? seconds : 0);
    bool thinking = hra_session_step(session->session);
    session->busy = true;
    while (thinking && !session->events.length && hra_clock() < end && PyErr_CheckSignals() == 0) {
        const double left = end - hra_clock();
        Py_BEGIN_ALLOW_THREADS;
        hra_session_wait(session->session, left < glance ? left : glance);
        Py_END_ALLOW_THREADS;
        thinking = hra_session_step(session->session);
    }
    session->busy = false;
    return PyErr_Occurred() ? NULL : events(session);
}

static PyMethodDef methods[] = {
    {"attach", attach, METH_VARARGS,
     "attach(seat=-1, /)\n--\n\nSomebody comes to look: -1 from the table, -2 watching, or from a seat. His "
     "number."},
    {"detach", detach, METH_O, "detach(looker, /)\n--\n\nHe goes."},
    {"line", NAMED(say),
     "line(text, looker=0)\n--\n\nDoes what a line says (docs/session.md). The events since the last call, "
     "as Rows of looker "
     "and event."},
    {"step", NAMED(step),
     "step(seconds=0)\n--\n\nThe events since the last call; where somebody thinks, waits for some so long."},
    {0},
};

PyTypeObject *py_make_session(PyObject *module) {
    PyType_Slot slots[] = {
        {Py_tp_dealloc, session_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_doc, (void *)"A table to sit at, opened by hra.session(): lines go in, events come out."},
        {0}};
    PyType_Spec spec = {"hra.Session", sizeof(py_session), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
