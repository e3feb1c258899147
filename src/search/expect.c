/* What expectimax and expectiminimax share: opening, the model of the others, errors. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

static hra_err open_model(hra_expect *e, const char *spec, hra_error *why) {
    if (!spec || strcmp(spec, "random") == 0)
        return HRA_OK;
    e->model = hra_model_find(e->walk.game->rules, spec);
    if (e->model) {
        if (!e->walk.probability)
            e->walk.probability =
                malloc(((size_t)e->walk.plies + 2) * e->walk.width * sizeof *e->walk.probability);
        return e->walk.probability ? HRA_OK : hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    }
    hra_err err = hra_search_open(&e->player, e->walk.game, spec, why);
    if (!err && hra_result_reserve(&e->answer, e->walk.game->max_moves, HRA_PV_LENGTH))
        err = hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    return err;
}

hra_err hra_expect_open(hra_expect *e, const hra_game *game, const hra_options *options, hra_error *why) {
    hra_result_init(&e->answer);
    hra_limits_read(&e->limits, options);
    hra_err err = hra_walk_open(&e->walk, game, e->limits.depth, hra_options_text(options, "eval"), why);
    if (err)
        return err;
    const hra_evaluation *kind = e->walk.eval.kind;
    bool own = kind && kind->min < kind->max;
    double least = own ? fmin(kind->min, game->min_return) : game->min_return;
    double most = own ? fmax(kind->max, game->max_return) : game->max_return;
    bool difference = game->seats == 2 && !game->zero_sum;
    e->least = difference ? least - most : least;
    e->most = difference ? most - least : most;
    for (int i = 0; i < options->count; i++) {
        const char *name = options->table[i].name;
        if (strcmp(name, "star") == 0)
            e->star = (int)hra_options_int(options, name);
        else if (strcmp(name, "model") == 0)
            err = open_model(e, hra_options_text(options, name), why);
    }
    if (!err && e->star) {
        e->bounds = malloc(2 * ((size_t)e->walk.plies + 2) * e->walk.width * sizeof *e->bounds);
        if (!e->bounds)
            err = hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    }
    return err;
}

void hra_expect_release(hra_expect *e) {
    hra_search_close(e->player);
    hra_result_release(&e->answer);
    free(e->bounds);
    hra_walk_release(&e->walk);
}

bool hra_expect_ask(hra_expect *e, const void *s, hra_move *out) {
    hra_question question = {.state = s, .seed = e->walk.question->seed, .stop = e->walk.question->stop};
    hra_err err = hra_search_run(e->player, &question, &e->answer);
    if (err) {
        e->player_err = err;
        e->walk.halted = true;
        return false;
    }
    *out = e->answer.move;
    return true;
}

hra_err hra_expect_check(hra_expect *e, hra_err err, hra_result *result) {
    if (e->outside)
        return hra_result_fail(result, HRA_EFIT,
                               "the evaluation %s leaves the bounds %g..%g by which star cuts: take star=0",
                               e->walk.eval.kind ? e->walk.eval.kind->name : "", e->least, e->most);
    if (e->player_err && e->player_err != HRA_ESTOPPED)
        return hra_result_fail(result, e->player_err, "the model of the others: %.200s", e->answer.why.text);
    return err;
}
