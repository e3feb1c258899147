/* Lines that name several moves of one turn: "place 5, place 7, end". */
#ifndef HRA_SESSION_MULTI_MOVE_H
#define HRA_SESSION_MULTI_MOVE_H

#include "hra/game.h"

enum { SEVERAL_MOST = 16 }; /* moves of a line */

/* Reads "card 3, place 5, end", with commas or semicolons, or "place 5 7 7", a word with several numbers:
 * moves that the seat to move can make one after the other; or the meaning that the game gives a text
 * (mean_moves). Games that take the steps of a turn in one order only get that order. Returns how many
 * moves there are, or 0: the line is not of this kind, or (then `why` says so, and was not touched
 * otherwise) one of its parts is an illegal move. */
int hra_several_read(const hra_game *game, const void *state, const char *line, hra_move out[SEVERAL_MOST],
                     hra_error *why);

#endif
