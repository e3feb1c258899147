/* `montecarlo`: the opponent of the classroom, step by step. The method of that name does the work; what
 * is here says what a win and a shared win count. */
#include <stdio.h>

#include "hra/player.h"
#include "players.h"

static const hra_option options[] = {
    {.name = "playouts",
     .type = HRA_OPTION_INT,
     .fallback = "200",
     .min = 1,
     .max = 1e15,
     .help = "playouts after each legal step"},
    {.name = "win",
     .type = HRA_OPTION_REAL,
     .fallback = "3",
     .min = -1e6,
     .max = 1e6,
     .help = "reward of a win"},
    {.name = "tie",
     .type = HRA_OPTION_REAL,
     .fallback = "1",
     .min = -1e6,
     .max = 1e6,
     .help = "reward of a shared win"},
    {.name = "loss",
     .type = HRA_OPTION_REAL,
     .fallback = "0",
     .min = -1e6,
     .max = 1e6,
     .help = "reward of a loss"},
    {0},
};

static hra_err open_classroom(const hra_game *game, const hra_options *o, const char *data,
                              const hra_progress *progress, void **shared, hra_error *why) {
    char text[128];
    hra_player *player;
    (void)hra_snprintf(text, sizeof text, "playouts=%lld,win=%.9g,draw=%.9g,loss=%.9g",
                       (long long)hra_options_int(o, "playouts"), hra_options_real(o, "win"),
                       hra_options_real(o, "tie"), hra_options_real(o, "loss"));
    hra_err err = hra_player_open_kind(&player, game, hra_registry_find_player(NULL, "montecarlo"), text,
                                       data, progress, why);
    if (!err)
        *shared = player;
    return err;
}

static void close_classroom(void *shared) {
    hra_player_close(shared);
}

static hra_err begin(const void *shared, void **scratch) {
    hra_agent *agent;
    hra_err err = hra_agent_open(&agent, shared);
    if (!err)
        *scratch = agent;
    return err;
}

static void end(void *scratch) {
    hra_agent_close(scratch);
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *q, hra_analysis *result) {
    hra_question all = *q;
    all.want = HRA_WANT_ALL;
    hra_err err = hra_agent_ask(scratch, &all, result);
    result->what = (hra_column){
        .key = "mean", .label = "mean reward of the playouts", .unit = HRA_UNIT_POINTS, .estimate = true};
    return err;
}

static hra_err observe(void *scratch, const hra_observer *observer) {
    return hra_agent_set_observer(scratch, observer);
}

const hra_player_kind em_expert_montecarlo = {
    .size = sizeof(hra_player_kind),
    .name = "montecarlo",
    .summary = "flat Monte Carlo per step",
    .options = options,
    .open = open_classroom,
    .close = close_classroom,
    .begin = begin,
    .end = end,
    .ask = analyse,
    .answers = HRA_ANSWERS_ALL,
    .observe = observe,
    .own_scale = true,
};
