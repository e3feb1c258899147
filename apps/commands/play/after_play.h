/* What is offered when a play is over. */
#ifndef HRA_COMMANDS_PLAY_AFTER_PLAY_H
#define HRA_COMMANDS_PLAY_AFTER_PLAY_H

#include <hra/hra.h>

/* Asks a person whether the play is to be gone through, and does so: the graph, what everybody lost, the
 * costly choices one by one. `data`: folder of tables, "": none. Nothing where there is no terminal. Exit
 * status. */
int after_play(const hra_play *play, const char *data);

#endif
