/* A block of groups of one pairing, played at a time: what a tournament hands out and takes back. */
#ifndef HRA_TOURNAMENT_BLOCK_H
#define HRA_TOURNAMENT_BLOCK_H

#include "hra/tournament.h"

enum {
    HRA_BLOCK_GROUPS = 4096, /* that are given out at a time */
    HRA_BLOCK_MOST =
        HRA_BLOCK_GROUPS * HRA_MATCH_THREADS, /* of a block: where neighbours were lost, all of them */
};

typedef struct hra_block {
    struct hra_block *next; /* for whoever keeps a list */
    uint64_t from, to;      /* its groups; after a stop those that were played whole */
    int count;              /* games of a group: the players of the pairing */
    hra_text records;       /* of all its games, with a sink */
    hra_match_game
        game[]; /* group by group, and of a group by turns: player p sits in seat (p + turn) mod
                 * count.  Where there is one seat, the turn is the player's place in the pairing */
} hra_block;

/* Plays groups from..to-1 of these players, by their place in the pairing; a stop ends it early. Errors of a
 * match. */
hra_err hra_block_play(hra_block **out, const hra_tournament_setup *setup, const int *players, uint64_t from,
                       uint64_t to, const hra_progress *progress, hra_error *why);
/* One without games yet; NULL: no memory. */
hra_block *hra_block_new(const hra_tournament_setup *setup, uint64_t from, uint64_t to);
void hra_block_release(hra_block *block);
const hra_match_game *hra_block_group(const hra_block *block, uint64_t group);

/* The block as text, and back; `setup` is that of the tournament. The text:
 *
 *     hra-block 1
 *     pairing 0
 *     groups 12 15              from, and behind the last
 *     game 1 -1 1 1 0 7 3f2a... 0 -1
 *
 * with a line for each game in the order of `game`: what each seat got, winners, share, outcome, plies, hash
 * of the moves (of the first groups, which may be alike, else 0), failure, failed. HRA_EDAMAGED: it is none
 * of this setup. */
void hra_block_write(const hra_block *block, int pairing, hra_text *out);
hra_err hra_block_read(hra_block **out, const hra_tournament_setup *setup, const char *text, int *pairing,
                       hra_error *why);

/* What everybody in the pairing got in one game, by place in the pairing; where each plays alone, with one
 * number. */
typedef struct hra_placing {
    double value[HRA_MAX_SEATS], points[HRA_MAX_SEATS]; /* a win shared by k is 1/k of a point for each */
} hra_placing;

/* Those of a group; `out` has room for one a player. Returns how many there are: as many as players, one
 * where each plays alone. */
int hra_block_placings(const hra_block *block, uint64_t group, hra_placing *out);

#endif
