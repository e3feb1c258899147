/* A finished game as a line of text, with all that is known of it: so that games that were played elsewhere are listed
 * one by one.
 *
 *     row 4 2 9 3f2a rules 0 0 -1 1 1 31 0 1 0.002 5 0.001 1 -1 0.001 4 0.0005
 *
 * its index, number, plies, a hash of its moves, outcome, adjudication, failure, failed seat, winners, share, legal
 * moves; of each seat the player, value, seconds, decisions, seconds of the first one, and the statistics. */
#ifndef HRA_MATCH_GAME_ROW_H
#define HRA_MATCH_GAME_ROW_H

#include "core/lines.h"
#include "hra/match.h"

/* The game has facts. */
void hra_game_row_write(const hra_game *game, const hra_match_game *g, hra_text *out);
/* Reads the row on which the cursor is, behind its first word; errors are those of the cursor. */
void hra_game_row_read(hra_lines *l, const hra_game *game, hra_match_game *g, hra_match_facts *facts);
/* Reads rows, and passes each to `ended`. HRA_EDAMAGED: the text is something else; errors of `ended`. */
hra_err hra_game_rows_each(const hra_game *game, const char *text, size_t length,
                           hra_err (*ended)(void *self, const hra_match_game *), void *self);

#endif
