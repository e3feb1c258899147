/* A game: rules opened with options. */
#include <stdlib.h>
#include <string.h>

#include "_hra.h"

void py_host(const py_game *game, hra_host *out) {
    *out = (hra_host){.size = sizeof *out, .tables = game->tables};
    if (game->files)
        out->read = hra_host_read_file;
    if (game->programs)
        out->run = hra_host_run_program;
}

char *py_data_folder(void) {
    const char *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    const bool named = xdg && xdg[0] == '/';
    const char *from = named ? xdg : home && home[0] == '/' ? home : NULL;
    hra_text path;
    hra_text_init(&path);
    if (from)
        hra_text_addf(&path, "%s%s/hra", from, named ? "" : "/.local/share");
    char *out = from && !path.err ? strdup(hra_text_string(&path)) : NULL;
    hra_text_release(&path);
    return out;
}

/* What is made once: room for a list of moves, and the numbers of actions. */
static int make_room(py_game *game) {
    const size_t capacity = hra_game_move_capacity(game->game);
    game->list.moves = calloc(capacity, sizeof *game->list.moves);
    game->list.probability = calloc(capacity, sizeof *game->list.probability);
    game->list.action = calloc(capacity, sizeof *game->list.action);
    game->number = game->actions ? calloc((size_t)game->actions, sizeof *game->number) : NULL;
    if (!game->list.moves || !game->list.probability || !game->list.action ||
        (game->actions && !game->number)) {
        PyErr_NoMemory();
        return -1;
    }
    for (int i = 0; i < game->actions; i++)
        if ((game->number[i] = PyLong_FromLong(i)) == NULL)
            return -1;
    return 0;
}

PyObject *py_game_open(py_core *core, const char *spec, bool files, bool programs) {
    py_game *game = (py_game *)py_new(core->game);
    hra_error why = {0};
    hra_host host;
    if (!game)
        return NULL;
    game->core = core;
    game->module = core->module;
    Py_INCREF(game->module);
    game->files = files;
    game->programs = programs;
    game->tables = py_data_folder();
    py_host(game, &host);
    hra_err err = hra_game_open(&game->game, &host, spec, &why);
    if (err) {
        Py_DECREF(game);
        return py_fail(core, err, &why);
    }
    game->spec = PyUnicode_FromString(game->game->spec);
    const hra_encoding encoding = hra_encoding_of(game->game);
    game->size = encoding.state_size;
    game->actions = encoding.actions;
    game->features = encoding.features;
    game->gains = game->game->rules->encoding->rewards != NULL;
    if (game->spec && make_room(game) == 0)
        return (PyObject *)game;
    Py_DECREF(game);
    return NULL;
}

py_game *py_game_at(py_game *game, const char *position) {
    hra_text full;
    hra_text_init(&full);
    PyObject *out = (PyObject *)game;
    if (hra_game_spec_at(NULL, game->game->spec, position, &full))
        out = PyErr_NoMemory();
    else if (strcmp(hra_text_string(&full), game->game->spec) != 0)
        out = py_game_open(game->core, hra_text_string(&full), game->files, game->programs);
    else
        Py_INCREF(out);
    hra_text_release(&full);
    return (py_game *)out;
}

static void game_dealloc(PyObject *self) {
    py_game *game = (py_game *)self;
    PyObject *module = game->module;
    free(game->list.moves);
    free(game->list.probability);
    free(game->list.action);
    for (int i = 0; game->number && i < game->actions; i++)
        Py_XDECREF(game->number[i]);
    free(game->number);
    Py_XDECREF(game->spec);
    hra_game_close(game->game);
    free(game->tables);
    py_free(self);
    Py_XDECREF(module);
}

py_game *py_game_of(py_core *core, PyObject *object) {
    if (PyObject_TypeCheck(object, core->game))
        return (py_game *)object;
    PyErr_SetString(PyExc_TypeError, "a game is wanted, as hra.load_game opens it");
    return NULL;
}

/* Files may have changed between two openings, so of such games only the same one is the same. */
bool py_same_game(const py_game *a, const py_game *b) {
    return a == b ||
           (a->core == b->core && !a->files && !b->files && PyUnicode_Compare(a->spec, b->spec) == 0);
}

/* ---- what Python calls ------------------------------------------------------------------------*/

