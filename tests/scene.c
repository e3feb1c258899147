#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scene.h"

const hra_host scene_files = {.size = sizeof(hra_host), .read = hra_host_read_file};

enum { MAX_PLIES = 100000 };

void scene_broken(const scene *c, const char *format, ...) {
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

void scene_list_moves(scene *c) {
    c->mover = c->rules->to_move(c->game, c->s);
    bool chance = c->mover == HRA_CHANCE && c->rules->chances,
         seat = c->mover >= 0 && c->mover < c->game->seats;
    c->n = chance ? c->rules->chances(c->game, c->s, c->moves, c->probability)
           : seat ? c->rules->moves(c->game, c->s, c->moves)
                  : 0;
}

static unsigned char *new_state(const hra_game *game, int fill) {
    unsigned char *s = malloc(game->state_size + SCENE_GUARD);
    assert_non_null(s);
    memset(s, fill, game->state_size);
    memset(s + game->state_size, 0xa5, SCENE_GUARD);
    return s;
}

void scene_open(scene *c, const char *spec) {
    hra_error why = {0};
    *c = (scene){.spec = spec};
    if (hra_game_open(&c->game, &scene_files, spec, &why) != 0)
        fail_msg("%s does not open: %s", spec, why.text);
    size_t n =
        (size_t)(c->game->max_moves > c->game->max_chances ? c->game->max_moves : c->game->max_chances);
    c->rules = c->game->rules;
    c->s = new_state(c->game, 0x00);
    c->twin = new_state(c->game, 0xff);
    c->scratch = new_state(c->game, 0x00);
    c->moves = malloc(n * sizeof *c->moves);
    c->probability = malloc(n * sizeof *c->probability);
    hra_rng_init(&c->rng, 1);
    hra_text_init(&c->text);
}

void scene_open_evaluations(scene *c) {
    for (const hra_evaluation *e = c->rules->catalogue->evaluations; !c->evals && e && e->name; e++)
        if (e - c->rules->catalogue->evaluations == SCENE_EVALS ||
            hra_eval_open(&c->eval[e - c->rules->catalogue->evaluations], c->game, e->name, NULL) != 0)
            fail_msg("%s: evaluation %s does not open, or there are too many", c->spec, e->name);
    while (c->evals < SCENE_EVALS && c->eval[c->evals].kind)
        c->evals++;
}

void scene_close(scene *c) {
    for (int i = 0; i < c->evals; i++)
        hra_eval_close(&c->eval[i]);
    free(c->s);
    free(c->twin);
    free(c->scratch);
    free(c->moves);
    free(c->probability);
    hra_text_release(&c->text);
    hra_game_close(c->game);
}

void scene_walk(scene *c, uint64_t seed, void (*check)(scene *)) {
    hra_rng rng;
    c->seed = seed;
    hra_rng_init(&rng, seed);
    hra_rng_init(&c->rng, ~seed);
    memset(c->s, 0x00, c->game->state_size);
    memset(c->twin, 0xff, c->game->state_size);
    c->rules->init(c->game, c->s);
    c->rules->init(c->game, c->twin);
    for (c->ply = 0;; c->ply++) {
        scene_list_moves(c);
        check(c);
        if (c->mover == HRA_OVER)
            return;
        if (c->ply == MAX_PLIES)
            scene_broken(c, "a random play has no end");
        scene_list_moves(c);
        hra_move m = c->moves[hra_rng_below(&rng, (uint32_t)c->n)];
        c->rules->apply(c->game, c->s, m);
        c->rules->apply(c->game, c->twin, m);
    }
}
