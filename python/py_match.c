/* Matches and solutions: long work with one answer. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "_hra.h"
#include "hra/solve.h"

/* ---- players of a call ------------------------------------------------------------------------*/

int py_seats(py_game *game, PyObject *players, PyObject **hold, const hra_player *out[HRA_MAX_SEATS]) {
    *hold = PySequence_Tuple(players);
    const int seats = game->game->seats;
    if (*hold && PyTuple_Size(*hold) != seats)
        py_refuse(game->core, HRA_EINPUT, "%s has %d seats, and %d players were given", game->game->spec,
                  seats, (int)PyTuple_Size(*hold));
    for (int i = 0; !PyErr_Occurred() && i < seats; i++) {
        PyObject *player = PyTuple_GetItem(*hold, i);
        if (!PyObject_TypeCheck(player, game->core->player))
            PyErr_SetString(PyExc_TypeError, "a player is wanted in each seat, as Game.player opens one");
        else if (((py_player *)player)->game != game)
            py_refuse(game->core, HRA_EINPUT, "a player was opened for another game");
        else
            out[i] = ((py_player *)player)->player;
    }
    if (!PyErr_Occurred())
        return 0;
    Py_CLEAR(*hold);
    return -1;
}

hra_err py_keep_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return ((hra_text *)self)->err;
}

/* ---- matches ----------------------------------------------------------------------------------*/

typedef struct match {
    hra_work *work;
    int threads;
    hra_match_result result;
    hra_progress progress;
    hra_stop stop;
    hra_text records, games; /* games: a line of JSON for each */
    _Atomic double done;     /* read by the one who waits */
    double due;
    hra_error why;
} match;

static hra_err run_match(void *self) {
    match *m = self;
    hra_err err = hra_work_run(m->work, m->threads, &m->progress, &m->why);
    return err ? err : hra_work_match(m->work, &m->result, &m->why);
}

static hra_err keep_records(void *self, const char *task, const char *text, size_t length) {
    return py_keep_text(&((match *)self)->records, text, length);
}

static void report(void *self, const char *what, double done) {
    ((match *)self)->done = done;
}

/* One game: who got what. */
static hra_err note_game(void *self, const hra_match_game *game) {
    match *m = self;
    double value[HRA_MAX_SEATS] = {0};
    if (m->games.length)
        hra_text_add_char(&m->games, ',');
    for (int seat = 0; seat < game->count; seat++)
        value[game->player[seat]] = game->value[seat];
    hra_json json = hra_json_begin(&m->games);
    hra_json_object(&json, NULL);
    hra_json_count(&json, "game", game->game);
    hra_json_numbers(&json, "values", value, game->count);
    hra_json_integer(&json, "plies", game->plies);
    hra_json_end(&json);
    return m->games.err;
}

static PyObject *match_rows(py_game *game, match *m, bool records) {
    hra_text json;
    hra_text_init(&json);
    hra_json writer = hra_json_begin(&json);
    hra_json_match(&writer, NULL, game->game, &m->result);
    if (json.length && json.data[json.length - 1] == '}') {
        json.length--;
        hra_text_addf(&json, ",\"results\":[%s]}", hra_text_string(&m->games));
    }
    PyObject *rows = py_rows(game->core, &json);
    PyObject *text = rows && records ? PyUnicode_DecodeUTF8(hra_text_string(&m->records),
                                                            (Py_ssize_t)m->records.length, "replace")
                                     : NULL;
    PyObject *name = text ? PyUnicode_FromString("records") : NULL;
    if (rows && records && (!name || PyObject_SetItem(rows, name, text) != 0))
        Py_CLEAR(rows);
    Py_XDECREF(name);
    Py_XDECREF(text);
    return rows;
}

