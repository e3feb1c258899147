/* Players and agents: they choose moves, and return their values. */
#include <stdlib.h>
#include <string.h>

#include "_hra.h"

typedef struct py_agent {
    PyObject_HEAD py_player *player;
    hra_agent *agent;
    bool busy; /* it thinks, in another thread */
} py_agent;

/* ---- opening ----------------------------------------------------------------------------------*/

typedef struct opening {
    hra_player *player;
    const hra_game *game;
    char *spec, *data;
    hra_stop stop;
    hra_progress progress;
    hra_error why;
} opening;

static hra_err open_player(void *self) {
    opening *o = self;
    o->progress = (hra_progress){.stop = &o->stop};
    return hra_player_open(&o->player, o->game, o->spec, o->data, &o->progress, &o->why);
}

PyObject *py_player_open(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"spec", "data", NULL};
    py_game *game = (py_game *)self;
    const char *spec, *data = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, names, "s|z:player", keys, &spec, &data))
        return NULL;
    py_player *player = (py_player *)py_new(game->core->player);
    if (!player)
        return NULL;
    player->game = game;
    Py_INCREF(self);
    hra_err err = HRA_OK;
    opening o = {.game = game->game, .spec = strdup(spec), .data = data ? strdup(data) : NULL};
    int raised = o.spec && (!data || o.data) ? py_run(open_player, &o, &o.stop, NULL, NULL, &err) : -1;
    free(o.spec);
    free(o.data);
    player->player = o.player;
    player->data = Py_BuildValue("z", data);
    if (!raised && !err)
        return (PyObject *)player;
    Py_DECREF(player);
    if (PyErr_Occurred())
        return NULL;
    return raised ? PyErr_NoMemory() : py_fail(game->core, err, &o.why);
}

static void player_dealloc(PyObject *self) {
    py_player *player = (py_player *)self;
    PyObject *game = (PyObject *)player->game;
    hra_agent_close(player->idle);
    Py_XDECREF(player->data);
    hra_player_close(player->player);
    py_free(self);
    Py_XDECREF(game);
}

/* A Python caller waits for the answer: if nothing limits a search, the usual limit does. */
static hra_err open_agent(const py_player *player, hra_agent **out) {
    const hra_limits usual = hra_limits_usual();
    hra_err err = hra_agent_open(out, player->player);
    if (!err)
        hra_agent_usual(*out, &usual);
    return err;
}

static PyObject *new_agent(PyObject *self, PyObject *none) {
    py_player *player = (py_player *)self;
    py_agent *agent = (py_agent *)py_new(player->game->core->agent);
    if (!agent)
        return NULL;
    agent->player = player;
    Py_INCREF(self);
    hra_err err = open_agent(player, &agent->agent);
    if (!err)
        return (PyObject *)agent;
    Py_DECREF(agent);
    return py_fail(player->game->core, err, NULL);
}

static void agent_dealloc(PyObject *self) {
    py_agent *agent = (py_agent *)self;
    PyObject *player = (PyObject *)agent->player;
    hra_agent_close(agent->agent);
    py_free(self);
    Py_XDECREF(player);
}

/* ---- asking -----------------------------------------------------------------------------------
 * A question is asked of a copy of the state, without the interpreter's lock. */

typedef struct question {
    hra_agent *agent;
    hra_question about;
    unsigned char *state;
    uint64_t *history;
    hra_stop stop;
    hra_analysis result;
} question;

static hra_err ask(void *self) {
    question *q = self;
    return hra_agent_ask(q->agent, &q->about, &q->result);
}

/* The keys of the states since the last irreversible move, which a search needs where positions may come again.
 * They are found by playing the history once more. NULL: there are none, or no memory. */