static PyObject *new_initial_state(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"number", NULL};
    unsigned long long number = 0;
    if (!PyArg_ParseTupleAndKeywords(args, names, "|K:new_initial_state", keys, &number))
        return NULL;
    return (PyObject *)py_state_new((py_game *)self, NULL, number, NULL);
}

static PyObject *read_state(PyObject *self, PyObject *text) {
    py_game *game = (py_game *)self;
    const char *position = PyUnicode_AsUTF8AndSize(text, NULL);
    py_game *at = position ? py_game_at(game, position) : NULL;
    if (!at)
        return NULL;
    hra_text line; /* of what was copied from elsewhere */
    hra_text_init(&line);
    position += strspn(position, " \t\r\n");
    hra_text_add_bytes(&line, position, strcspn(position, "\r\n"));
    PyObject *state =
        line.err ? PyErr_NoMemory() : (PyObject *)py_state_new(at, NULL, 0, hra_text_string(&line));
    hra_text_release(&line);
    Py_DECREF((PyObject *)at);
    return state;
}

static PyObject *num_distinct_actions(PyObject *self, PyObject *none) {
    return PyLong_FromLong(((py_game *)self)->actions);
}

static PyObject *num_players(PyObject *self, PyObject *none) {
    return PyLong_FromLong(((py_game *)self)->game->seats);
}

static PyObject *max_chance_outcomes(PyObject *self, PyObject *none) {
    return PyLong_FromLong(((py_game *)self)->game->max_chances);
}

static PyObject *min_utility(PyObject *self, PyObject *none) {
    return PyFloat_FromDouble(((py_game *)self)->game->min_return);
}

static PyObject *max_utility(PyObject *self, PyObject *none) {
    return PyFloat_FromDouble(((py_game *)self)->game->max_return);
}

static PyObject *tensor_size(PyObject *self, PyObject *none) {
    return PyLong_FromLong(((py_game *)self)->features);
}

static PyObject *tensor_shape(PyObject *self, PyObject *none) {
    return Py_BuildValue("[i]", ((py_game *)self)->features);
}

static PyObject *feature_names(PyObject *self, PyObject *none) {
    const py_game *game = (py_game *)self;
    PyObject *out = PyList_New(game->features);
    for (int i = 0; out && i < game->features; i++) {
        char *text = NULL;
        hra_error why = {0};
        hra_err err = hra_state_number_name(game->game, HRA_NUMBER_FEATURE, i, &text, &why);
        PyObject *name = err ? py_fail(game->core, err, &why) : py_give(game->core, text);
        if (!name || PyList_SetItem(out, i, name) != 0)
            Py_CLEAR(out);
    }
    return out;
}

static PyObject *describe(PyObject *self, PyObject *none) {
    py_game *game = (py_game *)self;
    hra_text json;
    hra_text_init(&json);
    hra_json writer = hra_json_begin(&json);
    hra_json_game(&writer, NULL, game->game);
    return py_rows(game->core, &json);
}

static PyObject *best_player(PyObject *self, PyObject *none) {
    return PyUnicode_FromString(hra_player_suggest(((py_game *)self)->game).best);
}

static PyObject *reduce(PyObject *self, PyObject *none) {
    py_game *game = (py_game *)self;
    PyObject *load = PyObject_GetAttrString(game->module, "load_game");
    return load ? Py_BuildValue("N(ONN)", load, game->spec, PyBool_FromLong(game->files),
                                PyBool_FromLong(game->programs))
                : NULL;
}

static PyObject *deep_copy(PyObject *self, PyObject *memo) {
    Py_INCREF(self); /* it is immutable */
    return self;
}

static PyObject *repr(PyObject *self) {
    return PyUnicode_FromFormat("hra.load_game(%R)", ((py_game *)self)->spec);
}

static PyObject *text_of(PyObject *self) {
    PyObject *spec = ((py_game *)self)->spec;
    Py_INCREF(spec);
    return spec;
}

