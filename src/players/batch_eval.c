/* States evaluated together. */
#include "batch_eval.h"
#include "rules/evaluate.h"

#include <stdlib.h>
#include <string.h>

hra_err hra_company_open(hra_company **out, const hra_evaluator *eval) {
    *out = NULL;
    if (!eval->kind || !eval->kind->values)
        return HRA_OK;
    hra_company *c = calloc(1, sizeof *c);
    if (!c)
        return HRA_ENOMEM;
    c->game = eval->game;
    c->stride = (c->game->state_size + 15) & ~(size_t)15;
    c->states = calloc(HRA_COMPANY, c->stride);
    c->value = calloc((size_t)HRA_COMPANY * (size_t)c->game->seats, sizeof *c->value);
    if (!c->states || !c->value) {
        hra_company_close(c);
        return HRA_ENOMEM;
    }
    *out = c;
    return HRA_OK;
}

void hra_company_close(hra_company *c) {
    if (c) {
        free(c->states);
        free(c->value);
    }
    free(c);
}

int hra_company_make(hra_company *c, const void *s, hra_move move) {
    const hra_rules *rules = c->game->rules;
    unsigned char *child = c->states + (size_t)c->some * c->stride;
    memcpy(child, s, c->game->state_size);
    rules->apply(c->game, child, move);
    return rules->to_move(c->game, child);
}

void hra_company_put(hra_company *c, const void *s) {
    memcpy(c->states + (size_t)c->some * c->stride, s, c->game->state_size);
}

void hra_company_judge(hra_company *c, const hra_evaluator *eval) {
    if (c->some > 0)
        hra_evaluate_many(eval, c->states, c->stride, c->some, c->value);
}
