/* A block of groups of one pairing: a task of a tournament, and its result. */
#ifndef HRA_TOURNAMENT_GROUP_TASK_H
#define HRA_TOURNAMENT_GROUP_TASK_H

#include "hra/tournament.h"
#include "tournament/idle_programs.h"

enum { HRA_BLOCK_GROUPS = HRA_TOURNAMENT_TASK, HRA_BLOCK_WITNESSES = HRA_TOURNAMENT_DETERMINISTIC - 1 };

typedef struct hra_group_task {
    struct hra_group_task *next; /* for callers that keep a list */
    uint64_t from, to;           /* its groups; after a stop those that were played whole */
    const hra_game *played;
    int count;              /* games of a group: the players of the pairing */
    uint64_t period;        /* hra_group_task_period */
    hra_match_facts *facts; /* of each game, in the order of `game`; NULL: the setup wants none */
    hra_text records;       /* of all its games, if the setup has records */
    uint32_t *kind; /* of each group, where one group of each kind has games; NULL: each has its own */
    uint32_t kinds;
    uint64_t moves[2 * HRA_BLOCK_WITNESSES]; /* then those of its witnesses, by hra_group_task_witness */
    hra_match_game game[]; /* group by group, and of a group by turns: player p sits in seat (p + turn) mod
                 * count.  Where there is one seat, the turn is the player's place in the pairing */
} hra_group_task;

/* Groups at this distance begin alike: the number of openings; 1 if it is not known how they begin. */
uint64_t hra_group_task_period(const hra_tournament_setup *setup);
/* Whether the moves of a group are kept: those of the first groups, and of the groups that begin as these
 * did, may show that games repeat. */
static inline bool hra_group_task_is_witness(uint64_t period, uint64_t group) {
    return group < HRA_BLOCK_WITNESSES || (group >= period && group - period < HRA_BLOCK_WITNESSES);
}

/* A hash of what moves the games of a witness had, by turns. */
uint64_t hra_group_task_moves(const hra_group_task *block, uint64_t group);
static inline uint64_t hra_group_task_add_moves(uint64_t hash, uint64_t moves) {
    return (hash << 7 | hash >> 57) ^ moves;
}
/* Where a block of kinds keeps it. */
static inline uint64_t hra_group_task_witness(uint64_t period, uint64_t group) {
    return group < HRA_BLOCK_WITNESSES ? group : HRA_BLOCK_WITNESSES + group - period;
}

/* Plays groups from..to-1 of these players, by their place in the pairing; a stop ends it early. `idle`: programs
 * that may play; NULL: each is started anew. Errors of a match. */
hra_err hra_group_task_play(hra_group_task **out, const hra_tournament_setup *setup, hra_idle_programs *idle,
                            const int *players, uint64_t from, uint64_t to, const hra_progress *progress,
                            hra_error *why);
/* One whose games are still to be filled in; NULL: no memory. */
hra_group_task *hra_group_task_new(const hra_tournament_setup *setup, uint64_t from, uint64_t to);
void hra_group_task_release(hra_group_task *block);
const hra_match_game *hra_group_task_group(const hra_group_task *block, uint64_t group); /* its games */

/* The block as text, and back; `setup` is that of the tournament. The text:
 *
 *     hra-block 2
 *     pairing 0
 *     groups 0 6                                from, and behind the last
 *     moves 3f2a... 77b1... 3f2a... 910c... ...  of each game of the groups that are witnesses: a hash
 *     kind 1 -1 1 1 0 0 -1 -1 1 2 1 0 0 -1
 *     kind 0 0 3 2 0 0 -1 0 0 3 2 0 0 -1
 *     order 011010
 *     row 0 0 9 ...                             of each game, where the setup wants facts (match/game_row.h)
 *
 * Groups that brought the same are one kind, since of fast games there are many, and the kinds few: a line
 * with the games by turns, each what the seats got, winners, share, outcome (from 5 on: by which
 * adjudication), failure, failed; and the kind of
 * each group, in as many digits (0-9, A-Z, a-z, + and -) as the last one needs. What a game's moves were
 * follows from its number, so nothing more is kept. HRA_EDAMAGED: it is none of this setup. */
void hra_group_task_write(const hra_group_task *block, int pairing, hra_text *out);
hra_err hra_group_task_read(hra_group_task **out, const hra_tournament_setup *setup, const char *text,
                            int *pairing, hra_error *why);

/* What each player of the pairing got in one game, by place in the pairing; one number if each plays alone. */
typedef struct hra_placing {
    double value[HRA_MAX_SEATS], points[HRA_MAX_SEATS];
    int share[HRA_MAX_SEATS]; /* by how many the win is shared, each having 1/share of a point; 0: no win */
} hra_placing;

/* The placings of a group of `count` games; `out` has room for one for each player. Returns how many there
 * are: the number of players, or one if each plays alone. */
int hra_group_task_placings(const hra_match_game *games, int count, hra_placing *out);

#endif
