/* The Universal Backgammon Interface, at both ends. */
#ifndef HRA_PROTOCOL_UBGI_H
#define HRA_PROTOCOL_UBGI_H

#include "hra/protocol.h"
#include "rules/ubgi.h"

extern const hra_protocol_kind hra_protocol_ubgi;

/* Whether it offers a table for UBGI that is whole, and has a name there. */
bool hra_ubgi_fits(const hra_game *game);
/* Takes over that table. HRA_EFIT: there is none, HRA_EVERSION: it is larger than this library knows;
 * HRA_EINPUT: it lacks a member. */
hra_err hra_ubgi_take(hra_ubgi *out, const hra_game *game, hra_error *why);

#endif
