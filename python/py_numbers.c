/* States as numbers, for learners: masks of actions, and features. */
#include <stdlib.h>
#include <string.h>

#include "_hra.h"

int py_seat(PyObject *object) {
    long seat = PyLong_AsLong(object);
    if (seat == -1 && PyErr_Occurred())
        return -2;
    return seat < 0 || seat > HRA_MAX_SEATS ? HRA_MAX_SEATS
                                            : (int)seat; /* no game has that one: it is refused */
}

int py_looker(py_state *state) {
    return state->mover < 0 ? 0 : state->mover;
}

/* What buffers hold, as struct and numpy name it. */
static const struct {
    const char *formats, *name;
    Py_ssize_t size;
} kinds[] = {
    [PY_BYTES] = {"bB?", "int8", 1},
    [PY_INTS] = {"il", "int32", 4},
    [PY_FLOATS] = {"f", "float32", 4},
    [PY_DOUBLES] = {"d", "float64", 8},
};

int py_buffer(PyObject *object, Py_buffer *view, py_kind kind, Py_ssize_t count, int flags) {
    if (PyObject_GetBuffer(object, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | flags) != 0)
        return -1;
    const char *format = view->format ? view->format : "B";
    if (strlen(format) == 1 && strchr(kinds[kind].formats, *format) && view->itemsize == kinds[kind].size &&
        view->len == count * view->itemsize)
        return 0;
    PyErr_Format(PyExc_ValueError, "a buffer of %zd numbers of %s is wanted, not of %zd of format '%s'",
                 count, kinds[kind].name, view->itemsize ? view->len / view->itemsize : 0, format);
    PyBuffer_Release(view);
    return -1;
}

/* ---- masks ------------------------------------------------------------------------------------*/

static int check_numbered(const py_game *game) {
    if (game->actions)
        return 0;
    py_refuse(game->core, HRA_EFIT, "%s numbers no actions, so there is no mask of them", game->game->spec);
    return -1;
}

PyObject *py_state_mask(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    py_state *state = (py_state *)self;
    if (check_numbered(state->game) != 0)
        return NULL;
    const py_list *list = py_state_list(state);
    const int seat = count > 0 ? py_seat(args[0]) : state->mover;
    PyObject *out = PyErr_Occurred() ? NULL : PyList_New(state->game->actions);
    for (int i = 0; out && i < state->game->actions; i++)
        if (PyList_SetItem(out, i, PyLong_FromLong(0)) != 0)
            Py_CLEAR(out);
    for (int i = 0; out && state->mover >= 0 && seat == state->mover && i < list->count; i++)
        if (PyList_SetItem(out, (Py_ssize_t)list->action[i], PyLong_FromLong(1)) != 0)
            Py_CLEAR(out);
    return out;
}

PyObject *py_state_write_mask(PyObject *self, PyObject *out) {
    py_state *state = (py_state *)self;
    Py_buffer view;
    if (check_numbered(state->game) != 0 ||
        py_buffer(out, &view, PY_BYTES, state->game->actions, PyBUF_WRITABLE) != 0)
        return NULL;
    const py_list *list = py_state_list(state);
    memset(view.buf, 0, (size_t)view.len);
    for (int i = 0; state->mover >= 0 && i < list->count; i++)
        ((char *)view.buf)[list->action[i]] = 1;
    PyBuffer_Release(&view);
    Py_RETURN_NONE;
}

/* ---- features ---------------------------------------------------------------------------------*/

int py_features(py_game *game, const void *bytes, int seat, float *out) {
    hra_error why = {0};
    hra_err err = hra_state_features(game->game, bytes, seat, out, game->features, &why);
    if (err)
        py_fail(game->core, err, &why);
    return err ? -1 : 0;
}

PyObject *py_state_tensor(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    py_state *state = (py_state *)self;
    const int seat = count > 0 ? py_seat(args[0]) : py_looker(state), n = state->game->features;
    if (seat == -2)
        return NULL;
    float *value = malloc((size_t)(n + 1) * sizeof *value);
    if (!value)
        return PyErr_NoMemory();
    PyObject *out = py_features(state->game, state->bytes, seat, value) == 0 ? PyList_New(n) : NULL;
    for (int i = 0; out && i < n; i++)
        if (PyList_SetItem(out, i, PyFloat_FromDouble((double)value[i])) != 0)
            Py_CLEAR(out);
    free(value);
    return out;
}

PyObject *py_state_write_tensor(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    py_state *state = (py_state *)self;
    Py_buffer view;
    if (count < 1 || count > 2)
        return PyErr_Format(PyExc_TypeError, "expected a buffer, and a seat behind it or not");
    const int seat = count > 1 ? py_seat(args[1]) : py_looker(state);
    if (seat == -2 || py_buffer(args[0], &view, PY_FLOATS, state->game->features, PyBUF_WRITABLE) != 0)
        return NULL;
    const int bad = py_features(state->game, state->bytes, seat, view.buf);
    PyBuffer_Release(&view);
    if (bad)
        return NULL;
    Py_RETURN_NONE;
}
