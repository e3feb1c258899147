/* One play of a game by players, with dice, records and repetition judged. */
#include <stdlib.h>
#include <string.h>

#include "_hra.h"

typedef struct py_play {
    PyObject_HEAD py_game *game;
    PyObject *players; /* a tuple that holds them */
    hra_play *play;
    hra_text record;
    hra_stop stop;
    char *position;
    bool busy; /* somebody thinks, in another thread */
} py_play;

/* Players are of one game, so a position that names another one is refused. */
static bool fits(py_game *game, const char *position) {
    py_game *at = position ? py_game_at(game, position) : NULL;
    bool same = !position || at == game;
    if (at && !same)
        py_refuse(game->core, HRA_EINPUT,
                  "the position is of %s: open that game, load_game(%s, position=...)", at->game->spec,
                  game->game->spec);
    Py_XDECREF((PyObject *)at);
    return same;
}

PyObject *py_play_open(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"players", "seed",  "number",   "position", "manual_chance",
                           "depth",   "nodes", "playouts", "seconds",  NULL};
    py_game *game = (py_game *)self;
    PyObject *players;
    unsigned long long seed = 0, number = 0;
    const char *position = NULL;
    int manual = 0;
    long long depth = 0, nodes = 0, playouts = 0;
    double seconds = 0;
    const hra_player *seat[HRA_MAX_SEATS];
    hra_limits limits;
    hra_error why = {0};
    if (!PyArg_ParseTupleAndKeywords(args, names, "O|KKzpLLLd:play", keys, &players, &seed, &number,
                                     &position, &manual, &depth, &nodes, &playouts, &seconds) ||
        py_limits(game->core, &limits, depth, nodes, playouts, seconds) != 0 || !fits(game, position))
        return NULL;
    py_play *out = (py_play *)py_new(game->core->play);
    if (!out)
        return NULL;
    out->game = game;
    Py_INCREF(self);
    hra_text_init(&out->record);
    out->position = position ? strdup(position) : NULL;
    if (py_seats(game, players, &out->players, seat) != 0 || (position && !out->position)) {
        Py_DECREF(out);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    const hra_play_setup setup = {.size = sizeof setup,
                                  .game = game->game,
                                  .players = seat,
                                  .count = game->game->seats,
                                  .seed = seed,
                                  .number = number,
                                  .position = out->position,
                                  .manual_chance = manual != 0,
                                  .limits = limits,
                                  .usual = hra_limits_usual(),
                                  .stop = &out->stop,
                                  .sink = py_keep_text,
                                  .sink_self = &out->record};
    hra_err err = hra_play_open(&out->play, &setup, &why);
    if (!err)
        return (PyObject *)out;
    Py_DECREF(out);
    return py_fail(game->core, err, &why);
}

static void play_dealloc(PyObject *self) {
    py_play *play = (py_play *)self;
    PyObject *game = (PyObject *)play->game, *players = play->players;
    hra_play_close(play->play);
    hra_text_release(&play->record);
    free(play->position);
    py_free(self);
    Py_XDECREF(players);
    Py_XDECREF(game);
}

/* The play, unless another thread is in it. */
static py_play *idle(PyObject *self) {
    py_play *play = (py_play *)self;
    if (!play->busy)
        return play;
    py_refuse(play->game->core, HRA_ESTATE, "a player of this game is thinking in another thread");
    return NULL;
}

const hra_play *py_play_of(py_core *core, PyObject *object) {
    if (PyObject_TypeCheck(object, core->play)) {
        const py_play *play = idle(object);
        return play ? play->play : NULL;
    }
    PyErr_SetString(PyExc_TypeError, "a Record or a Play is wanted");
    return NULL;
}

static PyObject *refused(const py_play *play, hra_err err) {
    return py_fail(play->game->core, err, hra_play_why(play->play));
}

/* ---- stepping ---------------------------------------------------------------------------------*/

typedef struct stepping {
    hra_play *play;
    hra_event event;
    bool on; /* until somebody outside has to answer, or the play is over */
} stepping;

static hra_err step_play(void *self) {
    stepping *s = self;
    hra_err err;
    do
        err = hra_play_step(s->play, &s->event);
    while (!err && s->on && (s->event.kind == HRA_EVENT_CHANCE || s->event.kind == HRA_EVENT_MOVE));
    return err;
}

