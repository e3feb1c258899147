/* A state: what is played on. The names are OpenSpiel's where it has them. */
#include <stdlib.h>
#include <string.h>

#include "_hra.h"

/* ---- making and copying -----------------------------------------------------------------------*/

py_state *py_state_new(py_game *game, const void *bytes, uint64_t number, const char *start) {
    py_state *state = (py_state *)py_new(game->core->state);
    if (!state)
        return NULL;
    state->game = game;
    Py_INCREF((PyObject *)game);
    state->number = number;
    state->bytes = malloc((size_t)game->size);
    state->start = start ? strdup(start) : NULL;
    if (!state->bytes || (start && !state->start)) {
        Py_DECREF(state);
        PyErr_NoMemory();
        return NULL;
    }
    hra_error why = {0};
    hra_err err = HRA_OK;
    if (bytes)
        memcpy(state->bytes, bytes, (size_t)game->size);
    else if (start)
        err = hra_state_read(game->game, start, state->bytes, &why);
    else
        hra_state_init(game->game, number, state->bytes, NULL);
    if (err) {
        Py_DECREF(state);
        return (py_state *)py_fail(game->core, err, &why);
    }
    py_state_changed(state);
    return state;
}

void py_state_changed(py_state *state) {
    state->mover = state->game->game->rules->to_move(state->game->game, state->bytes);
    if (state->game->list.of == state)
        state->game->list.of = NULL;
}

