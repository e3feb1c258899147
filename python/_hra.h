/* _hra.h: what the files of the Python module have in common.
 *
 * Objects own each other upwards, so that nothing is used after it was closed: a state holds its game, an
 * agent its player, a player its game, and a game the module. All that is kept between calls hangs on an
 * object: the module has no globals, but for constant tables.
 *
 * The interpreter's lock guards every object. Long work is done without it (py_run), on copies of what others
 * may change meanwhile. Functions that return PyObject * return NULL, and those that return int a negative
 * number, with a Python exception set. */
#ifndef HRA_PYTHON_H
#define HRA_PYTHON_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <hra/hra.h>
#include <hra/work.h>

/* What belongs to the module: its types and exceptions. */
typedef struct py_core {
    PyObject *module; /* borrowed: the module holds this */
    PyTypeObject *game, *state, *player, *agent, *solution, *play, *record, *session, *batch, *work;
    PyObject *error, *input, *fit, *moment, *limit, *file; /* exceptions */
    PyObject *read;                                        /* hra.rows.read: JSON to rows */
    hra_rng rng;                                           /* of rolls and samples without a seed */
} py_core;

typedef struct py_state py_state;

/* The moves of one state, kept until it changes: a caller that asks for the legal actions and takes one of
 * them lists them once. */
typedef struct py_list {
    const py_state *of; /* NULL: of none */
    int count;
    hra_move *moves;
    double *probability; /* of outcomes */
    uint32_t *action;    /* the numbers that Python knows the moves by */
} py_list;

typedef struct py_game {
    PyObject_HEAD py_core *core;
    PyObject *module; /* holds core */
    hra_game *game;
    PyObject *spec;
    int size;          /* of a state, hra_encoding.state_size */
    int actions;       /* how many numbers of actions there are; 0: an action is the number of its move */
    int features;      /* numbers of an observation; 0: none */
    bool gains;        /* tells what seats have got before the end */
    PyObject **number; /* the numbers of actions as Python's, made once; NULL: there are none */
    bool files, programs;
    char *tables; /* the folder of tables that are read, as the command line has it; NULL: none */
    py_list list;
} py_game;

/* A move that was made, and what Python called it. */
typedef struct py_made {
    hra_move move;
    uint32_t action;
} py_made;

struct py_state {
    PyObject_HEAD py_game *game;
    unsigned char *bytes; /* the state itself; its own memory */
    int mover;
    char *start; /* the position text that it began from; NULL: the beginning of game `number` */
    uint64_t number;
    py_made *made;
    int plies, capacity;
    double before[HRA_MAX_SEATS]; /* what seats had got before the last move */
};

typedef struct py_player {
    PyObject_HEAD py_game *game;
    hra_player *player;
    PyObject *data;  /* the folder of tables, or None */
    hra_agent *idle; /* kept for the next question; NULL: none, or somebody asks it */
} py_player;

typedef struct py_record {
    PyObject_HEAD py_core *core;
    PyObject *module;
    hra_record *record;
    py_game *game; /* opened anew from the record's spec, so that states of it are like any other */
    PyObject *text;
} py_record;

/* ---- errors, long work, answers (py_common.c) -------------------------------------------------*/

/* Sets the exception for an error of the library, with its words; returns NULL. */
PyObject *py_fail(py_core *core, hra_err err, const hra_error *why);
/* The same in words of the module's own. */
PyObject *py_refuse(py_core *core, hra_err err, const char *format, ...) HRA_PRINTF(3, 4);
/* Does work(self) in a thread without the interpreter's lock, and looks for signals meanwhile: where a
 * handler raises (Ctrl-C), *stop is set and the work waited for. `tell` (NULL: none) is a Python callable,
 * told done (0..1) about ten times a second. -1: an exception; else 0, and *err is what the work returned. */
int py_run(hra_err (*work)(void *self), void *self, hra_stop *stop, PyObject *tell,
           const _Atomic double *done, hra_err *err);
PyObject *py_give(py_core *core, char *text);     /* a str of a text of the library's, which is freed */
PyObject *py_rows(py_core *core, hra_text *json); /* JSON as rows; releases the text */
PyObject *py_text(py_core *core, hra_text *text); /* a str; releases the text */
PyObject *py_numbers(const double *value, int n); /* a list of floats */
PyObject *py_new(PyTypeObject *type);             /* an object of zeros; NULL with an exception */
void py_free(PyObject *self);                     /* its memory and its hold of its type */
/* Reads limits of a call: depth, nodes, playouts, seconds; 0: none. */
int py_limits(py_core *core, hra_limits *out, long long depth, long long nodes, long long playouts,
              double seconds);
/* Gives each row of the list `rows[list]` its action: the moves are those of `state`, `stride` bytes apart.
 */
int py_name_actions(py_game *game, const void *state, PyObject *rows, const char *list, int count,
                    const hra_move *moves, size_t stride);
/* row["action"] becomes the action of a move. */
int py_name_action(py_game *game, const void *state, PyObject *row, hra_move move);

/* ---- games and states (py_game.c, py_state.c, py_text.c, py_numbers.c) -------------------------*/

PyObject *py_game_open(py_core *core, const char *spec, bool files, bool programs);
/* The game of a position: this one, or if the position names further options one that is opened with them. A
 * new reference. */
py_game *py_game_at(py_game *game, const char *position);
void py_host(const py_game *game, hra_host *out); /* the host that it was opened with */
/* The folder of user data, as the command line names it, to be freed; NULL: there is none, or no memory. */
char *py_data_folder(void);
/* The game of an argument, or NULL with a TypeError. */
py_game *py_game_of(py_core *core, PyObject *object);
/* The state of an argument where it is one of this game. Games of one spec are alike. */
py_state *py_state_of(py_game *game, PyObject *object);
bool py_same_game(const py_game *a, const py_game *b);

