/* Many states that are stepped together, and playouts: without the interpreter's lock. */
#include <stdlib.h>
#include <string.h>

#include "_hra.h"

/* One move that was drawn for a state, so that taking it needs no list. */
typedef struct drawn {
    hra_move move;
    int32_t action; /* -1: none was */
} drawn;

typedef struct py_batch {
    PyObject_HEAD py_game *game;
    int count;
    unsigned char *states;
    int32_t *movers;
    drawn *drawn;
    double *gained;    /* what seats had got when they were last told */
    uint64_t *numbers; /* which game of a match each state is */
    uint64_t next;
    hra_rng rng;
    py_list list; /* its own: the lock is not held */
    bool busy;
} py_batch;

static unsigned char *at(const py_batch *batch, int i) {
    return batch->states + (size_t)i * (size_t)batch->game->size;
}

/* Chance moves until a seat is to move or the game is over. */
static void settle(py_batch *batch, int i) {
    const hra_game *g = batch->game->game;
    unsigned char *s = at(batch, i);
    int mover;
    while ((mover = g->rules->to_move(g, s)) == HRA_CHANCE)
        g->rules->apply(g, s, hra_game_sample(g, s, &batch->rng, batch->list.moves, batch->list.probability));
    batch->movers[i] = mover;
    batch->drawn[i].action = -1;
}

static void begin(py_batch *batch, int i) {
    const size_t seats = (size_t)batch->game->game->seats;
    batch->numbers[i] = batch->next++;
    hra_state_init(batch->game->game, batch->numbers[i], at(batch, i), NULL);
    py_gained(batch->game, at(batch, i), batch->gained + (size_t)i * seats);
    settle(batch, i);
}

static void batch_dealloc(PyObject *self) {
    py_batch *batch = (py_batch *)self;
    PyObject *game = (PyObject *)batch->game;
    free(batch->states);
    free(batch->movers);
    free(batch->drawn);
    free(batch->gained);
    free(batch->numbers);
    free(batch->list.moves);
    free(batch->list.probability);
    py_free(self);
    Py_XDECREF(game);
}

enum {
    MOST = 1 << 20, /* states of a batch */
    STAY = -1,      /* an action: the state stays as it is */
};

PyObject *py_batch_open(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"count", "seed", NULL};
    py_game *game = (py_game *)self;
    long long count;
    unsigned long long seed = 0;
    if (!PyArg_ParseTupleAndKeywords(args, names, "L|K:batch", keys, &count, &seed))
        return NULL;
    if (count < 1 || count > MOST)
        return py_refuse(game->core, HRA_EINPUT, "a batch has 1 to %d states, not %lld", MOST, count);
    py_batch *out = (py_batch *)py_new(game->core->batch);
    if (!out)
        return NULL;
    out->game = game;
    Py_INCREF(self);
    const size_t n = (size_t)count, capacity = hra_game_move_capacity(game->game);
    out->count = (int)count;
    out->states = malloc(n * (size_t)game->size);
    out->movers = calloc(n, sizeof *out->movers);
    out->drawn = calloc(n, sizeof *out->drawn);
    out->gained = calloc(n * (size_t)game->game->seats, sizeof *out->gained);
    out->numbers = calloc(n, sizeof *out->numbers);
    out->list.moves = calloc(capacity, sizeof *out->list.moves);
    out->list.probability = calloc(capacity, sizeof *out->list.probability);
    if (!out->states || !out->movers || !out->drawn || !out->gained || !out->numbers || !out->list.moves ||
        !out->list.probability) {
        Py_DECREF(out);
        return PyErr_NoMemory();
    }
    hra_rng_init(&out->rng, seed);
    for (int i = 0; i < out->count; i++)
        begin(out, i);
    return (PyObject *)out;
}

static py_batch *idle(PyObject *self) {
    py_batch *batch = (py_batch *)self;
    if (!batch->busy)
        return batch;
    py_refuse(batch->game->core, HRA_ESTATE, "another thread is in a call of this batch");
    return NULL;
}

