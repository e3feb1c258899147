/* Players of a tournament: typed as words, and listed in the file of --players, a spec in each line. */
#ifndef HRA_COMMANDS_MEASURE_PLAYER_LIST_H
#define HRA_COMMANDS_MEASURE_PLAYER_LIST_H

#include "commands/open_game.h"

/* Opens them into out[HRA_TOURNAMENT_PLAYERS]. Says what is wrong; exit status, 0 when all are open. */
int player_list_open(setup *s, const args *a, const hra_player **out, int *count);

#endif
