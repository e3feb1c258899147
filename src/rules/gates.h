/* Gates: in a build with -Dchecks=true each number that leaves an evaluation, an agent or a game is compared
 * with the range that is declared for it. A number outside, or NaN where no header says that NaN means
 * "none", is a bug of ours: the program names it and aborts, like a failed assertion. In all other builds
 * these functions are empty.
 *
 * A bound may be exceeded by 1e-12, or by 1e-12 of the bound where that is more, which rounding takes. */
#ifndef HRA_RULES_GATES_H
#define HRA_RULES_GATES_H

#include "players/player.h"

#ifdef HRA_CHECKS

/* Puts a gate before the `returns` of rules that are being opened. */
void hra_gate_rules(hra_rules *rules);
/* Notes the range of the values of a player that is being opened. `options`: as given; NULL: it takes none.
 */
void hra_gate_player(hra_player *player, const hra_options *options);
/* What an agent of this player says. */
void hra_gate_result(const hra_player *player, const hra_result *result);
void hra_gate_advice(const hra_player *player, const hra_advice *advice);
void hra_gate_worth(const hra_player *player, const double *worth);
void hra_gate_luck(const hra_player *player, const double *luck);
void hra_gate_thought(const hra_player *player, const hra_thought *thought);
/* Probabilities inside an evaluation, before they become values. */
void hra_gate_probability(const char *what, double probability);

#else

static inline void hra_gate_rules(hra_rules *rules) {}
static inline void hra_gate_player(hra_player *player, const hra_options *options) {}
static inline void hra_gate_result(const hra_player *player, const hra_result *result) {}
static inline void hra_gate_advice(const hra_player *player, const hra_advice *advice) {}
static inline void hra_gate_worth(const hra_player *player, const double *worth) {}
static inline void hra_gate_luck(const hra_player *player, const double *luck) {}
static inline void hra_gate_thought(const hra_player *player, const hra_thought *thought) {}
static inline void hra_gate_probability(const char *what, double probability) {}

#endif

#endif