static PyObject *event_row(const py_play *play, const hra_event *event) {
    static const char *const kinds[] = {"chance", "move", "ask", "roll", "thinking", "over"};
    const bool moved = event->kind == HRA_EVENT_CHANCE || event->kind == HRA_EVENT_MOVE;
    const void *before = moved ? hra_play_at(play->play, event->ply).state : NULL;
    hra_text json;
    hra_text_init(&json);
    hra_json writer = hra_json_begin(&json);
    hra_json_object(&writer, NULL);
    hra_json_text(&writer, "kind", kinds[event->kind]);
    hra_json_integer(&writer, "seat", event->seat);
    hra_json_integer(&writer, "ply", event->ply);
    if (moved)
        hra_json_move(&writer, "move", play->game->game, before, event->move);
    hra_json_end(&writer);
    PyObject *row = py_rows(play->game->core, &json);
    if (row && moved && py_name_action(play->game, before, row, event->move) != 0)
        Py_CLEAR(row);
    return row;
}

static PyObject *go(PyObject *self, bool on) {
    py_play *play = idle(self);
    if (!play)
        return NULL;
    stepping s = {.play = play->play, .on = on};
    const int mover = hra_play_at(play->play, HRA_NOW).mover;
    const bool thinks =
        on || (mover >= 0 && !hra_player_info_of(hra_play_snapshot(play->play)->players[mover])->human);
    hra_err err = HRA_OK;
    int raised = 0;
    hra_stop_clear(&play->stop);
    play->busy = true;
    if (thinks)
        raised = py_run(step_play, &s, &play->stop, NULL, NULL, &err);
    else
        err = step_play(&s);
    play->busy = false;
    if (raised)
        return NULL;
    return err ? refused(play, err) : event_row(play, &s.event);
}

static PyObject *step(PyObject *self, PyObject *none) {
    return go(self, false);
}

static PyObject *run(PyObject *self, PyObject *none) {
    return go(self, true);
}

/* ---- from outside -----------------------------------------------------------------------------*/

static PyObject *move_by(PyObject *self, PyObject *object, hra_err (*give)(hra_play *play, hra_move move)) {
    py_play *play = idle(self);
    long long action;
    hra_move move;
    if (!play || py_action(object, &action) != 0 ||
        py_move_of(play->game, hra_play_at(play->play, HRA_NOW).state, action, &move) != 0)
        return NULL;
    hra_err err = give(play->play, move);
    if (err)
        return refused(play, err);
    Py_RETURN_NONE;
}

static PyObject *answer(PyObject *self, PyObject *action) {
    return move_by(self, action, hra_play_answer);
}

static PyObject *apply_action(PyObject *self, PyObject *action) {
    return move_by(self, action, hra_play_apply);
}

/* Actions of a seat other than moves. */
static PyObject *seat_does(PyObject *self, PyObject *object, hra_err (*act)(hra_play *play, int seat)) {
    py_play *play = idle(self);
    const int seat = play ? py_seat(object) : -2;
    if (seat == -2)
        return NULL;
    if (seat >= play->game->game->seats)
        return py_refuse(play->game->core, HRA_EINPUT, "%s has the seats 0 to %d", play->game->game->spec,
                         play->game->game->seats - 1);
    hra_err err = act(play->play, seat);
    if (err)
        return refused(play, err);
    Py_RETURN_NONE;
}

static PyObject *undo(PyObject *self, PyObject *seat) {
    return seat_does(self, seat, hra_play_undo);
}

static hra_err give_up(hra_play *play, int seat) {
    return hra_play_resign(play, seat, NULL);
}

static PyObject *resign(PyObject *self, PyObject *seat) {
    return seat_does(self, seat, give_up);
}

static hra_err offer(hra_play *play, int seat) {
    return hra_play_draw(play, seat, HRA_DRAW_OFFER);
}

static hra_err accept(hra_play *play, int seat) {
    return hra_play_draw(play, seat, HRA_DRAW_ACCEPT);
}

static hra_err refuse(hra_play *play, int seat) {
    return hra_play_draw(play, seat, HRA_DRAW_REFUSE);
}

static PyObject *draw(PyObject *self, PyObject *args) {
    PyObject *seat;
    const char *what;
    if (!PyArg_ParseTuple(args, "Os:draw", &seat, &what))
        return NULL;
    if (strcmp(what, "offer") == 0)
        return seat_does(self, seat, offer);
    if (strcmp(what, "accept") == 0)
        return seat_does(self, seat, accept);
    if (strcmp(what, "refuse") == 0)
        return seat_does(self, seat, refuse);
    return py_refuse(((py_play *)self)->game->core, HRA_EINPUT,
                     "a draw is offered by 'offer', 'accept' or 'refuse'");
}

/* ---- looking ----------------------------------------------------------------------------------*/

static hra_move move_of(const void *play, int ply) {
    return hra_play_at(play, ply).move;
}

