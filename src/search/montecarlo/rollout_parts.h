/* Rollouts in parts: for the kind of work that they are (src/work/rollout.c). */
#ifndef HRA_SEARCH_MONTECARLO_ROLLOUT_PARTS_H
#define HRA_SEARCH_MONTECARLO_ROLLOUT_PARTS_H

#include "hra/rollout.h"

/* Adds what another rollout of the same setup, state and moves has found; which trials these were is the
 * caller's care. HRA_EINPUT: it is another one; HRA_ELIMIT: too many trials. */
hra_err hra_rollout_add(hra_rollout *to, const hra_rollout *from);

/* Appends what was found as bytes, the same on every machine, from which another process adds it. HRA_ENOMEM.
 */
hra_err hra_rollout_write(const hra_rollout *rollout, hra_text *out);
/* Adds what hra_rollout_write wrote of a rollout of the same setup, state and moves; that it is the same, and
 * which trials these were, is the caller's care. *used: the bytes of it, behind which more may follow. They
 * may come from anybody. HRA_EDAMAGED: it is of other moves, of too many trials, or nothing that could be
 * found; nothing was added then. */
hra_err hra_rollout_take(hra_rollout *rollout, const char *bytes, size_t length, size_t *used,
                         hra_error *why);

#endif
