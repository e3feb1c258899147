/* The Universal Game Interface, at both ends. */
#ifndef HRA_PROTOCOL_UGI_H
#define HRA_PROTOCOL_UGI_H

#include "hra/protocol.h"

extern const hra_protocol_kind hra_protocol_ugi;

/* Whether UGI can play it: two seats, no chance. */
bool hra_ugi_fits(const hra_game *game);

#endif
