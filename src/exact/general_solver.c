/* The general exact solver: lists every position that can be reached from the beginning (and from one
 * that was asked for), splits the graph into its strongly connected components (Tarjan 1972), and works them
 * out from the ends of the game upwards. A component of one position takes the best (or the expectation) of
 * those below it; a larger one, where play can come back to where it was, is iterated from 0 until nothing
 * changes (value iteration, Bellman 1957), so that play without end is worth 0. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "estimate.h"
#include "general_solver.h"

#include "core/array_alloc.h"
#include "core/messages.h"

static const uint32_t NOWHERE = UINT32_MAX;

/* positions from which it is worth a second to ask how many there are, and the factor after which it is asked again */
enum { LARGE = 1 << 18, AGAIN = 2 };

typedef struct general {
    const hra_game *game;
    const hra_progress *progress;
    hra_error *why;
    size_t used, limit; /* bytes */
    size_t size;        /* of a stored state */
    int numbers;        /* stored per position: one where the game is zero-sum, else one per seat */
    uint32_t count, capacity;
    uint32_t most;          /* positions that may be listed, 0: as many as memory holds */
    hra_estimate *estimate; /* of their number; NULL: not made */
    unsigned char *states;
    int8_t *movers;
    uint64_t *first; /* of position i: edges first[i]..first[i+1]-1 */
    double *values;
    uint32_t *slots; /* open addressing: a position or NOWHERE */
    uint64_t slot_count;
    uint32_t *edges;
    double *probability; /* of each edge, where there is chance */
    uint64_t edge_count, edge_room;
    hra_move *moves; /* scratch: the moves of one position and their probabilities */
    double *chances;
    unsigned char *child;
    /* Tarjan's algorithm: the order of discovery, the earliest position reached, two stacks. */
    uint32_t *order, *low, *stack, *path;
    uint32_t found; /* how many have an order */
    uint64_t *at;
} general;

/* ---- memory ---------------------------------------------------------------------------------*/

static hra_err too_large(general *g) {
    return hra_fail(g->why, HRA_EFIT, -1,
                    "%s is too large to solve: %u positions fill memory=%.0fM; set a larger memory=",
                    g->game->rules->name, (unsigned)g->count, (double)g->limit / 1048576);
}

/* Fails if the game has many more positions than fit, before memory is full. HRA_EFIT, HRA_ENOMEM, HRA_ESTOPPED. */
static hra_err check_size(general *g) {
    enum { DOUBT = 2 };
    double positions, fit = (double)g->limit / (double)g->used * g->count;
    hra_err err = g->estimate ? HRA_OK : hra_estimate_open(&g->estimate, g->game, g->progress);
    if (err)
        return err == HRA_ENOMEM ? hra_no_memory(g->why) : err;
    positions = hra_estimate_positions(g->estimate, g->states, g->size, g->count);
    if (positions < DOUBT * fit)
        return HRA_OK;
    return hra_fail(g->why, HRA_EFIT, -1,
                    "%s is too large to solve: it has more than %.0f million positions, and memory=%.0fM has "
                    "room for %.0f million",
                    g->game->spec, positions / 1e6, (double)g->limit / 1048576, fit / 1e6);
}

/* Makes *block hold `to` entries instead of `from`. */
static hra_err resize(general *g, void *block, uint64_t from, uint64_t to, size_t entry) {
    void **at = block;
    uint64_t old = from * entry, bytes = to * entry;
    if (g->used - old + bytes > g->limit || !hra_room_fits(bytes, 1))
        return too_large(g);
    void *grown = realloc(*at, bytes ? (size_t)bytes : 1);
    if (!grown)
        return hra_no_memory(g->why);
    *at = grown;
    g->used = g->used - (size_t)old + (size_t)bytes;
    return HRA_OK;
}

static hra_err more_positions(general *g) {
    uint32_t to = g->capacity < 1024          ? 1024
                  : g->capacity > NOWHERE / 2 ? NOWHERE - 1
                                              : g->capacity + g->capacity / 2;
    hra_err err = g->count + 1 >= to ? too_large(g) : HRA_OK;
    if (!err)
        err = resize(g, &g->states, g->capacity, to, g->size);
    if (!err)
        err = resize(g, &g->movers, g->capacity, to, sizeof *g->movers);
    if (!err)
        err = resize(g, &g->first, g->capacity ? g->capacity + 1U : 0, to + 1U, sizeof *g->first);
    if (!err)
        g->capacity = to;
    return err;
}

static unsigned char *state_at(const general *g, uint32_t i) {
    return g->states + (size_t)i * g->size;
}

