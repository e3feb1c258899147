/* The exact solution of Connect Four for `hra solve` and the player `exact`: a search for each state that is asked for. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "core/thread.h"
#include "hra/solve.h"
#include "search.h"

static const size_t most_memory = (size_t)1 << 30, /* unless the setup says otherwise */
    demand_memory = (size_t)1 << 26;               /* of a solution on demand */
static const uint64_t answer_nodes = 1 << 22;      /* of a state that `open` has not solved: about a second */

/* Threads share a solution, and the table of its search changes: they take turns. */
typedef struct solver {
    const hra_game *game;
    c4_search *search;
    hra_lock lock;
    bool locked; /* the lock has been made */
    bool solved; /* `state` is, by `open` */
    c4_state state;
    c4_worth worth;
} solver;

static void close_solver(void *self) {
    solver *s = self;
    if (s->locked)
        hra_lock_release(&s->lock);
    c4_search_close(s->search);
    free(s);
}

static hra_err solve(solver *s, const hra_solve_setup *setup) {
    const c4_search_limits limits = {.progress = setup->progress};
    if (setup->position)
        s->state = *(const c4_state *)setup->position;
    else
        s->game->rules->init(s->game, &s->state);
    hra_err err = c4_search_outcome(s->search, &s->state, &limits, &s->worth);
    s->solved = !err;
    return err;
}

static hra_err open_solver(const hra_game *game, const hra_solve_setup *setup, void **self, hra_error *why) {
    solver *s = calloc(1, sizeof *s);
    if (!s)
        return hra_no_memory(why);
    size_t bytes = setup->memory ? setup->memory : most_memory;
    if (setup->on_demand && bytes > demand_memory)
        bytes = demand_memory;
    s->game = game;
    hra_err err = c4_search_open(&s->search, c4_board_of(game), bytes);
    if (!err)
        err = hra_lock_init(&s->lock);
    s->locked = !err;
    if (!err && !setup->on_demand)
        err = solve(s, setup);
    if (err) {
        close_solver(s);
        return hra_fail(why, err, -1, "%s",
                        err == HRA_ESTOPPED ? _("stopped while solving") : hra_err_text(err));
    }
    *self = s;
    return HRA_OK;
}

static hra_err find(const void *self, const c4_state *state, bool distance, c4_worth *out) {
    static const c4_search_limits limits = {.nodes = answer_nodes};
    solver *s = (void *)(uintptr_t)self; /* the lock guards what changes */
    if (s->solved && !distance && memcmp(state, &s->state, sizeof *state) == 0) {
        *out = s->worth;
        return HRA_OK;
    }
    hra_lock_take(&s->lock);
    hra_err err = (distance ? c4_search_distance : c4_search_outcome)(s->search, state, &limits, out);
    hra_lock_give(&s->lock);
    return err;
}

/* HRA_EINPUT: the state takes too long. */
static hra_err value(const void *self, const void *state, double *out) {
    const c4_state *p = state;
    const int seat = c4_next(p);
    c4_worth worth;
    if (find(self, p, false, &worth))
        return HRA_EINPUT;
    out[seat] = worth.outcome;
    out[!seat] = -worth.outcome;
    return HRA_OK;
}

static int distance(const void *self, const void *state) {
    c4_worth worth;
    return find(self, state, true, &worth) ? -1 : worth.distance;
}

/* Those that were searched. */
static uint64_t states(const void *self) {
    return c4_search_nodes(((const solver *)self)->search);
}

const hra_solver c4_solver = {
    .open = open_solver,
    .close = close_solver,
    .value = value,
    .distance = distance,
    .states = states,
};
