/* A turn that a player has decided on, and the states on its way: a decision is asked for step by step. */
#ifndef HRA_EMPIRE_PLAY_PLAN_H
#define HRA_EMPIRE_PLAY_PLAN_H

#include <string.h>

#include "games/empire/rules/turns.h"

typedef struct em_plan {
    em_turn turn;
    em_state at[EM_TURN_MOVES + 1]; /* before each move, and behind the last one */
    int states;                     /* 0: nothing is planned */
} em_plan;

static inline void em_plan_make(em_plan *p, const hra_game *game, const em_state *s, const em_turn *turn) {
    p->turn = *turn;
    p->at[0] = *s;
    p->states = 1;
    for (int i = 0; i < turn->length; i++) {
        p->at[i + 1] = p->at[i];
        game->rules->apply(game, &p->at[i + 1], turn->move[i]);
        p->states++;
    }
}

/* How many moves of the plan lead to s; -1: it is not on the way. */
static inline int em_plan_find(const em_plan *p, const em_state *s) {
    for (int i = 0; i < p->states; i++)
        if (memcmp(&p->at[i], s, sizeof *s) == 0)
            return i;
    return -1;
}

/* The planned move in s; false: there is none. */
static inline bool em_plan_move(const em_plan *p, const em_state *s, hra_move *out) {
    int i = em_plan_find(p, s);
    if (i < 0 || i >= p->turn.length)
        return false;
    *out = p->turn.move[i];
    return true;
}

#endif
