/* A solution of chases in a file of the folder of user data. */
#ifndef PACMAN_ESCAPE_KEPT_H
#define PACMAN_ESCAPE_KEPT_H

#include "hra/base.h"

typedef struct pac_escape_cache {
    const char *data; /* the folder */
    uint64_t key;     /* of all that the solution follows from */
    uint16_t *part[2];
    size_t count[2]; /* numbers of each */
} pac_escape_cache;

/* Fills the parts. False: there is no such file, it is damaged, or there is no memory to read it; then what
 * is in the parts means nothing. */
bool pac_escape_cache_load(const pac_escape_cache *kept);
/* Puts the parts into a file. Where that cannot be done there is none. */
void pac_escape_cache_save(const pac_escape_cache *kept);

#endif