/* ---- one call for all -------------------------------------------------------------------------
 * Work without the lock on buffers of the caller's; a buffer stays where it is as long as it is held. */

typedef struct call {
    Py_buffer view[2];
    int held;
} call;

static int hold(call *c, PyObject *object, py_kind kind, Py_ssize_t count, int flags) {
    if (py_buffer(object, &c->view[c->held], kind, count, flags) != 0)
        return -1;
    c->held++;
    return 0;
}

static void let_go(call *c) {
    while (c->held)
        PyBuffer_Release(&c->view[--c->held]);
}

/* A uniformly random legal action of each state; 0 if it is over. */
static void draw_all(py_batch *batch, int32_t *out) {
    const hra_game *g = batch->game->game;
    for (int i = 0; i < batch->count; i++) {
        const unsigned char *s = at(batch, i);
        out[i] = 0;
        if (batch->movers[i] < 0)
            continue;
        const int n = g->rules->moves(g, s, batch->list.moves);
        const hra_move move = batch->list.moves[hra_rng_below(&batch->rng, (uint32_t)n)];
        out[i] = batch->game->actions ? g->rules->encoding->action(g, s, move) : (int32_t)move;
        batch->drawn[i] = (drawn){move, out[i]};
    }
}

static PyObject *sample(PyObject *self, PyObject *out) {
    py_batch *batch = idle(self);
    call c = {0};
    if (!batch || hold(&c, out, PY_INTS, batch->count, PyBUF_WRITABLE) != 0)
        return NULL;
    batch->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    draw_all(batch, c.view[0].buf);
    Py_END_ALLOW_THREADS;
    batch->busy = false;
    let_go(&c);
    Py_RETURN_NONE;
}

/* The move of an action of state i; false: it is none there. */
static bool move_of(py_batch *batch, int i, int32_t action, hra_move *out) {
    const hra_game *g = batch->game->game;
    const unsigned char *s = at(batch, i);
    if (batch->drawn[i].action >= 0 && batch->drawn[i].action == action) {
        *out = batch->drawn[i].move;
        return true;
    }
    const int n = g->rules->moves(g, s, batch->list.moves);
    for (int k = 0; k < n; k++) {
        const hra_move m = batch->list.moves[k];
        if ((batch->game->actions ? g->rules->encoding->action(g, s, m) : (int32_t)m) == action) {
            *out = m;
            return true;
        }
    }
    return false;
}

/* Looks what each seat has got, and tells what is new. */
static void reward(py_batch *batch, int i, double *out) {
    const hra_game *g = batch->game->game;
    const size_t seats = (size_t)g->seats;
    double *before = batch->gained + (size_t)i * seats, now[HRA_MAX_SEATS];
    if (batch->movers[i] == HRA_OVER)
        g->rules->returns(g, at(batch, i), now);
    else
        g->rules->encoding->rewards(g, at(batch, i), now);
    for (size_t k = 0; k < seats; k++) {
        if (out)
            out[k] = now[k] - before[k];
        before[k] = now[k];
    }
}

/* Takes the actions; rewards (NULL: not told): what each brought each seat. The first state whose action is
 * none there, -1: all went well. Nothing is changed of such a state. */
static int step_all(py_batch *batch, const int32_t *actions, double *rewards) {
    const hra_game *g = batch->game->game;
    const size_t seats = (size_t)g->seats;
    int bad = -1;
    if (rewards)
        memset(rewards, 0, (size_t)batch->count * seats * sizeof *rewards);
    for (int i = 0; i < batch->count; i++) {
        const int32_t action = actions[i]; /* once: others may write to the buffer meanwhile */
        hra_move move;
        if (action == STAY)
            continue;
        if (batch->movers[i] == HRA_OVER) {
            begin(batch, i);
            continue;
        }
        if (!move_of(batch, i, action, &move)) {
            bad = bad < 0 ? i : bad;
            continue;
        }
        g->rules->apply(g, at(batch, i), move);
        settle(batch, i);
        if (batch->game->gains || batch->movers[i] == HRA_OVER)
            reward(batch, i, rewards ? rewards + (size_t)i * seats : NULL);
    }
    return bad;
}

