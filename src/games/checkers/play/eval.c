/* The engine's evaluation for every search. */
#include <stdlib.h>

#include "eval.h"
#include "games/checkers/rules/checkers.h"
#include "weights.h"

/* The largest value of a position that is not over, however sure the nets are. */
static const double most = 0.999;

hra_err ck_eval_open(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    ck_weights *w = malloc(sizeof *w);
    if (!w)
        return hra_no_memory(why);
    hra_err err = ck_weights_learnt(w, why);
    if (err)
        free(w);
    else
        *self = w;
    return err;
}

void ck_eval_close(void *self) {
    free(self);
}

void ck_eval_value(const hra_game *game, const void *self, void *scratch, const void *state, double *out) {
    const ck_state *s = state;
    const double worth = 2 * ck_chance(ck_evaluate(self, &s->board, s->side)) - 1;
    out[s->side] = worth > most ? most : worth < -most ? -most : worth;
    out[!s->side] = -out[s->side];
}
