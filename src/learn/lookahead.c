/* Looking ahead with what is being learnt. */
#include "learn/lookahead.h"

#include <stdlib.h>
#include <string.h>

bool hra_lookahead_can(const hra_game *game) {
    return game->max_chances == 0 && (game->seats == 1 || game->zero_sum);
}

hra_err hra_lookahead_fits(const hra_game *game, const char *method, hra_error *why) {
    if (hra_lookahead_can(game))
        return HRA_OK;
    return hra_fail(why, HRA_EFIT, -1,
                    "%s searches by alpha-beta: it needs a two-player zero-sum game without chance; try td",
                    method);
}

void hra_lookahead_release(hra_lookahead *a) {
    hra_deep_release(&a->deep);
    hra_walk_release(&a->walk);
    hra_analysis_release(&a->result);
    free(a->leaf);
    *a = (hra_lookahead){0};
}

hra_err hra_lookahead_init(hra_lookahead *a, const hra_learnt *learnt, const hra_eval *other, int depth) {
    const hra_game *game = learnt->game;
    const hra_deep_options options = {.deepen = true, /* so that of two wins the quicker one is chosen */
                                      .killers = true,
                                      .history = true,
                                      .quiet = game->rules->hints->quiescence_moves != NULL};
    *a = (hra_lookahead){.setup = {.game = game,
                                   .limits = {.depth = depth},
                                   .eval = {.kind = &hra_net_evaluation, .game = game, .self = &a->judge}}};
    a->judge.learnt = learnt;
    if (other)
        a->judge.other = *other;
    hra_analysis_init(&a->result);
    a->leaf = malloc(game->state_size);
    hra_err err = a->leaf ? hra_walk_open(&a->walk, &a->setup, (hra_walk_needs){.beside = 1}) : HRA_ENOMEM;
    if (!err)
        err = hra_deep_open(&a->deep, &a->walk, &options);
    if (err)
        hra_lookahead_release(a);
    return err;
}

hra_err hra_lookahead_choose(hra_lookahead *a, const void *s, const hra_stop *stop, hra_move *move,
                             double *worth) {
    const hra_game *game = a->setup.game;
    const hra_question question = {.state = s, .stop = stop};
    hra_analysis *found = &a->result;
    hra_analysis_clear(found);
    hra_err err = hra_walk_begin(&a->walk, &question, found);
    if (!err)
        err = hra_deep_run(&a->deep, found);
    if (err)
        return err;
    if (found->stopped) /* at another depth on another day */
        return HRA_ESTOPPED;
    *move = found->move;
    *worth = found->value[game->rules->to_move(game, s)];
    memcpy(a->leaf, s, game->state_size);
    for (int i = 0; i < found->pv_length; i++)
        game->rules->apply(game, a->leaf, found->pv[i]);
    return HRA_OK;
}
