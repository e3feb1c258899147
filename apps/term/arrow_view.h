/* Games that are played by the keys of the arrows: the board in place, by the clock or step by step. */
#ifndef HRA_TERM_ARROW_VIEW_H
#define HRA_TERM_ARROW_VIEW_H

#include "term_table.h"

/* Whether something can be drawn in place here. */
bool live_terminal(void);
/* Whether a play of this game can be live here: the game has arrows and there is a terminal. */
bool live_fits(const hra_game *game);
/* Plays to the end, or until somebody leaves. With `replay` no move is made: the moves that the play
 * has are shown from the first one on. Returns an exit status. */
int live_play(const table_setup *setup, bool replay);

#endif
