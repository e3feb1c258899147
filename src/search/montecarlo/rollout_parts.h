/* Rollouts as they are made: for the kind of work that they are (src/work/rollout.c). One thread at a time uses a rollout; the
 * player may be shared. */
#ifndef HRA_SEARCH_MONTECARLO_ROLLOUT_PARTS_H
#define HRA_SEARCH_MONTECARLO_ROLLOUT_PARTS_H

#include "hra/rollout.h"

typedef struct hra_rollout_setup {
    size_t size;              /* sizeof(hra_rollout_setup) */
    const hra_player *player; /* for all seats; it must be able to tell what states are worth where plays are
                                 cut or luck is subtracted. It outlives the rollout */
    uint64_t seed;
    int plies; /* decisions behind the move, after which the player says what the state is worth; 0: to the
                  end */
    bool luck; /* what luck gave is subtracted; costs a look at every outcome of every throw */
} hra_rollout_setup;

/* Rolls out `count` legal moves of the state; count 0: the state itself, which may be one of chance, to the
 * seat that moves there or the first one; HRA_ROLLOUT_OUTLOOKS: what the choice about the stakes comes down
 * to (hra_rules_conduct.stake_actions), each as if it were chosen by all. HRA_EINPUT: too many moves, or one that
 * is none; HRA_EFIT: a game without chance, one in which seats do not see all, or a choice without outlooks;
 * HRA_ESTATE: the game is over; HRA_ENOMEM. */
hra_err hra_rollout_open(hra_rollout **out, const hra_rollout_setup *setup, const void *state,
                         const hra_move *moves, int count, hra_error *why);
void hra_rollout_close(hra_rollout *rollout); /* NULL is allowed */

/* Makes the trials from..to-1 and adds them; none of them where it fails. Errors: HRA_EINPUT: there are
 * no such trials, or would be too many; HRA_ESTOPPED; HRA_ENOMEM; what the player says: HRA_EFIT where it
 * cannot tell what a state is worth. */
hra_err hra_rollout_run(hra_rollout *rollout, uint64_t from, uint64_t to, const hra_stop *stop);
/* How many trials are one turn of the first throw: 36 of two dice. Runs are best made of whole turns. */
int hra_rollout_turn(const hra_rollout *rollout);
/* Whether every other mean is at least `errors` standard errors of the difference below the best. Outlooks
 * are compared with the best response to an offer; if the seat to move is the one that responds, the outlook
 * without an offer is left out. */
bool hra_rollout_decided(const hra_rollout *rollout, double errors);

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
