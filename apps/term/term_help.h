/* What "?" says at the table. */
#ifndef HRA_TERM_HELP_H
#define HRA_TERM_HELP_H

#include "session_client.h"

/* How moves are typed, and those words besides that do something now. `seat`: who is asked. */
void help_show(const sitting *s, int seat);
/* Whether the board looks different from the other side. */
bool help_can_turn(const hra_play *play);

#endif
