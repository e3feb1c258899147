/* `hra play` alone at a terminal: which game? */
#ifndef HRA_COMMANDS_PLAY_CHOOSE_GAME_H
#define HRA_COMMANDS_PLAY_CHOOSE_GAME_H

#include "speech/input.h"

/* Lists the games and asks for one, by its name or number, with options or not. Writes its spec; "": the person wants none. */
input_kind choose_game(char *out, size_t size);

#endif
