/* What a file of another program says of a game, in a line. */
#ifndef RECORD_ORIGIN_H
#define RECORD_ORIGIN_H

#include "commands/records.h"

/* The game as it was written, with its tags and comments; NULL: only its moves are known. */
const hra_annotated *record_written(const record_found *found);
/* Sets *out to "Spring Open; round 3; 2026.03.01; 1-0", malloc'ed, or to NULL where the file says nothing. The players are not
 * named. false: there is no memory. */
bool record_origin(const record_found *found, char **out);
/* Sets *out to "Anna - Ben; Spring Open; 1-0", malloc'ed, or to NULL if the file is not of another program. false: there is no
 * memory. */
bool record_head(const record_found *found, char **out);
/* The result as the file writes it, such as "1-0"; NULL: it states none, or `a` is NULL. */
const char *record_origin_result(const hra_annotated *a);

#endif