static PyObject *state(PyObject *self, PyObject *args) {
    py_play *play = idle(self);
    if (!play)
        return NULL;
    const int plies = hra_play_plies(play->play);
    int ply = plies;
    if (!PyArg_ParseTuple(args, "|i:state", &ply))
        return NULL;
    if (ply < 0 || ply > plies)
        return py_refuse(play->game->core, HRA_EINPUT, "%d moves were made, so there are states 0 to %d",
                         plies, plies);
    return (PyObject *)py_state_played(play->game, hra_play_at(play->play, 0).state,
                                       hra_play_snapshot(play->play)->number, play->position, play->play,
                                       move_of, ply);
}

static PyObject *current_player(PyObject *self, PyObject *none) {
    const py_play *play = idle(self);
    return play ? PyLong_FromLong(hra_play_at(play->play, HRA_NOW).mover) : NULL;
}

static PyObject *is_over(PyObject *self, PyObject *none) {
    const py_play *play = idle(self);
    return play ? PyBool_FromLong(hra_play_at(play->play, HRA_NOW).mover == HRA_OVER) : NULL;
}

static PyObject *returns(PyObject *self, PyObject *none) {
    const py_play *play = idle(self);
    if (!play)
        return NULL;
    if (hra_play_at(play->play, HRA_NOW).mover != HRA_OVER)
        return py_refuse(play->game->core, HRA_ESTATE, "the game is not over: there are no returns yet");
    return py_numbers(hra_play_snapshot(play->play)->returns, play->game->game->seats);
}

static PyObject *outcome(PyObject *self, PyObject *none) {
    static const char *const words[] = {"none", "rules", "repetition", "resigned", "agreed", "adjudicated"};
    const py_play *play = idle(self);
    return play ? PyUnicode_FromString(words[hra_play_snapshot(play->play)->outcome]) : NULL;
}

static PyObject *record(PyObject *self, PyObject *none) {
    const py_play *play = idle(self);
    return play ? PyUnicode_DecodeUTF8(hra_text_string(&play->record), (Py_ssize_t)play->record.length,
                                       "replace")
                : NULL;
}

static PyObject *plies(PyObject *self, PyObject *none) {
    const py_play *play = idle(self);
    return play ? PyLong_FromLong(hra_play_plies(play->play)) : NULL;
}

static PyMethodDef methods[] = {
    {"step", step, METH_NOARGS,
     "step()\n--\n\nDoes the next thing and says what, as a Row: kind ('chance', 'move', 'ask', 'roll', "
     "'over'), seat, "
     "ply,\naction and move. 'ask' and 'roll' wait for answer()."},
    {"run", run, METH_NOARGS,
     "run()\n--\n\nSteps until a person is asked or the game is over; returns the last event."},
    {"answer", answer, METH_O,
     "answer(action, /)\n--\n\nWhat an 'ask' or 'roll' waits for; the next step makes it."},
    {"apply_action", apply_action, METH_O,
     "apply_action(action, /)\n--\n\nMakes an action from outside, whoever is to move."},
    {"undo", undo, METH_O, "undo(seat, /)\n--\n\nBack to the last decision of a seat."},
    {"resign", resign, METH_O,
     "resign(seat, /)\n--\n\nEnds the game as lost for this seat. FitError: not a game for two."},
    {"draw", draw, METH_VARARGS,
     "draw(seat, what)\n--\n\nA draw by agreement: what is 'offer', 'accept' or 'refuse'."},
    {"state", state, METH_VARARGS,
     "state(ply=now, /)\n--\n\nThe state before that ply, with its history; a copy."},
    {"current_player", current_player, METH_NOARGS,
     "current_player()\n--\n\nA seat, hra.CHANCE, or hra.OVER: by the rules, by repetition, or by "
     "agreement."},
    {"is_over", is_over, METH_NOARGS, "is_over()\n--\n\nWhether the game is over."},
    {"returns", returns, METH_NOARGS,
     "returns()\n--\n\nThe returns of each seat. StateError: the game is not over."},
    {"outcome", outcome, METH_NOARGS,
     "outcome()\n--\n\nWhy it is over: 'none', 'rules', 'repetition', 'resigned', 'agreed', 'adjudicated'."},
    {"record", record, METH_NOARGS, "record()\n--\n\nThe game as text, which hra.read_records reads."},
    {"move_number", plies, METH_NOARGS, "move_number()\n--\n\nHow many moves were made, of chance too."},
    {0},
};

PyTypeObject *py_make_play(PyObject *module) {
    PyType_Slot slots[] = {
        {Py_tp_dealloc, play_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_doc,
         (void *)"One game being played, by Game.play(players): it rolls, asks, applies moves and records."},
        {0}};
    PyType_Spec spec = {"hra.Play", sizeof(py_play), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