static PyObject *step(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    py_batch *batch = idle(self);
    call c = {0};
    if (!batch)
        return NULL;
    if (count < 1 || count > 2)
        return PyErr_Format(PyExc_TypeError, "expected actions, and a buffer for rewards behind them or not");
    const bool told = count == 2 && args[1] != Py_None;
    if (hold(&c, args[0], PY_INTS, batch->count, 0) != 0 ||
        (told && hold(&c, args[1], PY_DOUBLES, (Py_ssize_t)batch->count * batch->game->game->seats,
                      PyBUF_WRITABLE) != 0)) {
        let_go(&c);
        return NULL;
    }
    int bad;
    batch->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    bad = step_all(batch, c.view[0].buf, told ? c.view[1].buf : NULL);
    Py_END_ALLOW_THREADS;
    batch->busy = false;
    const int32_t action = bad < 0 ? 0 : ((const int32_t *)c.view[0].buf)[bad];
    let_go(&c);
    if (bad >= 0)
        return py_refuse(batch->game->core, HRA_EINPUT, "state %d: %d is not a legal action", bad,
                         (int)action);
    Py_RETURN_NONE;
}

/* ---- looking ----------------------------------------------------------------------------------*/

static PyObject *write_movers(PyObject *self, PyObject *out) {
    py_batch *batch = idle(self);
    call c = {0};
    if (!batch || hold(&c, out, PY_INTS, batch->count, PyBUF_WRITABLE) != 0)
        return NULL;
    memcpy(c.view[0].buf, batch->movers, (size_t)batch->count * sizeof *batch->movers);
    let_go(&c);
    Py_RETURN_NONE;
}

static PyObject *write_masks(PyObject *self, PyObject *out) {
    py_batch *batch = idle(self);
    call c = {0};
    hra_error why = {0};
    hra_err err;
    if (!batch)
        return NULL;
    if (!batch->game->actions)
        return py_refuse(batch->game->core, HRA_EFIT, "%s numbers no actions, so there is no mask of them",
                         batch->game->game->spec);
    if (hold(&c, out, PY_BYTES, (Py_ssize_t)batch->count * batch->game->actions, PyBUF_WRITABLE) != 0)
        return NULL;
    batch->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    err = hra_states_action_masks(batch->game->game, batch->states, batch->count, c.view[0].buf, 1, &why);
    Py_END_ALLOW_THREADS;
    batch->busy = false;
    let_go(&c);
    if (err)
        return py_fail(batch->game->core, err, &why);
    Py_RETURN_NONE;
}

