/* The exact value of few checkers for `hra solve` and `--method exact`: of games without a cube, and with one
 * that has no limit. One checker a side is few enough for the general solver under any rules. */
#include <math.h>
#include <stdlib.h>

#include "core/messages.h"
#include "exact/general_solver.h"
#include "games/backgammon/rules/backgammon.h"
#include "hyper.h"
#include "rules/host.h"

typedef struct solver {
    const hra_game *game;
    bg_hyper *table;
    void *general; /* of the general solver, instead */
} solver;

static void close_solver(void *self) {
    solver *s = self;
    bg_hyper_close(s->table);
    if (s->general)
        hra_general_solver.close(s->general);
    free(s);
}

static hra_err open_table(solver *s, const hra_solve_setup *how, hra_error *why) {
    const bg_setup *setup = s->game->data;
    if (setup->checkers > BG_HYPER_CHECKERS)
        return hra_fail(why, HRA_EFIT, -1,
                        "%s is too large to solve; use checkers=1, 2 or 3, as in backgammon:checkers=3",
                        s->game->spec);
    bool endless = !setup->match && (!setup->cube || setup->limit == BG_NO_LIMIT);
    if (!endless && setup->checkers == 1)
        return hra_general_solver.open(s->game, how, &s->general, why);
    if (!endless)
        return hra_fail(why, HRA_EFIT, -1,
                        "%s cannot be solved: a cube needs max-cube=0, and points matches are not solved",
                        s->game->spec);
    bg_hyper_rules rules = {.checkers = setup->checkers,
                            .gammons = setup->gammons,
                            .cube = setup->cube,
                            .jacoby = setup->gammons && setup->jacoby,
                            .beavers = setup->beavers};
    size_t bytes = bg_hyper_memory(&rules);
    if (how->memory && bytes > how->memory)
        return hra_fail(
            why, HRA_EFIT, -1,
            "%s is too large to solve: it takes %.0f MiB, more than memory=%.0fM; set a larger memory=",
            s->game->spec, (double)bytes / (1 << 20), (double)how->memory / (1 << 20));
    bool writes;
    const char *folder = hra_game_tables(s->game, how->data, &writes);
    return bg_hyper_open(&s->table, &rules, folder, writes, how->threads, how->progress, why);
}

static hra_err open_solver(const hra_game *game, const hra_solve_setup *how, void **self, hra_error *why) {
    solver *s = calloc(1, sizeof *s);
    if (!s)
        return hra_no_memory(why);
    s->game = game;
    hra_err err = open_table(s, how, why);
    if (err)
        close_solver(s);
    else
        *self = s;
    return err;
}

/* ---- values -----------------------------------------------------------------------------------*/

static int owner_of(const bg_setup *setup, const bg_state *s, int seat) {
    if (!setup->cube || s->owner == BG_MIDDLE)
        return BG_HYPER_MIDDLE;
    return s->owner == seat ? BG_HYPER_OWN : BG_HYPER_OTHER;
}

/* To `turn`, in multiples of the cube as it lies; the opening throw is behind. */
static double worth_of(const bg_setup *setup, const bg_hyper *table, const bg_state *s) {
    int owner = owner_of(setup, s, s->turn);
    switch (s->phase) {
    case BG_DOUBLING:
        return bg_hyper_value(table, &s->board, s->turn, owner);
    case BG_DOUBLED:
        return bg_hyper_doubled(table, &s->board, s->turn);
    case BG_BEAVERED: /* the cube is turned already: it shows twice what it did */
        return bg_hyper_beavered(table, &s->board, s->turn) / 2;
    default:
        return s->high ? bg_hyper_roll(table, &s->board, s->turn, owner, s->high, s->low)
                       : bg_hyper_throw(table, &s->board, s->turn, owner);
    }
}

/* The opening throws of a game, to White; those of equal dice double the cube. */
static double opening(const hra_game *game, const bg_hyper *table, const bg_state *s) {
    hra_move list[BG_THROWS];
    double probability[BG_THROWS], sum = 0;
    int n = game->rules->chance_outcomes(game, s, list, probability);
    for (int i = 0; i < n; i++) {
        bg_state next = *s;
        game->rules->apply(game, &next, list[i]);
        if (next.phase == BG_OPENING)
            sum += probability[i] * 2 * opening(game, table, &next);
        else
            sum += probability[i] * (next.turn == BG_WHITE ? 1 : -1) * worth_of(game->data, table, &next);
    }
    return sum;
}

static hra_err value(const void *self, const void *state, double *out) {
    const solver *s = self;
    const bg_state *b = state;
    if (s->general)
        return hra_general_solver.value(s->general, state, out);
    if (bg_is_over(b)) {
        s->game->rules->returns(s->game, state, out);
        return HRA_OK;
    }
    bool opens = b->phase == BG_OPENING;
    double worth =
        ldexp(opens ? opening(s->game, s->table, b) : worth_of(s->game->data, s->table, b), b->cube);
    int seat = opens ? BG_WHITE : b->turn;
    out[seat] = worth;
    out[!seat] = -worth;
    return HRA_OK;
}

static uint64_t states(const void *self) {
    const solver *s = self;
    return s->general ? hra_general_solver.states(s->general) : bg_hyper_positions(s->table);
}

/* By symmetry the beginning is worth nothing to either; what it is worth to who wins the throw says more. */
static double first_throw(const solver *s) {
    const bg_setup *setup = s->game->data;
    double sum = 0;
    for (int high = 2; high <= 6; high++)
        for (int low = 1; low < high; low++)
            sum += bg_hyper_roll(s->table, &setup->start, BG_WHITE, BG_HYPER_MIDDLE, high, low);
    return sum / (BG_OPENINGS / 2);
}

static int figures(const void *self, hra_statistic *out) {
    const solver *s = self;
    if (s->general)
        return 0;
    out[0] = (hra_statistic){"opener", N_("of the side that begins"), first_throw(s)};
    out[1] = (hra_statistic){"sweeps", N_("sweeps"), bg_hyper_sweeps(s->table)};
    out[2] = (hra_statistic){"change", N_("change in the last"), bg_hyper_change(s->table)};
    return 3;
}

const hra_solver bg_solver = {
    .open = open_solver,
    .close = close_solver,
    .value = value,
    .states = states,
    .statistics = figures,
};
