/* States as text: boards, positions, moves in words, and the whole with its history. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "_hra.h"

/* ---- boards and positions ---------------------------------------------------------------------*/

static PyObject *show(const py_state *state, int seat, int width, int unicode, int color) {
    char *text;
    hra_error why = {0};
    hra_err err = hra_state_show(state->game->game, state->bytes, seat, width, unicode, color, &text, &why);
    return err ? py_fail(state->game->core, err, &why) : py_give(state->game->core, text);
}

PyObject *py_state_board(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"seat", "width", "unicode", "color", NULL};
    PyObject *who = Py_None;
    int width = 80, unicode = 1, color = 0;
    if (!PyArg_ParseTupleAndKeywords(args, names, "|Oipp:board", keys, &who, &width, &unicode, &color))
        return NULL;
    long seat = who == Py_None ? -1 : PyLong_AsLong(who);
    if (seat == -1 && PyErr_Occurred())
        return NULL;
    return show((py_state *)self, seat < -1 || seat > HRA_MAX_SEATS ? HRA_MAX_SEATS : (int)seat, width,
                unicode, color);
}

PyObject *py_state_str(PyObject *self) {
    return show((py_state *)self, -1, 80, 1, 0);
}

static PyObject *position_of(const py_game *game, const void *bytes) {
    char *text;
    hra_error why = {0};
    hra_err err = hra_state_position(game->game, bytes, &text, &why);
    return err ? py_fail(game->core, err, &why) : py_give(game->core, text);
}

PyObject *py_state_position(PyObject *self, PyObject *none) {
    const py_state *state = (py_state *)self;
    return position_of(state->game, state->bytes);
}

PyObject *py_state_repr(PyObject *self) {
    const py_state *state = (py_state *)self;
    PyObject *position = position_of(state->game, state->bytes), *out = NULL;
    if (position)
        out = PyUnicode_FromFormat("<hra.State of %U: %U>", state->game->spec, position);
    Py_XDECREF(position);
    return out;
}

/* The state as a seat sees it, in bytes of its own; NULL with an exception. */
static unsigned char *seen_by(const py_state *state, int seat) {
    hra_error why = {0};
    unsigned char *bytes = malloc((size_t)state->game->size);
    if (!bytes) {
        PyErr_NoMemory();
        return NULL;
    }
    hra_err err = hra_state_view(state->game->game, state->bytes, seat, bytes, &why);
    if (!err)
        return bytes;
    free(bytes);
    py_fail(state->game->core, err, &why);
    return NULL;
}

PyObject *py_state_view(PyObject *self, PyObject *who) {
    py_state *state = (py_state *)self, *out = NULL;
    int seat = py_seat(who);
    unsigned char *bytes = seat == -2 ? NULL : seen_by(state, seat);
    PyObject *position = bytes ? position_of(state->game, bytes) : NULL;
    const char *start = position ? PyUnicode_AsUTF8AndSize(position, NULL) : NULL;
    if (start)
        out = py_state_new(state->game, bytes, 0, start);
    Py_XDECREF(position);
    free(bytes);
    return (PyObject *)out;
}

PyObject *py_state_observation_string(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    py_state *state = (py_state *)self;
    int seat = count > 0 ? py_seat(args[0]) : py_looker(state);
    unsigned char *bytes = seat == -2 ? NULL : seen_by(state, seat);
    PyObject *out = bytes ? position_of(state->game, bytes) : NULL;
    free(bytes);
    return out;
}

/* ---- actions in words -------------------------------------------------------------------------
 * OpenSpiel hands the seat over too, first; whose move it is, the state knows. */

static PyObject *last_of(PyObject *const *args, Py_ssize_t count) {
    if (count == 1 || count == 2)
        return args[count - 1];
    PyErr_SetString(PyExc_TypeError, "expected an action or a text, a seat before it or not");
    return NULL;
}

PyObject *py_state_action_to_string(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    py_state *state = (py_state *)self;
    PyObject *object = last_of(args, count);
    long long action;
    if (!object || py_action(object, &action) != 0)
        return NULL;
    int i = py_state_find(state, action);
    if (i < 0)
        return NULL;
    char *text;
    hra_error why = {0};
    hra_err err =
        hra_state_show_move(state->game->game, state->bytes, state->game->list.moves[i], &text, &why);
    return err ? py_fail(state->game->core, err, &why) : py_give(state->game->core, text);
}

