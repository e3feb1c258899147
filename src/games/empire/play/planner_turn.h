/* The turn that `planner` plays: of all ends the one with the best score. */
#ifndef EM_EXPERT_PLANNER_TURN_H
#define EM_EXPERT_PLANNER_TURN_H

#include "games/empire/rules/turns.h"
#include "hra/search.h"

/* What own points, those of the best other seat, coins, armies and regions count. */
typedef struct em_planner_weights {
    double points, rivals, coins, armies, regions;
} em_planner_weights;

/* Those of `planner` without options. */
extern const em_planner_weights em_planner_default;

typedef struct em_planned {
    int ends; /* 0: stopped before there was one */
    double score;
    em_account account; /* the seat's at the end of the turn */
    em_turn turn;
    em_state end; /* the state before its last move */
} em_planned;

/* The score of s for a seat; `own` (may be NULL): its account. */
double em_planner_score(const hra_game *game, const em_planner_weights *weights, const em_state *s, int seat,
                        em_account *own);
/* The best turn of s, which is within one, behind `moves` (NULL: none), which led to it; the first of equals.
 * `stop` may be NULL. */
void em_planner_turn(const hra_game *game, const em_planner_weights *weights, const em_state *s,
                     const em_turn *moves, const hra_stop *stop, em_planned *out);

#endif
