/* Gates: in a build with -Dchecks=true each number that leaves an evaluation, an agent or a game is compared
 * with the range that is declared for it. A number outside, or NaN where no header says that NaN means
 * "none", is a bug of ours: the program names it and aborts, like a failed assertion. In all other builds
 * these functions are empty. src/players/gates.h has those of players.
 *
 * A bound may be exceeded by 1e-12, or by 1e-12 of the bound where that is more, which rounding takes. */
#ifndef HRA_RULES_GATES_H
#define HRA_RULES_GATES_H

#include "hra/game.h"

#ifdef HRA_CHECKS

typedef struct hra_gate_range {
    double low, high;
} hra_gate_range;

extern const hra_gate_range hra_gate_probabilities;
hra_gate_range hra_range_of_returns(const hra_game *game);
hra_gate_range hra_range_of_evaluation(const hra_game *game, const hra_evaluation *kind);
/* Aborts unless x is within r: `who` says that `what` is x. */
void hra_gate_require(const char *who, const char *what, double x, hra_gate_range r);
/* Puts a gate before the `returns` of rules that are being opened. */
void hra_gate_rules(hra_rules *rules);
/* Probabilities inside an evaluation, before they become values. */
void hra_gate_probability(const char *what, double probability);

#else

static inline void hra_gate_rules(hra_rules *rules) {}
static inline void hra_gate_probability(const char *what, double probability) {}

#endif

#endif
