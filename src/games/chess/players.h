/* Players of chess: its expert, and machines of history. docs/history.md tells what of their rules is known. */
#ifndef HRA_CHESS_PLAYERS_H
#define HRA_CHESS_PLAYERS_H

#include "hra/game.h"

extern const struct hra_player_kind ch_expert;      /* play/player_expert.c */
extern const struct hra_player_kind ch_ajedrecista; /* player_ajedrecista.c */
extern const struct hra_player_kind ch_turochamp, ch_shannon_a, ch_shannon_b, ch_los_alamos,
    ch_bernstein; /* player_machines.c */

#endif
