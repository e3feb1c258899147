/* Whole turns of empire, for the players that plan: every end of a turn, once. */
#ifndef HRA_EMPIRE_RULES_TURNS_H
#define HRA_EMPIRE_RULES_TURNS_H

#include "empire.h"

enum { EM_TURN_MOVES = 12 }; /* a card, an ability, the steps of its actions, the end */

/* The moves that are left of a turn, the end among them. */
typedef struct em_turn {
    hra_move move[EM_TURN_MOVES];
    int length;
    uint32_t changed; /* regions whose pieces are others than before these moves */
} em_turn;

/* s: the state before the last move, which is the end. Returns false to stop. */
typedef bool em_turn_fn(void *self, const em_state *s, const em_turn *turn);

static inline bool em_in_turn(const em_state *s) {
    return s->phase == EM_AT_CARD || s->phase == EM_AT_ABILITY || s->phase == EM_AT_ACT;
}

/* Calls visit for each way to end the turn of s, from its beginning or from within it. The rules allow one
 * sequence of steps to each end position, so each comes once. Each turn begins with the moves that led to s
 * (NULL: none). Returns false if visit stopped it. */
bool em_turns_each(const hra_game *game, const em_state *s, const em_turn *moves, em_turn_fn *visit,
                   void *self);

/* Appends a move and the regions that it changes. */
static inline void em_turn_add(em_turn *turn, hra_move m) {
    uint32_t a = UINT32_C(1) << (em_move_a(m) & 31), b = UINT32_C(1) << (em_move_b(m) & 31);
    em_kind kind = em_move_kind(m);
    turn->move[turn->length++] = m;
    turn->changed |= kind == EM_MOVE_MARCH ? a | b : kind >= EM_MOVE_PLACE && kind <= EM_MOVE_DESTROY ? a : 0;
}

#endif
