/* Records of plays, and what the moves in them cost. */
#include <stdlib.h>
#include <string.h>

#include "_hra.h"

/* ---- reading ----------------------------------------------------------------------------------*/

static PyObject *wrap(py_core *core, hra_record *record) {
    py_record *out = (py_record *)py_new(core->record);
    if (!out) {
        hra_record_close(record);
        return NULL;
    }
    out->record = record;
    out->game = (py_game *)py_game_open(core, hra_record_info(record)->game->spec, false, false);
    if (out->game)
        return (PyObject *)out;
    Py_DECREF(out);
    return NULL;
}

/* Where records come from: a text, bytes or a file. */
typedef struct source {
    hra_input *input;
    Py_buffer view; /* of the bytes, */
    bool viewed;    /* if it is held */
    PyObject *path; /* bytes, or NULL */
} source;

static bool failed(py_core *core, hra_err err, const hra_error *why) {
    (void)py_fail(core, err, why);
    return false;
}

static void close_source(source *from) {
    hra_input_close(from->input);
    if (from->viewed)
        PyBuffer_Release(&from->view);
    Py_CLEAR(from->path);
}

static bool open_text(py_core *core, source *from, PyObject *object, const char *encoding) {
    Py_ssize_t length;
    hra_error why;
    const char *text = PyUnicode_AsUTF8AndSize(object, &length);
    if (!text)
        return false;
    if (encoding) {
        py_refuse(core, HRA_EINPUT, "a str is decoded already: encoding is for bytes and paths");
        return false;
    }
    hra_err err = hra_input_open_bytes(&from->input, text, (size_t)length, "utf-8", &why);
    return !err || failed(core, err, &why);
}

/* False: an exception is set. */
static bool open_source(py_core *core, source *from, PyObject *object, const char *encoding) {
    hra_error why;
    hra_err err;
    if (PyUnicode_Check(object))
        return open_text(core, from, object, encoding);
    if (PyObject_CheckBuffer(object)) {
        if (PyObject_GetBuffer(object, &from->view, PyBUF_SIMPLE) != 0)
            return false;
        from->viewed = true;
        err = hra_input_open_bytes(&from->input, from->view.buf, (size_t)from->view.len, encoding, &why);
    } else {
        if (!PyUnicode_FSConverter(object, &from->path))
            return false;
        err = hra_input_open(&from->input, PyBytes_AsString(from->path), encoding, &why);
    }
    return !err || failed(core, err, &why);
}

/* Reads it, and warns of an encoding that was guessed. False: an exception is set. */
static bool read_source(py_core *core, source *from, hra_text *text) {
    hra_error why;
    hra_err err;
    while ((err = hra_input_read_all(from->input, SIZE_MAX / 4, text, &why)) == HRA_ESTOPPED)
        if (PyErr_CheckSignals() != 0)
            return false;
    if (err)
        return failed(core, err, &why);
    return !hra_input_guessed(from->input) ||
           PyErr_WarnFormat(PyExc_UnicodeWarning, 1,
                            "not UTF-8, so read as %s; encoding= names another encoding",
                            hra_input_encoding(from->input)) == 0;
}

/* Warns of what could not be read, or raises it. False: an exception is set. */
static bool tell_fault(py_core *core, const hra_fault *fault, bool strict) {
    if (strict && !fault->remark)
        return py_refuse(core, fault->code, "line %d, character %d: %s", fault->line, fault->column,
                         fault->text) != NULL;
    return PyErr_WarnFormat(PyExc_UserWarning, 1, "line %d, character %d: %s", fault->line, fault->column,
                            fault->text) == 0;
}

/* The games of a text. `strict`, or if none can be read: the first fault is raised. NULL: an exception is set. */
static PyObject *read_games(py_core *core, const hra_text *text, bool strict) {
    const hra_game_file_setup setup = {
        .size = sizeof setup, .text = hra_text_string(text), .length = text->length};
    hra_game_file *file;
    const hra_game_found *found;
    hra_error why;
    hra_err err = text->length ? hra_game_file_open(&file, &setup, &why) : HRA_OK;
    if (err)
        return py_fail(core, err, &why);
    PyObject *list = PyList_New(0);
    bool good = list != NULL;
    while (text->length && good && (err = hra_game_file_next(file, &found, &why)) == 0 && found) {
        bool lost = !found->record && PyList_Size(list) == 0;
        for (int i = 0; i < found->fault_count && good; i++)
            good = tell_fault(core, &found->faults[i], strict || lost);
        PyObject *entry = good && found->record ? wrap(core, hra_game_file_take(file)) : NULL;
        good = good && (!found->record || (entry && PyList_Append(list, entry) == 0));
        Py_XDECREF(entry);
    }
    if (text->length)
        hra_game_file_close(file);
    if (good && !err)
        return list;
    Py_CLEAR(list);
    return good ? py_fail(core, err, &why) : NULL;
}