static void write_match(const hra_game *game, uint64_t games, uint64_t seed, bool rotate, bool records,
                        const hra_limits *limits, hra_text *out) {
    hra_text_addf(out, "game %s\ngames %" PRIu64 "\nseed %" PRIu64 "\nrotate %s\nrecords %s\n", game->spec,
                  games, seed, rotate ? "yes" : "no", records ? "yes" : "no");
    if (limits->depth)
        hra_text_addf(out, "depth %d\n", limits->depth);
    if (limits->nodes)
        hra_text_addf(out, "nodes %" PRIu64 "\n", limits->nodes);
    if (limits->playouts)
        hra_text_addf(out, "playouts %" PRIu64 "\n", limits->playouts);
    if (limits->seconds > 0)
        hra_text_addf(out, "time %.9gs\n", limits->seconds);
}

PyObject *py_match(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"players", "games", "seed",     "threads", "rotate",   "records",
                           "depth",   "nodes", "playouts", "seconds", "progress", NULL};
    py_game *game = (py_game *)self;
    PyObject *players, *tell = Py_None, *hold = NULL, *out = NULL;
    long long games = 100, depth = 0, nodes = 0, playouts = 0;
    unsigned long long seed = 0;
    int threads = 1, rotate = 0, records = 0;
    double seconds = 0;
    const hra_player *seat[HRA_MAX_SEATS];
    hra_limits limits;
    hra_text spec;
    if (!PyArg_ParseTupleAndKeywords(args, names, "O|LKippLLLdO:match", keys, &players, &games, &seed,
                                     &threads, &rotate, &records, &depth, &nodes, &playouts, &seconds,
                                     &tell) ||
        py_limits(game->core, &limits, depth, nodes, playouts, seconds) != 0)
        return NULL;
    if (games < 1)
        return py_refuse(game->core, HRA_EINPUT, "a match has one game or more, not %lld", games);
    if (py_seats(game, players, &hold, seat) != 0)
        return NULL;
    match *m = calloc(1, sizeof *m);
    if (!m) {
        Py_DECREF(hold);
        return PyErr_NoMemory();
    }
    m->progress = (hra_progress){.report = report, .self = m, .stop = &m->stop, .due = &m->due};
    m->threads = threads;
    m->result.size = sizeof m->result;
    hra_text_init(&m->records);
    hra_text_init(&m->games);
    hra_text_init(&spec);
    write_match(game->game, (uint64_t)games, seed, rotate != 0, records != 0, &limits, &spec);
    const hra_work_setup how = {.size = sizeof how,
                                .game = game->game,
                                .players = seat,
                                .player_count = game->game->seats,
                                .workers = threads,
                                .records = records ? keep_records : NULL,
                                .records_self = m,
                                .ended = note_game,
                                .ended_self = m};
    hra_err err = spec.err ? hra_no_memory(&m->why)
                           : hra_work_open(&m->work, "match", hra_text_string(&spec), &how, &m->why);
    hra_text_release(&spec);
    if (err)
        py_fail(game->core, err, &m->why);
    else if (py_run(run_match, m, &m->stop, tell == Py_None ? NULL : tell, &m->done, &err) == 0)
        out = err ? py_fail(game->core, err, &m->why) : match_rows(game, m, records != 0);
    hra_work_close(m->work);
    hra_match_release(&m->result);
    hra_text_release(&m->records);
    hra_text_release(&m->games);
    free(m);
    Py_DECREF(hold);
    return out;
}

/* ---- solutions --------------------------------------------------------------------------------*/

typedef struct py_solution {
    PyObject_HEAD py_game *game;
    hra_solution *solution;
    double seconds;
} py_solution;

typedef struct solving {
    const hra_game *game;
    hra_solution *solution;
    hra_solve_setup setup;
    hra_progress progress;
    hra_stop stop;
    _Atomic double done; /* read by the one who waits */
    double due;
    hra_error why;
} solving;

static hra_err solve(void *self) {
    solving *s = self;
    return hra_solution_open(&s->solution, s->game, &s->setup, &s->why);
}

static void solving_report(void *self, const char *what, double done) {
    ((solving *)self)->done = done;
}

