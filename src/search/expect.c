/* What expectimax and expectiminimax share: opening, the model of the others, errors. */
#include "expect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what threads share ---------------------------------------------------------------------*/

static hra_err open_model(hra_expect_setup *setup, const char *spec, const char *data,
                          const hra_progress *progress, hra_error *why) {
    const hra_game *game = setup->walk.game;
    if (!spec || strcmp(spec, "random") == 0)
        return HRA_OK;
    setup->model = hra_model_find(game->rules, spec);
    if (setup->model)
        return HRA_OK;
    hra_err err = hra_player_open(&setup->player, game, spec, data, progress, why);
    if (!err && hra_player_human(setup->player))
        err = hra_fail(why, HRA_EINPUT, -1, "model= takes players that are machines, not 'human'");
    return err;
}

hra_err hra_expect_open(const hra_game *game, const hra_options *options, const char *data,
                        const hra_progress *progress, void **shared, hra_error *why) {
    hra_expect_setup *setup = calloc(1, sizeof *setup);
    if (!setup)
        return hra_no_memory(why);
    hra_err err = hra_search_setup_open(&setup->walk, game, options, why);
    if (!err && hra_options_has(options, "star"))
        setup->star = (int)hra_options_int(options, "star");
    if (!err && hra_options_has(options, "model"))
        err = open_model(setup, hra_options_text(options, "model"), data, progress, why);
    if (err)
        hra_expect_close(setup);
    else
        *shared = setup;
    return err;
}

void hra_expect_close(void *shared) {
    hra_expect_setup *setup = shared;
    hra_player_close(setup->player);
    hra_search_setup_release(&setup->walk);
    free(setup);
}

/* ---- one thread's ---------------------------------------------------------------------------*/

/* The bounds by which chance nodes are cut. */
static void set_bounds(hra_expect *e) {
    const hra_game *game = e->walk.game;
    const hra_evaluation *kind = e->walk.eval.kind;
    bool own = kind && kind->min < kind->max;
    double least = own ? fmin(kind->min, game->min_return) : game->min_return;
    double most = own ? fmax(kind->max, game->max_return) : game->max_return;
    bool difference = game->seats == 2 && !game->zero_sum;
    e->least = difference ? least - most : least;
    e->most = difference ? most - least : most;
}

static hra_err take_memory(hra_expect *e) {
    const hra_expect_setup *setup = e->shared;
    hra_walk_needs needs = {.probability = setup->model, .beside = setup->star ? 2 : 0};
    hra_err err = hra_walk_open(&e->walk, &setup->walk, needs);
    if (err)
        return err;
    return setup->player ? hra_agent_open(&e->player, setup->player) : HRA_OK;
}

hra_err hra_expect_begin(const void *shared, void **scratch) {
    hra_expect *e = calloc(1, sizeof *e);
    if (!e)
        return HRA_ENOMEM;
    e->shared = shared;
    e->star = e->shared->star;
    e->model = e->shared->model;
    hra_err err = take_memory(e);
    if (err) {
        hra_expect_end(e);
        return err;
    }
    set_bounds(e);
    *scratch = e;
    return HRA_OK;
}

void hra_expect_end(void *scratch) {
    hra_expect *e = scratch;
    hra_agent_close(e->player);
    hra_walk_release(&e->walk);
    free(e);
}

void hra_expect_forget(void *scratch) {
    hra_agent_forget(((hra_expect *)scratch)->player);
}

/* ---- a run ----------------------------------------------------------------------------------*/

bool hra_expect_ask(hra_expect *e, const void *s, hra_move *out) {
    hra_question question = {.state = s, .seed = e->walk.question->seed, .stop = e->walk.question->stop};
    hra_err err = hra_agent_choose(e->player, &question, out);
    if (err) {
        e->player_err = err;
        e->walk.halted = true;
    }
    return !err;
}

hra_err hra_expect_check(hra_expect *e, hra_err err, hra_result *result) {
    if (e->outside)
        return hra_result_fail(result, HRA_EFIT,
                               "the evaluation %s leaves the bounds %g..%g by which star cuts: take star=0",
                               e->walk.eval.kind ? e->walk.eval.kind->name : "", e->least, e->most);
    if (e->player_err && e->player_err != HRA_ESTOPPED)
        return hra_result_fail(result, e->player_err, "the model of the others: %.200s",
                               hra_agent_why(e->player)->text);
    return err;
}
