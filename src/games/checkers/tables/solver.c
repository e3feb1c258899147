/* The truth of small endings for `hra solve` and `--method exact`. */
#include <stdlib.h>

#include "core/messages.h"
#include "core/thread.h"
#include "games/checkers/rules/checkers.h"
#include "hra/solve.h"
#include "rules/host.h"
#include "tables.h"

enum { RESIDENT = 16 << 20, CACHE = 4 << 20 };

/* Threads share a solution, and what is not resident needs a cache: they take turns at it. */
typedef struct solver {
    const hra_game *game;
    ck_tables *tables;
    ck_cache *cache;
    hra_lock lock;
    bool locked; /* the lock has been made */
} solver;

static void close_solver(void *self) {
    solver *s = self;
    if (s->locked)
        hra_lock_release(&s->lock);
    ck_cache_close(s->cache);
    ck_tables_close(s->tables);
    free(s);
}

static hra_err open_tables(solver *s, const hra_solve_setup *setup, hra_error *why) {
    int pieces = ((const ck_game *)s->game->data)->pieces;
    bool writes;
    const char *folder = hra_game_tables(s->game, setup->data, &writes);
    hra_err err = (writes ? ck_tables_build : ck_tables_build_aside)(&s->tables, folder, pieces, RESIDENT,
                                                                     setup->threads, setup->progress, why);
    if (err)
        return err;
    err = ck_cache_open(&s->cache, s->tables, CACHE);
    if (!err)
        err = hra_lock_init(&s->lock);
    s->locked = !err;
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

static hra_err open_solver(const hra_game *game, const hra_solve_setup *setup, void **self, hra_error *why) {
    solver *s = calloc(1, sizeof *s);
    if (!s)
        return hra_no_memory(why);
    s->game = game;
    hra_err err = open_tables(s, setup, why);
    if (err)
        close_solver(s);
    else
        *self = s;
    return err;
}

static bool probe(const void *self, const ck_state *state, int *wdl, int *distance) {
    solver *s = (void *)(uintptr_t)self; /* the lock guards what changes */
    hra_lock_take(&s->lock);
    bool known = ck_tables_probe(s->tables, s->cache, &state->board, state->side, wdl, distance);
    hra_lock_give(&s->lock);
    return known;
}

/* The tables know nothing of draws by counting, but a state in which the count is full is over. */
static hra_err value(const void *self, const void *state, double *out) {
    const hra_game *game = ((const solver *)self)->game;
    const ck_state *s = state;
    int wdl, distance;
    if (game->rules->to_move(game, state) == HRA_OVER) {
        game->rules->returns(game, state, out);
        return HRA_OK;
    }
    if (!probe(self, s, &wdl, &distance))
        return HRA_EINPUT;
    out[s->side] = wdl;
    out[!s->side] = -wdl;
    return HRA_OK;
}

static int distance(const void *self, const void *state) {
    const hra_game *game = ((const solver *)self)->game;
    int wdl, plies;
    if (game->rules->to_move(game, state) == HRA_OVER)
        return 0;
    return probe(self, state, &wdl, &plies) ? plies : -1;
}

static uint64_t states(const void *self) {
    return ck_tables_positions(((const solver *)self)->tables);
}

static bool rows(const void *self, hra_statistic_rows *out) {
    const ck_tables *tables = ((const solver *)self)->tables;
    *out = (hra_statistic_rows){
        .key = "by_pieces",
        .columns = {N_("pieces"), N_("positions"), N_("won"), N_("lost"), N_("drawn"), N_("longest")}};
    for (int pieces = 2; pieces <= ck_tables_pieces(tables); pieces++) {
        double *row = out->value[out->rows++];
        ck_count count;
        ck_tables_count(tables, pieces, &count);
        row[0] = pieces;
        row[1] = (double)count.positions;
        row[2] = (double)count.won;
        row[3] = (double)count.lost;
        row[4] = (double)count.drawn;
        row[5] = count.longest;
    }
    return true;
}

const hra_solver ck_solver = {
    .open = open_solver,
    .close = close_solver,
    .value = value,
    .distance = distance,
    .states = states,
    .rows = rows,
};