/* The slot of the state, or the free one where it belongs. */
static uint64_t find_slot(const general *g, const void *s) {
    uint64_t mask = g->slot_count - 1, at = (hra_game_key(g->game, s) * 0x9E3779B97F4A7C15U) >> 20 & mask;
    while (g->slots[at] != NOWHERE && memcmp(state_at(g, g->slots[at]), s, g->size) != 0)
        at = (at + 1) & mask;
    return at;
}

static hra_err more_slots(general *g) {
    uint64_t to = g->slot_count ? 2 * g->slot_count : 4096;
    hra_err err = resize(g, &g->slots, g->slot_count, to, sizeof *g->slots);
    if (err)
        return err;
    g->slot_count = to;
    memset(g->slots, 0xff, (size_t)to * sizeof *g->slots);
    for (uint32_t i = 0; i < g->count; i++)
        g->slots[find_slot(g, state_at(g, i))] = i;
    return HRA_OK;
}

/* ---- all positions --------------------------------------------------------------------------*/

static hra_err intern(general *g, const void *s, uint32_t *out) {
    hra_err err = HRA_OK;
    if (2 * ((uint64_t)g->count + 1) > g->slot_count)
        err = more_slots(g);
    if (!err && g->count == g->capacity)
        err = more_positions(g);
    if (err)
        return err;
    uint64_t slot = find_slot(g, s);
    if (g->slots[slot] == NOWHERE) {
        if (g->most && g->count == g->most)
            return HRA_ELIMIT;
        g->slots[slot] = g->count;
        memcpy(state_at(g, g->count), s, g->size);
        g->movers[g->count++] = (int8_t)g->game->rules->to_move(g->game, s);
    }
    *out = g->slots[slot];
    return HRA_OK;
}

static hra_err more_edges(general *g, int n) {
    if (g->edge_count + (uint64_t)n <= g->edge_room)
        return HRA_OK;
    uint64_t to = g->edge_room + g->edge_room / 2 + (uint64_t)n + 4096;
    hra_err err = resize(g, &g->edges, g->edge_room, to, sizeof *g->edges);
    if (!err && g->probability)
        err = resize(g, &g->probability, g->edge_room, to, sizeof *g->probability);
    if (!err)
        g->edge_room = to;
    return err;
}

static hra_err expand(general *g, uint32_t i) {
    const hra_rules *rules = g->game->rules;
    int n = 0;
    if (g->movers[i] == HRA_CHANCE)
        n = rules->chance_outcomes(g->game, state_at(g, i), g->moves, g->chances);
    else if (g->movers[i] >= 0)
        n = rules->moves(g->game, state_at(g, i), g->moves);
    hra_err err = more_edges(g, n);
    for (int m = 0; m < n && !err; m++) {
        memcpy(g->child, state_at(g, i), g->size);
        rules->apply(g->game, g->child, g->moves[m]);
        if (g->probability)
            g->probability[g->edge_count] = g->movers[i] == HRA_CHANCE ? g->chances[m] : 1;
        err = intern(g, g->child, &g->edges[g->edge_count]);
        g->edge_count += !err;
    }
    g->first[i + 1] = g->edge_count;
    return err;
}

static bool stopped(general *g, const char *what, double done) {
    hra_progress_report(g->progress, what, done);
    return hra_progress_stopped(g->progress);
}

/* All positions below the one in g->child, and below another one where there is one. */
static hra_err explore(general *g, const void *position) {
    uint32_t root;
    uint32_t next = g->most ? UINT32_MAX : LARGE; /* what is counted only has a limit of its own */
    hra_err err = intern(g, g->child, &root);
    if (!err)
        g->first[0] = 0;
    if (!err && position)
        err = intern(g, position, &root);
    for (uint32_t i = 0; i < g->count && !err; i++) {
        if ((i & 1023) == 0 && stopped(g, N_("listing positions"), -1))
            err = HRA_ESTOPPED;
        else if (g->count >= next) {
            next = next < UINT32_MAX / AGAIN ? next * AGAIN : UINT32_MAX;
            err = check_size(g);
        }
        if (!err)
            err = expand(g, i);
    }
    hra_estimate_close(g->estimate);
    g->estimate = NULL;
    return err;
}

/* ---- values ---------------------------------------------------------------------------------*/

/* The value of a position from those below it. */
static void back_up(const general *g, uint32_t i, double *out) {
    uint64_t from = g->first[i], to = g->first[i + 1];
    size_t numbers = (size_t)g->numbers;
    if (g->movers[i] == HRA_CHANCE) {
        memset(out, 0, numbers * sizeof *out);
        for (uint64_t e = from; e < to; e++)
            for (size_t k = 0; k < numbers; k++)
                out[k] += g->probability[e] * g->values[g->edges[e] * numbers + k];
        return;
    }
    /* Where one number is stored the second seat wants it small. */
    bool low = g->numbers == 1 && g->movers[i] == 1;
    size_t seat = g->numbers == 1 ? 0 : (size_t)g->movers[i];
    const double *best = g->values + g->edges[from] * numbers;
    for (uint64_t e = from + 1; e < to; e++) {
        const double *v = g->values + g->edges[e] * numbers;
        if (low ? v[seat] < best[seat] : v[seat] > best[seat])
            best = v;
    }
    memmove(out, best, numbers * sizeof *out);
}

