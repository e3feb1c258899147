/* What a game is called with its options. */
#ifndef HRA_COMMANDS_VARIANT_NAME_H
#define HRA_COMMANDS_VARIANT_NAME_H

#include "hra/game.h"

/* Appends the title of a game, and its variant if one variant of the catalogue has its options: "Chess: Chess960". */
void variant_add_title(const hra_game *game, hra_text *out);

#endif
