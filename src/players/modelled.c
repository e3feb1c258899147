/* A model of the game in a seat: each move as often as the model says. */
#include <stdlib.h>

#include "players/general.h"

typedef struct modelled {
    const hra_game *game;
    const hra_model *model;
} modelled;

/* One block a thread: a list of moves and their chances. */
typedef struct deciding {
    hra_move *moves;
    double *probability;
} deciding;

hra_err hra_modelled_new(const hra_game *game, const hra_model *model, void **shared, hra_error *why) {
    modelled *m = malloc(sizeof *m);
    if (!m)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    *m = (modelled){game, model};
    *shared = m;
    return HRA_OK;
}

static void end(void *scratch) {
    deciding *d = scratch;
    if (!d)
        return;
    free(d->moves);
    free(d->probability);
    free(d);
}

static hra_err begin(const void *shared, void **scratch) {
    size_t n = (size_t)((const modelled *)shared)->game->max_moves + 1;
    deciding *d = calloc(1, sizeof *d);
    if (!d)
        return HRA_ENOMEM;
    d->moves = malloc(n * sizeof *d->moves);
    d->probability = malloc(n * sizeof *d->probability);
    if (!d->moves || !d->probability) {
        end(d);
        return HRA_ENOMEM;
    }
    *scratch = d;
    return HRA_OK;
}

static hra_err choose(const void *shared, void *scratch, const hra_question *question, hra_move *out) {
    const modelled *m = shared;
    deciding *d = scratch;
    hra_rng rng;
    int n = m->game->rules->moves(m->game, question->state, d->moves), last = 0;
    m->model->chances(m->game, question->state, d->moves, n, d->probability);
    hra_rng_init(&rng, question->seed);
    double left = hra_rng_unit(&rng);
    for (int i = 0; i < n; i++) {
        if (d->probability[i] <= 0)
            continue;
        last = i; /* where rounding leaves a rest, it belongs to the last possible one */
        left -= d->probability[i];
        if (left < 0)
            break;
    }
    *out = d->moves[last];
    return HRA_OK;
}

const hra_expert hra_modelled = {
    .name = "modelled",
    .summary = "a model of the game",
    .close = free,
    .begin = begin,
    .end = end,
    .choose = choose,
};