PyObject *py_read_records(PyObject *module, PyObject *args, PyObject *names) {
    static char *keys[] = {"", "encoding", "strict", NULL};
    py_core *core = PyModule_GetState(module);
    PyObject *object, *list = NULL;
    const char *encoding = NULL;
    int strict = 0;
    source from = {0};
    hra_text text;
    if (!PyArg_ParseTupleAndKeywords(args, names, "O|$zp:read_records", keys, &object, &encoding, &strict))
        return NULL;
    hra_text_init(&text);
    if (open_source(core, &from, object, encoding) && read_source(core, &from, &text))
        list = read_games(core, &text, strict != 0);
    hra_text_release(&text);
    close_source(&from);
    return list;
}

static void record_dealloc(PyObject *self) {
    py_record *record = (py_record *)self;
    PyObject *game = (PyObject *)record->game;
    hra_record_close(record->record);
    py_free(self);
    Py_XDECREF(game);
}

/* ---- looking ----------------------------------------------------------------------------------*/

static hra_move move_of(const void *record, int ply) {
    return hra_record_at(record, ply).move;
}

/* The state before a ply, with its history. */
static py_state *state_at(const py_record *record, int ply) {
    return py_state_played(record->game, hra_record_at(record->record, 0).state,
                           hra_record_info(record->record)->number, hra_record_info(record->record)->position,
                           record->record, move_of, ply);
}

static PyObject *state(PyObject *self, PyObject *args) {
    const py_record *record = (py_record *)self;
    const int plies = hra_record_info(record->record)->plies;
    int ply = plies;
    if (!PyArg_ParseTuple(args, "|i:state", &ply))
        return NULL;
    if (ply < 0 || ply > plies)
        return py_refuse(record->game->core, HRA_EINPUT, "%d moves were made, so there are states 0 to %d",
                         plies, plies);
    return (PyObject *)state_at(record, ply);
}

static PyObject *actions(PyObject *self, PyObject *none) {
    const py_record *record = (py_record *)self;
    py_state *last = state_at(record, hra_record_info(record->record)->plies);
    PyObject *out = last ? PyList_New(last->plies) : NULL;
    for (int i = 0; out && i < last->plies; i++)
        if (PyList_SetItem(out, i, PyLong_FromUnsignedLong(last->made[i].action)) != 0)
            Py_CLEAR(out);
    Py_XDECREF((PyObject *)last);
    return out;
}

static PyObject *returns(PyObject *self, PyObject *none) {
    const py_record *record = (py_record *)self;
    if (hra_record_at(record->record, HRA_NOW).mover != HRA_OVER)
        return py_refuse(record->game->core, HRA_ESTATE, "the game is not over: there are no returns yet");
    return py_numbers(hra_record_info(record->record)->returns, record->game->game->seats);
}

/* The play as another program's format has it. */
static PyObject *write_as(PyObject *self, PyObject *name) {
    const py_record *record = (py_record *)self;
    const char *wanted = PyUnicode_AsUTF8AndSize(name, NULL);
    const hra_format *format = hra_rules_offers(record->game->game->rules)->formats;
    if (!wanted)
        return NULL;
    while (format && format->name && strcmp(format->name, wanted) != 0)
        format++;
    if (!format || !format->name)
        return py_refuse(record->game->core, HRA_EFIT, "%s has no format '%.40s'", record->game->game->spec,
                         wanted);
    hra_text out;
    hra_text_init(&out);
    hra_err err = hra_record_write(record->record, format, &out);
    if (!err)
        return py_text(record->game->core, &out);
    hra_text_release(&out);
    return py_fail(record->game->core, err, NULL);
}

static PyObject *game(PyObject *self, void *none) {
    PyObject *out = (PyObject *)((py_record *)self)->game;
    Py_INCREF(out);
    return out;
}

static PyObject *seed(PyObject *self, void *none) {
    return PyLong_FromUnsignedLongLong(hra_record_info(((py_record *)self)->record)->seed);
}

static PyObject *number(PyObject *self, void *none) {
    return PyLong_FromUnsignedLongLong(hra_record_info(((py_record *)self)->record)->number);
}

static PyObject *plies(PyObject *self, void *none) {
    return PyLong_FromLong(hra_record_info(((py_record *)self)->record)->plies);
}

static PyObject *finished(PyObject *self, void *none) {
    return PyBool_FromLong(hra_record_info(((py_record *)self)->record)->finished);
}

