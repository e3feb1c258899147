/* The module _hra: what `import hra` stands on. */
#include <stdlib.h>

#include "_hra.h"

static py_core *core_of(PyObject *module) {
    return PyModule_GetState(module);
}

/* ---- functions --------------------------------------------------------------------------------*/

static PyObject *load_game(PyObject *module, PyObject *args, PyObject *names) {
    static char *keys[] = {"spec", "files", "programs", "position", NULL};
    const char *spec, *position = NULL;
    int files = 0, programs = 0;
    if (!PyArg_ParseTupleAndKeywords(args, names, "s|ppz:load_game", keys, &spec, &files, &programs,
                                     &position))
        return NULL;
    hra_text full;
    hra_text_init(&full);
    PyObject *game = hra_game_spec_at(NULL, spec, position, &full)
                         ? PyErr_NoMemory()
                         : py_game_open(core_of(module), hra_text_string(&full), files != 0, programs != 0);
    hra_text_release(&full);
    return game;
}

static PyObject *restore(PyObject *module, PyObject *args) {
    PyObject *game, *text;
    if (!PyArg_ParseTuple(args, "OU", &game, &text) || !py_game_of(core_of(module), game))
        return NULL;
    return py_game_deserialize(game, text);
}

static PyObject *games(PyObject *module, PyObject *none) {
    const hra_rules *rules;
    PyObject *out = PyList_New(0);
    for (int i = 0; out && (rules = hra_registry_game(NULL, i)) != NULL; i++) {
        PyObject *name = PyUnicode_FromString(rules->name);
        if (!name || PyList_Append(out, name) != 0)
            Py_CLEAR(out);
        Py_XDECREF(name);
    }
    return out;
}

static PyObject *catalogue(PyObject *module, PyObject *none) {
    hra_text json;
    hra_text_init(&json);
    hra_json writer = hra_json_begin(&json);
    hra_json_object(&writer, NULL);
    hra_text list;
    hra_text_init(&list);
    hra_json inner = hra_json_begin(&list);
    hra_json_games(&inner, NULL, NULL, NULL);
    hra_json_members(&writer, hra_text_string(&list));
    hra_json_list(&writer, "players");
    const hra_player_kind *kind;
    for (int i = 0; (kind = hra_registry_player(NULL, i)) != NULL; i++)
        hra_json_kind(&writer, NULL, kind);
    hra_json_end(&writer);
    hra_json_end(&writer);
    hra_text_release(&list);
    return py_rows(core_of(module), &json);
}

static PyObject *set_seed(PyObject *module, PyObject *number) {
    const unsigned long long seed = PyLong_AsUnsignedLongLongMask(number);
    if (seed == (unsigned long long)-1 && PyErr_Occurred())
        return NULL;
    hra_rng_init(&core_of(module)->rng, seed);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"load_game", (PyCFunction)(void (*)(void))load_game, METH_VARARGS | METH_KEYWORDS,
     "load_game(spec, files=False, programs=False, position=None)\n--\n\nOpens a game by its spec, such as "
     "'yahtzee:seats=2'. files, "
     "programs: whether specs may name\nfiles to be read, and programs to be run. position: options that "
     "this text names and the spec does\nnot, such as the match and the score of an XGID, are added to the "
     "spec."},
    {"games", games, METH_NOARGS, "games()\n--\n\nThe names of all games."},
    {"catalogue", catalogue, METH_NOARGS,
     "catalogue()\n--\n\nAll games with their options and players, and the players of every game, as a Row."},
    {"seed", set_seed, METH_O,
     "seed(number, /)\n--\n\nFrom here on State.roll, step and random_action go on in the same way for the "
     "same number."},
    {"read_records", (PyCFunction)(void (*)(void))py_read_records, METH_VARARGS | METH_KEYWORDS,
     "read_records(source, /, *, encoding=None, strict=False)\n--\n\nThe games of a text (str), bytes, or a "
     "file "
     "(pathlib.Path): "
     "a list of Records. Records,\nPDN and match files are recognized by content; bytes and files may be "
     "packed by "
     "gzip\nor zstd. encoding: of bytes and files, such as 'cp1250'; by default UTF-8, else\nwindows-1252 "
     "with a "
     "UnicodeWarning. What cannot be read is a UserWarning, or raised\nif strict, or if no game before it "
     "could be read."},
    {"session", (PyCFunction)(void (*)(void))py_session_open, METH_VARARGS | METH_KEYWORDS,
     "session(data=None, threads=0, version=2)\n--\n\nOpens a game for several clients: a Session. "
     "Tablebases are "
     "read from the data directory; data:\nanother folder, to which they are written too. threads: that "
     "think, 0: "
     "2. version: of lines and events,\n1 or 2 (docs/session.md)."},
    {"work", (PyCFunction)(void (*)(void))py_work_open, METH_VARARGS | METH_KEYWORDS,
     "work(spec, kind=None, file=None, data=None, files=False, task_seconds=0)\n--\n\nOpens work that is cut "
     "into tasks "
     "by its spec, lines of text (include/hra/work.h): a Work. kind: such as\n'match', where the spec has no "
     "line 'work'. "
     "file: is made, or resumed; every result is saved there at once.\ndata: another folder of tables than "
     "that of user "
     "data, to which they are written too. files: whether the\nspec may name files to be read. task_seconds: "
     "how long a "
     "task should take; 0: 0.25."},
    {"_restore", restore, METH_VARARGS, NULL},
    {0},
};

