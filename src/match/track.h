/* The moves of one play and the state before each: what a play and a record have in common. */
#ifndef HRA_MATCH_TRACK_H
#define HRA_MATCH_TRACK_H

#include "hra/game.h"

typedef struct hra_track {
    const hra_game *game;
    unsigned char *states; /* plies + 1 of them, stride bytes apart */
    size_t stride;
    hra_move *moves;
    int8_t *movers; /* seat or HRA_CHANCE */
    int plies, capacity;
} hra_track;

/* Of no plies: the initial state. HRA_ENOMEM. */
hra_err hra_track_init(hra_track *track, const hra_game *game);
void hra_track_release(hra_track *track);
/* Makes a legal move of whoever is to move. HRA_ENOMEM; HRA_ELIMIT for a play of over 1,000,000 plies. */
hra_err hra_track_push(hra_track *track, hra_move move);
/* The state before move number ply; 0..plies. Valid until the next push. */
const void *hra_track_state(const hra_track *track, int ply);
void *hra_track_start(hra_track *track); /* to write another initial state into */

#endif
