/* PGN, the portable game notation: tags, moves, variations, comments, results of games of chess. */
#ifndef CH_PGN_H
#define CH_PGN_H

#include "annotated/movetext.h"
#include "games/chess/chess.h"

extern const hra_format ch_formats[]; /* PGN, and the end */

/* What hra_format says. */
int ch_pgn_looks(const char *text, size_t length);
size_t ch_pgn_split(const char *text, size_t length, bool last);
hra_err ch_pgn_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why);
void ch_pgn_write(const hra_annotated *game, hra_text *out);

/* What it has of its own (hra_movetext). */
extern const hra_movetext ch_pgn;
void ch_pgn_add_tags(const hra_annotated *game, hra_text *out);
bool ch_pgn_omits(hra_move m);
int ch_pgn_plies(const hra_game *game, const void *start);

#endif