/* ---- the module -------------------------------------------------------------------------------*/

/* An exception that is an Error and one of Python's own, so that both may be caught. */
static PyObject *add_exception(PyObject *module, const char *name, const char *about, PyObject *base,
                               PyObject *builtin) {
    PyObject *bases = builtin ? PyTuple_Pack(2, base, builtin) : NULL, *out = NULL;
    PyObject *full = PyUnicode_FromFormat("hra.%s", name);
    const char *text = full ? PyUnicode_AsUTF8AndSize(full, NULL) : NULL;
    if (text && (bases || !builtin))
        out = PyErr_NewExceptionWithDoc(text, about, bases ? bases : base, NULL);
    if (out && PyModule_AddObjectRef(module, name, out) != 0)
        Py_CLEAR(out);
    Py_XDECREF(full);
    Py_XDECREF(bases);
    return out;
}

static int add_exceptions(PyObject *module, py_core *core) {
    core->error =
        add_exception(module, "Error", "What the library refuses; the text says what would be right.",
                      PyExc_Exception, NULL);
    PyObject *none = core->error ? Py_None : NULL;
    if (!none || PyObject_SetAttrString(core->error, "at", none) != 0)
        return -1;
    PyObject *error = core->error;
    core->input = add_exception(
        module, "InputError", "Text or an argument that makes no sense; `at` is where in the text, or None.",
        error, PyExc_ValueError);
    core->fit = add_exception(module, "FitError", "A player or question that does not fit the game.", error,
                              PyExc_ValueError);
    core->moment = add_exception(module, "StateError", "A call that does not fit the moment.", error,
                                 PyExc_RuntimeError);
    core->limit = add_exception(module, "LimitError", "Larger than a stated limit.", error, PyExc_ValueError);
    core->file = add_exception(module, "FileError", "A file that is missing, damaged or may not be read.",
                               error, PyExc_OSError);
    return core->input && core->fit && core->moment && core->limit && core->file ? 0 : -1;
}

static int add_types(PyObject *module, py_core *core) {
    const struct {
        PyTypeObject **type, *(*make)(PyObject *);
    } types[] = {
        {&core->game, py_make_game},     {&core->state, py_make_state},       {&core->player, py_make_player},
        {&core->agent, py_make_agent},   {&core->solution, py_make_solution}, {&core->play, py_make_play},
        {&core->record, py_make_record}, {&core->session, py_make_session},   {&core->batch, py_make_batch},
        {&core->work, py_make_work},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        *types[i].type = types[i].make(module);
        if (!*types[i].type || PyModule_AddType(module, *types[i].type) != 0)
            return -1;
    }
    return 0;
}

static int begin(PyObject *module) {
    py_core *core = core_of(module);
    core->module = module;
    hra_rng_init(&core->rng, hra_rng_entropy());
    PyObject *rows = PyImport_ImportModule("hra.rows");
    core->read = rows ? PyObject_GetAttrString(rows, "read") : NULL;
    Py_XDECREF(rows);
    if (!core->read || add_exceptions(module, core) != 0 || add_types(module, core) != 0)
        return -1;
    if (PyModule_AddIntConstant(module, "CHANCE", HRA_CHANCE) != 0 ||
        PyModule_AddIntConstant(module, "OVER", HRA_OVER) != 0)
        return -1;
    return PyModule_AddStringConstant(module, "__version__", hra_version());
}

/* All objects that the module holds, for the two functions below. */
static PyObject **held(py_core *core, int i) {
    PyObject **const all[] = {
        (PyObject **)&core->game,
        (PyObject **)&core->state,
        (PyObject **)&core->player,
        (PyObject **)&core->agent,
        (PyObject **)&core->solution,
        (PyObject **)&core->play,
        (PyObject **)&core->record,
        (PyObject **)&core->session,
        (PyObject **)&core->batch,
        (PyObject **)&core->work,
        &core->error,
        &core->input,
        &core->fit,
        &core->moment,
        &core->limit,
        &core->file,
        &core->read,
    };
    return i < (int)(sizeof all / sizeof *all) ? all[i] : NULL;
}

static int traverse(PyObject *module, visitproc visit, void *arg) {
    for (int i = 0; held(core_of(module), i); i++)
        Py_VISIT(*held(core_of(module), i));
    return 0;
}

static int clear(PyObject *module) {
    for (int i = 0; held(core_of(module), i); i++)
        Py_CLEAR(*held(core_of(module), i));
    return 0;
}

static void release(void *module) {
    clear(module);
}

PyMODINIT_FUNC PyInit__hra(void) {
    static PyModuleDef_Slot slots[] = {{Py_mod_exec, begin}, {0}};
    static PyModuleDef definition = {
        .m_base = PyModuleDef_HEAD_INIT,
        .m_name = "hra._hra",
        .m_doc = "The library in C; import hra instead.",
        .m_size = sizeof(py_core),
        .m_methods = functions,
        .m_slots = slots,
        .m_traverse = traverse,
        .m_clear = clear,
        .m_free = release,
    };
    return PyModuleDef_Init(&definition);
}
