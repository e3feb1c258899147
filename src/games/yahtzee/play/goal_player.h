/* One turn of a player that maximises a probability instead of points: `atleast` and `duel`. Moves whose
 * probabilities are equal to single precision (a millionth) are ordered by the expected score, so the player
 * still plays well when its goal is reached or out of reach. */
#ifndef YZ_GOAL_PLAYER_H
#define YZ_GOAL_PLAYER_H

#include "hra/player.h"
#include "player_optimal.h"

/* The chance that follows when a legal box gets this roll; points are those before it. */
typedef double yz_goal_player_fn(const void *self, struct yz_card card, int points, int roll, int box);

/* The turn looked at last; one for each thread. */
struct yz_goal_player {
    struct yz_exact mean;
    bool ready;
    struct yz_card card; /* of `turn`, when ready */
    int points;
    struct yz_turn turn; /* in chances instead of points */
};

/* game and solution outlive *wish. */
void yz_goal_player_init(struct yz_goal_player *wish, const struct yz_game *game,
                         const yz_solution *solution);

/* Works out the turn of the seat to move, unless it is the same as before; `wish->ready = false` forgets it.
 */
void yz_goal_player_turn(struct yz_goal_player *wish, const struct yz_state *s, yz_goal_player_fn *chance,
                         const void *self);

/* Every legal move of a state of YZ_TO_KEEP or YZ_TO_BOX with its chance and
 * expected final score, the best one first; returns how many.  After yz_goal_player_turn. */
struct yz_goal_move {
    hra_move move;
    double chance, mean;
};
int yz_goal_player_moves(struct yz_goal_player *wish, const hra_game *game, const struct yz_state *s,
                         yz_goal_player_fn *chance, const void *self, struct yz_goal_move out[YZ_MAX_MOVES]);

/* Fills an advice with them: `value` says what the chance is. */
void yz_goal_player_advice(const struct yz_goal_move *moves, int count, hra_column value, hra_analysis *out);

#endif
