/* Rollouts in parts, for the work that runs them (src/work/rollout.c).
 *
 * Thread-safety: one thread at a time uses a rollout; threads share the player. */
#ifndef HRA_SEARCH_MONTECARLO_ROLLOUT_PARTS_H
#define HRA_SEARCH_MONTECARLO_ROLLOUT_PARTS_H

#include "hra/rollout.h"

typedef struct hra_rollout_setup {
    size_t size; /* sizeof(hra_rollout_setup) */
    const hra_player
        *player; /* plays all seats, and outlives the rollout. With `plies` or `luck` it must value states */
    uint64_t seed;
    int plies; /* decisions after the move before the player values the state; 0: to the end of the game */
    bool luck; /* subtract luck: the player then values every outcome of every throw */
} hra_rollout_setup;

/* Opens a rollout of moves[0..count-1], which are legal in `state`; the caller closes it. `count` may also be
 *   0                          the state itself, where chance may be to move
 *   HRA_ROLLOUT_STAKE_ACTIONS  the stake actions of the decision there (hra_rules_conduct), each as if it were chosen
 * Returns
 *   HRA_EINPUT  if there are too many moves, or one is not legal
 *   HRA_EFIT    if the game has no chance or hides something, or there is no decision about the stakes
 *   HRA_ESTATE  if the game is over
 *   HRA_ENOMEM. */
hra_err hra_rollout_open(hra_rollout **out, const hra_rollout_setup *setup, const void *state,
                         const hra_move *moves, int count, hra_error *why);
void hra_rollout_close(hra_rollout *rollout); /* NULL is allowed */

/* Runs the trials from..to-1 and adds them. After an error none of them is added. Returns
 *   HRA_EINPUT    if there are no such trials, or there would be too many
 *   HRA_ESTOPPED
 *   HRA_EFIT      if the player cannot value a state
 *   HRA_ENOMEM
 *   else the error of the player. */
hra_err hra_rollout_run(hra_rollout *rollout, uint64_t from, uint64_t to, const hra_stop *stop);
/* Returns the number of trials after which each outcome of the first throw was used once more: 36 with two dice. A
 * multiple of it is the best length of a run. */
int hra_rollout_turn(const hra_rollout *rollout);
/* Returns whether every other mean is at least `errors` standard errors of the difference below the best. Stake actions
 * are compared with the best response to an offer; if the seat to move is the one that responds, the first action, which
 * is not to offer, is left out. */
bool hra_rollout_decided(const hra_rollout *rollout, double errors);

/* Appends the results as bytes, the same on every machine, for hra_rollout_take in another process. HRA_ENOMEM. */
hra_err hra_rollout_write(const hra_rollout *rollout, hra_text *out);
/* Adds the results that hra_rollout_write appended for a rollout of the same setup, state and moves; the caller must make
 * sure that it is the same, and that no trial is added twice. *used is set to the number of bytes that were read. The
 * bytes may be of unknown origin. Returns
 *   HRA_EDAMAGED  if they are of other moves, of too many trials, or impossible; then nothing was added. */
hra_err hra_rollout_take(hra_rollout *rollout, const char *bytes, size_t length, size_t *used,
                         hra_error *why);

#endif
