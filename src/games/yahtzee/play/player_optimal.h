/* Exact expected final scores of any state, from the solution: for the player `optimal` and the solver. */
#ifndef YZ_EXPERT_OPTIMAL_H
#define YZ_EXPERT_OPTIMAL_H

#include "games/yahtzee/rules/yahtzee.h"
#include "games/yahtzee/tables/solve.h"

/* The turn looked at last; one for each thread. */
struct yz_exact {
    const struct yz_game *game;
    const yz_solution *solution;
    bool ready;
    struct yz_card card; /* of `turn`, when ready */
    struct yz_turn turn;
};

/* Both outlive *exact. */
void yz_exact_init(struct yz_exact *exact, const struct yz_game *game, const yz_solution *solution);

/* Everything inside a turn of this card, which is not full; kept until another card is asked for. */
const struct yz_turn *yz_exact_turn(struct yz_exact *exact, struct yz_card card);

/* The expected final score of every seat when each plays for its own highest mean. */
void yz_exact_value(struct yz_exact *exact, const struct yz_state *s, int seats, double *out);

#endif
