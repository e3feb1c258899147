/* What is offered when a play is over. */
#ifndef HRA_COMMANDS_PLAY_AFTER_PLAY_H
#define HRA_COMMANDS_PLAY_AFTER_PLAY_H

#include <hra/hra.h>

/* Offers a person to review the game, and does so: the graph, the losses of each player, the costly moves
 * one by one. `data`: directory of tablebases, "": none. Does nothing without a terminal. Returns an exit
 * status. */
int after_play(const hra_play *play, const char *data);

#endif
