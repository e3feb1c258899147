/* Which seats play as `planner` does, as far as their turns show it.
 *
 * A player sees the board at the end of its turn and at the beginning of its next one. The cards that others
 * bought in between follow from their coins and goods and from the row; the turn that `planner` would have played
 * with them is compared with the pieces. Nothing else is used: no hidden card, and no name of a player. */
#ifndef EM_EXPERT_SEAT_WATCH_H
#define EM_EXPERT_SEAT_WATCH_H

#include "games/empire/rules/turns.h"

typedef struct em_watch {
    em_state after;                      /* own turn */
    int seat;                            /* the own one; -1: `after` is not known */
    int met[EM_SEATS], missed[EM_SEATS]; /* turns that were the planner's, and others */
} em_watch;

void em_watch_begin(em_watch *watch);
/* The seat's turn leads to s. */
void em_watch_after(em_watch *watch, int seat, const em_state *s);
/* The seat's next turn begins in s: counts the turns of the others, if they can be told. */
void em_watch_see(em_watch *watch, const hra_game *game, const em_state *s);
/* The seats that are taken for planners, bit n: seat n. */
uint32_t em_watch_planners(const em_watch *watch);

#endif