PyObject *py_solve(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"threads", "memory", "figures", "data", "progress", NULL};
    py_game *game = (py_game *)self;
    PyObject *tell = Py_None;
    int threads = 1, figures = 0;
    long long memory = 0;
    const char *data = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, names, "|iLpzO:solve", keys, &threads, &memory, &figures, &data,
                                     &tell))
        return NULL;
    if (threads < 1 || memory < 0)
        return py_refuse(game->core, HRA_EINPUT,
                         "threads are 1 or more, and memory is 0 (1 GiB) or more bytes");
    py_solution *out = (py_solution *)py_new(game->core->solution);
    if (!out)
        return NULL;
    out->game = game;
    Py_INCREF(self);
    char *folder = data ? strdup(data) : NULL;
    solving s = {.game = game->game};
    s.progress = (hra_progress){.report = solving_report, .self = &s, .stop = &s.stop, .due = &s.due};
    s.setup = (hra_solve_setup){.size = sizeof s.setup,
                                .threads = threads,
                                .memory = (size_t)memory,
                                .data = folder,
                                .statistics = figures != 0,
                                .progress = &s.progress};
    hra_err err = HRA_OK;
    const double begin = hra_clock();
    int raised = py_run(solve, &s, &s.stop, tell == Py_None ? NULL : tell, &s.done, &err);
    free(folder);
    out->solution = s.solution;
    out->seconds = hra_clock() - begin;
    if (!raised && !err)
        return (PyObject *)out;
    Py_DECREF(out);
    return raised ? NULL : py_fail(game->core, err, &s.why);
}

static void solution_dealloc(PyObject *self) {
    py_solution *solution = (py_solution *)self;
    PyObject *game = (PyObject *)solution->game;
    hra_solution_close(solution->solution);
    py_free(self);
    Py_XDECREF(game);
}

static PyObject *solution_value(PyObject *self, PyObject *object) {
    const py_solution *solution = (py_solution *)self;
    const py_state *state = py_state_of(solution->game, object);
    double value[HRA_MAX_SEATS];
    if (!state)
        return NULL;
    hra_err err = hra_solution_value(solution->solution, state->bytes, value);
    if (err == HRA_EINPUT)
        return py_refuse(solution->game->core, err,
                         "the solution does not hold this state: no play leads to it");
    return err ? py_fail(solution->game->core, err, NULL) : py_numbers(value, solution->game->game->seats);
}

static PyObject *solution_distance(PyObject *self, PyObject *object) {
    const py_solution *solution = (py_solution *)self;
    const py_state *state = py_state_of(solution->game, object);
    return state ? PyLong_FromLong(hra_solution_distance(solution->solution, state->bytes)) : NULL;
}

static PyObject *solution_report(PyObject *self, PyObject *none) {
    const py_solution *solution = (py_solution *)self;
    hra_text json;
    hra_text_init(&json);
    hra_json writer = hra_json_begin(&json);
    hra_json_solution(&writer, NULL, solution->solution, solution->game->game, NULL, solution->seconds);
    return py_rows(solution->game->core, &json);
}

static PyMethodDef methods[] = {
    {"value", solution_value, METH_O,
     "value(state, /)\n--\n\nThe exact worth to each seat under best play. InputError: no play leads to this "
     "state."},
    {"distance", solution_distance, METH_O,
     "distance(state, /)\n--\n\nPlies to the end under best play; -1: not known, or nobody wins."},
    {"report", solution_report, METH_NOARGS,
     "report()\n--\n\nThe value of the beginning, how many states there are, and the figures, as a Row."},
    {0},
};

PyTypeObject *py_make_solution(PyObject *module) {
    PyType_Slot slots[] = {
        {Py_tp_dealloc, solution_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_doc, (void *)"The exact solution of a game, found by Game.solve(); never changes."},
        {0}};
    PyType_Spec spec = {"hra.Solution", sizeof(py_solution), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
