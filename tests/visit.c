#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "visit.h"

const hra_host visit_files = {.size = sizeof(hra_host), .read = hra_host_read_file};

enum { MAX_PLIES = 100000 };

void visit_broken(const visit *c, const char *format, ...) {
    char what[400];
    hra_text position;
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    if (c->text_read) /* not to be written: it may be no state at all */
        fail_msg("%s, read from '%s', %d plies on: %s", c->spec, c->text_read, c->ply, what);
    hra_text_init(&position);
    c->rules->text->write_position(c->game, c->s, &position);
    fail_msg("%s, seed %llu, ply %d, position %s: %s", c->spec, (unsigned long long)c->seed, c->ply,
             hra_text_string(&position), what);
}

void visit_list_moves(visit *c) {
    c->mover = c->rules->to_move(c->game, c->s);
    bool chance = c->mover == HRA_CHANCE && c->rules->chance_outcomes,
         seat = c->mover >= 0 && c->mover < c->game->seats;
    c->n = chance ? c->rules->chance_outcomes(c->game, c->s, c->moves, c->probability)
           : seat ? c->rules->moves(c->game, c->s, c->moves)
                  : 0;
}

static unsigned char *new_state(const hra_game *game, int fill) {
    unsigned char *s = malloc(game->state_size + VISIT_GUARD);
    assert_non_null(s);
    memset(s, fill, game->state_size);
    memset(s + game->state_size, 0xa5, VISIT_GUARD);
    return s;
}

void visit_open(visit *c, const char *spec) {
    hra_error why = {0};
    *c = (visit){.spec = spec};
    if (hra_game_open(&c->game, &visit_files, spec, &why) != 0)
        fail_msg("%s does not open: %s", spec, why.text);
    size_t n =
        (size_t)(c->game->max_moves > c->game->max_chances ? c->game->max_moves : c->game->max_chances);
    c->rules = c->game->rules;
    c->s = new_state(c->game, 0x00);
    c->twin = new_state(c->game, 0xff);
    c->before = new_state(c->game, 0x00);
    c->scratch = new_state(c->game, 0x00);
    c->moves = malloc(n * sizeof *c->moves);
    c->probability = malloc(n * sizeof *c->probability);
    hra_rng_init(&c->rng, 1);
    hra_text_init(&c->text);
    assert_int_equal(hra_scene_open(&c->scene, c->game, NULL), 0);
}

/* What was learnt of a game need not be there for each of its variants. */
static bool needs_a_file(const hra_evaluation *e) {
    const hra_option *o = e->options;
    while (o && o->name && o->type != HRA_OPTION_FILE)
        o++;
    return o && o->name;
}

void visit_open_evaluations(visit *c) {
    for (const hra_evaluation *e = c->rules->catalogue->evaluations; !c->opened && e && e->name; e++) {
        hra_err err =
            c->evals < VISIT_EVALS ? hra_eval_open(&c->eval[c->evals], c->game, e->name, NULL) : HRA_ELIMIT;
        if (err && !(err == HRA_EINPUT && needs_a_file(e)))
            fail_msg("%s: evaluation %s does not open, or there are too many", c->spec, e->name);
        if (!err)
            assert_int_equal(hra_evaluator_open(&c->evaluator[c->evals], &c->eval[c->evals]), 0);
        c->evals += !err;
    }
    c->opened = true;
}

void visit_close(visit *c) {
    for (int i = 0; i < c->evals; i++) {
        hra_evaluator_close(&c->evaluator[i]);
        hra_eval_close(&c->eval[i]);
    }
    free(c->s);
    free(c->twin);
    free(c->before);
    free(c->scratch);
    free(c->moves);
    free(c->probability);
    hra_text_release(&c->text);
    hra_scene_close(c->scene);
    hra_game_close(c->game);
}

void visit_walk(visit *c, uint64_t seed, void (*check)(visit *)) {
    hra_rng rng;
    c->seed = seed;
    c->moved = false;
    hra_rng_init(&rng, seed);
    hra_rng_init(&c->rng, ~seed);
    memset(c->s, 0x00, c->game->state_size);
    memset(c->twin, 0xff, c->game->state_size);
    c->rules->init(c->game, c->s);
    c->rules->init(c->game, c->twin);
    for (c->ply = 0;; c->ply++) {
        visit_list_moves(c);
        check(c);
        if (c->mover == HRA_OVER)
            return;
        if (c->ply == MAX_PLIES)
            visit_broken(c, "a random play has no end");
        visit_list_moves(c);
        hra_move m = c->moves[hra_rng_below(&rng, (uint32_t)c->n)];
        memcpy(c->before, c->s, c->game->state_size);
        c->last = m;
        c->moved = true;
        c->rules->apply(c->game, c->s, m);
        c->rules->apply(c->game, c->twin, m);
    }
}