/* Computes the value of a position; returns by how much it changed. */
static double update(general *g, uint32_t i) {
    double fresh[HRA_MAX_SEATS], change = 0;
    double *at = g->values + (size_t)i * (size_t)g->numbers;
    if (g->movers[i] == HRA_OVER)
        g->game->rules->returns(g->game, state_at(g, i), fresh);
    else
        back_up(g, i, fresh);
    for (int k = 0; k < g->numbers; k++) {
        change = fmax(change, fabs(fresh[k] - at[k]));
        at[k] = fresh[k];
    }
    return change;
}

/* A component stack[from..to-1], in the order of discovery. */
static hra_err settle(general *g, uint32_t from, uint32_t to) {
    double scale = fmax(1, fmax(fabs(g->game->min_return), fabs(g->game->max_return)));
    bool alone = to - from == 1;
    for (int sweep = 0; sweep < 1000000; sweep++) {
        double change = 0;
        for (uint32_t i = to; i-- > from;)
            change = fmax(change, update(g, g->stack[i]));
        if (change <= 1e-14 * scale)
            return HRA_OK;
        if (alone && sweep == 0) {
            uint32_t i = g->stack[from];
            bool self = false;
            for (uint64_t e = g->first[i]; e < g->first[i + 1]; e++)
                self = self || g->edges[e] == i;
            if (!self)
                return HRA_OK;
        }
        if ((sweep & 15) == 0 && stopped(g, N_("iterating values"), -1))
            return HRA_ESTOPPED;
    }
    return hra_fail(g->why, HRA_EFIT, -1, "%s has %u positions in cycles, and their values do not converge",
                    g->game->rules->name, (unsigned)(to - from));
}

/* Tarjan's algorithm without recursion, from one position. Components come out below before above. */
static hra_err components(general *g, uint32_t root) {
    uint32_t held = 0, depth = 0;
    g->path[0] = root;
    g->at[0] = 0;
    for (bool entering = true;;) {
        uint32_t i = g->path[depth];
        if (entering) {
            g->order[i] = g->low[i] = ++g->found;
            g->stack[held++] = i;
            g->at[depth] = g->first[i];
            if ((g->found & 0xffff) == 0 && stopped(g, N_("computing values"), (double)g->found / g->count))
                return HRA_ESTOPPED;
        }
        entering = false;
        if (g->at[depth] < g->first[i + 1]) {
            uint32_t next = g->edges[g->at[depth]++];
            if (g->order[next] == 0) {
                g->path[++depth] = next;
                entering = true;
            } else if (g->low[next] != 0 && g->order[next] < g->low[i]) {
                g->low[i] = g->order[next];
            }
            continue;
        }
        uint32_t low = g->low[i];
        if (low == g->order[i]) {
            uint32_t from = held;
            while (g->stack[--from] != i)
                continue;
            for (uint32_t k = from; k < held; k++)
                g->low[g->stack[k]] = 0; /* no longer on the stack */
            hra_err err = settle(g, from, held);
            if (err)
                return err;
            held = from;
        }
        if (depth == 0)
            return HRA_OK;
        i = g->path[--depth];
        if (low < g->low[i])
            g->low[i] = low;
    }
}

static hra_err work_out(general *g) {
    uint64_t n = g->count;
    hra_err err = resize(g, &g->values, 0, n * (uint64_t)g->numbers, sizeof *g->values);
    if (!err)
        err = resize(g, &g->order, 0, n, sizeof *g->order);
    if (!err)
        err = resize(g, &g->low, 0, n, sizeof *g->low);
    if (!err)
        err = resize(g, &g->stack, 0, n, sizeof *g->stack);
    if (!err)
        err = resize(g, &g->path, 0, n + 1, sizeof *g->path);
    if (!err)
        err = resize(g, &g->at, 0, n + 1, sizeof *g->at);
    if (err)
        return err;
    memset(g->values, 0, (size_t)n * (size_t)g->numbers * sizeof *g->values);
    memset(g->order, 0, (size_t)n * sizeof *g->order);
    for (uint32_t i = 0; i < g->count && !err; i++)
        if (g->order[i] == 0)
            err = components(g, i);
    return err;
}

/* ---- the table ------------------------------------------------------------------------------*/

