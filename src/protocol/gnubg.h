/* The socket of GNU Backgammon, at both ends. */
#ifndef HRA_PROTOCOL_GNUBG_H
#define HRA_PROTOCOL_GNUBG_H

#include "hra/protocol.h"
#include "rules/fibs.h"

extern const hra_protocol_kind hra_protocol_gnubg;

/* Whether the game offers a whole table for it, and is one that GNU Backgammon plays. */
bool hra_gnubg_fits(const hra_game *game);
/* Takes over that table. Errors as of hra_ubgi_take. */
hra_err hra_gnubg_take(hra_fibs *out, const hra_game *game, hra_error *why);

#endif