PyObject *py_state_string_to_action(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    py_state *state = (py_state *)self;
    PyObject *object = last_of(args, count);
    const char *text = object ? PyUnicode_AsUTF8AndSize(object, NULL) : NULL;
    hra_error why = {0};
    hra_move move;
    if (!text)
        return NULL;
    hra_err err = hra_state_parse(state->game->game, state->bytes, text, &move, &why);
    if (err)
        return py_fail(state->game->core, err, &why);
    return PyLong_FromUnsignedLong(py_action_of(state->game, state->bytes, move));
}

/* ---- the whole --------------------------------------------------------------------------------
 *
 *     hra-state 1
 *     game yahtzee:seats=2
 *     number 0                  or: position ...
 *     moves 11246 3 7
 */

PyObject *py_state_serialize(PyObject *self, PyObject *none) {
    const py_state *state = (py_state *)self;
    hra_text out;
    hra_text_init(&out);
    hra_text_addf(&out, "hra-state 1\ngame %s\n", state->game->game->spec);
    if (state->start)
        hra_text_addf(&out, "position %s\n", state->start);
    else
        hra_text_addf(&out, "number %" PRIu64 "\n", state->number);
    hra_text_add(&out, "moves");
    for (int i = 0; i < state->plies; i++)
        hra_text_addf(&out, " %lu", (unsigned long)state->made[i].move);
    hra_text_add(&out, "\n");
    return py_text(state->game->core, &out);
}

PyObject *py_state_reduce(PyObject *self, PyObject *none) {
    const py_state *state = (py_state *)self;
    PyObject *text = py_state_serialize(self, NULL);
    PyObject *restore = text ? PyObject_GetAttrString(state->game->module, "_restore") : NULL;
    return restore ? Py_BuildValue("N(ON)", restore, (PyObject *)state->game, text) : NULL;
}

/* The rest of the line behind `word`, as a text of its own in `line`; moves *at behind the line. NULL: there
 * is none such. */
static char *rest_of_line(char **at, const char *word) {
    char *line = *at;
    const size_t length = strlen(word);
    char *end = strchr(line, '\n');
    if (!end || strncmp(line, word, length) != 0)
        return NULL;
    *end = 0;
    *at = end + 1;
    line += length;
    return *line == ' ' ? line + 1 : line;
}

/* Makes the moves of a line, each of them checked. */
static int replay(py_state *state, const char *line) {
    while (*line) {
        char *end;
        const unsigned long long move = strtoull(line, &end, 10);
        const py_list *list = py_state_list(state);
        int i = 0;
        while (i < list->count && list->moves[i] != move)
            i++;
        if (end == line || i == list->count) {
            py_refuse(state->game->core, HRA_EINPUT,
                      "a serialized state of %s: move %d, '%.20s', is none there", state->game->game->spec,
                      state->plies + 1, line);
            return -1;
        }
        if (py_state_make(state, i) != 0)
            return -1;
        line = end + (*end == ' ');
    }
    return 0;
}

/* The state that the lines behind `game` tell. */
static PyObject *restore(py_game *game, char *at) {
    char *position = rest_of_line(&at, "position");
    char *number = position ? NULL : rest_of_line(&at, "number");
    char *moves = position || number ? rest_of_line(&at, "moves") : NULL;
    if (!moves || *at)
        return py_refuse(
            game->core, HRA_EINPUT,
            "a serialized state has the lines 'hra-state 1', 'game', 'position' or 'number', 'moves'");
    py_state *state = py_state_new(game, NULL, number ? strtoull(number, NULL, 10) : 0, position);
    if (!state)
        return NULL;
    if (replay(state, moves) == 0)
        return (PyObject *)state;
    Py_DECREF(state);
    return NULL;
}

PyObject *py_game_deserialize(PyObject *self, PyObject *object) {
    py_game *game = (py_game *)self;
    const char *text = PyUnicode_AsUTF8AndSize(object, NULL);
    char *copy = text ? strdup(text) : NULL, *at = copy;
    PyObject *out = NULL;
    if (!copy)
        return text ? PyErr_NoMemory() : NULL;
    char *version = rest_of_line(&at, "hra-state");
    char *spec = version && strcmp(version, "1") == 0 ? rest_of_line(&at, "game") : NULL;
    if (!spec)
        py_refuse(game->core, HRA_EINPUT,
                  "a serialized state begins with the lines 'hra-state 1' and 'game SPEC'");
    else if (!hra_spec_equal(spec, game->game->spec, HRA_NAME_GAME, NULL, NULL))
        py_refuse(game->core, HRA_EINPUT, "this is a state of %s, and one of %s is wanted", spec,
                  game->game->spec);
    else
        out = restore(game, at);
    free(copy);
    return out;
}
