/* The truth of an ending for `hra solve` and `--method exact`: retrograde analysis, in memory. */
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "hra/solve.h"
#include "solver_endings.h"

/* Of a slice, without mirrored positions. */
typedef struct counts {
    uint64_t positions, won, lost; /* by the side to move */
    int longest;                   /* plies */
} counts;

typedef struct solver {
    const hra_game *game;
    ch_endings endings;
    uint8_t *values[2 * CH_ENDING_TABLES];
    counts counts[2 * CH_ENDING_TABLES];
    hra_retro_game retro;
} solver;

/* ---- slices, which stay in memory -------------------------------------------------------------*/

static bool has(void *self, int slice) {
    return ((solver *)self)->values[slice] != NULL;
}

static hra_err load(void *self, int slice, uint8_t *out, hra_error *why) {
    const solver *s = self;
    memcpy(out, s->values[slice], (size_t)s->retro.size(&s->endings, slice));
    return HRA_OK;
}

static hra_err save(void *self, int slice, const uint8_t *values, const hra_retro_summary *summary,
                    hra_error *why) {
    solver *s = self;
    const uint64_t size = s->retro.size(&s->endings, slice);
    s->values[slice] = hra_room(size, 1);
    if (!s->values[slice])
        return hra_no_memory(why);
    memcpy(s->values[slice], values, (size_t)size);
    counts *c = &s->counts[slice];
    c->longest = summary->longest;
    for (uint64_t i = 0; i < size; i++)
        if (ch_endings_counts(&s->endings, slice, i)) {
            c->positions++;
            c->won += hra_retro_is_win(values[i]);
            c->lost += !hra_retro_is_draw(values[i]) && !hra_retro_is_win(values[i]);
        }
    return HRA_OK;
}

/* ---- the solver -------------------------------------------------------------------------------*/

static void close_solver(void *self) {
    solver *s = self;
    for (int slice = 0; slice < 2 * CH_ENDING_TABLES; slice++)
        free(s->values[slice]);
    free(s);
}

static hra_err open_solver(const hra_game *game, const hra_solve_setup *setup, void **self, hra_error *why) {
    const ch_game *g = ch_game_of(game);
    if (!g->ending.pieces)
        return hra_fail(why, HRA_EFIT, -1, "chess is solved for endings only, such as chess:ending=KRK");
    solver *s = calloc(1, sizeof *s);
    if (!s)
        return hra_no_memory(why);
    const hra_retro_store store = {s, has, load, save};
    s->game = game;
    ch_endings_of(g, &g->ending, &s->endings);
    s->retro = ch_endings_game(&s->endings);
    hra_err err = hra_retro_build(&s->retro, &store, setup->threads, setup->progress, why);
    if (err)
        close_solver(s);
    else
        *self = s;
    return err;
}

/* The value of a position that goes on, for the side to move. */
static bool probe(const solver *s, const ch_state *state, uint8_t *value) {
    hra_retro_place at;
    if (!ch_endings_find(&s->endings, state, &at))
        return false;
    *value = at.slice < 0 ? 0 : s->values[at.slice][at.index];
    return true;
}

/* The tables know nothing of draws by counting, but a state in which the count is full is over. */
static hra_err value(const void *self, const void *state, double *out) {
    const solver *s = self;
    const ch_state *at = state;
    uint8_t found;
    if (at->over != CH_GOES_ON) {
        s->game->rules->returns(s->game, state, out);
        return HRA_OK;
    }
    if (!probe(s, at, &found))
        return HRA_EINPUT;
    out[at->turn] = hra_retro_is_draw(found) ? 0 : hra_retro_is_win(found) ? 1 : -1;
    out[!at->turn] = -out[at->turn];
    return HRA_OK;
}

static int distance(const void *self, const void *state) {
    const ch_state *at = state;
    uint8_t found;
    if (at->over != CH_GOES_ON)
        return 0;
    return probe(self, at, &found) && !hra_retro_is_draw(found) ? hra_retro_plies(found) : -1;
}

static uint64_t states(const void *self) {
    const solver *s = self;
    uint64_t sum = 0;
    for (int slice = 0; slice < s->retro.slices; slice++)
        sum += s->counts[slice].positions;
    return sum;
}

/* Of the ending itself, which is the last table; White is its stronger side. */
static int statistics(const void *self, hra_statistic *out) {
    const solver *s = self;
    const int white = s->retro.slices - 2, black = s->retro.slices - 1;
    const counts *w = &s->counts[white], *b = &s->counts[black];
    const hra_statistic all[] = {
        {"moves", N_("longest mate, in moves"), (w->longest + 1) / 2},
        {"white_positions", N_("positions, White to move"), (double)w->positions},
        {"white_won", N_("won by White, to move"), (double)w->won},
        {"white_lost", N_("lost by White, to move"), (double)w->lost},
        {"black_positions", N_("positions, Black to move"), (double)b->positions},
        {"black_won", N_("won by Black, to move"), (double)b->won},
        {"black_lost", N_("lost by Black, to move"), (double)b->lost},
    };
    memcpy(out, all, sizeof all);
    return sizeof all / sizeof *all;
}

const hra_solver ch_solver = {
    .open = open_solver,
    .close = close_solver,
    .value = value,
    .distance = distance,
    .states = states,
    .statistics = statistics,
};
