/* Passing an open game from one annotated game to the next one of a file. */
#ifndef HRA_ANNOTATED_GAME_SPARE_H
#define HRA_ANNOTATED_GAME_SPARE_H

#include "hra/annotated.h"

/* Gives it a game that hra_annotated_begin uses in place of opening one, if the spec is the same; both are of
 * one host. It closes what it does not use. */
void hra_annotated_lend(hra_annotated *game, hra_game *spare);
/* Takes away what was lent and not used, which the caller closes; NULL: nothing. */
hra_game *hra_annotated_take_spare(hra_annotated *game);
/* Takes its game away, which the caller closes; states and moves must not be asked for any more. */
hra_game *hra_annotated_take_game(hra_annotated *game);

#endif
