/* The Universal Game Interface, at both ends. */
#ifndef HRA_PROTOCOL_UGI_H
#define HRA_PROTOCOL_UGI_H

#include "hra/protocol.h"

extern const hra_protocol_kind hra_protocol_ugi;

/* The number behind a word that stands for itself in a line; *out stays where there is none. False: what
 * stands there is no number of 0..1e15. */
bool hra_ugi_number(const char *line, const char *word, double *out);
/* Whether UGI can play it: two seats, no chance. */
bool hra_ugi_fits(const hra_game *game);

#endif
