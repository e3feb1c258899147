/* How likely Pacman gets away from ghosts, worked out in advance for every pair of them.
 *
 * Food and capsules left aside, a chase is a small game of its own: a cell of Pacman's and a cell and a
 * direction of each ghost, and ghosts do not turn back. Solved for one ghost and for two, it knows dead
 * ends, corridors that are closed from both sides and how long a detour may be, which a search of some
 * rounds does not see. */
#ifndef PACMAN_ESCAPE_H
#define PACMAN_ESCAPE_H

#include "state.h"

typedef struct pac_escape pac_escape;

/* Solves the chases of a maze. The ghosts move by this model of the game's, or each at random (NULL); or
 * they do the worst that they can (`worst`). Where pairs would take too much memory only single ghosts are
 * solved. A solution that takes long is kept in `data`, the folder of user data (NULL: nowhere), for the next
 * time. HRA_ENOMEM; HRA_ESTOPPED. */
hra_err pac_escape_open(pac_escape **out, const hra_game *game, const hra_model *model, bool worst,
                        const char *data, const hra_progress *progress, hra_error *why);
void pac_escape_close(pac_escape *escape); /* NULL is allowed */
bool pac_escape_pairs(const pac_escape *escape);

/* The share, 0..1, of chases from here that Pacman survives while it does nothing but run; being caught
 * later weighs less, by 1 % a round. A ghost counts while it is not scared or not for much longer. */
double pac_escape_chance(const pac_escape *escape, const pac_state *s);

#endif