static PyObject *write_observations(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    py_batch *batch = idle(self);
    call c = {0};
    hra_error why = {0};
    hra_err err;
    if (!batch)
        return NULL;
    if (count < 1 || count > 2)
        return PyErr_Format(PyExc_TypeError, "expected a buffer, and a seat behind it or not");
    if (!batch->game->features)
        return py_refuse(batch->game->core, HRA_EFIT, "%s has no features", batch->game->game->spec);
    const int seat = count == 2 && args[1] != Py_None ? py_seat(args[1]) : -1;
    int *seats = seat == -1 ? NULL : malloc((size_t)batch->count * sizeof *seats);
    if (seat == -2 || (seat >= 0 && !seats)) {
        free(seats);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    for (int i = 0; seats && i < batch->count; i++)
        seats[i] = seat;
    if (hold(&c, args[0], PY_FLOATS, (Py_ssize_t)batch->count * batch->game->features, PyBUF_WRITABLE) != 0) {
        free(seats);
        return NULL;
    }
    batch->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    err = hra_states_features(batch->game->game, batch->states, batch->count, seats, c.view[0].buf, 1, &why);
    Py_END_ALLOW_THREADS;
    batch->busy = false;
    free(seats);
    let_go(&c);
    if (err)
        return py_fail(batch->game->core, err, &why);
    Py_RETURN_NONE;
}

/* A number of a state from Python; -1 with an exception. */
static int index_of(py_batch *batch, PyObject *object) {
    const long i = PyLong_AsLong(object);
    if (i == -1 && PyErr_Occurred())
        return -1;
    if (i >= 0 && i < batch->count)
        return (int)i;
    py_refuse(batch->game->core, HRA_EINPUT, "there are the states 0 to %d", batch->count - 1);
    return -1;
}

static PyObject *state(PyObject *self, PyObject *object) {
    py_batch *batch = idle(self);
    const int i = batch ? index_of(batch, object) : -1;
    char *position = NULL;
    hra_error why = {0};
    if (i < 0)
        return NULL;
    hra_err err = hra_state_position(batch->game->game, at(batch, i), &position, &why);
    if (err)
        return py_fail(batch->game->core, err, &why);
    py_state *out = py_state_new(batch->game, at(batch, i), batch->numbers[i], position);
    hra_string_free(position);
    return (PyObject *)out;
}

static PyObject *put(PyObject *self, PyObject *args) {
    py_batch *batch = idle(self);
    PyObject *number, *object;
    if (!batch || !PyArg_ParseTuple(args, "OO:set_state", &number, &object))
        return NULL;
    const int i = index_of(batch, number);
    const py_state *from = i < 0 ? NULL : py_state_of(batch->game, object);
    if (!from)
        return NULL;
    memcpy(at(batch, i), from->bytes, (size_t)batch->game->size);
    batch->numbers[i] = from->number;
    settle(batch, i);
    py_gained(batch->game, at(batch, i), batch->gained + (size_t)i * (size_t)batch->game->game->seats);
    Py_RETURN_NONE;
}

static Py_ssize_t length(PyObject *self) {
    return ((py_batch *)self)->count;
}

static PyObject *get_game(PyObject *self, void *none) {
    PyObject *game = (PyObject *)((py_batch *)self)->game;
    Py_INCREF(game);
    return game;
}

#define FAST(function) (PyCFunction)(void (*)(void))(function), METH_FASTCALL

static PyMethodDef methods[] = {
    {"step", FAST(step),
     "step(actions, rewards=None, /)\n--\n\nTakes an action in each state (a buffer of int32) and lets "
     "chance move. rewards, a "
     "buffer of\nfloat64, count x seats: what that brought. A state that is over begins anew instead, and "
     "its action\nis "
     "not looked at. -1: the state stays as it is. InputError: a state where the action is none; the others "
     "are stepped all the same."},
    {"sample", sample, METH_O,
     "sample(out, /)\n--\n\nWrites a legal action for each state, drawn evenly, to a buffer of int32; 0 "
     "where it is over."},
    {"write_players", write_movers, METH_O,
     "write_players(out, /)\n--\n\nWrites who is to move to a buffer of int32; hra.OVER where the game is "
     "over."},
    {"write_masks", write_masks, METH_O,
     "write_masks(out, /)\n--\n\nWrites the mask of legal actions of each state: count x actions bytes, 0 or "
     "1."},
    {"write_observations", FAST(write_observations),
     "write_observations(out, seat=None, /)\n--\n\nWrites the features of each state as a seat sees it, or "
     "whoever is to move: count x size\nnumbers of float32."},
    {"state", state, METH_O, "state(i, /)\n--\n\nA copy of state i, which begins its history here."},
    {"set_state", put, METH_VARARGS, "set_state(i, state)\n--\n\nPuts a state in the place of state i."},
    {0},
};

static PyGetSetDef members[] = {{"game", get_game, NULL, "the game", NULL}, {0}};

PyTypeObject *py_make_batch(PyObject *module) {
    PyType_Slot slots[] = {
        {Py_tp_dealloc, batch_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_getset, members},
        {Py_sq_length, length},
        {Py_tp_doc, (void *)"Many states that are stepped in one call, by Game.batch(count)."},
        {0}};
    PyType_Spec spec = {"hra.Batch", sizeof(py_batch), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
