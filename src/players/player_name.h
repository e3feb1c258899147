/* Names of players and of persons. */
#ifndef HRA_PLAYERS_PLAYER_NAME_H
#define HRA_PLAYERS_PLAYER_NAME_H

#include "hra/player.h"

/* HRA_EINPUT: the text is not a name: too long, more than a line, with blanks at its ends. */
hra_err hra_name_check(const char *text, hra_error *why);
/* Makes a name of any text: what a name must not have becomes '?', and what is too long is cut. "": nothing is left. */
void hra_name_clean(char out[HRA_NAME_BYTES + 1], const char *text);
/* Writes the options of a kind of player with those of every player after them: `name`. `own`: of the kind, may be
 * NULL. `out` has room for HRA_MAX_OPTIONS + 1. Returns how many are its own. */
int hra_kind_options(const hra_option *own, hra_option *out);
/* Sets the name that the options give. HRA_EINPUT: it is none; `what` is the owner in the error. */
hra_err hra_player_take_name(hra_player *player, const hra_options *options, const char *what,
                             hra_error *why);

#endif
