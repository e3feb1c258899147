/* Gates before what players say; see src/rules/gates.h. */
#ifndef HRA_PLAYERS_GATES_H
#define HRA_PLAYERS_GATES_H

#include "players/agent.h"
#include "rules/gates.h"

#ifdef HRA_CHECKS

/* Notes the range of the values of a player that is being opened. `options`: as given; NULL: it takes none. */
void hra_gate_player(hra_player *player, const hra_options *options);
/* What an agent of this player says. */
void hra_gate_result(const hra_player *player, const hra_analysis *result);
void hra_gate_advice(const hra_player *player, const hra_analysis *advice);
void hra_gate_worth(const hra_player *player, const double *worth);
void hra_gate_luck(const hra_player *player, const double *luck);
void hra_gate_thought(const hra_player *player, const hra_decision *thought);

#else

static inline void hra_gate_player(hra_player *player, const hra_options *options) {}
static inline void hra_gate_result(const hra_player *player, const hra_analysis *result) {}
static inline void hra_gate_advice(const hra_player *player, const hra_analysis *advice) {}
static inline void hra_gate_worth(const hra_player *player, const double *worth) {}
static inline void hra_gate_luck(const hra_player *player, const double *luck) {}
static inline void hra_gate_thought(const hra_player *player, const hra_decision *thought) {}

#endif

#endif
