/* The exact solution of Yahtzee for `hra solve`. */
#include <stdlib.h>

#include "core/messages.h"
#include "games/yahtzee/tables/bonus.h"
#include "games/yahtzee/tables/distribution.h"
#include "hra/solve.h"
#include "player_optimal.h"

struct solver {
    const hra_game *frame;
    yz_solution *solution;
    hra_statistic figures[HRA_SOLUTION_STATISTICS];
    int figure_count;
};

static void close_solver(void *shared) {
    struct solver *self = shared;
    if (self) {
        yz_solution_close(self->solution);
        free(self);
    }
}

static void add_figure(struct solver *self, const char *key, const char *label, double value) {
    self->figures[self->figure_count++] = (hra_statistic){key, label, value};
}

/* Of one card's final score, from the beginning, when every choice is for the highest mean. */
static hra_err add_distribution(struct solver *self, const hra_solve_setup *setup) {
    static const struct {
        double q;
        const char *key, *label;
    } percentiles[] = {
        {0.01, "percentile_1", N_("1st percentile")},   {0.05, "percentile_5", N_("5th percentile")},
        {0.25, "percentile_25", N_("25th percentile")}, {0.5, "median", N_("median")},
        {0.75, "percentile_75", N_("75th percentile")}, {0.95, "percentile_95", N_("95th percentile")},
        {0.99, "percentile_99", N_("99th percentile")},
    };
    static const struct yz_moment start = {.rolls = YZ_TURN_ROLLS, .roll = -1};
    const struct yz_game *g = yz_game_of(self->frame);
    struct yz_best best = {&g->dice, &g->rules, self->solution};
    struct yz_strategy strategy = yz_strategy_best(&best);
    struct yz_distribution d;
    hra_err err =
        yz_distribution_init(&d, &g->dice, &g->rules, &strategy, &start, setup->threads, setup->progress);
    if (err)
        return err;
    add_figure(self, "mean", N_("mean"), yz_distribution_mean(&d));
    add_figure(self, "stddev", N_("standard deviation"), yz_distribution_stddev(&d));
    add_figure(self, "min", N_("lowest"), d.low);
    for (size_t i = 0; i < sizeof percentiles / sizeof percentiles[0]; i++) {
        add_figure(self, percentiles[i].key, percentiles[i].label,
                   yz_distribution_percentile(&d, percentiles[i].q));
    }
    add_figure(self, "max", N_("highest"), d.high);
    add_figure(self, "mode", N_("most frequent"), yz_distribution_mode(&d));
    yz_distribution_release(&d);
    return HRA_OK;
}

static hra_err add_chance(struct solver *self, const hra_solve_setup *setup, enum yz_event event,
                          const char *key, const char *label) {
    static const struct yz_card empty;
    const struct yz_game *g = yz_game_of(self->frame);
    yz_bonus *bonus;
    hra_err err =
        yz_bonus_open(&bonus, &g->dice, &g->rules, self->solution, event, setup->threads, setup->progress);
    if (!err) {
        add_figure(self, key, label, yz_bonus_value(bonus, empty));
        yz_bonus_close(bonus);
    }
    return err;
}

static hra_err open_all(struct solver *self, const hra_solve_setup *setup) {
    const struct yz_game *g = yz_game_of(self->frame);
    hra_err err = yz_solve(&self->solution, &g->dice, &g->rules, setup->threads, setup->progress);
    if (err || !setup->statistics)
        return err;
    if ((err = add_distribution(self, setup)) == 0 &&
        (err = add_chance(self, setup, YZ_EVENT_BONUS, "bonus", N_("probability of the bonus"))) == 0)
        err = add_chance(self, setup, YZ_EVENT_FIFTY, "yahtzee", N_("probability of a yahtzee"));
    return err;
}

static hra_err open_solver(const hra_game *game, const hra_solve_setup *setup, void **out, hra_error *why) {
    struct solver *self = calloc(1, sizeof *self);
    hra_err err = HRA_ENOMEM;
    if (self) {
        self->frame = game;
        err = open_all(self, setup);
    }
    if (err) {
        close_solver(self);
        return hra_fail(why, err, -1, "the solution of yahtzee: %s", hra_err_text(err));
    }
    *out = self;
    return HRA_OK;
}

static hra_err value(const void *shared, const void *s, double *out) {
    const struct solver *self = shared;
    struct yz_exact exact;
    yz_exact_init(&exact, yz_game_of(self->frame), self->solution);
    yz_exact_value(&exact, s, self->frame->seats, out);
    return HRA_OK;
}

static uint64_t states(const void *shared) {
    return yz_solution_cards(((const struct solver *)shared)->solution);
}

static int figures(const void *shared, hra_statistic *out) {
    const struct solver *self = shared;
    for (int i = 0; i < self->figure_count; i++)
        out[i] = self->figures[i];
    return self->figure_count;
}

const hra_solver yz_solver = {
    .open = open_solver,
    .close = close_solver,
    .value = value,
    .states = states,
    .statistics = figures,
};
