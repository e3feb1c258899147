/* Playouts of one state, without the interpreter's lock. */
#include <stdlib.h>
#include <string.h>

#include "_hra.h"

enum { AT_ONCE = 64 };             /* playouts between two looks at the clock, */
static const double glance = 0.05; /* seconds between two looks for Ctrl-C */

typedef struct rollouts {
    const py_game *game;
    unsigned char *states;
    uint64_t seeds[AT_ONCE];
    double returns[AT_ONCE * HRA_MAX_SEATS], sum[HRA_MAX_SEATS];
    hra_error why;
} rollouts;

/* Plays `n` of them, from number `first` on, and adds up what seats got. */
static hra_err play_some(rollouts *r, uint64_t seed, uint64_t first, int n, int most) {
    const int seats = r->game->game->seats;
    for (int i = 0; i < n; i++) {
        hra_rng rng;
        hra_rng_init_stream(&rng, seed, first + (uint64_t)i, 0, HRA_STREAM_CHANCE);
        r->seeds[i] = hra_rng_next(&rng);
    }
    hra_err err =
        hra_states_playout(r->game->game, r->states, n, r->seeds, most, r->returns, NULL, 1, &r->why);
    for (int i = 0; !err && i < n * seats; i++)
        r->sum[i % seats] += r->returns[i];
    return err;
}

PyObject *py_rollouts(PyObject *self, PyObject *args, PyObject *names) {
    static char *keys[] = {"count", "seed", "most", NULL};
    const py_state *state = (py_state *)self;
    const size_t size = (size_t)state->game->size;
    long long count;
    unsigned long long seed = 0;
    int most = 0, raised = 0;
    hra_err err = HRA_OK;
    if (!PyArg_ParseTupleAndKeywords(args, names, "L|Ki:rollouts", keys, &count, &seed, &most))
        return NULL;
    if (count < 1 || most < 0)
        return py_refuse(state->game->core, HRA_EINPUT,
                         "playouts are 1 or more, and their plies 0 (no limit) or more");
    rollouts *r = calloc(1, sizeof *r);
    if (r)
        r->states = malloc(AT_ONCE * size);
    if (!r || !r->states) {
        free(r);
        return PyErr_NoMemory();
    }
    r->game = state->game;
    for (size_t i = 0; i < AT_ONCE; i++)
        memcpy(r->states + i * size, state->bytes, size);
    for (long long done = 0; done < count && !err && !raised;) {
        Py_BEGIN_ALLOW_THREADS;
        const double end = hra_clock() + glance;
        do {
            const int n = count - done < AT_ONCE ? (int)(count - done) : AT_ONCE;
            err = play_some(r, seed, (uint64_t)done, n, most);
            done += n;
        } while (!err && done < count && hra_clock() < end);
        Py_END_ALLOW_THREADS;
        raised = PyErr_CheckSignals() != 0;
    }
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        r->sum[seat] /= (double)count;
    PyObject *out = NULL;
    if (!raised)
        out = err ? py_fail(state->game->core, err, &r->why) : py_numbers(r->sum, state->game->game->seats);
    free(r->states);
    free(r);
    return out;
}