/* What is needed only while solving. */
static void release_work(general *g) {
    void **blocks[] = {(void **)&g->edges, (void **)&g->probability, (void **)&g->first,
                       (void **)&g->moves, (void **)&g->order,       (void **)&g->low,
                       (void **)&g->stack, (void **)&g->path,        (void **)&g->at,
                       (void **)&g->child, (void **)&g->chances,     (void **)&g->movers};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        free(*blocks[i]);
        *blocks[i] = NULL;
    }
}

static void close_general(void *self) {
    general *g = self;
    release_work(g);
    free(g->states);
    free(g->values);
    free(g->slots);
    free(g);
}

static hra_err begin(general *g, const hra_game *game, const hra_solve_setup *setup, hra_error *why) {
    size_t width = hra_game_move_capacity(game);
    *g = (general){.game = game, .progress = setup->progress, .why = why, .size = game->state_size};
    g->limit = setup->memory ? setup->memory : (size_t)1 << 30;
    g->numbers = game->zero_sum ? 1 : game->seats;
    hra_err err = resize(g, &g->moves, 0, width, sizeof *g->moves);
    if (!err)
        err = resize(g, &g->chances, 0, width, sizeof *g->chances);
    if (!err)
        err = resize(g, &g->child, 0, g->size, 1);
    if (!err && game->max_chances > 0)
        err = resize(g, &g->probability, 0, 0, sizeof *g->probability);
    return err;
}

static hra_err open_general(const hra_game *game, const hra_solve_setup *setup, void **self, hra_error *why) {
    general *g = malloc(sizeof *g);
    if (!g)
        return hra_no_memory(why);
    hra_err err = begin(g, game, setup, why);
    if (!err) {
        game->rules->init(game, g->child);
        err = explore(g, setup->position);
    }
    if (!err)
        err = work_out(g);
    if (err == HRA_ESTOPPED)
        hra_fail(why, err, -1, "stopped while solving");
    if (err) {
        close_general(g);
        return err;
    }
    release_work(g);
    g->progress = NULL;
    g->why = NULL;
    *self = g;
    return HRA_OK;
}

static hra_err value(const void *self, const void *s, double *out) {
    const general *g = self;
    uint32_t i = g->slots[find_slot(g, s)];
    if (i == NOWHERE)
        return HRA_EINPUT;
    memcpy(out, g->values + (size_t)i * (size_t)g->numbers, (size_t)g->numbers * sizeof *out);
    if (g->numbers < g->game->seats)
        out[1] = -out[0];
    return HRA_OK;
}

static uint64_t states(const void *self) {
    return ((const general *)self)->count;
}

/* Ways that lead to each position, from the first one down (Kahn 1962); their sum is the tree. */
static hra_err count_ways(general *g, double *tree) {
    uint32_t met = 0, ready = 1;
    hra_err err = resize(g, &g->low, 0, g->count, sizeof *g->low); /* moves here that were not followed yet */
    if (!err)
        err = resize(g, &g->stack, 0, g->count, sizeof *g->stack); /* positions without such moves */
    if (!err)
        err = resize(g, &g->values, 0, g->count, sizeof *g->values); /* ways */
    if (err)
        return err;
    memset(g->low, 0, (size_t)g->count * sizeof *g->low);
    memset(g->values, 0, (size_t)g->count * sizeof *g->values);
    for (uint64_t e = 0; e < g->edge_count; e++)
        g->low[g->edges[e]]++;
    *tree = 0;
    g->values[0] = 1;
    g->stack[0] = 0;
    for (; met < ready && g->low[0] == 0; met++) {
        uint32_t i = g->stack[met];
        *tree += g->values[i];
        for (uint64_t e = g->first[i]; e < g->first[i + 1]; e++) {
            uint32_t next = g->edges[e];
            g->values[next] += g->values[i];
            if (--g->low[next] == 0)
                g->stack[ready++] = next;
        }
    }
    if (met < g->count)
        *tree = INFINITY;
    return HRA_OK;
}

hra_err hra_general_count(const hra_game *game, const void *state, uint32_t most,
                          const hra_progress *progress, double *tree) {
    enum { BYTES = 64 << 20 };
    const hra_solve_setup setup = {.size = sizeof setup, .memory = BYTES, .progress = progress};
    general *g = malloc(sizeof *g);
    if (!g)
        return HRA_ENOMEM;
    hra_err err = begin(g, game, &setup, NULL);
    g->most = most;
    if (!err) {
        memcpy(g->child, state, g->size);
        err = explore(g, NULL);
    }
    if (!err)
        err = count_ways(g, tree);
    close_general(g);
    return err == HRA_EFIT ? HRA_ELIMIT : err;
}

const hra_solver hra_general_solver = {
    .open = open_general,
    .close = close_general,
    .value = value,
    .states = states,
};