static uint64_t *keys_of(const py_state *state, int *length) {
    const py_game *game = state->game;
    const hra_rules *rules = game->game->rules;
    *length = 0;
    uint64_t *keys = state->plies ? malloc((size_t)state->plies * sizeof *keys) : NULL;
    py_state *walk = keys ? py_state_new(state->game, NULL, state->number, state->start) : NULL;
    for (int i = 0; walk && i < state->plies; i++) {
        const hra_move move = state->made[i].move;
        keys[(*length)++] = hra_game_key(game->game, walk->bytes);
        if (rules->hints->irreversible && rules->hints->irreversible(game->game, walk->bytes, move))
            *length = 0;
        rules->apply(game->game, walk->bytes, move);
    }
    Py_XDECREF((PyObject *)walk);
    PyErr_Clear(); /* without memory for a history the agent still answers */
    return keys;
}

/* Fills a question from a call: (state, depth=0, nodes=0, playouts=0, seconds=0, seed=0). Returns the state.
 */
static py_state *read_question(py_game *game, PyObject *args, PyObject *names, question *out) {
    static char *keys[] = {"state", "depth", "nodes", "playouts", "seconds", "seed", NULL};
    PyObject *object;
    long long depth = 0, nodes = 0, playouts = 0;
    unsigned long long seed = 0;
    double seconds = 0;
    if (!PyArg_ParseTupleAndKeywords(args, names, "O|LLLdK", keys, &object, &depth, &nodes, &playouts,
                                     &seconds, &seed) ||
        py_limits(game->core, &out->about.limits, depth, nodes, playouts, seconds) != 0)
        return NULL;
    py_state *state = py_state_of(game, object);
    if (!state)
        return NULL;
    out->about.seed = seed;
    out->about.stop = &out->stop;
    out->state = malloc((size_t)game->size);
    if (!out->state) {
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(out->state, state->bytes, (size_t)game->size);
    out->about.state = out->state;
    out->history = keys_of(state, &out->about.history_length);
    out->about.history = out->history;
    return state;
}

static PyObject *advice_rows(py_game *game, const question *q) {
    hra_text json;
    hra_text_init(&json);
    hra_json writer = hra_json_begin(&json);
    hra_json_advice(&writer, NULL, game->game, q->state, &q->result);
    PyObject *rows = py_rows(game->core, &json);
    if (rows &&
        py_name_actions(game, q->state, rows, "moves", q->result.move_count,
                        q->result.move_count ? &q->result.moves->move : NULL, sizeof *q->result.moves) != 0)
        Py_CLEAR(rows);
    return rows;
}

static PyObject *result_rows(py_game *game, const question *q, const char *spec) {
    const hra_analysis *r = &q->result;
    hra_text json;
    hra_text_init(&json);
    hra_json writer = hra_json_begin(&json);
    hra_json_analysis(&writer, NULL, r, game->game, q->state, spec);
    PyObject *rows = py_rows(game->core, &json);
    int bad = rows ? 0 : -1;
    if (!bad)
        bad = py_name_actions(game, q->state, rows, r->chance ? "outcomes" : "moves", r->move_count,
                              r->move_count ? &r->moves->move : NULL, sizeof *r->moves);
    if (!bad && !r->chance)
        bad = py_name_action(game, q->state, rows, r->move);
    if (bad)
        Py_CLEAR(rows);
    return rows;
}

static PyObject *answer(py_game *game, const question *q, const char *spec) {
    switch (q->about.want) {
    case HRA_WANT_MOVE:
        return PyLong_FromUnsignedLong(py_action_of(game, q->state, q->result.move));
    case HRA_WANT_ADVICE:
        return advice_rows(game, q);
    case HRA_WANT_ALL:
        return result_rows(game, q, spec);
    default:
        return py_numbers(q->result.value, game->game->seats);
    }
}

static PyObject *put(py_player *player, hra_agent *agent, hra_want want, PyObject *args, PyObject *names) {
    py_game *game = player->game;
    question q = {.agent = agent, .about.want = want};
    PyObject *out = NULL;
    hra_err err;
    hra_analysis_init(&q.result);
    if (read_question(game, args, names, &q) && py_run(ask, &q, &q.stop, NULL, NULL, &err) == 0)
        out = err ? py_fail(game->core, err, hra_agent_why(agent))
                  : answer(game, &q, hra_player_info_of(player->player)->spec);
    hra_analysis_release(&q.result);
    free(q.state);
    free(q.history);
    return out;
}

/* A player answers with an agent that has thought nothing before: the one that it kept, or another where that
 * is at work in another thread. */
static PyObject *ask_player(PyObject *self, hra_want want, PyObject *args, PyObject *names) {
    py_player *player = (py_player *)self;
    hra_agent *agent = player->idle;
    player->idle = NULL;
    hra_err err = agent ? HRA_OK : open_agent(player, &agent);
    if (err)
        return py_fail(player->game->core, err, NULL);
    PyObject *out = put(player, agent, want, args, names);
    hra_agent_forget(agent);
    if (player->idle)
        hra_agent_close(agent);
    else
        player->idle = agent;
    return out;
}

static PyObject *ask_agent(PyObject *self, hra_want want, PyObject *args, PyObject *names) {
    py_agent *agent = (py_agent *)self;
    if (agent->busy)
        return py_refuse(agent->player->game->core, HRA_ESTATE,
                         "this agent is thinking in another thread: take one for each thread");
    agent->busy = true;
    PyObject *out = put(agent->player, agent->agent, want, args, names);
    agent->busy = false;
    return out;
}

/* ---- what Python calls ------------------------------------------------------------------------*/

static PyObject *player_choose(PyObject *self, PyObject *args, PyObject *names) {
    return ask_player(self, HRA_WANT_MOVE, args, names);
}

static PyObject *player_advise(PyObject *self, PyObject *args, PyObject *names) {
    return ask_player(self, HRA_WANT_ADVICE, args, names);
}

static PyObject *player_search(PyObject *self, PyObject *args, PyObject *names) {
    return ask_player(self, HRA_WANT_ALL, args, names);
}

static PyObject *player_value(PyObject *self, PyObject *args, PyObject *names) {
    return ask_player(self, HRA_WANT_VALUE, args, names);
}

static PyObject *agent_choose(PyObject *self, PyObject *args, PyObject *names) {
    return ask_agent(self, HRA_WANT_MOVE, args, names);
}

static PyObject *agent_advise(PyObject *self, PyObject *args, PyObject *names) {
    return ask_agent(self, HRA_WANT_ADVICE, args, names);
}

static PyObject *agent_search(PyObject *self, PyObject *args, PyObject *names) {
    return ask_agent(self, HRA_WANT_ALL, args, names);
}

static PyObject *agent_value(PyObject *self, PyObject *args, PyObject *names) {
    return ask_agent(self, HRA_WANT_VALUE, args, names);
}

static PyObject *forget(PyObject *self, PyObject *none) {
    py_agent *agent = (py_agent *)self;
    if (agent->busy)
        return py_refuse(agent->player->game->core, HRA_ESTATE, "this agent is thinking in another thread");
    hra_agent_forget(agent->agent);
    Py_RETURN_NONE;
}

static PyObject *player_game(PyObject *self, void *none) {
    PyObject *game = (PyObject *)((py_player *)self)->game;
    Py_INCREF(game);
    return game;
}

static PyObject *player_spec(PyObject *self, void *none) {
    return PyUnicode_FromString(hra_player_info_of(((py_player *)self)->player)->spec);
}

static PyObject *player_exact(PyObject *self, void *none) {
    return PyBool_FromLong(hra_player_info_of(((py_player *)self)->player)->exact);
}

static PyObject *agent_player(PyObject *self, void *none) {
    PyObject *player = (PyObject *)((py_agent *)self)->player;
    Py_INCREF(player);
    return player;
}

/* Opened again from its spec; of an agent, one that has found nothing yet. */
static PyObject *player_reduce(PyObject *self, PyObject *none) {
    const py_player *player = (py_player *)self;
    PyObject *open = PyObject_GetAttrString((PyObject *)player->game, "player");
    return open ? Py_BuildValue("N(sO)", open, hra_player_info_of(player->player)->spec, player->data) : NULL;
}

static PyObject *agent_reduce(PyObject *self, PyObject *none) {
    PyObject *open = PyObject_GetAttrString((PyObject *)((py_agent *)self)->player, "agent");
    return open ? Py_BuildValue("N()", open) : NULL;
}

static PyObject *player_repr(PyObject *self) {
    const py_player *player = (py_player *)self;
    return PyUnicode_FromFormat("<hra.Player %s of %U>", hra_player_info_of(player->player)->spec,
                                player->game->spec);
}

#define NAMED(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS
#define LIMITS "state, depth=0, nodes=0, playouts=0, seconds=0, seed=0"
#define CHOOSE_DOC                                                                                           \
    "choose(" LIMITS ")\n--\n\nThe action that it takes. Limits are beside those of its spec; 0: none. A "   \
    "method that searches\nto a "                                                                            \
    "depth and has none ends after 5 s. Ctrl-C ends it."
#define ADVISE_DOC                                                                                           \
    "advise(" LIMITS                                                                                         \
    ")\n--\n\nEvery move as a Row, best first: action, move (in words), value, loss.\nFitError: this "       \
    "player gives no advice."
#define SEARCH_DOC                                                                                           \
    "search(" LIMITS                                                                                         \
    ")\n--\n\nWhat it found, as a Row: action, move, value of each seat, depth, nodes, pv, moves."
#define VALUE_DOC "value(" LIMITS ")\n--\n\nWhat the state is worth to each seat."

static PyMethodDef player_methods[] = {
    {"agent", new_agent, METH_NOARGS,
     "agent()\n--\n\nSomebody who thinks for this player and may keep what he found; one for each thread."},
    {"choose", NAMED(player_choose), CHOOSE_DOC},
    {"advise", NAMED(player_advise), ADVISE_DOC},
    {"search", NAMED(player_search), SEARCH_DOC},
    {"value", NAMED(player_value), VALUE_DOC},
    {"review", NAMED(py_review),
     "review(played, depth=0, nodes=0, playouts=0, seconds=0, progress=None)\n--\n\nWhat each choice of a "
     "Record or Play "
     "cost, and what luck gave, judged by this player: a Row."},
    {"__reduce__", player_reduce, METH_NOARGS, NULL},
    {0},
};

static PyMethodDef agent_methods[] = {
    {"choose", NAMED(agent_choose), CHOOSE_DOC},
    {"advise", NAMED(agent_advise), ADVISE_DOC},
    {"search", NAMED(agent_search), SEARCH_DOC},
    {"value", NAMED(agent_value), VALUE_DOC},
    {"forget", forget, METH_NOARGS,
     "forget()\n--\n\nTo be called when another play begins, so that no decision depends on earlier ones."},
    {"__reduce__", agent_reduce, METH_NOARGS, NULL},
    {0},
};

static PyGetSetDef player_members[] = {
    {"game", player_game, NULL, "the game", NULL},
    {"spec", player_spec, NULL, "what it was opened with", NULL},
    {"exact", player_exact, NULL, "whether its values are the exact worth under best play", NULL},
    {0}};

static PyGetSetDef agent_members[] = {{"player", agent_player, NULL, "the player for whom it thinks", NULL},
                                      {0}};

PyTypeObject *py_make_player(PyObject *module) {
    PyType_Slot slots[] = {
        {Py_tp_dealloc, player_dealloc},
        {Py_tp_methods, player_methods},
        {Py_tp_getset, player_members},
        {Py_tp_repr, player_repr},
        {Py_tp_doc, (void *)"A player of a game, opened by Game.player(spec); any thread may ask."},
        {0}};
    PyType_Spec spec = {"hra.Player", sizeof(py_player), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}

PyTypeObject *py_make_agent(PyObject *module) {
    PyType_Slot slots[] = {{Py_tp_dealloc, agent_dealloc},
                           {Py_tp_methods, agent_methods},
                           {Py_tp_getset, agent_members},
                           {Py_tp_doc, (void *)"Who thinks for a player, with a memory of its own."},
                           {0}};
    PyType_Spec spec = {"hra.Agent", sizeof(py_agent), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
