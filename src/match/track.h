/* The moves of one play and the state before each: what a play and a record have in common, and the
 * only place that judges what depends on the path: whether a position stands for the last time
 * that the game allows. */
#ifndef HRA_MATCH_TRACK_H
#define HRA_MATCH_TRACK_H

#include "hra/game.h"

typedef struct hra_track {
    const hra_game *game;
    unsigned char *states; /* plies + 1 of them, stride bytes apart */
    size_t stride;
    hra_move *moves;
    int8_t *movers; /* plies + 1: seat, HRA_CHANCE, or of the last one HRA_OVER */
    int *since;     /* plies + 1: the ply from which on no move was irreversible */
    uint64_t *keys; /* of the first key_count states, computed when asked for */
    int plies, key_count, capacity;
} hra_track;

/* Of no plies: the initial state. HRA_ENOMEM. */
hra_err hra_track_init(hra_track *track, const hra_game *game);
void hra_track_release(hra_track *track);
/* A copy of its own. HRA_ENOMEM. */
hra_err hra_track_clone(hra_track *out, const hra_track *track);
/* Makes a legal move of whoever is to move. HRA_ENOMEM; HRA_ELIMIT for a play of over 1,000,000 plies. */
hra_err hra_track_push(hra_track *track, hra_move move);
/* Back to the first `plies` moves. */
void hra_track_cut(hra_track *track, int plies);
/* The state before move number ply; 0..plies. Valid until the next push. */
const void *hra_track_state(const hra_track *track, int ply);
void *hra_track_start(hra_track *track); /* to write another initial state into, after a cut to 0 */

/* Who moves at a ply; at `plies`: who is to move, HRA_OVER after a last repetition too. */
int hra_track_mover(const hra_track *track, int ply);
/* What each seat gets; at HRA_OVER. */
void hra_track_returns(const hra_track *track, double *out);
/* The keys of the states since the last irreversible move, the present one left out: *count of
 * them, oldest first. Valid until the next push. */
const uint64_t *hra_track_history(hra_track *track, int *count);

#endif