static PyObject *compare(PyObject *a, PyObject *b, int op) {
    py_game *game = (py_game *)a;
    if (!PyObject_TypeCheck(b, game->core->game) || (op != Py_EQ && op != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    return PyBool_FromLong(py_same_game(game, (py_game *)b) == (op == Py_EQ));
}

static Py_hash_t hash(PyObject *self) {
    return PyObject_Hash(((py_game *)self)->spec);
}

#define NAMED(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS

#define NAMED(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS

static PyMethodDef methods[] = {
    {"new_initial_state", NAMED(new_initial_state),
     "new_initial_state(number=0)\n--\n\nThe state in which game `number` of a match begins."},
    {"read_state", read_state, METH_O,
     "read_state(position)\n--\n\nThe state of a position, a line as State.position gives it. If the text "
     "names options of the game that\nthe spec does not, such as an XGID of a match, it is a state of the "
     "game with these: State.get_game."},
    {"deserialize_state", py_game_deserialize, METH_O,
     "deserialize_state(text)\n--\n\nThe state that State.serialize wrote, with its history."},
    {"num_distinct_actions", num_distinct_actions, METH_NOARGS,
     "num_distinct_actions()\n--\n\nHow many numbers of actions there are: 0..n-1, which mean the same in "
     "every "
     "state.\n0: the game numbers none, and an action is the number of its move."},
    {"num_players", num_players, METH_NOARGS, "num_players()\n--\n\nHow many seats there are."},
    {"max_chance_outcomes", max_chance_outcomes, METH_NOARGS,
     "max_chance_outcomes()\n--\n\nHow many outcomes chance has at most; 0: there is no chance."},
    {"min_utility", min_utility, METH_NOARGS, "min_utility()\n--\n\nThe least that a seat can get."},
    {"max_utility", max_utility, METH_NOARGS, "max_utility()\n--\n\nThe most that a seat can get."},
    {"observation_tensor_size", tensor_size, METH_NOARGS,
     "observation_tensor_size()\n--\n\nHow many numbers an observation has; 0: the game has no features."},
    {"observation_tensor_shape", tensor_shape, METH_NOARGS, "observation_tensor_shape()\n--\n\n[size]"},
    {"feature_names", feature_names, METH_NOARGS,
     "feature_names()\n--\n\nWhat each number of an observation is."},
    {"player", NAMED(py_player_open),
     "player(spec, data=None)\n--\n\nOpens a player by its spec, such as 'alphabeta:depth=6'. Tables are "
     "read from "
     "the folder\nof user data, as the command line does ($XDG_DATA_HOME/hra, else ~/.local/share/hra when "
     "the\ngame "
     "was loaded); those that are missing are worked out in memory, and nothing is written.\ndata: another "
     "folder, to "
     "which such tables are written."},
    {"match", NAMED(py_match),
     "match(players, games=100, seed=0, threads=1, rotate=False, records=False, depth=0, nodes=0, "
     "playouts=0, seconds=0, progress=None)\n--\n\nPlays many games between players, one a seat, and returns "
     "their "
     "statistics as a Row:\nplayers, results (of each game), and records as text where they are wanted. "
     "progress(done)\nis told how far it is."},
    {"solve", NAMED(py_solve),
     "solve(threads=1, memory=0, figures=False, data=None, progress=None)\n--\n\nSolves the game exactly: a "
     "Solution. "
     "Tables are\nread from the folder of user data, and written only to the folder that data names. "
     "FitError:\nit is "
     "too large."},
    {"play", NAMED(py_play_open),
     "play(players, seed=0, number=0, position=None, manual_chance=False, depth=0, nodes=0, playouts=0, "
     "seconds=0)\n--\n\nA Play of these players, one a seat, 'human' where the caller answers."},
    {"batch", NAMED(py_batch_open),
     "batch(count, seed=0)\n--\n\nMany states that are stepped together; see hra.Batch."},
    {"describe", describe, METH_NOARGS,
     "describe()\n--\n\nAll there is to know before one plays, as a Row: title, seats, options, players, "
     "bounds."},
    {"best_player", best_player, METH_NOARGS,
     "best_player()\n--\n\nSpec of the strongest player that answers within a second."},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {"__copy__", deep_copy, METH_NOARGS, NULL},
    {"__deepcopy__", deep_copy, METH_O, NULL},
    {0},
};

PyTypeObject *py_make_game(PyObject *module) {
    PyType_Slot slots[] = {
        {Py_tp_dealloc, game_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_repr, repr},
        {Py_tp_str, text_of},
        {Py_tp_richcompare, compare},
        {Py_tp_hash, hash},
        {Py_tp_doc, (void *)"A game: rules with options. Made by hra.load_game(spec); never changes."},
        {0}};
    PyType_Spec spec = {"hra.Game", sizeof(py_game), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