/* One text a seat: its player's spec, or a person's name. */
static PyObject *texts(const py_record *record, const char *const *text) {
    PyObject *out = PyList_New(record->game->game->seats);
    for (int i = 0; out && i < record->game->game->seats; i++)
        if (PyList_SetItem(out, i, PyUnicode_FromString(text[i])) != 0)
            Py_CLEAR(out);
    return out;
}

static PyObject *players(PyObject *self, void *none) {
    return texts((py_record *)self, hra_record_info(((py_record *)self)->record)->specs);
}

static PyObject *people(PyObject *self, void *none) {
    return texts((py_record *)self, hra_record_info(((py_record *)self)->record)->names);
}

/* ---- reviews ----------------------------------------------------------------------------------*/

typedef struct reviewing {
    hra_review *review;
    hra_stop stop;
    _Atomic double done;
} reviewing;

static hra_err review(void *self) {
    reviewing *r = self;
    const hra_review_info *info = hra_review_snapshot(r->review);
    hra_err err = HRA_OK;
    while (!err && info->done < info->plies) {
        err = hra_review_step(r->review, &r->stop);
        r->done = (double)info->done / info->plies;
    }
    return err;
}

static hra_err open_review(py_core *core, PyObject *object, hra_agent *judge, hra_review **out,
                           hra_error *why) {
    if (PyObject_TypeCheck(object, core->record))
        return hra_review_open(out, judge, ((py_record *)object)->record, why);
    const hra_play *play = py_play_of(core, object);
    return play ? hra_review_open_play(out, judge, play, why) : HRA_ESTATE;
}

PyObject *py_review(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"played", "depth", "nodes", "playouts", "seconds", "progress", NULL};
    py_player *player = (py_player *)self;
    py_core *core = player->game->core;
    PyObject *played, *tell = Py_None, *out = NULL;
    long long depth = 0, nodes = 0, playouts = 0;
    double seconds = 0;
    hra_limits limits;
    hra_agent *judge = NULL;
    hra_error why = {0};
    reviewing r = {0};
    if (!PyArg_ParseTupleAndKeywords(args, names, "O|LLLdO:review", keys, &played, &depth, &nodes, &playouts,
                                     &seconds, &tell) ||
        py_limits(core, &limits, depth, nodes, playouts, seconds) != 0)
        return NULL;
    hra_err err = hra_agent_open(&judge, player->player);
    if (!err)
        err = open_review(core, played, judge, &r.review, &why);
    if (!err) {
        hra_review_limit(r.review, limits);
        if (py_run(review, &r, &r.stop, tell == Py_None ? NULL : tell, &r.done, &err) == 0 && !err) {
            hra_text json;
            hra_text_init(&json);
            hra_json writer = hra_json_begin(&json);
            hra_json_review(&writer, NULL, r.review);
            out = py_rows(core, &json);
        }
        if (err)
            why = *hra_agent_why(judge);
    }
    if (!out && !PyErr_Occurred())
        py_fail(core, err, &why);
    hra_review_close(r.review);
    hra_agent_close(judge);
    return out;
}

/* ---- the type ---------------------------------------------------------------------------------*/

static PyMethodDef methods[] = {
    {"state", state, METH_VARARGS,
     "state(ply=last, /)\n--\n\nThe state before that ply, with its history; a copy."},
    {"actions", actions, METH_NOARGS,
     "actions()\n--\n\nThe actions taken, of chance too; undone ones are left out."},
    {"returns", returns, METH_NOARGS, "returns()\n--\n\nWhat each seat got. StateError: the play goes on."},
    {"write", write_as, METH_O,
     "write(format, /)\n--\n\nThe play as text of another program's format, such as 'PDN'."},
    {0},
};

static PyGetSetDef members[] = {{"game", game, NULL, "the game", NULL},
                                {"seed", seed, NULL, "the seed of its dice", NULL},
                                {"number", number, NULL, "of the play in its match", NULL},
                                {"plies", plies, NULL, "moves made, of chance too", NULL},
                                {"finished", finished, NULL, "whether its result stands there", NULL},
                                {"players", players, NULL, "the spec of each seat's player, or ''", NULL},
                                {"names", people, NULL, "what people in the seats are called", NULL},
                                {0}};

PyTypeObject *py_make_record(PyObject *module) {
    PyType_Slot slots[] = {{Py_tp_dealloc, record_dealloc},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, members},
                           {Py_tp_doc, (void *)"A recorded game; hra.read_records reads it."},
                           {0}};
    PyType_Spec spec = {"hra.Record", sizeof(py_record), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