py_state *py_state_copy(const py_state *state) {
    py_state *copy = py_state_new(state->game, state->bytes, state->number, state->start);
    if (!copy || state->plies == 0)
        return copy;
    copy->made = malloc((size_t)state->plies * sizeof *copy->made);
    if (!copy->made) {
        Py_DECREF(copy);
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(copy->made, state->made, (size_t)state->plies * sizeof *copy->made);
    copy->plies = copy->capacity = state->plies;
    memcpy(copy->before, state->before, sizeof copy->before);
    return copy;
}

static void state_dealloc(PyObject *self) {
    py_state *state = (py_state *)self;
    py_game *game = state->game;
    if (game && game->list.of == state)
        game->list.of = NULL;
    free(state->bytes);
    free(state->start);
    free(state->made);
    py_free(self);
    Py_XDECREF((PyObject *)game);
}

py_state *py_state_of(py_game *game, PyObject *object) {
    if (!PyObject_TypeCheck(object, game->core->state)) {
        PyErr_SetString(PyExc_TypeError, "a state is wanted, as Game.new_initial_state gives one");
        return NULL;
    }
    py_state *state = (py_state *)object;
    if (py_same_game(game, state->game))
        return state;
    py_refuse(game->core, HRA_EINPUT, "this is a state of %s, and one of %s is wanted",
              state->game->game->spec, game->game->spec);
    return NULL;
}

/* ---- moves ------------------------------------------------------------------------------------*/

uint32_t py_action_of(const py_game *game, const void *bytes, hra_move move) {
    const hra_rules *rules = game->game->rules;
    if (!game->actions || rules->to_move(game->game, bytes) < 0)
        return move;
    return (uint32_t)rules->encoding->action(game->game, bytes, move);
}

/* The tables of the rules are asked, and not the checked functions of hra/state.h: who lists here knows the
 * state to be one of the game, and has room for the list, which those would ask for at every call. */
static void fill(const py_game *game, const void *bytes, int mover, py_list *list) {
    const hra_game *g = game->game;
    list->count = 0;
    if (mover == HRA_CHANCE)
        list->count = g->rules->chance_outcomes(g, bytes, list->moves, list->probability);
    else if (mover >= 0)
        list->count = g->rules->moves(g, bytes, list->moves);
    const bool numbered = game->actions && mover >= 0;
    for (int i = 0; i < list->count; i++)
        list->action[i] =
            numbered ? (uint32_t)g->rules->encoding->action(g, bytes, list->moves[i]) : list->moves[i];
}

py_list *py_state_list(py_state *state) {
    py_list *list = &state->game->list;
    if (list->of != state) {
        fill(state->game, state->bytes, state->mover, list);
        list->of = state;
    }
    return list;
}

/* Which of the listed moves is called so; -1 with an exception: none. */
static int find(py_core *core, const py_list *list, int mover, long long action) {
    for (int i = 0; i < list->count; i++)
        if (list->action[i] == action)
            return i;
    if (mover == HRA_OVER)
        py_refuse(core, HRA_ESTATE, "the game is over: no action can be taken");
    else
        py_refuse(core, HRA_EINPUT, "%lld is not a legal action", action);
    return -1;
}

int py_state_find(py_state *state, long long action) {
    return find(state->game->core, py_state_list(state), state->mover, action);
}

int py_move_of(py_game *game, const void *bytes, long long action, hra_move *out) {
    game->list.of = NULL;
    const int mover = game->game->rules->to_move(game->game, bytes);
    fill(game, bytes, mover, &game->list);
    int i = find(game->core, &game->list, mover, action);
    if (i >= 0)
        *out = game->list.moves[i];
    return i < 0 ? -1 : 0;
}

void py_gained(const py_game *game, const void *bytes, double *out) {
    const hra_game *g = game->game;
    for (int seat = 0; seat < g->seats; seat++)
        out[seat] = 0;
    if (g->rules->to_move(g, bytes) == HRA_OVER)
        g->rules->returns(g, bytes, out);
    else if (game->gains)
        g->rules->encoding->rewards(g, bytes, out);
}

/* Makes a move that is legal and remembers it. */
static int make(py_state *state, hra_move move, uint32_t action) {
    py_game *game = state->game;
    if (state->plies == state->capacity) {
        const int capacity = state->capacity ? 2 * state->capacity : 32;
        py_made *made = capacity > 0 ? realloc(state->made, (size_t)capacity * sizeof *made) : NULL;
        if (!made) {
            PyErr_NoMemory();
            return -1;
        }
        state->made = made;
        state->capacity = capacity;
    }
    state->made[state->plies++] = (py_made){move, action};
    if (game->gains)
        game->game->rules->encoding->rewards(game->game, state->bytes, state->before);
    game->game->rules->apply(game->game, state->bytes, move);
    py_state_changed(state);
    return 0;
}

int py_state_make(py_state *state, int i) {
    const py_list *list = py_state_list(state);
    return make(state, list->moves[i], list->action[i]);
}

py_state *py_state_played(py_game *game, const void *first, uint64_t number, const char *start,
                          const void *of, hra_move (*move)(const void *of, int ply), int plies) {
    py_state *state = py_state_new(game, first, number, start);
    for (int i = 0; state && i < plies; i++) {
        const hra_move m = move(of, i);
        if (make(state, m, py_action_of(game, state->bytes, m)) != 0)
            Py_CLEAR(state);
    }
    return state;
}

int py_action(PyObject *object, long long *out) {
    *out = PyLong_AsLongLong(object);
    if (*out != -1 || !PyErr_Occurred())
        return 0;
    if (!PyErr_ExceptionMatches(PyExc_OverflowError))
        return -1;
    PyErr_Clear(); /* too large for any action: refused as such */
    return 0;
}

static int apply(py_state *state, PyObject *object) {
    long long action;
    if (py_action(object, &action) != 0)
        return -1;
    int i = py_state_find(state, action);
    return i < 0 ? -1 : py_state_make(state, i);
}

/* Chance makes one move, drawn by `rng`. */
static int roll(py_state *state, hra_rng *rng, hra_move *out) {
    py_game *game = state->game;
    py_list *list = &game->list;
    list->of = NULL; /* its room is used */
    *out = hra_game_sample(game->game, state->bytes, rng, list->moves, list->probability);
    return make(state, *out, *out);
}

/* The generator for a call: one of `seed` where that is a number, else the module's. */
static int generator(py_state *state, PyObject *seed, hra_rng *own, hra_rng **out) {
    *out = &state->game->core->rng;
    if (!seed || seed == Py_None)
        return 0;
    unsigned long long number = PyLong_AsUnsignedLongLongMask(seed);
    if (number == (unsigned long long)-1 && PyErr_Occurred())
        return -1;
    hra_rng_init(own, number);
    *out = own;
    return 0;
}

/* ---- what Python calls ------------------------------------------------------------------------*/

static PyObject *current_player(PyObject *self, PyObject *none) {
    return PyLong_FromLong(((py_state *)self)->mover);
}

static PyObject *is_terminal(PyObject *self, PyObject *none) {
    return PyBool_FromLong(((py_state *)self)->mover == HRA_OVER);
}

static PyObject *is_chance_node(PyObject *self, PyObject *none) {
    return PyBool_FromLong(((py_state *)self)->mover == HRA_CHANCE);
}

/* names: Python's numbers, made once for all; NULL: there are none. */
static PyObject *list_numbers(PyObject *const *names, const uint32_t *number, int n) {
    PyObject *out = PyList_New(n);
    for (int i = 0; out && i < n; i++) {
        PyObject *entry = names ? names[number[i]] : PyLong_FromUnsignedLong(number[i]);
        if (names)
            Py_INCREF(entry);
        if (!entry || PyList_SetItem(out, i, entry) != 0)
            Py_CLEAR(out);
    }
    return out;
}

static PyObject *legal_actions(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    py_state *state = (py_state *)self;
    const py_list *list = py_state_list(state);
    const long seat = count == 1 ? PyLong_AsLong(args[0]) : state->mover;
    if (count > 1)
        PyErr_SetString(PyExc_TypeError, "legal_actions() takes at most a seat");
    if (count > 0 && PyErr_Occurred())
        return NULL;
    return list_numbers(state->mover >= 0 ? state->game->number : NULL, list->action,
                        seat == state->mover ? list->count : 0);
}

static PyObject *legal_moves(PyObject *self, PyObject *none) {
    const py_list *list = py_state_list((py_state *)self);
    return list_numbers(NULL, list->moves, list->count);
}

static PyObject *apply_action(PyObject *self, PyObject *action) {
    if (apply((py_state *)self, action) != 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *apply_move(PyObject *self, PyObject *object) {
    py_state *state = (py_state *)self;
    const py_list *list = py_state_list(state);
    long long move;
    if (py_action(object, &move) != 0)
        return NULL;
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move) {
            if (py_state_make(state, i) != 0)
                return NULL;
            Py_RETURN_NONE;
        }
    return state->mover == HRA_OVER
               ? py_refuse(state->game->core, HRA_ESTATE, "the game is over: no move can be made")
               : py_refuse(state->game->core, HRA_EINPUT, "%lld is no move that can be made here", move);
}

static PyObject *step(PyObject *self, PyObject *action) {
    py_state *state = (py_state *)self;
    hra_move move;
    if (apply(state, action) != 0)
        return NULL;
    while (state->mover == HRA_CHANCE)
        if (roll(state, &state->game->core->rng, &move) != 0)
            return NULL;
    return PyLong_FromLong(state->mover);
}

static PyObject *child(PyObject *self, PyObject *action) {
    py_state *copy = py_state_copy((py_state *)self);
    if (copy && apply(copy, action) != 0)
        Py_CLEAR(copy);
    return (PyObject *)copy;
}

static PyObject *roll_chance(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    py_state *state = (py_state *)self;
    hra_rng own, *rng;
    hra_move move;
    if (state->mover != HRA_CHANCE)
        return py_refuse(state->game->core, HRA_ESTATE, "chance is not to move: there is nothing to roll");
    if (generator(state, count > 0 ? args[0] : NULL, &own, &rng) != 0 || roll(state, rng, &move) != 0)
        return NULL;
    return PyLong_FromUnsignedLong(move);
}

static PyObject *random_action(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    py_state *state = (py_state *)self;
    hra_rng own, *rng;
    const py_list *list = py_state_list(state);
    if (state->mover == HRA_OVER)
        return py_refuse(state->game->core, HRA_ESTATE, "the game is over: no action can be taken");
    if (generator(state, count > 0 ? args[0] : NULL, &own, &rng) != 0)
        return NULL;
    int i = state->mover == HRA_CHANCE ? hra_rng_pick(rng, list->probability, list->count)
                                       : (int)hra_rng_below(rng, (uint32_t)list->count);
    return PyLong_FromUnsignedLong(list->action[i]);
}

static PyObject *chance_outcomes(PyObject *self, PyObject *none) {
    py_state *state = (py_state *)self;
    const py_list *list = py_state_list(state);
    if (state->mover != HRA_CHANCE)
        return py_refuse(state->game->core, HRA_ESTATE, "chance is not to move: there are no outcomes");
    PyObject *out = PyList_New(list->count);
    for (int i = 0; out && i < list->count; i++) {
        PyObject *pair = Py_BuildValue("(kd)", (unsigned long)list->action[i], list->probability[i]);
        if (!pair || PyList_SetItem(out, i, pair) != 0)
            Py_CLEAR(out);
    }
    return out;
}

static PyObject *returns(PyObject *self, PyObject *none) {
    const py_state *state = (py_state *)self;
    double value[HRA_MAX_SEATS];
    py_gained(state->game, state->bytes, value);
    return py_numbers(value, state->game->game->seats);
}

static PyObject *rewards(PyObject *self, PyObject *none) {
    const py_state *state = (py_state *)self;
    double value[HRA_MAX_SEATS];
    py_gained(state->game, state->bytes, value);
    for (int seat = 0; seat < state->game->game->seats; seat++)
        value[seat] = state->plies ? value[seat] - state->before[seat] : 0;
    return py_numbers(value, state->game->game->seats);
}

static PyObject *clone(PyObject *self, PyObject *none) {
    return (PyObject *)py_state_copy((py_state *)self);
}

static PyObject *history(PyObject *self, PyObject *none) {
    const py_state *state = (py_state *)self;
    PyObject *out = PyList_New(state->plies);
    for (int i = 0; out && i < state->plies; i++) {
        PyObject *entry = PyLong_FromUnsignedLong(state->made[i].action);
        if (!entry || PyList_SetItem(out, i, entry) != 0)
            Py_CLEAR(out);
    }
    return out;
}

static PyObject *move_number(PyObject *self, PyObject *none) {
    return PyLong_FromLong(((py_state *)self)->plies);
}

static PyObject *get_game(PyObject *self, PyObject *none) {
    PyObject *game = (PyObject *)((py_state *)self)->game;
    Py_INCREF((PyObject *)game);
    return game;
}

static PyObject *key(PyObject *self, PyObject *none) {
    const py_state *state = (py_state *)self;
    return PyLong_FromUnsignedLongLong(hra_game_key(state->game->game, state->bytes));
}

static PyObject *compare(PyObject *a, PyObject *b, int op) {
    const py_state *state = (py_state *)a, *other = (py_state *)b;
    if (!PyObject_TypeCheck(b, state->game->core->state) || (op != Py_EQ && op != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    const bool same = py_same_game(state->game, other->game) &&
                      memcmp(state->bytes, other->bytes, (size_t)state->game->size) == 0;
    return PyBool_FromLong(same == (op == Py_EQ));
}

static Py_hash_t hash(PyObject *self) {
    const py_state *state = (py_state *)self;
    Py_hash_t out = (Py_hash_t)hra_hash(state->bytes, (size_t)state->game->size);
    return out == -1 ? -2 : out;
}

/* ---- the type ---------------------------------------------------------------------------------*/

#define FAST(function) (PyCFunction)(void (*)(void))(function), METH_FASTCALL
#define NAMED(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS

static PyMethodDef methods[] = {
    {"current_player", current_player, METH_NOARGS,
     "current_player()\n--\n\nWho is to move: a seat from 0, hra.CHANCE (-1), or hra.OVER (-2)."},
    {"is_terminal", is_terminal, METH_NOARGS, "is_terminal()\n--\n\nWhether the game is over."},
    {"is_chance_node", is_chance_node, METH_NOARGS, "is_chance_node()\n--\n\nWhether chance is to move."},
    {"legal_actions", FAST(legal_actions),
     "legal_actions(seat=..., /)\n--\n\nThe actions that can be taken here, in the order of the game's "
     "moves; of "
     "chance its\noutcomes. Of a seat that is not to move none."},
    {"legal_moves", legal_moves, METH_NOARGS,
     "legal_moves()\n--\n\nThe same as the library's own numbers of moves, which mean something in this "
     "state only."},
    {"apply_action", apply_action, METH_O,
     "apply_action(action, /)\n--\n\nTakes an action, of chance too. InputError: it is none here; "
     "StateError: the "
     "game is\nover. The state is as it was then."},
    {"apply_move", apply_move, METH_O,
     "apply_move(move, /)\n--\n\nThe same by the library's own number of a move."},
    {"step", step, METH_O,
     "step(action, /)\n--\n\nTakes an action, lets chance move while it is to move (see hra.seed), and "
     "returns\n"
     "current_player()."},
    {"child", child, METH_O, "child(action, /)\n--\n\nThe state behind an action; this one stays."},
    {"roll", FAST(roll_chance),
     "roll(seed=None, /)\n--\n\nChance makes a move by its probabilities; returns which. The same for the "
     "same seed;\n"
     "without one by the generator of hra.seed."},
    {"random_action", FAST(random_action),
     "random_action(seed=None, /)\n--\n\nA legal action, each as likely, or an outcome of chance by its "
     "probability."},
    {"chance_outcomes", chance_outcomes, METH_NOARGS,
     "chance_outcomes()\n--\n\n(action, probability) of each outcome. StateError: chance is not to move."},
    {"returns", returns, METH_NOARGS,
     "returns()\n--\n\nWhat each seat has got so far, at the end what it got; where a game tells nothing "
     "before\n"
     "its end, 0 until then."},
    {"rewards", rewards, METH_NOARGS, "rewards()\n--\n\nWhat the last action brought each seat."},
    {"clone", clone, METH_NOARGS, "clone()\n--\n\nA copy of its own."},
    {"__copy__", clone, METH_NOARGS, NULL},
    {"__deepcopy__", clone, METH_O, NULL},
    {"history", history, METH_NOARGS,
     "history()\n--\n\nThe actions taken since the state it began from, of chance too."},
    {"move_number", move_number, METH_NOARGS, "move_number()\n--\n\nHow many actions that were."},
    {"get_game", get_game, METH_NOARGS, "get_game()\n--\n\nThe game."},
    {"key", key, METH_NOARGS,
     "key()\n--\n\nEqual for states that play on alike: repetition can be told by it."},
    {"rollouts", NAMED(py_rollouts),
     "rollouts(count, seed=0, most=0)\n--\n\nPlays to the end so many times with actions drawn evenly, "
     "without the "
     "interpreter's lock: what\neach seat got on average. most: plies at most (LimitError beyond)."},
    {"view", py_state_view, METH_O,
     "view(seat, /)\n--\n\nWhat a seat may see, as a state that this seat could have come to."},
    {"board", NAMED(py_state_board),
     "board(seat=None, width=80, unicode=True, color=False)\n--\n\nThe board in lines of text, as a seat "
     "sees it."},
    {"position", py_state_position, METH_NOARGS,
     "position()\n--\n\nThe position in one line, which Game.read_state reads back."},
    {"observation_string", FAST(py_state_observation_string),
     "observation_string(seat=..., /)\n--\n\nThe position in one line as a seat, or else the one to move, "
     "may see it."},
    {"action_to_string", FAST(py_state_action_to_string),
     "action_to_string([seat,] action, /)\n--\n\nA legal action in words, as a person types it."},
    {"string_to_action", FAST(py_state_string_to_action),
     "string_to_action([seat,] text, /)\n--\n\nThe legal action that a text means."},
    {"serialize", py_state_serialize, METH_NOARGS,
     "serialize()\n--\n\nThe state with its history as text, which Game.deserialize_state reads back."},
    {"__reduce__", py_state_reduce, METH_NOARGS, NULL},
    {"legal_actions_mask", FAST(py_state_mask),
     "legal_actions_mask(seat=..., /)\n--\n\nA list of num_distinct_actions() numbers: 1 where an action may "
     "be taken."},
    {"write_mask", py_state_write_mask, METH_O,
     "write_mask(out, /)\n--\n\nThe same into a writable buffer of so many bytes (a numpy array of int8, "
     "say)."},
    {"observation_tensor", FAST(py_state_tensor),
     "observation_tensor(seat=..., /)\n--\n\nThe features of the state as a seat sees it, else the one to "
     "move (at "
     "chance nodes and\nthe end seat 0), as a list of floats."},
    {"write_observation", FAST(py_state_write_tensor),
     "write_observation(out, seat=..., /)\n--\n\nThe same into a writable buffer of float32."},
    {0},
};

PyTypeObject *py_make_state(PyObject *module) {
    PyType_Slot slots[] = {
        {Py_tp_dealloc, state_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_repr, py_state_repr},
        {Py_tp_str, py_state_str},
        {Py_tp_richcompare, compare},
        {Py_tp_hash, hash},
        {Py_tp_doc, (void *)"A state of a game. It changes by apply_action, and its hash with it: keep a "
                            "clone() as a key."},
        {0}};
    PyType_Spec spec = {"hra.State", sizeof(py_state), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
