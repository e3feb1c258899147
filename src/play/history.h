/* The moves of one game and the state before each: what a game and a record share, and the only place that
 * decides what depends on the path: whether a position occurs for the last time that the game allows. */
#ifndef HRA_PLAY_HISTORY_H
#define HRA_PLAY_HISTORY_H

#include "hra/game.h"

enum { HRA_TRACK_PLIES = 1000000 }; /* maximum plies of a game */

typedef struct hra_track {
    const hra_game *game;
    unsigned char *states; /* plies + 1 of them, stride bytes apart */
    size_t stride;         /* 0: only the present state is kept, and the next four members are unused */
    hra_move *moves;
    int8_t *movers; /* plies + 1: seat, HRA_CHANCE, or of the last one HRA_OVER */
    int *since;     /* plies + 1: the ply from which on no move was irreversible */
    uint64_t *keys; /* of the first key_count states, computed when asked for */
    int mover;      /* who is to move after the last of one or more moves */
    int plies, key_count, capacity;
} hra_track;

/* Without plies: the initial state. `present`: only the present state is kept, which costs less; the game
 * must have no repetitions then. HRA_ENOMEM. */
hra_err hra_track_init(hra_track *track, const hra_game *game, bool present);
void hra_track_release(hra_track *track);
/* A copy of its own. HRA_ENOMEM. */
hra_err hra_track_clone(hra_track *out, const hra_track *track);
/* Goes back to the first `plies` moves; if only the present state is kept, to 0, after which the caller
 * writes another initial state. */
void hra_track_cut(hra_track *track, int plies);
void *hra_track_start(hra_track *track); /* to write another initial state into, after a cut to 0 */
/* hra_track_push if all states are kept. */
hra_err hra_track_keep(hra_track *track, hra_move move);

/* Makes a legal move of the seat to move. HRA_ENOMEM; HRA_ELIMIT: too many plies. */
static inline hra_err hra_track_push(hra_track *track, hra_move move) {
    const hra_game *game = track->game;
    if (track->stride)
        return hra_track_keep(track, move);
    if (track->plies == HRA_TRACK_PLIES)
        return HRA_ELIMIT;
    game->rules->apply(game, track->states, move);
    track->mover = game->rules->to_move(game, track->states);
    track->plies++;
    return HRA_OK;
}

/* The state before move number ply; 0..plies, or only plies if no other state is kept. Valid until the next
 * push. */
static inline const void *hra_track_state(const hra_track *track, int ply) {
    return track->states + (size_t)ply * track->stride;
}

/* Who is to move now, HRA_OVER after a last repetition too. */
static inline int hra_track_mover(const hra_track *track) {
    return track->plies ? track->mover : track->game->rules->to_move(track->game, track->states);
}

/* The seat that moves at a ply that is kept. */
int hra_track_mover_at(const hra_track *track, int ply);
/* What each seat gets; at HRA_OVER. */
void hra_track_returns(const hra_track *track, double *out);
/* The keys of the states since the last irreversible move, the present one left out: *count of
 * them, oldest first. Valid until the next push. NULL where the past is not kept. */
const uint64_t *hra_track_history(hra_track *track, int *count);

#endif
