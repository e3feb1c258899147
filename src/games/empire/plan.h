/* What a player has decided for the rest of its turn: a decision is asked for step by step. */
#ifndef HRA_EMPIRE_PLAN_H
#define HRA_EMPIRE_PLAN_H

#include <string.h>

#include "turns.h"

typedef struct em_plan {
    em_state at; /* where the next move is due */
    em_turn turn;
    int next; /* of its moves; turn.length: nothing is planned */
} em_plan;

static inline bool em_plan_knows(const em_plan *p, const em_state *s) {
    return p->next < p->turn.length && memcmp(&p->at, s, sizeof *s) == 0;
}

/* The move that is due; the plan goes on behind it. */
static inline hra_move em_plan_take(em_plan *p, const hra_game *game) {
    hra_move m = p->turn.move[p->next++];
    if (p->next < p->turn.length)
        game->rules->apply(game, &p->at, m);
    return m;
}

#endif
