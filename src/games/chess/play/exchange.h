/* What captures on one square come to. */
#ifndef CH_EXCHANGE_H
#define CH_EXCHANGE_H

#include "games/chess/chess.h"

/* What a move comes to in hundredths of a pawn, if both sides go on taking there with their least pieces as long as that
 * pays ("static exchange evaluation"); not for castling. Pins are not seen. The king may take last. */
int ch_exchange(const ch_game *g, const ch_state *s, hra_move m);
/* Whether a capture loses nothing, if both sides go on taking there with their least pieces as long as that pays
 * ("static exchange evaluation"). Pins are not seen. The king may take last. */
bool ch_exchange_holds(const ch_game *g, const ch_state *s, hra_move m);

/* hra_loud: in check all moves, else captures that lose nothing, and new queens. */
int ch_list_holding(const hra_path *path, hra_move *out, bool *forced);

extern const hra_selection ch_selection; /* selection.c: what a selective search asks about moves */

#endif
