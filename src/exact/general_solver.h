/* The general exact solver, behind the same table as a game's own. */
#ifndef HRA_EXACT_GENERAL_H
#define HRA_EXACT_GENERAL_H

#include "hra/solve.h"

extern const hra_solver hra_general_solver;

/* Lists the positions that can be reached from `state`, this one included, as the solver does. HRA_OK: there are
 * at most `most`, and *tree is how many nodes the tree below has in which each is met again on every way that
 * leads to it (INFINITY: play can come back to where it was); HRA_ELIMIT: there are more, or they do not fit into
 * 64 MB; HRA_ENOMEM; HRA_ESTOPPED. */
hra_err hra_general_count(const hra_game *game, const void *state, uint32_t most,
                          const hra_progress *progress, double *tree);

#endif