/* A new state: these bytes; or where they are NULL the position that `start` tells; or, where that is too, the
 * beginning of this game of a match. NULL with an exception: no memory, no such position. */
py_state *py_state_new(py_game *game, const void *bytes, uint64_t number, const char *start);
py_state *py_state_copy(const py_state *state);
/* The moves of a state, listed in its game's list where they are not there already. */
py_list *py_state_list(py_state *state);
/* Which of the listed moves an action is; -1 with an exception: none. */
int py_state_find(py_state *state, long long action);
/* Makes move i of the list. */
int py_state_make(py_state *state, int i);
/* To be called where the bytes were changed by others than py_state_make. */
void py_state_changed(py_state *state);
/* Reads an action from Python; -1 with an exception where it is no number. */
int py_action(PyObject *object, long long *out);
/* The move of an action in any bytes of this game, for plays and batches; -1 with an exception. */
int py_move_of(py_game *game, const void *bytes, long long action, hra_move *out);
/* What a move is called: its number among the actions, or of chance the move itself. */
uint32_t py_action_of(const py_game *game, const void *bytes, hra_move move);
/* A seat from Python, or one that no game has, which is refused; -2 with an exception. */
int py_seat(PyObject *object);
/* The default seat of a view: the one to move, else 0. */
int py_looker(py_state *state);
typedef enum py_kind { PY_BYTES, PY_INTS, PY_FLOATS, PY_DOUBLES } py_kind;
/* A contiguous buffer of `count` numbers of a kind, to be released; -1 with an exception. flags:
 * PyBUF_WRITABLE or 0. */
int py_buffer(PyObject *object, Py_buffer *view, py_kind kind, Py_ssize_t count, int flags);
/* The features of a state of this game as a seat sees it: game->features numbers. */
int py_features(py_game *game, const void *bytes, int seat, float *out);
/* What each seat has got so far: its returns at the end, else what the game tells, else 0. */
void py_gained(const py_game *game, const void *bytes, double *out);

/* Methods of states that are in files of their own, as Python calls them. */
PyObject *py_state_board(PyObject *, PyObject *args, PyObject *names);
PyObject *py_state_view(PyObject *, PyObject *seat);
PyObject *py_state_position(PyObject *, PyObject *);
PyObject *py_state_observation_string(PyObject *, PyObject *const *args, Py_ssize_t count);
PyObject *py_state_action_to_string(PyObject *, PyObject *const *args, Py_ssize_t count);
PyObject *py_state_string_to_action(PyObject *, PyObject *const *args, Py_ssize_t count);
PyObject *py_state_serialize(PyObject *, PyObject *);
PyObject *py_state_reduce(PyObject *, PyObject *);
PyObject *py_state_str(PyObject *);
PyObject *py_state_repr(PyObject *);
PyObject *py_state_mask(PyObject *, PyObject *const *args, Py_ssize_t count);
PyObject *py_state_write_mask(PyObject *, PyObject *out);
PyObject *py_state_tensor(PyObject *, PyObject *const *args, Py_ssize_t count);
PyObject *py_state_write_tensor(PyObject *, PyObject *const *args, Py_ssize_t count);
/* The same of games. */
PyObject *py_game_deserialize(PyObject *, PyObject *text);
PyObject *py_player_open(PyObject *, PyObject *args, PyObject *names);
PyObject *py_match(PyObject *, PyObject *args, PyObject *names);
PyObject *py_solve(PyObject *, PyObject *args, PyObject *names);
PyObject *py_play_open(PyObject *, PyObject *args, PyObject *names);
PyObject *py_batch_open(PyObject *, PyObject *args, PyObject *names);
PyObject *py_rollouts(PyObject *, PyObject *args, PyObject *names); /* of a state */
/* Player.review, and functions of the module. */
PyObject *py_review(PyObject *, PyObject *args, PyObject *names);
PyObject *py_read_records(PyObject *module, PyObject *args, PyObject *names);
PyObject *py_session_open(PyObject *module, PyObject *args, PyObject *names);
PyObject *py_work_open(PyObject *module, PyObject *args, PyObject *names);

/* ---- players, plays, records -------------------------------------------------------------------*/

/* One player a seat of a call's sequence. *hold is a tuple that owns them. */
int py_seats(py_game *game, PyObject *players, PyObject **hold, const hra_player *out[HRA_MAX_SEATS]);
/* A hra_record_sink; self is the hra_text that is appended to. */
hra_err py_keep_text(void *self, const char *text, size_t length);
/* The play of an object; NULL with an exception where it is none, or another thread is in it. */
const hra_play *py_play_of(py_core *core, PyObject *object);
/* A state with its history: of a play from `first`, after moves move(of, 0..plies-1). */
py_state *py_state_played(py_game *game, const void *first, uint64_t number, const char *start,
                          const void *of, hra_move (*move)(const void *of, int ply), int plies);

PyTypeObject *py_make_game(PyObject *module);
PyTypeObject *py_make_state(PyObject *module);
PyTypeObject *py_make_player(PyObject *module);
PyTypeObject *py_make_agent(PyObject *module);
PyTypeObject *py_make_solution(PyObject *module);
PyTypeObject *py_make_play(PyObject *module);
PyTypeObject *py_make_record(PyObject *module);
PyTypeObject *py_make_session(PyObject *module);
PyTypeObject *py_make_batch(PyObject *module);
PyTypeObject *py_make_work(PyObject *module);

#endif
